import { expect, test } from "understudy/playwright";

test("an expired link shows no editor", async ({ page, sandbox }) => {
  const link = await sandbox.createRow("links", { segment_id: 2301, redirect_uri: "https://app.example.com/segments" });

  await page.goto(link.uri as string);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();

  await sandbox.advance(24 * 60 * 60);
  const response = await page.reload();
  expect(response?.status()).toBe(410);
});
