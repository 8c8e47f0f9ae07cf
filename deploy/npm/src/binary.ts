import { createRequire } from "node:module";

/** The environment variable that names another program than the installed one. */
export const BINARY_VARIABLE = "UNDERSTUDY_BINARY";

interface Manifest {
  name: string;
  version: string;
  optionalDependencies?: Record<string, string>;
}

/**
 * The path of the program for this platform. It is in a package of its own, one of the
 * optional dependencies, of which package managers install the one that fits.
 */
export function binaryPath(): string {
  const named = process.env[BINARY_VARIABLE];
  if (named) return named;
  const from = createRequire(import.meta.url);
  const { name, version, optionalDependencies = {} } = from("../package.json") as Manifest;
  const platform = `${process.platform}-${process.arch}`;
  const programs = Object.keys(optionalDependencies);
  const program = programs.find((p) => p.endsWith(`-${platform}`));
  if (!program) {
    const built = programs.map((p) => p.slice(`${name}-`.length)).join(", ") || "no platform";
    throw new Error(`${name} ${version} has no program for ${platform}, only for ${built}: build one from a clone with "make build", and set ${BINARY_VARIABLE} to its path`);
  }
  try {
    return from.resolve(`${program}/bin/understudy${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    throw new Error(
      `${program} ${version}, the program of ${name} for this platform, is not installed. It is an optional dependency: ` +
      `run "npm install" on this machine, without --omit=optional (where node_modules comes from another platform, delete it first), ` +
      `or set ${BINARY_VARIABLE} to the path of a program`);
  }
}

/** What an error of a program that was started says, and what to do where there is none. */
export function notRun(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code !== "ENOENT") return error;
  const missing = /[\\/]/.test(path) ? `there is no program ${path}` : `${path} is not on the PATH`;
  return new Error(`${missing}: install understudy (docs/install.md), or set ${BINARY_VARIABLE} to the program`, { cause: error });
}
