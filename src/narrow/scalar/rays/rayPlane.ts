/** Where a ray meets a half-space: the contract of rayBody.ts. */
import { BOUND, ENTERS, INSIDE, LENGTH, MISSES, MOST_T, ORIGIN, RESULT_NORMAL, T, WAY } from './places.ts';

/** Rounding of a height, as a part of the distance from the plane's point. */
const ROUNDING = 2 ** -50;

/** @param planes outward unit normal x y z and a point x y z (m) at `at` */
export function rayPlane(f: Float64Array, planes: Float64Array, at: number): number {
  let height = 0;
  let fall = 0;
  let away = 0;
  for (let c = 0; c < 3; c++) {
    const offset = f[ORIGIN + c] - planes[at + 3 + c];
    height += planes[at + c] * offset;
    fall -= planes[at + c] * f[WAY + c];
    away += Math.abs(offset);
  }
  if (height <= 0) {
    f[T] = 0;
    f[BOUND] = 0;
    for (let c = 0; c < 3; c++) f[RESULT_NORMAL + c] = 0;
    return INSIDE;
  }
  // NaN, of an invalid pose, meets nothing
  if (!(fall > 0)) return MISSES;
  const s = height / fall;
  const t = s / f[LENGTH];
  if (!(t <= f[MOST_T] && t < Infinity)) return MISSES;
  f[T] = t;
  for (let c = 0; c < 3; c++) f[RESULT_NORMAL + c] = planes[at + c];
  f[BOUND] = (ROUNDING * (away + s)) / fall;
  return ENTERS;
}
