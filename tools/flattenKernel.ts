/**
 * Makes the built row kernel one module and one function, and the kernel of one pair another.
 *
 *   1. Bundles its modules. After that, no name hides another.
 *   2. Inlines the stages of the root function, and turns records into local variables: inlineRecords.ts.
 *   3. Replaces names of constants by their values: foldConstants.ts.
 *
 * Kernels have no state, so a second copy of a function does no harm.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { foldConstants } from './foldConstants.ts';
import { inlineRecords } from './inlineRecords.ts';

const KERNELS = [
  ['distanceRows', '../dist/src/narrow/scalar/distanceRows.js'],
  ['pairRow', '../dist/src/narrow/scalar/pairRow.js'],
] as const;
const COMMON = { bundle: true, write: false, format: 'esm', target: 'es2022', logLevel: 'warning' } as const;

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...COMMON, ...options, write: false });
  return outputFiles[0]!.text;
}

for (const [root, path] of KERNELS) {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const flat = foldConstants(inlineRecords(await bundle({ entryPoints: [file] }), root));
  writeFileSync(file, await bundle({ stdin: { contents: flat }, minifySyntax: true }));
}
