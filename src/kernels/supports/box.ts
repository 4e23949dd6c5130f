/** The support of a box. Corners are numbered by their signs: bit 0 set = −x, bit 1 = −y, bit 2 = −z. */
import type { Doubles, Int } from '../../language/lanes.ts';
import { HALF_X, HALF_Y, HALF_Z } from '../../tables/shapeWords.ts';
import type { VertexPools } from '../cores/enginePools.ts';

/** Replaces a direction by the corner that is farthest along it. @returns the number of the corner */
export function supportBox(direction: Doubles, pools: VertexPools, word: Int): Int {
  const id = Number(direction[0] < 0) | (Number(direction[1] < 0) << 1) | (Number(direction[2] < 0) << 2);
  loadCorner(direction, pools, word, id);
  return id;
}

/** Writes corner `id`. */
export function loadCorner(point: Doubles, pools: VertexPools, word: Int, id: Int): void {
  const { reals } = pools.shapes;
  const hx = Number(reals[word + HALF_X]);
  const hy = Number(reals[word + HALF_Y]);
  const hz = Number(reals[word + HALF_Z]);
  point[0] = hx - 2 * hx * Number(id & 1);
  point[1] = hy - hy * Number(id & 2);
  point[2] = hz - 0.5 * hz * Number(id & 4);
}
