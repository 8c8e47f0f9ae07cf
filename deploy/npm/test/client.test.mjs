// The client calls every operation of the control API's document.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ContractError, Control, ControlError, startUnderstudy } from "understudy";

const called = [];
const realFetch = globalThis.fetch;
globalThis.fetch = (url, options) => {
  called.push(`${options?.method ?? "GET"} ${new URL(url).pathname}`);
  return realFetch(url, options);
};

const folder = mkdtempSync(join(tmpdir(), "understudy-test-"));
let fake;
before(async () => {
  fake = await startUnderstudy({ asyncDelay: "2s", gaps: { "per-page-over-max": "refuse" }, args: ["--state", join(folder, "state.json")] });
});
after(async () => {
  await fake.stop();
  rmSync(folder, { recursive: true });
});

const inSandbox = (use, options) => () => fake.withSandbox(use, options);
const invitations = (sandbox, query = "") =>
  fetch(`${sandbox.url}/api/v1/invitations${query}`, { headers: { Authorization: `Bearer ${sandbox.tokens.personal}` } });
const create = async (sandbox) => {
  const response = await fetch(`${sandbox.url}/api/v1/sources/4120/filter_segments`, {
    method: "POST",
    headers: { Authorization: `Bearer ${sandbox.tokens.workspace}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Reachable", dataset_id: 8801, molecules: [] }),
  });
  assert.equal(response.status, 201);
  const { data, filter_segment_source_url: url } = await response.json();
  const complete = async () => (await (await fetch(url, { headers: { Authorization: `Bearer ${sandbox.tokens.workspace}` } })).json()).status;
  return { id: data.id, complete };
};

test("a sandbox is created, found, forked, reset and deleted", inSandbox(async (sandbox) => {
  const fork = await sandbox.fork({ id: "fork", gaps: { "per-page-over-max": "clamp" } });
  assert.deepEqual((await fake.control.sandboxes()).map((s) => s.id).sort(), ["default", "fork", sandbox.id].sort());
  await create(fork);
  assert.equal((await fork.journal()).length, 1);
  assert.equal((await sandbox.journal()).length, 0);
  await fork.reset();
  assert.equal((await fork.journal()).length, 0);
  const found = await fake.control.find("fork");
  assert.equal(found.url, fork.url);
  assert.throws(() => found.tokens, /give them to find/);
  await fork.delete();
  await assert.rejects(fake.control.find("fork"), (error) => error instanceof ControlError && error.status === 404);
}));

test("a snapshot is taken, restored and deleted", inSandbox(async (sandbox) => {
  await sandbox.snapshot("before");
  const { id } = await create(sandbox);
  await sandbox.restore("before");
  await assert.rejects(sandbox.row("segments", id), { status: 404 });
  assert.deepEqual((await sandbox.snapshots()).map((s) => s.name), ["before"]);
  await fake.control.deleteSnapshot("before");
  assert.deepEqual(await fake.control.snapshots(), []);
}));

test("a clock stands still, moves and goes on", inSandbox(async (sandbox) => {
  const { complete } = await create(sandbox);
  const start = await sandbox.now();
  assert.equal(await complete(), false);
  await sandbox.advance(2);
  assert.equal(await complete(), true);
  assert.equal(await sandbox.now() - start, 2000);
  assert.equal((await sandbox.advance(new Date("2060-01-01T00:00:00Z"))).now, "2060-01-01T00:00:00Z");
  assert.equal((await sandbox.clock()).frozen, true);
  assert.equal((await sandbox.resume()).frozen, false);
  assert.equal((await sandbox.freeze()).frozen, true);
  await assert.rejects(sandbox.advance(-1), /POST .*\/clock\/advance: HTTP 4\d\d: seconds: a clock never goes back/);
}, { frozen: true }));

test("variants are chosen", inSandbox(async (sandbox) => {
  const variant = (gaps) => gaps.find((g) => g.id === "per-page-over-max").variant;
  assert.equal(variant(await sandbox.gaps()), "refuse");
  assert.equal((await invitations(sandbox, "?per_page=101")).status, 400);
  assert.equal(variant(await sandbox.choose({ "per-page-over-max": "default" })), "default");
  assert.equal(variant(await sandbox.chooseOnly({ "link-lifetime": "15m" })), "clamp");
  assert.equal(variant(await sandbox.resetGaps()), "refuse");
}, { allowBreaks: true }));

test("segments are completed by reads, by request, or held", inSandbox(async (sandbox) => {
  await sandbox.completeSegments({ reads: 1 });
  assert.deepEqual(await sandbox.transition(), { reads: 1 });
  const byReads = await create(sandbox);
  assert.deepEqual([await byReads.complete(), await byReads.complete()], [false, true]);
  await sandbox.completeSegments({ held: true });
  const held = await create(sandbox);
  await sandbox.completeSegment(held.id);
  assert.equal(await held.complete(), true);
  await sandbox.holdSegment(held.id);
  assert.equal(await held.complete(), false);
}));

test("faults apply, count and go", inSandbox(async (sandbox) => {
  const fault = await sandbox.fault({ operation: "list-invitations", when: { first: 1 }, status: 503 });
  assert.deepEqual([(await invitations(sandbox)).status, (await invitations(sandbox)).status], [503, 200]);
  assert.deepEqual((await sandbox.faults()).map((f) => [f.calls, f.hits]), [[2, 1]]);
  await sandbox.removeFault(fault.id);
  await sandbox.fault({ latency: "1ms" });
  await sandbox.clearFaults();
  assert.deepEqual(await sandbox.faults(), []);
}));

test("the journal has what the client sent", inSandbox(async (sandbox) => {
  const abort = new AbortController();
  await invitations(sandbox);
  const stream = sandbox.stream({ after: 0 }, { signal: abort.signal });
  assert.equal((await stream.next()).value.operation, "list-invitations");
  abort.abort();
  await assert.rejects(stream.next(), { name: "AbortError" });
  const [exchange] = await sandbox.journal({ operation: "list-invitations", limit: 1 });
  assert.equal((await sandbox.exchange(exchange.seq)).status, 200);
  assert.doesNotMatch(JSON.stringify(exchange), new RegExp(sandbox.tokens.personal));
  assert.equal((await sandbox.har()).log.entries.length, 1);
  assert.equal((await sandbox.findings()).exchanges, 1);
  assert.equal(await sandbox.clearJournal(), 1);
}));

test("rows are read and changed", inSandbox(async (sandbox) => {
  assert.ok((await sandbox.tables()).some((t) => t.name === "topics" && t.rows > 0));
  assert.equal((await sandbox.rows("invitations", { per_page: 2 })).rows.length, 2);
  const topic = await sandbox.createRow("topics", { source_id: 4146, name: "order_paid" });
  await sandbox.patchRow("topics", topic.id, { name: "order_sent" });
  assert.equal((await sandbox.row("topics", topic.id)).name, "order_sent");
  await sandbox.putRow("topics", topic.id, { ...topic, name: "order_put" });
  await sandbox.deleteRow("topics", topic.id);
  assert.equal((await sandbox.claimInvitation(5310, 31)).claimed_by_id, 31);
  const link = await sandbox.createRow("links", { segment_id: 2301, redirect_uri: "https://app.example.com/" });
  assert.equal((await fetch(link.uri)).status, 200);
  await sandbox.revokeLink(link.id);
  assert.equal((await fetch(link.uri)).ok, false);
  const failed = await sandbox.failTest(6101, { error: "The credentials were rejected." });
  assert.match(JSON.stringify(failed), /The credentials were rejected/);
  assert.doesNotMatch(JSON.stringify(await sandbox.passTest(6101)), /The credentials were rejected/);
}));

test("a request that the document does not allow fails the test", async () => {
  await assert.rejects(fake.withSandbox((sandbox) => invitations(sandbox, "?per_page=many")), /the client broke the contract[^]*per_page/);
});

test("a large request that the document does not allow fails the test", async () => {
  const send = (sandbox) => fetch(`${sandbox.url}/api/v1/sources/4120/filter_segments`, {
    method: "POST",
    headers: { Authorization: `Bearer ${sandbox.tokens.workspace}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "x".repeat(100_000), dataset_id: "none", molecules: [] }),
  });
  await assert.rejects(fake.withSandbox(send), (error) => error instanceof ContractError && error.message.includes("create-segment"));
});

