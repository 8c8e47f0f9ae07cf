#!/usr/bin/env node
// Runs the program for this platform as if it had been called itself.
import { spawn } from "node:child_process";
import { binaryPath, notRun } from "./binary.js";

/** Ends the command as the program does where its arguments are wrong. */
function fail(reason: string): never {
  console.error(`understudy: ${reason}`);
  process.exit(2);
}

function binary(): string {
  try {
    return binaryPath();
  } catch (error) {
    return fail((error as Error).message);
  }
}

const path = binary();
const program = spawn(path, process.argv.slice(2), { stdio: "inherit" });

// A terminal sends Ctrl-C to the program too, and some tools signal the whole group of
// processes. The program takes a second SIGINT or SIGTERM for a wish to quit at once,
// without saving anything. Every signal reaches it as SIGHUP, which it obeys the first
// time and then ignores; a moment later, not to overtake a signal that the program got
// itself. On Windows the console does all this.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => process.platform === "win32" || setTimeout(() => program.kill("SIGHUP"), 100));
}

// A signal for npx reaches the shell between npx and this command, and goes no further:
// then the end of that shell stands for it.
if (process.env["npm_command"] === "exec") {
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && program.kill("SIGHUP"), 250).unref();
}

program.on("error", (error) => fail(`cannot run the program: ${notRun(path, error).message}`));
program.on("exit", (code, signal) => {
  if (!signal) process.exit(code ?? 2);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
