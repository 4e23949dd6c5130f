/** Where a ray meets a half-space. */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { ENTERS, INSIDE, MISSES, writeInside } from './hit.ts';
import { isInReach } from './ray.ts';
import type { RayHit, WorldRay } from './tables.ts';

/** Rounding of a height, as a part of the distance from the plane's point. */
const ROUNDING: Double = 1 / 1_125_899_906_842_624;

/** @param planes outward unit normal x y z and a point x y z (m) at `at` @returns what the half-space is to the ray */
export function meetPlane(hit: RayHit, ray: WorldRay, planes: Doubles, at: Int): Int {
  const nx = planes[at];
  const ny = planes[at + 1];
  const nz = planes[at + 2];
  const x = ray.origin[0] - planes[at + 3];
  const y = ray.origin[1] - planes[at + 4];
  const z = ray.origin[2] - planes[at + 5];
  const height = nx * x + ny * y + nz * z;
  if (height <= 0) {
    hit.t = 0;
    writeInside(hit);
    return INSIDE;
  }
  const fall = -(nx * ray.unit[0] + ny * ray.unit[1] + nz * ray.unit[2]);
  // NaN, of an invalid pose, meets nothing
  if (!(fall > 0)) return MISSES;
  const s = height / fall;
  hit.t = s / ray.length;
  if (!isInReach(ray, hit.t)) return MISSES;
  hit.normal[0] = nx;
  hit.normal[1] = ny;
  hit.normal[2] = nz;
  hit.bound = (ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z) + s)) / fall;
  return ENTERS;
}
