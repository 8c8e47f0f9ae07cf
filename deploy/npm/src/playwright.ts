import { test as base } from "@playwright/test";
import type { Sandbox } from "./sandbox.js";
import { startUnderstudy, type SandboxOptions, type StartOptions, type Understudy } from "./start.js";

/** What a test gets from these fixtures. */
export interface TestFixtures {
  /** What the sandbox of each test is made from: change it with `test.use`. */
  sandboxOptions: SandboxOptions;
  /** A new sandbox for each test, which fails a test that sends a request that the document does not allow. */
  sandbox: Sandbox;
}

/** What a worker gets from these fixtures. */
export interface WorkerFixtures {
  /** How the fake is started: change it with `test.use`, or with `use` in the configuration. */
  fakeOptions: StartOptions;
  /** A fake for all tests of a worker. Pages of every origin may use its API. */
  fake: Understudy;
}

/** Playwright's `test`, with a sandbox for each test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  fakeOptions: [{}, { option: true, scope: "worker" }],
  sandboxOptions: [{}, { option: true }],
  fake: [
    async ({ fakeOptions }, use) => {
      const fake = await startUnderstudy({ cors: "*", ...fakeOptions });
      await use(fake);
      await fake.stop();
    },
    { scope: "worker" },
  ],
  sandbox: ({ fake, sandboxOptions }, use) => fake.withSandbox(use, sandboxOptions),
});
export { expect } from "@playwright/test";
