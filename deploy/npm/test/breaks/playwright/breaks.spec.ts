import { test } from "understudy/playwright";

test("it sends a query that the document does not have", async ({ sandbox, request }) => {
  await request.get(`${sandbox.url}/api/v1/invitations?per_page=many`, { headers: { Authorization: `Bearer ${sandbox.tokens.personal}` } });
});
