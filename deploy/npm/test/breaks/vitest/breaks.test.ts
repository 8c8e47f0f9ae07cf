import { test } from "understudy/vitest";

test("it sends a query that the document does not have", async ({ sandbox }) => {
  await fetch(`${sandbox.url}/api/v1/invitations?per_page=many`, { headers: { Authorization: `Bearer ${sandbox.tokens.personal}` } });
});
