const topics = () =>
  fetch(`${sandbox.url}/api/v1/sources/4146/topics`, { headers: { Authorization: `Bearer ${sandbox.tokens.workspace}` } });

test("the first try fails, the second one works", async () => {
  await sandbox.fault({ operation: "list-topics", when: { first: 1 }, status: 503 });

  expect((await topics()).status).toBe(503);
  expect((await topics()).status).toBe(200);
});
