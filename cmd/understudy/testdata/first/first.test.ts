import { expect, test } from "vitest";

const base = process.env.FAKE_URL ?? "http://127.0.0.1:8080";

test("the newest invitation is listed", async () => {
  const response = await fetch(`${base}/api/v1/invitations?per_page=1`, {
    headers: { Authorization: "Bearer personal-token:EXAMPLEines0000000000031" },
  });
  expect(response.status).toBe(200);
  expect((await response.json()).data).toHaveLength(1);
});
