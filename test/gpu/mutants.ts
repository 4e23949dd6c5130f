/** Kernels of boxes with one mistake each: what compares them with others must find it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileToWgsl } from '../../tools/lanes/compile.ts';
import { type GpuTexts, gpuTexts, KERNELS, NATIVE, OWN } from '../../tools/lanes/gpuTexts.ts';

interface Mutant {
  readonly name: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a sign',
    path: 'src/kernels/boxes/lanes/separations.ts',
    from: 'abs(t.z * r.y.x - t.y * r.z.x)',
    to: 'abs(t.z * r.y.x + t.y * r.z.x)',
  },
  {
    name: 'a comparison',
    path: 'src/kernels/boxes/lanes/intersect.ts',
    from: 'max(face, largestEdge(e)) > eps',
    to: 'max(face, largestEdge(e)) < eps',
  },
  {
    name: 'a swapped pair',
    path: 'src/kernels/boxes/lanes/boxRow.ts',
    from: 'int(first > second)',
    to: 'int(first < second)',
  },
];

/** The WGSL of the package with a mistake. */
export function mutantTexts(root: string, { path, from, to }: Mutant): GpuTexts {
  const source = readFileSync(join(root, path), 'utf8');
  if (source.split(from).length !== 2) throw new Error(`mutants: expected \`${from}\` once in ${path}`);
  const overlay = { [path]: source.replace(from, to) };
  return gpuTexts(root, compileToWgsl({ entries: KERNELS, native: NATIVE, own: OWN, root, overlay }));
}
