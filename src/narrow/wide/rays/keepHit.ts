/** Takes a hit into the numbers of the ray: the rule of `keepHit` in broad/rays/searchRay.ts. */
import { BEST_BOUND, BEST_ID, BEST_INSIDE, BEST_NORMAL, BEST_T } from '../../scalar/rays/places.ts';
import { RAY_MODE, RAY_WORDS } from '../context.ts';
import { type Double, type Doubles, double, type Int, type Ints, intsAt } from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { ANY, SKIP_INSIDE } from './codes.ts';
import { shorten } from './loadRay.ts';
import { NEARER, SAME } from './tables.ts';

/** Whether a hit at `t` counts: NEARER, or SAME. Any hit counts for a search of any. */
export function isNearer(context: Ints, f: Doubles, row: Int, t: Double): Int {
  if (context[RAY_MODE] === ANY) return NEARER;
  const id = f[BEST_ID];
  return t < f[BEST_T] || (t === f[BEST_T] && (id < 0 || double(row) < id)) ? NEARER : SAME;
}

/** The origin lies in the body. @returns NEARER or SAME */
export function keepInside(context: Ints, f: Doubles, row: Int, t: Double): Int {
  if (intsAt(context[RAY_WORDS])[SKIP_INSIDE] === 1) return SAME;
  if (isNearer(context, f, row, t) === SAME) return SAME;
  const normal: Vec = { x: 0, y: 0, z: 0 };
  keepNearest(f, row, t, normal, 0, 1);
  return NEARER;
}

/** Writes the nearest hit. */
export function keepNearest(f: Doubles, row: Int, t: Double, normal: Vec, bound: Double, isInside: Double): void {
  f[BEST_T] = t;
  f[BEST_NORMAL] = normal.x;
  f[BEST_NORMAL + 1] = normal.y;
  f[BEST_NORMAL + 2] = normal.z;
  f[BEST_BOUND] = bound;
  f[BEST_INSIDE] = isInside;
  f[BEST_ID] = double(row);
  shorten(f);
}
