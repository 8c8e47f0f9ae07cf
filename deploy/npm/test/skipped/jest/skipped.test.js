test.skip("it is skipped", () => {});

test.todo("it is to be written");

test("tests that do not run leave no sandbox behind", async () => {
  const ids = (await fake.control.sandboxes()).map((one) => one.id);
  expect(ids.filter((id) => id !== "default")).toEqual([sandbox.id]);
});
