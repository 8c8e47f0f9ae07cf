// Bundles the extension into dist/, with the licenses of what the bundle contains.
import { build } from 'esbuild';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const { metafile } = await build({
  entryPoints: ['src/extension.js'],
  bundle: true,
  platform: 'node',
  target: 'node18',
  format: 'cjs',
  external: ['vscode'],
  minify: true,
  metafile: true,
  outfile: 'dist/extension.js',
});
const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const folders = new Set(Object.keys(metafile.inputs).map((name) => name.match(folder)?.[0]).filter(Boolean));
let notices = 'The extension contains these packages:\n';
for (const one of [...folders].sort()) {
  const { name, version, license } = JSON.parse(readFileSync(`${one}/package.json`));
  const file = readdirSync(one).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(`${one}/${file}`) ? readFileSync(`${one}/${file}`, 'utf8') : '';
  notices += `\n== ${name} ${version}: ${license}\n\n${text}`;
}
writeFileSync('dist/licenses.txt', notices);
