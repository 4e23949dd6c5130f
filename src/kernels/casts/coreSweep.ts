/**
 * Boxes and cores with vertices that move without a turn, until they are near: a ray cast of GJK. The support plane of
 * B − A along each direction of the search shows how long the pair is free; there the search goes on.
 *
 *   reads   c.time, c.axis: the first direction, how near is near, c.offset, c.move, the shapes
 *   writes  c.time, and for a hit c.gap, c.low, c.axis, c.point
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: van den Bergen, Ray casting against general convex objects with application to continuous collision
 * detection, 2004.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import { CORNERED, SMOOTH } from '../../tables/shapeWords.ts';
import type { VertexPools } from '../cores/enginePools.ts';
import { supportVertex } from '../supports/vertices.ts';
import { AT_START } from './boxSweep.ts';
import { writeNormal } from './boxTouch.ts';
import { DEFERRED } from './boxTurn.ts';
import type { CastBody, CastNumbers, CastSimplex } from './castNumbers.ts';
import { nearestOf } from './nearest.ts';
import { copy, toLocal, toWorld } from './vectors.ts';

/** Most supports of a sweep. */
const MOST_STEPS = 48;
/** Plus a status: the sweep has ended. */
const ENDED = -8;
/** Planes higher than what is near by more than this part of the tolerance raise the time. */
const HIGHER = 1 / 16;
/** The bounds of a hit meet within this part of the distance, and rounding. */
const BRACKET = 1 / 1_073_741_824;

/** Writes a box as its half axes. */
function writeHalfAxes(body: CastBody): void {
  for (let k: Int = 0; k < 3; k++) {
    for (let m: Int = 0; m < 3; m++) body.core[3 * k + m] = body.half[k] * body.rest[3 * m + k];
  }
}

/** Writes the first direction: an axis of the boxes around both cores, or the offset for AT_START. */
export function startAlong(c: CastNumbers, axis: Int): void {
  if (axis === AT_START) {
    copy(c.axis, c.offset);
    return;
  }
  const { normal, offsets, rates } = c.boxes;
  normal[0] = offsets[axis] + c.time * rates[axis] < 0 ? -1 : 1;
  writeNormal(c, axis);
}

/** Goes on from c.time, along c.axis first. @returns Free, Hit, or DEFERRED */
export function sweepCores(c: CastNumbers, poolsA: VertexPools, poolsB: VertexPools): Int {
  const { a, b } = c;
  if (((a.traits | b.traits) & SMOOTH) !== 0) return DEFERRED;
  if ((a.traits & CORNERED) !== 0) writeHalfAxes(a);
  if ((b.traits & CORNERED) !== 0) writeHalfAxes(b);
  let count: Int = 0;
  for (let step: Int = 0; step < MOST_STEPS; step++) {
    if ((a.traits & CORNERED) !== 0) findCorner(a, c.axis, 1);
    else findVertex(c, a, 1, poolsA);
    if ((b.traits & CORNERED) !== 0) findCorner(b, c.axis, -1);
    else findVertex(c, b, -1, poolsB);
    count = advanceSweep(c, count);
    if (count < 0) return count - ENDED;
  }
  return DEFERRED;
}

/**
 * One step from c.time, before which the pair is proven farther apart than the skin: takes the supports of both bodies
 * along c.axis, and writes the next direction.
 * @param count points of the simplex, 0 at first
 * @returns the points of the next simplex; or ENDED plus Free, Hit, or DEFERRED: the pair is near at the start, or the
 *   search has no proof. c.time is proven in any case
 */
