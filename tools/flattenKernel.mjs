/**
 * Makes the built row kernel, and the passes of each query, one module each. V8 knows the constants of its own module, and not those it
 * imports: with the places of the scratch as numbers, whole queries take 3–8 % less time (docs/lab/scalar-kernel.md), and searches of
 * the tree up to 20 %. Kernels keep no state, so a second copy of a function harms nobody.
 */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCES = fileURLToPath(new URL('../dist/src/', import.meta.url));
/** `queries/passes` is users' own code. */
const queries = readdirSync(`${SOURCES}queries`).filter((name) => name !== 'passes');
const passes = ['broad', ...queries.map((name) => `queries/${name}`)].map((folder) => `${folder}/passes.js`);
const modules = ['narrow/scalar/distanceRows.js', ...passes].filter((path) => existsSync(SOURCES + path));

for (const path of modules) {
  await build({
    entryPoints: [SOURCES + path],
    outfile: SOURCES + path,
    allowOverwrite: true,
    bundle: true,
    minifySyntax: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}
