import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binaryPath, notRun } from "./binary.js";
import { Control, type Draft } from "./control.js";
import { Sandbox, type Tokens } from "./sandbox.js";

/** How a fake is started. Times are texts such as "500ms" or "2s". */
export interface StartOptions {
  /** A built-in world: empty, small, large or expired-links. */
  preset?: string;
  /** A file with your own world. */
  fixtures?: string;
  /** Variants of gaps, such as `{ "per-page-over-max": "refuse" }`. */
  gaps?: Record<string, string>;
  /** How long the creation of a segment continues after the response; "0s" by default. */
  asyncDelay?: string;
  /** Rejects every request that the document does not allow. */
  strictClient?: boolean;
  /** Origins of web pages that may use the API, or "*". */
  cors?: string | string[];
  /** The token that opens the control API. By default there is none, and this machine may use it. */
  controlToken?: string;
  /** More flags of `understudy serve`. */
  args?: string[];
  /** The program; by default that of the package for this platform. */
  binary?: string;
  /** Where its log goes: "ignore" by default. */
  log?: "inherit" | "ignore";
}

/** What a sandbox for a test is made from, and how the test uses it. */
export type SandboxOptions = Draft & {
  /** The clock of the sandbox stands still until the test moves it. */
  frozen?: boolean;
  /** The test may send requests that the document does not allow. */
  allowBreaks?: boolean;
};

/** A fake that runs. */
export class Understudy implements AsyncDisposable {
  readonly control: Control;
  /** The sandbox at the base URL itself. */
  readonly default: Sandbox;
  readonly #stop: () => Promise<void>;

  constructor(control: Control, tokens: Tokens, stop: () => Promise<void>) {
    this.control = control;
    this.default = new Sandbox(control, "default", control.url, tokens);
    this.#stop = stop;
  }

  /** The base URL of the API. */
  get url(): string {
    return this.control.url;
  }

  get tokens(): Tokens {
    return this.default.tokens;
  }

  /** Creates a sandbox. Who creates it deletes it; withSandbox does both. */
  async sandbox({ frozen, allowBreaks: _, ...draft }: SandboxOptions = {}): Promise<Sandbox> {
    const sandbox = await this.control.create(draft);
    if (frozen) await sandbox.freeze();
    return sandbox;
  }

  /**
   * Runs a test in a sandbox of its own, and deletes it at the end. A test that passes then
   * fails for each request that the document does not allow.
   */
  async withSandbox<T>(test: (sandbox: Sandbox) => Promise<T>, options: SandboxOptions = {}): Promise<T> {
    const sandbox = await this.sandbox(options);
    try {
      const result = await test(sandbox);
      if (!options.allowBreaks) await sandbox.check();
      return result;
    } finally {
      await sandbox.delete();
    }
  }

  /** Stops the fake, and waits for its end. */
  stop(): Promise<void> {
    return this.#stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

/**
 * Starts a fake at a free port of this machine, and waits until it serves. It ends with
 * stop, or else with this process, however that ends.
 */
export async function startUnderstudy(options: StartOptions = {}): Promise<Understudy> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-"));
  try {
    const ready = join(folder, "ready.json");
    const token = options.controlToken ?? process.env["UNDERSTUDY_CONTROL_TOKEN"];
    const path = options.binary ?? binaryPath();
    const program = spawn(path, flagsOf(options, ready), {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...(token ? { UNDERSTUDY_CONTROL_TOKEN: token } : {}) },
    });
    await started(program, options.log ?? "ignore").catch((error: Error) => {
      throw notRun(path, error);
    });
    const { base_url, tokens } = JSON.parse(await readFile(ready, "utf8")) as { base_url: string; tokens: Tokens };
    return new Understudy(new Control(base_url, { token }), tokens, () => stop(program));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** As many bytes as the API accepts: the journal keeps every request whole, so that it can be checked. */
const MAX_BODY = String(1 << 20);

function flagsOf(o: StartOptions, ready: string): string[] {
  const flags = ["serve", "--addr", "127.0.0.1:0", "--ready-file", ready, "--exit-with-stdin"];
  flags.push("--async-delay", o.asyncDelay ?? "0s", "--journal-body", MAX_BODY);
  if (o.preset) flags.push("--preset", o.preset);
  if (o.fixtures) flags.push("--fixtures", o.fixtures);
  if (o.strictClient) flags.push("--strict-client");
  for (const [gap, variant] of Object.entries(o.gaps ?? {})) flags.push("--gap", `${gap}=${variant}`);
  for (const origin of [o.cors ?? []].flat()) flags.push("--cors", origin);
  return [...flags, ...(o.args ?? [])];
}

/** Waits for the first line of a fake, which comes when its ready file is there. */
async function started(program: ChildProcess, log: "inherit" | "ignore"): Promise<void> {
  const { stdout, stderr } = program as { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };
  let said = "";
  stderr.on("data", (text: Buffer) => {
    if (log === "inherit") process.stderr.write(text);
    said = (said + text).slice(-4096);
  });
  const closed = once(program, "close").then(([code, signal]) => {
    throw new Error(`understudy did not start (${signal ?? `exit code ${code}`}): ${said.trim()}`);
  });
  await Promise.race([once(stdout, "data"), closed]);
  closed.catch(() => {}); // from here on, its end is no failure
  stdout.resume();
  // Nothing of the fake keeps this process alive; when that ends, the fake's stdin does.
  program.unref();
  for (const stream of [program.stdin, program.stdout, program.stderr]) (stream as unknown as { unref?(): void }).unref?.();
}

/** Closes the standard input of a fake, and waits for its end. */
async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.ref();
  const exited = once(program, "exit");
  program.stdin?.end();
  await exited;
}
