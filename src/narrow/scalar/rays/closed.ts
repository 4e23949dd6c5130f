/**
 * Where a line meets a box, a ball and a capsule: closed forms in the frame of the body.
 *
 *   reads    f[CENTER …], f[UNIT …], f[SLACK], f[GROWTH]; the shape's row
 *   writes   f[ENTRY], f[EXIT], f[GAP] = 0, f[NORMAL …]
 *   returns  whether the line comes within f[SLACK] of the body
 */
import { HALF_X, HALF_Y } from '../../../shapes/codes.ts';
import { BALL_Y, CENTER, ENTRY, EXIT, GAP, GROWTH, NORMAL, SLACK, UNIT } from './places.ts';

/** Directions less along an axis count as across it: their reciprocals would overflow in products. */
const LEAST_PART = 1e-140;

/** The box of half extents at reals[word + HALF_X …], f[GROWTH] larger. Of equal entries the first axis counts. */
export function meetBox(f: Float64Array, reals: Float32Array, word: number): boolean {
  const slack = f[SLACK];
  let entry = -Infinity;
  let exit = Infinity;
  let sureEntry = -Infinity;
  let sureExit = Infinity;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    const half = reals[word + HALF_X + k] + f[GROWTH];
    const c = f[CENTER + k];
    const u = f[UNIT + k];
    if (Math.abs(u) < LEAST_PART) {
      if (Math.abs(c) > half + slack) return false;
      continue;
    }
    const share = 1 / Math.abs(u);
    const middle = u > 0 ? -c * share : c * share;
    const room = half * share;
    const blur = slack * share;
    if (middle - room > entry) {
      entry = middle - room;
      axis = k;
    }
    exit = Math.min(exit, middle + room);
    sureEntry = Math.max(sureEntry, middle - room - blur);
    sureExit = Math.min(sureExit, middle + room + blur);
  }
  if (sureEntry > sureExit) return false;
  // a line that passes beside the box, within the slack, touches it where it is nearest
  f[ENTRY] = entry <= exit ? entry : sureEntry;
  f[EXIT] = entry <= exit ? exit : sureExit;
  f[GAP] = 0;
  f[NORMAL] = 0;
  f[NORMAL + 1] = 0;
  f[NORMAL + 2] = 0;
  f[NORMAL + axis] = f[UNIT + axis] > 0 ? -1 : 1;
  return true;
}

/** A ball of f[GROWTH] around the local origin. */
export function meetBall(f: Float64Array): boolean {
  f[GAP] = 0;
  f[ENTRY] = Infinity;
  f[EXIT] = -Infinity;
  f[BALL_Y] = 0;
  return uniteBall(f);
}

/** A capsule along y: the union of two balls and the cylinder between them. */
export function meetCapsule(f: Float64Array, reals: Float32Array, word: number): boolean {
  const h = reals[word + HALF_Y];
  f[GAP] = 0;
  f[ENTRY] = Infinity;
  f[EXIT] = -Infinity;
  f[BALL_Y] = -h;
  const low = uniteBall(f);
  f[BALL_Y] = h;
  const high = uniteBall(f);
  const side = uniteSide(f);
  return low || high || side;
}

/** Extends ENTRY … EXIT by the ball of f[GROWTH] around (0, f[BALL_Y], 0). */
function uniteBall(f: Float64Array): boolean {
  const ux = f[UNIT];
  const uy = f[UNIT + 1];
  const uz = f[UNIT + 2];
  const cx = f[CENTER];
  const cy = f[CENTER + 1] - f[BALL_Y];
  const cz = f[CENTER + 2];
  const radius = f[GROWTH];
  const along = -(cx * ux + cy * uy + cz * uz);
  const x = cx + along * ux;
  const ay = cy + along * uy;
  const z = cz + along * uz;
  const across = Math.sqrt(x * x + ay * ay + z * z);
  if (!(across <= radius + f[SLACK])) return false;
  const half = across < radius ? Math.sqrt((radius - across) * (radius + across)) : 0;
  if (along - half < f[ENTRY]) {
    f[ENTRY] = along - half;
    f[NORMAL] = x - half * ux;
    f[NORMAL + 1] = ay - half * uy;
    f[NORMAL + 2] = z - half * uz;
    normalize(f);
  }
  f[EXIT] = Math.max(f[EXIT], along + half);
  return true;
}

/** Extends ENTRY … EXIT by the side of the cylinder of f[GROWTH] around y, |y| ≤ f[BALL_Y]. The balls hold its caps. */
function uniteSide(f: Float64Array): boolean {
  const h = f[BALL_Y];
  const ux = f[UNIT];
  const uy = f[UNIT + 1];
  const uz = f[UNIT + 2];
  const cx = f[CENTER];
  const cy = f[CENTER + 1];
  const cz = f[CENTER + 2];
  const radius = f[GROWTH];
  const share2 = ux * ux + uz * uz;
  // along y a line enters and leaves through the balls
  if (!(share2 > 0)) return false;
  const share = Math.sqrt(share2);
  const across = Math.abs(cx * uz - cz * ux) / share;
  if (!(across <= radius + f[SLACK])) return false;
  const along = -(cx * ux + cz * uz) / share2;
  const half = across < radius ? Math.sqrt((radius - across) * (radius + across)) / share : 0;
  const entry = along - half;
  const exit = along + half;
  let meets = false;
  if (Math.abs(cy + entry * uy) <= h) {
    meets = true;
    if (entry < f[ENTRY]) {
      f[ENTRY] = entry;
      f[NORMAL] = cx + entry * ux;
      f[NORMAL + 1] = 0;
      f[NORMAL + 2] = cz + entry * uz;
      normalize(f);
    }
  }
  if (Math.abs(cy + exit * uy) <= h) {
    meets = true;
    f[EXIT] = Math.max(f[EXIT], exit);
  }
  return meets;
}

/** Makes f[NORMAL …] a unit vector; against the line if it is zero. */
function normalize(f: Float64Array): void {
  const x = f[NORMAL];
  const y = f[NORMAL + 1];
  const z = f[NORMAL + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  for (let c = 0; c < 3; c++) f[NORMAL + c] = length > 0 ? f[NORMAL + c] / length : -f[UNIT + c];
}
