// Packs the packages for npm into dist/npm: one with the program for each platform, and
// the one that people install, which names them as optional dependencies.
//
//   [VERSION=v1.2.3] [NPM_SCOPE=@acme] node deploy/npm/pack.mjs [PLATFORM...]
//
// VERSION is what git describe prints, by default for this commit. A platform is one of
// Node's, such as linux-x64; by default all of them are packed.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..", "..");

const platforms = {
  "linux-x64": { GOOS: "linux", GOARCH: "amd64" },
  "linux-arm64": { GOOS: "linux", GOARCH: "arm64" },
  "darwin-x64": { GOOS: "darwin", GOARCH: "amd64" },
  "darwin-arm64": { GOOS: "darwin", GOARCH: "arm64" },
  "win32-x64": { GOOS: "windows", GOARCH: "amd64" },
  "win32-arm64": { GOOS: "windows", GOARCH: "arm64" },
};

/** The semantic version for what git describe prints; one between two tags is before the next patch. */
export function semver(described) {
  const [, description, dirty] = /^(.*?)(-dirty)?$/.exec(described);
  const [, tag, commits, hash] = /^v(.+)-(\d+)-g([0-9a-f]+)$/.exec(description) ?? [null, description.replace(/^v/, "")];
  const parts = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/.exec(tag);
  const rest = [...(commits ? [commits, `g${hash}`] : []), ...(dirty ? ["dirty"] : [])];
  if (!parts) return ["0.0.0-g" + description, ...rest].join("."); // a commit that no tag precedes
  const [, major, minor, patch, before] = parts;
  if (rest.length === 0) return tag;
  if (before) return `${tag}.${rest.join(".")}`;
  return `${major}.${minor}.${Number(patch) + 1}-${rest.join(".")}`;
}

/** Writes a folder's package.json and the license, and packs the folder. */
function pack(folder, manifest, to) {
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", to], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/** Builds the program for a platform, with the flags of a release. */
function build(platform, file, version) {
  execFileSync(process.env.GO ?? "go", ["build", "-trimpath", "-ldflags", `-s -w -X main.version=${version}`, "-o", file, "./cmd/understudy"], {
    cwd: root,
    env: { ...process.env, CGO_ENABLED: "0", ...platforms[platform] },
    stdio: "inherit",
  });
}

function main(wanted) {
  const unknown = wanted.filter((p) => !platforms[p]);
  if (unknown.length > 0) throw new Error(`no such platform: ${unknown.join(", ")}: give some of ${Object.keys(platforms).join(", ")}`);
  const described = process.env.VERSION || execFileSync("git", ["describe", "--tags", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).trim();
  const version = semver(described);
  const { private: _, scripts, devDependencies, overrides, ...manifest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const name = process.env.NPM_SCOPE ? `${process.env.NPM_SCOPE}/${manifest.name}` : manifest.name;
  const { license, homepage, repository } = manifest;
  const to = join(root, "dist", "npm");
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const stage = mkdtempSync(join(tmpdir(), "understudy-npm-"));
  try {
    const programs = {};
    for (const platform of wanted.length > 0 ? wanted : Object.keys(platforms)) {
      const [os, cpu] = platform.split("-");
      const folder = join(stage, platform);
      console.log(`building the program for ${platform}`);
      build(platform, join(folder, "bin", os === "win32" ? "understudy.exe" : "understudy"), described);
      pack(folder, {
        name: `${name}-${platform}`, version, description: `The program of ${name} for ${platform}`, license, homepage, repository,
        os: [os], cpu: [cpu], files: ["bin"], preferUnplugged: true,
      }, to);
      programs[`${name}-${platform}`] = version;
    }
    const folder = join(stage, "package");
    for (const part of [...manifest.files, "README.md"]) cpSync(join(here, part), join(folder, part), { recursive: true });
    pack(folder, { ...manifest, name, version, optionalDependencies: programs }, to);
  } finally {
    rmSync(stage, { recursive: true });
  }
  console.log(`packed ${name} ${version} into dist/npm`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.argv.slice(2));
