/**
 * Makes the built kernel of one pair one module and one function, and the row kernel another; and the functions of rays
 * with records.
 *
 *   1. Bundles its modules. After that, no name hides another.
 *   2. Inlines the stages of the root function, and turns records into local variables: inlineRecords.ts.
 *   3. Replaces conversions of the lanes language by what hosts need of them: hostForms.ts.
 *   4. Replaces names of constants by their values: foldConstants.ts.
 *
 * The careful path stands in the module of one pair, and its own modules export it from there. Of the rest the row
 * kernel has a copy: kernels have no state, so a second copy of a function does no harm.
 */
import { writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { foldConstants } from './foldConstants.ts';
import { hostForms } from './hostForms.ts';
import { inlineRecords } from './inlineRecords.ts';

const FOLDER = fileURLToPath(new URL('../dist/src/kernels/', import.meta.url));
/** Modules of the careful path, and their functions. */
const CAREFUL = {
  'cores/exactDistance': 'exactDistance',
  'round/smoothDistance': 'smoothDistance',
  '../shapes/cores/supports/halfSpace': 'halfSpaceDistance, supportHalfSpace',
} as const;

async function bundle(options: BuildOptions): Promise<string> {
  const common = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'warning' } as const;
  const { outputFiles } = await build({ ...common, ...options, write: false });
  return outputFiles[0]!.text;
}

/**
 * Writes module `file`, which exports functions by their modules, with the functions `roots` made flat. `external`:
 * modules that it imports.
 */
async function flatten(
  file: string,
  functions: Readonly<Record<string, string>>,
  external: string[],
  roots: string[],
): Promise<void> {
  const lines = Object.entries(functions).map(([module, names]) => `export { ${names} } from './${module}.js';`);
  const stdin = (contents: string) => ({ contents, resolveDir: FOLDER, sourcefile: 'kernel.js' });
  const whole = await bundle({ stdin: stdin(lines.join('\n')), external });
  const flat = foldConstants(hostForms(roots.reduce(inlineRecords, whole)));
  // comments are lost on the way: without this one, bundlers keep arrays that no function uses
  const pure = flat.replace(/= (?=new Float64Array\()/g, '= /* @__PURE__ */ ');
  writeFileSync(`${FOLDER}${file}.js`, await bundle({ stdin: stdin(pure), external, minifySyntax: true }));
}

await flatten(
  'rows/distanceRows',
  { 'rows/distanceRows': 'distanceRows' },
  ['../cores/exactDistance.js'],
  ['distanceRows'],
);
await flatten('rows/pairRow', { 'rows/pairRow': 'pairRow', ...CAREFUL }, [], ['pairRow', 'roundGjk', 'expandRound']);
await flatten(
  'rays/rayBody',
  { 'rays/rayBody': 'rayBody' },
  ['../cores/support.js'],
  ['findPortal', 'portalOn', 'refine'],
);
for (const [module, names] of Object.entries(CAREFUL)) {
  const path = posix.relative(posix.dirname(posix.join('/src/kernels', module)), '/src/kernels/rows/pairRow.js');
  writeFileSync(`${FOLDER}${module}.js`, `export { ${names} } from '${path}';\n`);
}
