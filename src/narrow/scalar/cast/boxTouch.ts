/**
 * The contact of two boxes at the time at which they meet along an axis (boxSweep.ts): a corner above a face, or two
 * edges that cross. Then their distance is the separation along that axis, and no search is needed.
 *
 *   reads   c[TIME], c[AXES …], f[ROT …]
 *   writes  `found`, c[GAP], c[LOW], c[AXIS …]
 */
import { BOX, CORE, RADIUS } from '../../../shapes/codes.ts';
import { EDGES } from '../boxes/axes.ts';
import { boxWitness } from '../boxes/witness.ts';
import { F32_ROUNDING, F64_ROUNDING } from '../rounding.ts';
import { DISTANCE, NORMAL, ROT, SHIFT, WITNESS } from '../scratch.ts';
import type { Cast } from './bodies.ts';
import {
  AXES,
  AXIS,
  CLOSE,
  GAP,
  LOW,
  MATRIX_A,
  OFFSET,
  PAIR_SIZE,
  RADII,
  ROUNDING,
  SKIN,
  TIME,
  VELOCITY,
} from './places.ts';

/** @returns whether the boxes touch so, and are near; if not, nothing valid is written */
export function touchBoxes({ c, found, thread, geometryA, geometryB }: Cast, axis: number): boolean {
  const { shapes } = geometryA;
  if (shapes.words[CORE] !== BOX || geometryB.shapes.words[CORE] !== BOX) return false;
  const { f } = thread.scratch;
  const t = c[TIME];
  for (let k = 0; k < 3; k++) f[SHIFT + k] = c[AXES + 4 * k] + t * c[AXES + 4 * k + 1];
  const at = AXES + 4 * axis;
  const length = c[at + 3];
  const along = c[at] + t * c[at + 1];
  f[DISTANCE] = (Math.abs(along) - c[at + 2]) / length;
  const distance = f[DISTANCE] - c[RADII];
  if (!(f[DISTANCE] > 0 && distance <= c[SKIN] + c[CLOSE])) return false;
  writeNormal(f, axis, (along < 0 ? -1 : 1) / length);
  if (!boxWitness(thread.scratch, shapes, 0, geometryB.shapes, 0, axis, true)) return false;
  const radius = shapes.reals[RADIUS];
  for (let k = 0; k < 3; k++) {
    const row = MATRIX_A + 3 * k;
    const normal = c[row] * f[NORMAL] + c[row + 1] * f[NORMAL + 1] + c[row + 2] * f[NORMAL + 2];
    const point = c[row] * f[WITNESS] + c[row + 1] * f[WITNESS + 1] + c[row + 2] * f[WITNESS + 2] + radius * normal;
    c[AXIS + k] = normal;
    found.normal[k] = normal;
    found.offsetA[k] = point;
    found.offsetB[k] = point + distance * normal - (c[OFFSET + k] + t * c[VELOCITY + k]);
  }
  found.distance = distance;
  found.errorBound = F32_ROUNDING * distance + F64_ROUNDING * c[PAIR_SIZE];
  c[GAP] = distance;
  c[LOW] = distance - c[ROUNDING];
  return true;
}

/** Writes the unit normal from A to B along an axis, frame A. @param share sign / length of the axis */
function writeNormal(f: Float64Array, axis: number, share: number): void {
  if (axis < 3) {
    for (let k = 0; k < 3; k++) f[NORMAL + k] = 0;
    f[NORMAL + axis] = share;
  } else if (axis < EDGES) {
    for (let k = 0; k < 3; k++) f[NORMAL + k] = share * f[ROT + 3 * k + axis - 3];
  } else {
    const k = Math.trunc((axis - EDGES) / 3);
    const m = (axis - EDGES) % 3;
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    f[NORMAL + k] = 0;
    f[NORMAL + k1] = -share * f[ROT + 3 * k2 + m];
    f[NORMAL + k2] = share * f[ROT + 3 * k1 + m];
  }
}
