/**
 * Keeps only the files of `dist` that the package's entries reach: their modules, and the public declarations. Parts of
 * bundles and the types of internals are removed.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { exports, imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** All files of `dist` named in a part of package.json. */
function filesOf(part) {
  if (typeof part === 'string') return part.startsWith('./dist/') ? [resolve(ROOT, part)] : [];
  return Object.values(part).flatMap(filesOf);
}

/** A worker that a module starts by its address (workers/coreByAddress.web.ts). */
const CORE_WORKER = './dist/workers/coreEntry.web.js';
const entries = [...new Set(filesOf([exports, imports, CORE_WORKER]))];
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
