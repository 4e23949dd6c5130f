/**
 * Finds a portal of a body for a line (rayNumbers.ts). Or a proof that the line misses the body: a direction across the
 * line along which the whole body lies behind it. Seen along the line this is a question in the plane: is the line's
 * point inside the outline of the body? From a point inside the outline, two points of it on both sides of the way to
 * the line are moved outward until the line is between them.
 *
 *   reads    body: the axes across the ray, slack, growth
 *   writes   for THROUGH: the corners of body.portal
 *   returns  BESIDE, THROUGH or GRAZING
 *
 * Method: Snethen, XenoCollide: Complex Collision Made Simple, Game Programming Gems 7, 2008, in two dimensions.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { copy, store, type Vec3, zero } from '../../math/vectors.ts';
import { areaOf, seeAcross, supportAcross } from './across.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay, Portal } from './rayNumbers.ts';

/** The line misses the body by more than the slack: proven. */
export const BESIDE = 0;
/** The line passes through the portal. */
export const THROUGH = 1;
/** The line touches the outline within the slack, or the outline has no area. */
export const GRAZING = 2;

/** Of 50,000 rays at round shapes, those that miss take 11 at most. */
const MOST_SUPPORTS = 64;
/** The first supports: two ends of the body, the farthest along the way to the line, and one aside from it. */
const FAR = 0;
const NEAR = 1;
const AHEAD = 2;
const ASIDE = 3;

/** The module of hosts has its records in local variables, as wasm has (tools/hostModules.ts). */
export function findPortal(body: BodyRay, pools: RayPools, word: Int): Int {
  const { slack } = body;
  const toward = zero();
  const last = zero();
  const a = zero();
  const b = zero();
  const c = zero();
  let wayX: Double = 0;
  let wayY: Double = 0;
  let isLeft: Flag = false;
  // from the line to the local origin, seen along the line; then away from it
  seeAcross(last, body);
  toward.x = last.x === 0 && last.y === 0 ? 1 : -last.x;
  toward.y = -last.y;
  for (let step: Int = 0; step < MOST_SUPPORTS; step++) {
    const length = Math.sqrt(toward.x * toward.x + toward.y * toward.y);
    if (step > ASIDE && !(length > 0)) return GRAZING;
    supportAcross(last, body, pools, word, toward);
    const height = toward.x * last.x + toward.y * last.y;
    // the line is beyond the support
    if (height < -slack * length) return BESIDE;
    if (step === FAR) {
      copy(b, last);
      toward.x = -toward.x;
      toward.y = -toward.y;
      continue;
    }
    if (step === NEAR) {
      // a point inside, and the way from it to the line
      a.x = 0.5 * (b.x + last.x);
      a.y = 0.5 * (b.y + last.y);
      a.z = 0.5 * (b.z + last.z);
      const isOnLine = a.x === 0 && a.y === 0;
      wayX = isOnLine ? toward.y : -a.x;
      wayY = isOnLine ? -toward.x : -a.y;
      toward.x = wayX;
      toward.y = wayY;
      continue;
    }
    const side = wayX * (last.y - a.y) - wayY * (last.x - a.x);
    if (step === AHEAD) {
      copy(b, last);
      copy(c, last);
      isLeft = side > 0;
      toward.x = isLeft ? wayY : -wayY;
      toward.y = isLeft ? -wayX : wayX;
      continue;
    }
    // a, b to the right of the way and c to the left of it are counter-clockwise
    if (step > ASIDE) {
      const rise = toward.x * (last.x - b.x) + toward.y * (last.y - b.y);
      if (!(rise > 0.25 * slack * length)) return GRAZING;
      isLeft = !(side > 0);
    }
    if (isLeft) copy(b, last);
    else copy(c, last);
    const between = areaOf(b, c);
    if (between >= 0) {
      storeCorners(body.portal, a, b, c);
      return between + areaOf(a, b) + areaOf(c, a) > 0 ? THROUGH : GRAZING;
    }
    // out of the side from b to c
    toward.x = c.y - b.y;
    toward.y = b.x - c.x;
  }
  return GRAZING;
}

export function storeCorners(portal: Portal, a: Vec3, b: Vec3, c: Vec3): void {
  store(portal.a, 0, a);
  store(portal.b, 0, b);
  store(portal.c, 0, c);
}
