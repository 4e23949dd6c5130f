/** The half-spaces that a ray meets. */
import { HALF_SPACES, RAY_MODE, RAY_WORDS } from '../context.ts';
import { type Double, type Doubles, doublesAt, type Int, type Ints, int, intsAt } from '../lanes.ts';
import { add, inner, lengthOf, type Vec } from '../planes/placed.ts';
import { HALF_SPACE_COUNT, NEAREST } from './codes.ts';
import { type Filter, isBetter, isHit, isSeen } from './counted.ts';
import { ENTERS, type Hit, INSIDE, noHit } from './hit.ts';
import { isInReach, type Ray } from './ray.ts';
import { PLANE, type RayTables } from './tables.ts';

/** Rounding of a height, as a part of the distance from the plane's point. */
const ROUNDING: Double = 1 / 1_125_899_906_842_624;
const HALF_SPACE_BYTES = 64;
const ROW = 6;

/** Goes on at the next half-space. @returns the nearest hit of `begun` and of all; or, for other modes, the next one */
export function castHalfSpaces(context: Ints, tables: RayTables, ray: Ray, filter: Filter, begun: Hit): Hit {
  const state = tables.state.words;
  const count = intsAt(context[RAY_WORDS])[HALF_SPACE_COUNT];
  let best = begun;
  for (let k = state[PLANE]; k < count; k += 1) {
    const plane = doublesAt(context[HALF_SPACES] + HALF_SPACE_BYTES * k);
    const row = int(plane[ROW]);
    if (!isSeen(context, filter, row)) continue;
    const hit = castHalfSpace(ray, plane, row);
    if (!isHit(context, hit.code)) continue;
    if (!isBetter(context, hit.t, row, best)) continue;
    best = hit;
    if (context[RAY_MODE] !== NEAREST) {
      state[PLANE] = k + 1;
      return best;
    }
  }
  state[PLANE] = count;
  return best;
}

/** @param plane outward unit normal x y z, and a point x y z (m) */
function castHalfSpace(ray: Ray, plane: Doubles, row: Int): Hit {
  const normal: Vec = { x: plane[0], y: plane[1], z: plane[2] };
  const point: Vec = { x: plane[3], y: plane[4], z: plane[5] };
  const offset = add(ray.origin, -1, point);
  const height = inner(normal, offset);
  if (height <= 0) {
    const none: Vec = { x: 0, y: 0, z: 0 };
    return { code: INSIDE, t: 0, normal: none, bound: 0, row };
  }
  const fall = -inner(normal, ray.unit);
  // NaN, of an invalid pose, meets nothing
  if (!(fall > 0)) return noHit(0);
  const s = height / fall;
  const t = s / ray.length;
  if (!isInReach(ray, t)) return noHit(0);
  return { code: ENTERS, t, normal, bound: (ROUNDING * (lengthOf(offset) + s)) / fall, row };
}
