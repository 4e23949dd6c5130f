/** The half-spaces that a ray meets: the arithmetic of scalar/rays/rayPlane.ts. */
import { LENGTH, MOST_T, ORIGIN, WAY } from '../../scalar/rays/places.ts';
import { COLLIDER_GROUPS, HALF_SPACES, RAY_WORDS } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  doublesAt,
  type Int,
  type Ints,
  int,
  intsAt,
  type Shorts,
  shortsAt,
} from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { HALF_SPACE_COUNT } from './codes.ts';
import { isNearer, keepInside, keepNearest } from './keepHit.ts';
import { IGNORED, SAME, SEEN } from './tables.ts';

/** Rounding of a height, as a part of the distance from the plane's point. */
const ROUNDING: Double = 1 / 1_125_899_906_842_624;
const INFINITE = 1 / 0;
const HALF_SPACE_BYTES = 64;
const ROW = 6;

export function castHalfSpaces(context: Ints, state: Ints, f: Doubles): void {
  const count = intsAt(context[RAY_WORDS])[HALF_SPACE_COUNT];
  for (let k: Int = 0; k < count; k += 1) {
    const plane = doublesAt(context[HALF_SPACES] + HALF_SPACE_BYTES * k);
    const row = int(plane[ROW]);
    if (isSeen(shortsAt(context[COLLIDER_GROUPS]), state, row) !== 0) castHalfSpace(context, f, plane, row);
  }
}

/** Whether the ray may meet a body at all. */
export function isSeen(groups: Shorts, state: Ints, row: Int): Int {
  return (groups[2 * row] & state[SEEN]) !== 0 && row !== state[IGNORED] ? 1 : 0;
}

function castHalfSpace(context: Ints, f: Doubles, plane: Doubles, row: Int): void {
  const normal: Vec = { x: plane[0], y: plane[1], z: plane[2] };
  const x = f[ORIGIN] - plane[3];
  const y = f[ORIGIN + 1] - plane[4];
  const z = f[ORIGIN + 2] - plane[5];
  const none: Double = 0;
  const height = none + normal.x * x + normal.y * y + normal.z * z;
  if (height <= 0) {
    keepInside(context, f, row, 0);
    return;
  }
  const fall = none - normal.x * f[WAY] - normal.y * f[WAY + 1] - normal.z * f[WAY + 2];
  // NaN, of an invalid pose, meets nothing
  if (!(fall > 0)) return;
  const s = height / fall;
  const t = s / f[LENGTH];
  if (!(t <= f[MOST_T] && t < INFINITE)) return;
  if (isNearer(context, f, row, t) === SAME) return;
  const away = none + abs(x) + abs(y) + abs(z);
  keepNearest(f, row, t, normal, (ROUNDING * (away + s)) / fall, 0);
}
