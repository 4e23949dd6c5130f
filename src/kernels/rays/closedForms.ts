/** Closed forms: where a line meets a ball and a capsule, in the frame of the body; and a half-space, in the world. */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { greater } from '../../math/extremes.ts';
import { HALF_Y } from '../../tables/shapeWords.ts';
import { ENTERS, INSIDE, MISSES, writeInside, writeNoChild } from './hit.ts';
import type { RayShapes } from './pools.ts';
import { isInReach } from './ray.ts';
import type { BodyRay, RayHit, WorldRay } from './rayNumbers.ts';

const INFINITE: Double = 1 / 0;
/** Rounding of a height, as a part of the distance from the plane's point. */
const ROUNDING: Double = 1 / 1_125_899_906_842_624;

/** What a ball around the position is to the ray. Writes its entry and the normal there. */
export function meetBall(body: BodyRay, shapes: RayShapes, word: Int): Int {
  startUnion(body);
  const isMet = uniteBall(body, shapes, word, 0);
  if (!isMet) return MISSES;
  return metOf(body);
}

/** The same of a capsule along y: the union of two balls and the cylinder between them. */
export function meetCapsule(body: BodyRay, shapes: RayShapes, word: Int): Int {
  startUnion(body);
  const isLow = uniteBall(body, shapes, word, -1);
  const isHigh = uniteBall(body, shapes, word, 1);
  const isSide = uniteSide(body, shapes, word);
  if (!(isLow || isHigh || isSide)) return MISSES;
  return metOf(body);
}

function startUnion(body: BodyRay): void {
  body.entry = INFINITE;
  body.exit = -INFINITE;
  body.gap = 0;
}

function metOf(body: BodyRay): Int {
  if (body.start > body.exit) return MISSES;
  if (body.start >= body.entry) return INSIDE;
  normalize(body);
  return ENTERS;
}

/**
 * Extends entry … exit, and the normal of any length, by a ball at an end of the axis: −1, 1, or 0 for its middle.
 * @returns whether it is met
 */
function uniteBall(body: BodyRay, shapes: RayShapes, word: Int, end: Int): Flag {
  const ux = body.unit[0];
  const uy = body.unit[1];
  const uz = body.unit[2];
  const cx = body.center[0];
  const cy = body.center[1] - Number(end) * Number(shapes.reals[word + HALF_Y]);
  const cz = body.center[2];
  const radius = body.growth;
  const along = -(cx * ux + cy * uy + cz * uz);
  const x = cx + along * ux;
  const y = cy + along * uy;
  const z = cz + along * uz;
  const across = Math.sqrt(x * x + y * y + z * z);
  if (!(across <= radius + body.slack)) return false;
  const half = across < radius ? Math.sqrt((radius - across) * (radius + across)) : 0;
  if (along - half < body.entry) {
    body.entry = along - half;
    body.normal[0] = x - half * ux;
    body.normal[1] = y - half * uy;
    body.normal[2] = z - half * uz;
  }
  body.exit = greater(body.exit, along + half);
  return true;
}

/** Extends entry … exit by the side of the cylinder. The balls hold its caps. @returns whether it is met */
function uniteSide(body: BodyRay, shapes: RayShapes, word: Int): Flag {
  const ux = body.unit[0];
  const uy = body.unit[1];
  const uz = body.unit[2];
  const cx = body.center[0];
  const cy = body.center[1];
  const cz = body.center[2];
  const radius = body.growth;
  const halfHeight = Number(shapes.reals[word + HALF_Y]);
  const share2 = ux * ux + uz * uz;
  // along y a line enters and leaves through the balls
  if (!(share2 > 0)) return false;
  const share = Math.sqrt(share2);
  const across = Math.abs(cx * uz - cz * ux) / share;
  if (!(across <= radius + body.slack)) return false;
  const along = -(cx * ux + cz * uz) / share2;
  const half = across < radius ? Math.sqrt((radius - across) * (radius + across)) / share : 0;
  const entry = along - half;
  const exit = along + half;
  const isEntry = Math.abs(cy + entry * uy) <= halfHeight;
  const isExit = Math.abs(cy + exit * uy) <= halfHeight;
  if (isEntry && entry < body.entry) {
    body.entry = entry;
    body.normal[0] = cx + entry * ux;
    body.normal[1] = 0;
    body.normal[2] = cz + entry * uz;
  }
  if (isExit) body.exit = greater(body.exit, exit);
  return isEntry || isExit;
}

/** Makes the normal a unit vector; against the line if it is zero. */
function normalize(body: BodyRay): void {
  const x = body.normal[0];
  const y = body.normal[1];
  const z = body.normal[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const isLong = length > 0;
  body.normal[0] = isLong ? x / length : -body.unit[0];
  body.normal[1] = isLong ? y / length : -body.unit[1];
  body.normal[2] = isLong ? z / length : -body.unit[2];
}

/**
 * What a half-space is to the ray. Writes the hit.
 * @param planes outward unit normal x y z and a point x y z (m) at `at`
 */
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
  if (hit.child >= 0) writeNoChild(hit);
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
