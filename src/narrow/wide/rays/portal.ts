/**
 * A portal of a body for a line: a triangle of points of the body that the line passes through. Or a proof that the
 * line misses the body. Seen along the line this is a question in the plane: is the line's point inside the outline of
 * the body? From a point inside the outline, two points of it on both sides of the direction to the line are moved
 * outward until the line is between them.
 *
 * Method: Snethen, XenoCollide: Complex Collision Made Simple, Game Programming Gems 7, 2008, in two dimensions.
 */
import { type Double, type Flag, type Int, type Ints, sqrt } from '../lanes.ts';
import { inner, type Vec } from '../planes/placed.ts';
import { type Across, areaOf, supportAcross } from './across.ts';

/** The line misses the body by more than the slack: proven. */
export const BESIDE = 0;
/** The line passes through the portal. */
export const THROUGH = 1;
/** The line touches the outline within the slack, or the outline has no area. */
export const GRAZING = 2;

/** Of 50,000 rays at round shapes, those that miss take 11 at most. */
const MOST_SUPPORTS = 64;

/** Corners are in the axes across the ray, counter-clockwise. */
export interface Portal {
  /** BESIDE, THROUGH or GRAZING: it has corners if the line passes through it. */
  readonly found: Int;
  readonly a: Vec;
  readonly b: Vec;
  readonly c: Vec;
}

/** A portal without corners. */
export function noPortal(found: Int): Portal {
  const zero: Vec = { x: 0, y: 0, z: 0 };
  return { found, a: zero, b: zero, c: zero };
}

export function findPortal(context: Ints, words: Ints, across: Across): Portal {
  // from the local origin to the line
  const x = inner(across.x, across.center);
  const y = inner(across.y, across.center);
  const isOrigin = x === 0 && y === 0;
  const out: Vec = { x: isOrigin ? 1 : x, y, z: 0 };
  const far = supportAcross(context, words, across, out);
  if (isBehind(out, far, across.slack)) return noPortal(BESIDE);
  const back: Vec = { x: -out.x, y: -out.y, z: 0 };
  const near = supportAcross(context, words, across, back);
  if (isBehind(back, near, across.slack)) return noPortal(BESIDE);
  // a point inside, and the direction from it to the line
  const half: Double = 0.5;
  const a: Vec = { x: half * (far.x + near.x), y: half * (far.y + near.y), z: half * (far.z + near.z) };
  const isOnLine = a.x === 0 && a.y === 0;
  const to: Vec = { x: isOnLine ? back.y : -a.x, y: isOnLine ? -back.x : -a.y, z: 0 };
  return widen(context, words, across, a, to);
}

/** Searches from the point inside at `a` along `to`, the direction to the line. */
function widen(context: Ints, words: Ints, across: Across, a: Vec, to: Vec): Portal {
  let b = supportAcross(context, words, across, to);
  if (isBehind(to, b, across.slack)) return noPortal(BESIDE);
  const isLeft = sideOf(to, a, b) > 0;
  // the other side of the direction
  const aside: Vec = { x: isLeft ? to.y : -to.y, y: isLeft ? -to.x : to.x, z: 0 };
  let c = supportAcross(context, words, across, aside);
  if (isBehind(aside, c, across.slack)) return noPortal(BESIDE);
  if (isLeft) {
    const left = b;
    b = c;
    c = left;
  }
  for (let step: Int = 0; step < MOST_SUPPORTS; step += 1) {
    // a, b to the right of the direction and c to the left of it are counter-clockwise
    const between = areaOf(b, c);
    if (between >= 0) return { found: between + areaOf(a, b) + areaOf(c, a) > 0 ? THROUGH : GRAZING, a, b, c };
    // out of the side from b to c
    const out: Vec = { x: c.y - b.y, y: b.x - c.x, z: 0 };
    const length = sqrt(out.x * out.x + out.y * out.y);
    if (!(length > 0)) return noPortal(GRAZING);
    const last = supportAcross(context, words, across, out);
    if (isBehind(out, last, across.slack)) return noPortal(BESIDE);
    const rise = out.x * (last.x - b.x) + out.y * (last.y - b.y);
    if (!(rise > 0.25 * across.slack * length)) return noPortal(GRAZING);
    if (sideOf(to, a, last) > 0) c = last;
    else b = last;
  }
  return noPortal(GRAZING);
}

/** On which side of the direction `to` from `a` a point is: > 0 on the left. */
function sideOf(to: Vec, a: Vec, point: Vec): Double {
  return to.x * (point.y - a.y) - to.y * (point.x - a.x);
}

/** Whether the line is beyond the support along `toward` by more than the slack. */
function isBehind(toward: Vec, support: Vec, slack: Double): Flag {
  const length = sqrt(toward.x * toward.x + toward.y * toward.y);
  return toward.x * support.x + toward.y * support.y < -slack * length;
}
