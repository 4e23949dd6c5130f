/**
 * Keeps only the files of `dist` that the package's entries reach: their modules, and the public declarations. Parts of
 * bundles and the types of internals are removed.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { exports, imports, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** All files of `dist` named in a part of package.json; `*` stands for any name. */
function filesOf(part) {
  if (typeof part === 'string' && !part.startsWith('./dist/')) return [];
  if (typeof part === 'string') {
    const path = resolve(ROOT, part);
    return part.endsWith('*') ? readdirSync(dirname(path)).map((name) => join(dirname(path), name)) : [path];
  }
  return Object.values(part).flatMap(filesOf);
}

/** Workers that modules start by their addresses (workers/coreByAddress.web.ts). */
const WORKERS = ['./dist/workers/coreEntry.web.js', './dist/workers/wideEntry.web.js'];
const entries = [...new Set(filesOf([exports, imports, bin, WORKERS]))];
const reached = new Set([...entries, join(ROOT, 'dist/hullstorm.min.js.map')]);

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: entries.filter((file) => file.endsWith('.js')),
  bundle: true,
  packages: 'external',
  format: 'esm',
  outdir: 'unwritten',
  write: false,
  metafile: true,
  logLevel: 'warning',
});
for (const file of Object.keys(metafile.inputs)) reached.add(resolve(ROOT, file)).add(resolve(ROOT, `${file}.map`));

/** Relative `from '…'` and `import('…')`. */
const REFERENCES = /(?:\bfrom\s*|\bimport\(\s*)(['"])(\.{1,2}\/[^'"]+)\.[jt]s\1/g;

function reachTypes(file) {
  reached.add(file);
  for (const [, , stem] of readFileSync(file, 'utf8').matchAll(REFERENCES)) {
    const target = resolve(dirname(file), `${stem}.d.ts`);
    if (!reached.has(target)) reachTypes(target);
  }
}

for (const file of entries) if (file.endsWith('.d.ts')) reachTypes(file);

for (const entry of readdirSync(join(ROOT, 'dist'), { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && !reached.has(file)) rmSync(file);
}
