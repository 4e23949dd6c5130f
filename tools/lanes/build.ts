/**
 * Compiles the wide kernels into `dist/wide/binaries.js`, the kernels in f64 into `dist/exact/binaries.js`, and the
 * stepper's passes into `dist/dynamics/binaries.js`. Each is a module that holds the wasm of both builds as text
 * (src/wasm/unpackWide.ts): it works with any module loader, and fetches nothing. Sources import them as
 * `#wide/binaries` and so on (package.json, "imports"). Kernels in f64 have one build, the strict one.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { interleave } from '../../src/wasm/unpackWide.ts';
import { cached, inputsHash } from './buildCache.ts';
import { LanesError } from './diagnostics.ts';

/** The sources whose exported functions are part of the package, from the root, by their folder in `dist`. */
export const MODULES: Readonly<Record<'wide' | 'exact' | 'dynamics', readonly string[]>> = {
  wide: [
    'src/kernels/rows/lanes/distanceTile.ts',
    'src/kernels/contacts/lanes/contactTile.ts',
    'src/kernels/recycling/lanes/recycleRows.ts',
    'src/kernels/recycling/lanes/stampRows.ts',
    'src/kernels/rays/lanes/castRays.ts',
    'src/kernels/points/lanes/findPoints.ts',
    'src/kernels/near/lanes/nearRows.ts',
    'src/kernels/casts/lanes/castPairs.ts',
    'src/kernels/casts/lanes/sweptDescent.ts',
    'src/broad/wide/passes.ts',
  ],
  exact: ['contacts', 'distance', 'placed', 'points', 'casts'].map((name) => `src/kernels/exact/${name}.ts`),
  dynamics: ['bodies', 'finishBodies', 'prepare', 'solve', 'bounce', 'deep', 'storeImpulses', 'alone'].map(
    (name) => `src/dynamics/wide/${name}.ts`,
  ),
};

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * The text of the module with both builds of `entries`.
 * @param copies of the strict build; 0: the strict build and the relaxed one
 */
export async function binariesOf(entries: readonly string[], root: string, copies = 0): Promise<string> {
  // Binaryen takes a second to load: only if something is to compile
  const { compileBuilds, compileLanes } = await import('./compile.ts');
  const builds =
    copies > 0
      ? new Array(copies).fill(compileLanes({ entries, root }).wasm)
      : compileBuilds({ entries, root }).map(({ wasm }) => wasm);
  const packed = gzipSync(interleave(builds), { level: 9, memLevel: 9 });
  return [
    '// made by tools/lanes/build.ts',
    `export const packed = ${JSON.stringify(packed.toString('base64'))};`,
    `export const lengths = ${JSON.stringify(builds.map(({ length }) => length))};`,
    '',
  ].join('\n');
}

/** One after the other: what V8 has compiled of the compilers for the first serves the others. */
async function main(): Promise<void> {
  for (const [name, entries] of Object.entries(MODULES)) {
    const folder = resolve(ROOT, 'dist', name);
    const key = inputsHash(ROOT, entries);
    const text = await cached(ROOT, name, key, () => binariesOf(entries, ROOT, name === 'exact' ? 1 : 0));
    mkdirSync(folder, { recursive: true });
    writeFileSync(resolve(folder, 'binaries.js'), text);
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof LanesError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
