/** Loads one ray of the table: the arithmetic of broad/rays/loadRay.ts and of `writeInverse` in broad/rays/entry.ts. */
import { BEST_ID, BEST_T, INVERSE, LAST, LENGTH, MOST_T, ORIGIN, WAY } from '../../scalar/rays/places.ts';
import { RAY_DIRECTIONS, RAY_ORIGINS } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  doublesAt,
  type Flag,
  type Int,
  type Ints,
  max,
  select,
  sqrt,
} from '../lanes.ts';

const INFINITE = 1 / 0;
const MOST_INVERSE: Double = 1e300;
/** Beyond the nearest hit by more than rounding. */
const BEYOND = 1 + 1 / 281_474_976_710_656;

/** Writes the numbers of ray `ray` of the table. @returns whether it is valid */
export function loadRay(context: Ints, f: Doubles, ray: Int): Int {
  const origin = doublesAt(context[RAY_ORIGINS] + 32 * ray);
  const direction = doublesAt(context[RAY_DIRECTIONS] + 32 * ray);
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const most = max(max(abs(x), abs(y)), abs(z));
  const partX = x / most;
  const partY = y / most;
  const partZ = z / most;
  const norm = sqrt(partX * partX + partY * partY + partZ * partZ);
  const length = most * norm;
  const mostT = origin[3];
  f[ORIGIN] = origin[0];
  f[ORIGIN + 1] = origin[1];
  f[ORIGIN + 2] = origin[2];
  f[MOST_T] = mostT;
  f[LENGTH] = length;
  writeWay(f, partX / norm, partY / norm, partZ / norm);
  f[BEST_T] = mostT;
  f[BEST_ID] = -1;
  const sum = origin[0] - origin[0] + (origin[1] - origin[1]) + (origin[2] - origin[2]);
  // NaN fails every comparison
  return sum === 0 && norm > 0 && length > 0 && length < INFINITE && mostT >= 0 ? 1 : 0;
}

function writeWay(f: Doubles, x: Double, y: Double, z: Double): void {
  f[WAY] = x;
  f[WAY + 1] = y;
  f[WAY + 2] = z;
  f[INVERSE] = inverseOf(x);
  f[INVERSE + 1] = inverseOf(y);
  f[INVERSE + 2] = inverseOf(z);
}

function inverseOf(part: Double): Double {
  const inverse = 1 / part;
  const isBounded: Flag = abs(inverse) < MOST_INVERSE;
  return select(isBounded, inverse, MOST_INVERSE);
}

/** Ends the ray at the nearest hit. */
export function shorten(f: Doubles): void {
  f[LAST] = f[BEST_T] * f[LENGTH] * BEYOND;
}
