/**
 * Makes the built row kernel one module. V8 knows the constants of its own module, and not those it imports: with the
 * places of the scratch as numbers, whole queries take 3–8 % less time (docs/lab/scalar-kernel.md). Kernels keep no state, so a
 * second copy of a function harms nobody.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const kernel = fileURLToPath(new URL('../dist/src/narrow/scalar/distanceRows.js', import.meta.url));

await build({
  entryPoints: [kernel],
  outfile: kernel,
  allowOverwrite: true,
  bundle: true,
  minifySyntax: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