function advanceSweep(c: CastNumbers, count: Int): Int {
  const s = c.simplex;
  const n = c.axis;
  const v = c.move;
  const near = c.boxes.near;
  const higher = near + HIGHER * c.tolerance;
  const p = s.start;
  const at = 3 * count;
  for (let k: Int = 0; k < 3; k++) {
    s.onA[at + k] = c.a.found[k];
    p[at + k] = c.offset[k] + (c.b.found[k] - c.a.found[k]);
  }
  const t = c.time;
  const x = n[0];
  const y = n[1];
  const z = n[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const rate = x * v[0] + y * v[1] + z * v[2];
  const low = (x * p[at] + y * p[at + 1] + z * p[at + 2] + t * rate) / length;
  const isKnown = isInSimplex(p, at);
  if (low > higher) {
    // the plane never comes nearer, or does so too late
    if (!(rate < 0)) return ENDED + CastStatus.Free;
    c.time = t + ((low - near) * length) / -rate;
    if (!(c.time < 1 && c.time <= c.limit)) return ENDED + CastStatus.Free;
  } else if (isKnown === 1 || (count > 0 && length - low <= BRACKET * length + c.rounding)) {
    c.low = low;
    c.gap = length;
    const status = endSweep(c, count);
    return ENDED + status;
  } else if (!(low <= higher)) return ENDED + DEFERRED;
  const points = isKnown === 1 ? count : count + 1;
  for (let k: Int = 0; k < 3 * points; k += 3) {
    s.now[k] = p[k] + c.time * v[0];
    s.now[k + 1] = p[k + 1] + c.time * v[1];
    s.now[k + 2] = p[k + 2] + c.time * v[2];
  }
  const isOutside = nearestOf(s, points);
  if (isOutside === 0) return ENDED + DEFERRED;
  copy(n, s.nearest.point);
  const remaining = reduceSimplex(s, points);
  return remaining > 0 ? remaining : ENDED + DEFERRED;
}

/** Writes a corner of a box to its support: of A the highest along c.axis, of B, with `side` −1, the lowest. */
function findCorner(body: CastBody, n: Doubles, side: Double): void {
  const p = body.core;
  const found = body.found;
  const x = side * n[0];
  const y = side * n[1];
  const z = side * n[2];
  for (let k: Int = 0; k < 3; k++) found[k] = 0;
  for (let at: Int = 0; at < 9; at += 3) {
    // no branch: signs are random
    const below = Number(x * p[at] + y * p[at + 1] + z * p[at + 2] < 0);
    const sign = Number(1 - 2 * below);
    for (let k: Int = 0; k < 3; k++) found[k] += sign * p[at + k];
  }
}

/** Writes the vertex of A that is farthest along c.axis, or of B, with `side` −1, against it, world axes. */
function findVertex(c: CastNumbers, body: CastBody, side: Double, pools: VertexPools): void {
  const { axis, local } = c;
  for (let k: Int = 0; k < 3; k++) local[k] = side * axis[k];
  toLocal(local, body.rest, local);
  supportVertex(local, pools, body.word);
  toWorld(body.found, body.rest, local);
}

/** @returns 1 if the point at p[at …] is one of those before it */
function isInSimplex(p: Doubles, at: Int): Int {
  for (let k: Int = 0; k < at; k += 3) {
    if (p[k] === p[at] && p[k + 1] === p[at + 1] && p[k + 2] === p[at + 2]) return 1;
  }
  return 0;
}

/** Moves the points with a weight to the front. @returns their number */
function reduceSimplex(s: CastSimplex, count: Int): Int {
  const weights = s.nearest.weights;
  let remaining: Int = 0;
  for (let k: Int = 0; k < count; k++) {
    if (!(weights[k] > 0)) continue;
    if (remaining < k) {
      for (let m: Int = 0; m < 3; m++) {
        s.start[3 * remaining + m] = s.start[3 * k + m];
        s.onA[3 * remaining + m] = s.onA[3 * k + m];
      }
      weights[remaining] = weights[k];
    }
    remaining += 1;
  }
  return remaining;
}

/**
 * Judges the simplex whose lowest plane is known: its point nearest to the origin is that of B − A. Reads the height of
 * the plane in c.low, and the distance of the point in c.gap.
 * @returns Hit, or DEFERRED without a proof
 */
function endSweep(c: CastNumbers, count: Int): Int {
  const low = c.low;
  const length = c.gap;
  const isProven = low - c.rounding > c.skin + c.radius && length - low <= BRACKET * length + c.rounding;
  if (!(isProven && c.time > 0 && length - c.radius <= c.skin + c.tolerance)) return DEFERRED;
  for (let k: Int = 0; k < 3; k++) {
    c.axis[k] = c.axis[k] / length;
    c.point[k] = c.a.radius * c.axis[k];
    for (let n: Int = 0; n < count; n++) c.point[k] += c.simplex.nearest.weights[n] * c.simplex.onA[3 * n + k];
  }
  c.gap = length - c.radius;
  c.low = low - c.radius - c.rounding;
  return CastStatus.Hit;
}
