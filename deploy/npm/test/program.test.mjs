// The command and startUnderstudy run the program, and end it.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { startUnderstudy } from "understudy";

const installed = dirname(dirname(createRequire(import.meta.url).resolve("understudy")));
const command = join(installed, "dist", "command.js");
const run = (...args) => spawnSync(process.execPath, [command, ...args], { encoding: "utf8" });

const isGone = async (url) => {
  for (;;) {
    try {
      await fetch(`${url}/_understudy/healthz`, { signal: AbortSignal.timeout(10_000) });
    } catch (error) {
      return error.name !== "TimeoutError";
    }
  }
};

/** Starts a program, and returns it with its first output. */
async function started(args, options = {}) {
  const program = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], ...options });
  const [said] = await once(program.stdout, "data");
  return { program, said: String(said) };
}

test("exit codes pass through", () => {
  assert.equal(run("version").status, 0);
  assert.match(run("version").stdout, /^understudy /);
  assert.equal(run("no-such-command").status, 2);
});

const toGroup = (program, signal) => process.kill(-program.pid, signal);
const twice = (program, signal) => program.kill(signal) && program.kill(signal);

for (const [how, send] of Object.entries({ "that comes twice": twice, "that the whole group of processes gets": toGroup })) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    test(`a ${signal} ${how} shuts the program down, which saves its state`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "understudy-test-"));
      const state = join(folder, "state.json");
      const { program, said } = await started([command, "serve", "--addr", "127.0.0.1:0", "--state", state], { detached: true });
      send(program, signal);
      assert.deepEqual(await once(program, "exit"), [0, null]);
      assert.ok(await isGone(/base URL +(\S+)/.exec(said)[1]));
      assert.ok(JSON.parse(readFileSync(state, "utf8")));
      rmSync(folder, { recursive: true });
    });
  }
}

test("the end of npx shuts the program down", async () => {
  const npx = spawn("npx", ["understudy", "serve", "--addr", "127.0.0.1:0"], { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(npx.stdout, "data");
  npx.kill("SIGTERM");
  assert.ok(await isGone(/base URL +(\S+)/.exec(said)[1]));
});

test("a program that a signal ends takes the command along", async () => {
  const { program } = await started([command, "serve", "--addr", "127.0.0.1:0"]);
  const [child] = execFileSync("ps", ["-o", "pid=", "--ppid", String(program.pid)], { encoding: "utf8" }).trim().split("\n");
  process.kill(Number(child), "SIGKILL");
  assert.deepEqual(await once(program, "exit"), [null, "SIGKILL"]);
});

test("without the package for this platform the error says what to do", () => {
  const folder = mkdtempSync(join(tmpdir(), "understudy-test-"));
  cpSync(installed, join(folder, "node_modules", "understudy"), { recursive: true });
  const alone = spawnSync(process.execPath, [join(folder, "node_modules", "understudy", "dist", "command.js"), "version"], { encoding: "utf8" });
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /^understudy: understudy-\w+-\w+ .* is not installed[^]*npm install[^]*UNDERSTUDY_BINARY/);
  rmSync(folder, { recursive: true });
});

test("a fake ends with stop, and at the end of its scope", async () => {
  const fake = await startUnderstudy();
  await fake.stop();
  assert.ok(await isGone(fake.url));
  await fake.stop();
  const scoped = await startUnderstudy();
  await scoped[Symbol.asyncDispose]();
  assert.ok(await isGone(scoped.url));
});

test("a fake that does not start says why", async () => {
  await assert.rejects(startUnderstudy({ preset: "huge" }), /understudy did not start \(exit code 2\): .*"huge"/);
  await assert.rejects(startUnderstudy({ binary: "/no/such/program" }), /^Error: there is no program \/no\/such\/program: install understudy .* set UNDERSTUDY_BINARY/);
  await assert.rejects(startUnderstudy({ binary: "no-such-program" }), /^Error: no-such-program is not on the PATH: /);
});

test("a command without its program says what to do", () => {
  const none = spawnSync(process.execPath, [command, "version"], { encoding: "utf8", env: { ...process.env, UNDERSTUDY_BINARY: "/no/such/program" } });
  assert.equal(none.status, 2);
  assert.match(none.stderr, /^understudy: cannot run the program: there is no program \/no\/such\/program: install understudy .* set UNDERSTUDY_BINARY/);
});

const starter = `import { startUnderstudy } from "understudy"; const fake = await startUnderstudy(); console.log(fake.url);`;

test("a fake ends with a process that ends, and does not keep it", async () => {
  const { program, said } = await started(["--input-type=module", "--eval", starter], { cwd: import.meta.dirname });
  assert.equal(program.exitCode ?? (await once(program, "exit"))[0], 0);
  assert.ok(await isGone(said.trim()));
});

test("a fake ends with a process that is killed", async () => {
  const { program, said } = await started(["--input-type=module", "--eval", `${starter} setInterval(() => {}, 1000);`], { cwd: import.meta.dirname });
  program.kill("SIGKILL");
  assert.ok(await isGone(said.trim()));
});
