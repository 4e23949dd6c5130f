/**
 * Makes the built passes of each query one module, and so the rows of bounds, and
 * the kernel of planar scenes. V8 folds the constants of its own module, but not imported ones: as
 * one module, searches of the tree are up to 20 % faster. Runs after bundle.mjs, whose files would otherwise contain
 * the shared functions once per query.
 */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCES = fileURLToPath(new URL('../dist/src/', import.meta.url));
const queries = readdirSync(`${SOURCES}queries`).filter((name) => name !== 'passes'); // the code of users
const passes = ['broad', ...queries.map((name) => `queries/${name}`)].map((folder) => `${folder}/passes.js`);
const files = [...passes, 'broad/bounds/boundRows.js', 'dim2/rows/kernel.js'].map((path) => `${SOURCES}${path}`);

for (const file of files.filter((path) => existsSync(path))) {
  await build({
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    minifySyntax: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}
