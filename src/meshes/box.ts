/** The box of a mesh, from the root of its tree. */
import { HIGH_BYTES, WIDTH } from '../tables/rayTree.ts';

export function localBox(nodes: Uint32Array): { readonly low: number[]; readonly high: number[] } {
  const reals = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  const four = (begin: number) => reals.subarray(begin, begin + WIDTH);
  const low = [0, 1, 2].map((axis) => Math.min(...four(WIDTH * axis)));
  const high = [0, 1, 2].map((axis) => Math.max(...four(HIGH_BYTES / 4 + WIDTH * axis)));
  return { low, high };
}
