/** The half-spaces that a ray meets. */
import { PLANE_ROW, PLANE_STRIDE } from '../../../broad/tree/codes.ts';
import { HALF_SPACES, RAY_MODE, RAY_WORDS } from '../context.ts';
import { type Double, type Doubles, doublesAt, type Ints, int, intsAt } from '../lanes.ts';
import { add, inner, lengthOf, type Vec } from '../planes/placed.ts';
import { HALF_SPACE_COUNT, NEAREST } from './codes.ts';
import { type Filter, isBetter, isHit, isSeen } from './counted.ts';
import { ENTERS, type Hit, INSIDE, keepHit, MISSES } from './hit.ts';
import { isInReach, type Ray, rayIn } from './ray.ts';
import type { RayTables } from './tables.ts';

/** Rounding of a height, as a part of the distance from the plane's point. */
const ROUNDING: Double = 1 / 1_125_899_906_842_624;

/** Goes on at the next half-space: to the nearest hit of all; or, for other modes, to the next one. */
export function castHalfSpaces(context: Ints, tables: RayTables, filter: Filter): void {
  const state = tables.state;
  const count = intsAt(context[RAY_WORDS])[HALF_SPACE_COUNT];
  for (let k = state.plane; k < count; k += 1) {
    const plane = doublesAt(context[HALF_SPACES] + 8 * PLANE_STRIDE * k);
    const row = int(plane[PLANE_ROW]);
    if (!isSeen(context, filter, row)) continue;
    const ray = rayIn(tables.ray);
    const hit = castHalfSpace(ray, plane);
    if (!isHit(context, hit.code)) continue;
    if (!isBetter(context, tables.best, hit.t, row)) continue;
    keepHit(tables.best, ray, hit, row);
    if (context[RAY_MODE] !== NEAREST) {
      state.plane = k + 1;
      return;
    }
  }
  state.plane = count;
}

/** @param plane outward unit normal x y z, and a point x y z (m) */
function castHalfSpace(ray: Ray, plane: Doubles): Hit {
  const normal: Vec = { x: plane[0], y: plane[1], z: plane[2] };
  const point: Vec = { x: plane[3], y: plane[4], z: plane[5] };
  const offset = add(ray.origin, -1, point);
  const height = inner(normal, offset);
  if (height <= 0) {
    const none: Vec = { x: 0, y: 0, z: 0 };
    return { code: INSIDE, t: 0, normal: none, bound: 0 };
  }
  const fall = -inner(normal, ray.unit);
  // NaN, of an invalid pose, meets nothing
  if (!(fall > 0)) return { code: MISSES, t: 0, normal, bound: 0 };
  const s = height / fall;
  const t = s / ray.length;
  if (!isInReach(ray, t)) return { code: MISSES, t, normal, bound: 0 };
  return { code: ENTERS, t, normal, bound: (ROUNDING * (lengthOf(offset) + s)) / fall };
}