test("requests that the journal lost get a warning", async () => {
  const small = await startUnderstudy({ args: ["--journal", "1"] });
  const warned = once(process, "warning");
  await small.withSandbox(async (sandbox) => [await invitations(sandbox), await invitations(sandbox)]);
  assert.match((await warned)[0].message, /did not check 1 requests/);
  await small.stop();
});

test("a fake takes a control token", async () => {
  const guarded = await startUnderstudy({ controlToken: "a-token-for-this-test" });
  await guarded.default.reset();
  await assert.rejects(new Control(guarded.url).sandboxes(), { status: 401 });
  await guarded.stop();
});

test("the client has every operation of the document", async () => {
  await fake.control.saveState();
  for (const path of ["/healthz", "/readyz", "/metrics", "/openapi.yaml", "/api.yaml", "/api.json"]) await fake.control.request("get", path);
  const { paths } = await fake.control.request("get", "/openapi.json");
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    ["get", "put", "post", "patch", "delete"].filter((m) => methods[m]).map((m) => [m.toUpperCase(), path]));
  operations.sort(([, a], [, b]) => a.split("{").length - b.split("{").length); // /state/save before /state/{table}
  const operationOf = (call) => {
    const [method, path] = call.split(" ");
    return operations.find(([m, template]) => m === method && new RegExp(`/_understudy${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path))?.join(" ");
  };
  const seen = new Set(called.map(operationOf));
  assert.deepEqual(operations.map((o) => o.join(" ")).filter((o) => !seen.has(o)), []);
});
