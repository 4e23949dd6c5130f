/**
 * The WGSL of the package: what is written by hand in `src/gpu/wgsl` (memory, poses, packing), with the kernels of
 * boxes, which are compiled.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Status } from '../../src/tables/distanceStatus.ts';
import * as layout from '../../src/tables/gpuLayout.ts';
import { compileToWgsl } from './compile.ts';

/** The sources of the kernels, and those whose functions are WGSL of `src/gpu/wgsl/rows.wgsl`. */
export const KERNELS = ['src/kernels/boxes/lanes/boxRow.ts'];
export const NATIVE = ['src/kernels/rows/lanes/oneRow.ts'];
export const OWN = ['Rows'];

const FILES = ['layout', 'dispatch', 'user', 'rows', 'poses', 'pack', 'scatter'] as const;
type FileName = (typeof FILES)[number];
const pathOf = (name: FileName) => `src/gpu/wgsl/${name}.wgsl`;

/** All files that the texts are made of, from the root. */
export const GPU_SOURCES: readonly string[] = [...KERNELS, ...NATIVE, ...FILES.map(pathOf)];

export type GpuTexts = Readonly<Record<'boxes' | 'poses' | 'pack' | 'scatter' | 'layout', string>>;

/** @param kernels the text of the kernels; tests change it */
export function gpuTexts(root: string, kernels = compileToWgsl({ entries: KERNELS, native: NATIVE, own: OWN, root })) {
  const read = (name: FileName) => compact(readFileSync(join(root, pathOf(name)), 'utf8'));
  const shared = `${constants()}${read('layout')}${read('dispatch')}`;
  return {
    boxes: `${shared}${read('rows')}${compact(kernels)}`,
    poses: `${shared}${read('poses')}`,
    pack: `${shared}${read('pack')}`,
    scatter: `${shared}${read('scatter')}`,
    layout: `${statuses()}${read('layout')}${read('user')}`,
  } satisfies GpuTexts;
}

/** The numbers of tables/gpuLayout.ts that a shader needs. */
function constants(): string {
  const { GROUP, MOST_GROUPS, PARAM_DEPTH, LEFT_FROM } = layout;
  const unsigned = Object.entries({ GROUP, MOST_GROUPS, LEFT_FROM }).map(
    ([name, value]) => `const ${name} = ${value}u;`,
  );
  return `${[...unsigned, `const PARAM_DEPTH = ${PARAM_DEPTH};`].join('\n')}\n`;
}

/** The codes of `Status`: `const BEYOND_MAX_DISTANCE = 2u;` */
function statuses(): string {
  const nameOf = (name: string) => name.replace(/\B[A-Z]/g, '_$&').toUpperCase();
  return Object.entries(Status)
    .map(([name, code]) => `const ${nameOf(name)} = ${code}u;\n`)
    .join('');
}

/** Without comments and spaces that say nothing. */
function compact(text: string): string {
  return text
    .replace(/ *\/\/.*$/gm, '')
    .replace(/^\s+/gm, '')
    .replace(/ ?([-+*/<>=&|^!]+|[,:{}]) /g, '$1');
}
