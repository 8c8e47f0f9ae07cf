// Tests on a fake: one process for all of them, a new world for each.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

type World = { id: string; base_url: string; tokens: { workspace: string; personal: string } };

const folder = mkdtempSync(join(tmpdir(), "understudy-"));
let fake: ChildProcess | undefined;
let control: string;
let world: World;

beforeAll(async () => {
  const ready = join(folder, "ready.json");
  fake = spawn("understudy", ["serve", "--addr", "127.0.0.1:0", "--ready-file", ready, "--exit-with-stdin"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  // Its first line comes when the ready file is there. Where there is no such program, once rejects.
  const ended = once(fake, "exit").then(() => Promise.reject(new Error("understudy did not start: it says why on stderr")));
  await Promise.race([once(fake.stdout!, "data"), ended]);
  control = JSON.parse(readFileSync(ready, "utf8")).base_url + "/_understudy";
});

afterAll(async () => {
  if (fake?.pid && fake.exitCode === null) {
    const gone = once(fake, "exit");
    fake.stdin!.end();
    await gone;
  }
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  world = await post(`${control}/sandboxes`);
  await post(`${control}/clock/freeze?sandbox=${world.id}`);
});

afterEach(async () => {
  const findings = (await (await fetch(`${control}/journal/findings?sandbox=${world.id}`)).json()) as { breaks: unknown[] };
  await fetch(`${control}/sandboxes/${world.id}`, { method: "DELETE" });
  expect(findings.breaks, "what the document does not allow").toEqual([]);
});

async function post(url: string, body?: object): Promise<any> {
  const headers = { Authorization: `Bearer ${world?.tokens.workspace}`, "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: body && JSON.stringify(body) });
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.json();
}

const advance = (seconds: number) => post(`${control}/clock/advance?sandbox=${world.id}`, { seconds });
const segments = () => `${world.base_url}/api/v1/sources/4120/filter_segments`;

test("a link expires after a day", async () => {
  const link = await post(`${segments()}/2301/segment_management_links`, { redirect_uri: "https://app.example.com/" });
  const status = async () => (await fetch(link.data.uri)).status;
  expect(await status()).toBe(200);
  await advance(24 * 60 * 60);
  expect(await status()).toBe(410);
});

test("a segment is complete after two seconds", async () => {
  const segment = await post(segments(), { name: "Reachable", dataset_id: 8801, molecules: [] });
  const headers = { Authorization: `Bearer ${world.tokens.workspace}` };
  const read = async (): Promise<any> => (await fetch(segment.filter_segment_source_url, { headers })).json();
  expect((await read()).status).toBe(false);
  await advance(2);
  expect((await read()).status).toBe(true);
});
