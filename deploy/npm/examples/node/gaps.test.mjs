import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startUnderstudy } from "understudy";

const fake = await startUnderstudy({ preset: "small" });
after(() => fake.stop());

const inSandbox = (use, options) => () => fake.withSandbox(use, options);

async function invitations(sandbox, perPage) {
  const headers = { Authorization: `Bearer ${sandbox.tokens.personal}` };
  return fetch(`${sandbox.url}/api/v1/invitations?per_page=${perPage}`, { headers });
}

test("a page of 101 may be rejected", inSandbox(async (sandbox) => {
  await sandbox.choose({ "per-page-over-max": "refuse" });
  assert.equal((await invitations(sandbox, 101)).status, 400);
}, { allowBreaks: true }));

test("the fake knows what the client sent", inSandbox(async (sandbox) => {
  await invitations(sandbox, 5);
  const [exchange] = await sandbox.journal({ operation: "list-invitations" });
  assert.equal(exchange.query, "per_page=5");
}));
