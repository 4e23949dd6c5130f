/**
 * Makes parts of `dist` anew in the folder it runs in, a sandbox (sandbox.ts), without types and without checks:
 *
 *   node --import ./tools/typeScript.mjs tools/mutants/remake.ts [modules] [wide] [exact] [dynamics]
 *
 * `modules`: the steps of tools/build.ts from the transpiled modules on, without those that leave out files. `wide`,
 * `exact`, `dynamics`: the wasm of the wide kernels, of those in f64, or of the stepper. The strict build stands for
 * the relaxed one.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binariesOf, MODULES } from '../lanes/build.ts';

const ROOT = join(import.meta.dirname, '../..');
const parts = process.argv.slice(2);

for (const name of ['wide', 'exact', 'dynamics'] as const) {
  if (!parts.includes(name)) continue;
  writeFileSync(
    join(ROOT, 'dist', name, 'binaries.js'),
    await binariesOf(MODULES[name], ROOT, name === 'exact' ? 1 : 2),
  );
}
if (parts.includes('modules')) {
  for (const step of ['plainImports.mjs', 'hostModules.ts', 'bundle.mjs', 'flattenPasses.mjs']) {
    await import(`../${step}`);
  }
}
