import { test } from "understudy/vitest";
import { expect } from "vitest";

test("a link expires after a day", async ({ sandbox }) => {
  const response = await fetch(`${sandbox.url}/api/v1/sources/4120/filter_segments/2301/segment_management_links`, {
    method: "POST",
    headers: { Authorization: `Bearer ${sandbox.tokens.workspace}`, "Content-Type": "application/json" },
    body: JSON.stringify({ redirect_uri: "https://app.example.com/segments" }),
  });
  const link = (await response.json()) as { data: { uri: string } };

  expect((await fetch(link.data.uri)).status).toBe(200);
  await sandbox.advance(24 * 60 * 60);
  expect((await fetch(link.data.uri)).status).toBe(410);
});
