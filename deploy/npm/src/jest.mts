import type { EnvironmentContext, JestEnvironmentConfig } from "@jest/environment";
import type { Circus } from "@jest/types";
import { TestEnvironment } from "jest-environment-node";
import type { Sandbox } from "./sandbox.js";
import { startUnderstudy, type SandboxOptions, type StartOptions, type Understudy } from "./start.js";

/** The `testEnvironmentOptions` of this environment: how the fake is started, and what each sandbox is made from. */
export type EnvironmentOptions = StartOptions & { sandbox?: SandboxOptions };

declare global {
  /** The fake of this test file. */
  var fake: Understudy;
  /** The sandbox of the test that runs. */
  var sandbox: Sandbox;
}

/**
 * A test environment for Node with two globals: `fake`, one for each test file, and
 * `sandbox`, a new one for each test, which fails a test that sends a request that the
 * document does not allow. Tests that run at once (`test.concurrent`) fork their own.
 */
export default class UnderstudyEnvironment extends TestEnvironment {
  readonly #options: EnvironmentOptions;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    this.#options = config.projectConfig.testEnvironmentOptions as EnvironmentOptions;
  }

  override async setup(): Promise<void> {
    await super.setup();
    this.global.fake = await startUnderstudy(this.#options);
  }

  override async teardown(): Promise<void> {
    await (this.global.fake as Understudy | undefined)?.stop();
    await super.teardown();
  }

  async handleTestEvent(event: Circus.AsyncEvent | Circus.SyncEvent): Promise<void> {
    if (event.name === "test_start") {
      this.global.sandbox = await (this.global.fake as Understudy).sandbox(this.#options.sandbox);
    }
    // No test_done follows for a test that is skipped, say by --testNamePattern.
    if (event.name === "test_skip" || event.name === "test_todo") await (this.global.sandbox as Sandbox).delete();
    if (event.name === "test_done") {
      const sandbox = this.global.sandbox as Sandbox;
      if (!this.#options.sandbox?.allowBreaks) await sandbox.check().catch((error) => event.test.errors.push(error));
      await sandbox.delete();
    }
  }
}
