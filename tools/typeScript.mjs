/**
 * `node --import ./tools/typeScript.mjs file.ts` runs TypeScript of this repository without a transform of packages.
 * tsx also reads packages, which takes 6 s for the megabytes of Binaryen that the lane compiler loads.
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Node loads hooks in a separate thread
if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const sourcefile = fileURLToPath(url);
  const source = await readFile(sourcefile, 'utf8');
  // here: threads of workers run this module as well, and have no use for esbuild
  const { transform } = await import('esbuild');
  const { code } = await transform(source, {
    loader: 'ts',
    format: 'esm',
    target: 'node20.19',
    sourcefile,
    sourcemap: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
