/**
 * Makes the built row kernel one module and one function.
 *
 *   1. Bundles its modules. After that, no name hides another.
 *   2. Inlines the stages of `distanceRows`, and turns records into local variables: inlineRecords.ts.
 *   3. Replaces names of constants by their values: foldConstants.ts.
 *
 * Kernels have no state, so a second copy of a function does no harm.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { foldConstants } from './foldConstants.ts';
import { inlineRecords } from './inlineRecords.ts';

const KERNEL = fileURLToPath(new URL('../dist/src/narrow/scalar/distanceRows.js', import.meta.url));
const COMMON = { bundle: true, write: false, format: 'esm', target: 'es2022', logLevel: 'warning' } as const;

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...COMMON, ...options, write: false });
  return outputFiles[0]!.text;
}

const bundled = await bundle({ entryPoints: [KERNEL] });
const flat = foldConstants(inlineRecords(bundled, 'distanceRows'));
writeFileSync(KERNEL, await bundle({ stdin: { contents: flat }, minifySyntax: true }));
