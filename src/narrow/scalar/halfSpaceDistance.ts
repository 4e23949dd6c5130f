/**
 * Signed distance of a half-space and a core of any other tier, in frame A: the height of the core's lowest point over
 * the plane. One support; exact but for rounding.
 *
 * The contract of `exactDistance`, without a search: the simplex is the lowest point and the origin of the half-space.
 * The tolerances of a row are parts of its size, but rounding grows with the distance from the half-space's origin, so
 * it is added to the bound.
 */
import { HALF_SPACE } from '../../shapes/codes.ts';
import { BEYOND, CONTAINED, CONVERGED } from './gjk/search.ts';
import { F64_ROUNDING } from './rounding.ts';
import {
  BOUND,
  COUNT,
  DIR,
  DISTANCE,
  END,
  FAR,
  type Geometry,
  ID_A,
  ID_B,
  MISS,
  NORMAL,
  ROT,
  type ScalarScratch,
  SHIFT,
  VV,
  WITNESS,
} from './scratch.ts';
import { codeOf, support } from './support.ts';

/** Measures the pair; one of the two is a half-space, and not both. @returns true: the distance is proven */
export function halfSpaceDistance(
  { scratch: { f, i } }: ScalarScratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): boolean {
  if (codeOf(geometryA, rowA) === HALF_SPACE) measureOver(f, i, geometryB, rowB);
  else measureUnder(f, i, geometryA, rowA);
  const height = f[DISTANCE];
  f[VV] = height * height;
  f[MISS] = 0;
  i[COUNT] = 1;
  i[END] = height > f[FAR] ? BEYOND : height > 0 ? CONVERGED : CONTAINED;
  const away = Math.abs(f[SHIFT]) + Math.abs(f[SHIFT + 1]) + Math.abs(f[SHIFT + 2]);
  // no `?:` of a constant and a computed number: V8 allocates for it
  f[BOUND] = F64_ROUNDING * away;
  if (i[END] === BEYOND) f[BOUND] = Infinity;
  return true;
}

/** A is the half-space y ≤ 0. Writes normal, distance, witness and ids: B's lowest point is the support. */
function measureOver(f: Float64Array, i: Int32Array, geometryB: Geometry, rowB: number): void {
  for (let c = 0; c < 3; c++) f[DIR + c] = -f[ROT + 3 + c];
  i[ID_B] = support(f, geometryB, rowB);
  i[ID_A] = 0;
  f[NORMAL] = 0;
  f[NORMAL + 1] = 1;
  f[NORMAL + 2] = 0;
  const x = f[DIR];
  const y = f[DIR + 1];
  const z = f[DIR + 2];
  f[WITNESS] = f[SHIFT] + (f[ROT] * x + f[ROT + 1] * y + f[ROT + 2] * z);
  f[WITNESS + 1] = 0;
  f[WITNESS + 2] = f[SHIFT + 2] + (f[ROT + 6] * x + f[ROT + 7] * y + f[ROT + 8] * z);
  f[DISTANCE] = f[SHIFT + 1] + (f[ROT + 3] * x + f[ROT + 4] * y + f[ROT + 5] * z);
}

/** B is the half-space. Writes the same: A's lowest point is the support, and the witness. */
function measureUnder(f: Float64Array, i: Int32Array, geometryA: Geometry, rowA: number): void {
  // against B's y axis
  for (let c = 0; c < 3; c++) {
    f[NORMAL + c] = -f[ROT + 3 * c + 1];
    f[DIR + c] = f[NORMAL + c];
  }
  i[ID_A] = support(f, geometryA, rowA);
  i[ID_B] = 0;
  let height = 0;
  for (let c = 0; c < 3; c++) {
    f[WITNESS + c] = f[DIR + c];
    height += f[NORMAL + c] * (f[SHIFT + c] - f[DIR + c]);
  }
  f[DISTANCE] = height;
}
