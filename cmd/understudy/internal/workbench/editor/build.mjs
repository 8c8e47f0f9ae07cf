// Bundles editor.js with the libraries of package-lock.json into one compressed file, and
// writes their licenses beside it: npm ci && npm run build.
import {build} from "esbuild";
import {readFileSync, writeFileSync} from "node:fs";
import {gzipSync} from "node:zlib";

const {outputFiles, metafile} = await build({
	entryPoints: ["editor.js"], bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8",
	legalComments: "none", write: false, metafile: true,
});
const packages = [...new Set(Object.keys(metafile.inputs).map(path => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]).filter(Boolean))].sort();
const texts = new Map();
for (const name of packages) {
	const {version} = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
	const text = readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
	texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
}
const licenses = [...texts].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`).join(`\n${"-".repeat(80)}\n`);
const packed = gzipSync(outputFiles[0].contents, {level: 9});
packed[9] = 255; // the system on which it was packed does not matter
writeFileSync("codemirror-6.min.js.gz", packed);
writeFileSync("codemirror-LICENSE", licenses);
console.log(`${packages.length} packages, ${outputFiles[0].contents.length} bytes, ${packed.length} compressed`);
