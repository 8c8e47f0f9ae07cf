import { test as base } from "vitest";
import type { Sandbox } from "./sandbox.js";
import { startUnderstudy, type SandboxOptions, type StartOptions, type Understudy } from "./start.js";

/** What a test gets from these fixtures. */
export interface Fixtures {
  /** How the fake is started: change it with `test.extend`. */
  fakeOptions: StartOptions;
  /** What the sandbox of each test is made from: change it with `test.extend`. */
  sandboxOptions: SandboxOptions;
  /** A fake for all tests of a file. */
  fake: Understudy;
  /** A new sandbox for each test, which fails a test that sends a request that the document does not allow. */
  sandbox: Sandbox;
}

/** vitest's `test`, with a sandbox for each test. */
export const test = base.extend<Fixtures>({
  fakeOptions: [{}, { scope: "file" }],
  sandboxOptions: [{}, { scope: "test" }],
  fake: [
    async ({ fakeOptions }: Pick<Fixtures, "fakeOptions">, use: (fake: Understudy) => Promise<void>) => {
      const fake = await startUnderstudy(fakeOptions);
      await use(fake);
      await fake.stop();
    },
    { scope: "file" },
  ],
  sandbox: ({ fake, sandboxOptions }, use) => fake.withSandbox(use, sandboxOptions),
});
export const it = test;
