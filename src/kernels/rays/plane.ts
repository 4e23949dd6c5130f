/** Where a ray meets a half-space. */
import type { Double, Doubles, Int } from '../lanes.ts';
import { ENTERS, INSIDE, MISSES, writeInside } from './hit.ts';
import { isInReach } from './ray.ts';
import type { RayHit, WorldRay } from './tables.ts';

/** Rounding of a height, as a part of the distance from the plane's point. */
const ROUNDING: Double = 1 / 1_125_899_906_842_624;

/** @param planes outward unit normal x y z and a point x y z (m) at `at` @returns what the half-space is to the ray */
export function meetPlane(hit: RayHit, ray: WorldRay, planes: Doubles, at: Int): Int {
  let height: Double = 0;
  let fall: Double = 0;
  let away: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    const offset = ray.origin[c] - planes[at + 3 + c];
    height += planes[at + c] * offset;
    fall -= planes[at + c] * ray.unit[c];
    away += Math.abs(offset);
    hit.normal[c] = planes[at + c];
  }
  if (height <= 0) {
    hit.t = 0;
    writeInside(hit);
    return INSIDE;
  }
  // NaN, of an invalid pose, meets nothing
  if (!(fall > 0)) return MISSES;
  const s = height / fall;
  hit.t = s / ray.length;
  hit.bound = (ROUNDING * (away + s)) / fall;
  return isInReach(ray, hit.t) ? ENTERS : MISSES;
}
