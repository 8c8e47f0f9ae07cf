#!/usr/bin/env node
// Runs the program for this platform as if it had been called itself.
import { spawn } from "node:child_process";
import { binaryPath } from "../dist/binary.js";

let binary;
try {
  binary = binaryPath();
} catch (error) {
  console.error(`understudy: ${error.message}`);
  process.exit(2);
}

const program = spawn(binary, process.argv.slice(2), { stdio: "inherit" });

// A terminal sends Ctrl-C to the program too, and some tools signal the whole group of
// processes. The program takes a second SIGINT or SIGTERM for a wish to quit at once,
// without saving anything. Every signal reaches it as SIGHUP, which it obeys the first
// time and then ignores. On Windows the console does all this.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => process.platform === "win32" || program.kill("SIGHUP"));
}

program.on("error", (error) => {
  console.error(`understudy: cannot run ${binary}: ${error.message}`);
  process.exit(2);
});
program.on("exit", (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
