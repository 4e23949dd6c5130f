/**
 * Points in a plane, each with a depth: their convex hull, and the deepest one. Points at one place are one.
 *
 * Method: Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, 1996.
 */
import type { Double, Flag, Int, Words } from '../../language/lanes.ts';
import { MAX_POINTS } from '../../tables/featureIds.ts';
import { DIRECTIONS, type Hull } from './clusterTables.ts';

/** Ranks of points at one place: one takes the id of the lowest. A body's own vertices stay where the body slides. */
export const VERTEX_RANK = 0;
export const SURFACE_VERTEX_RANK = 1;
export const EDGES_RANK = 2;
export const WITNESS_RANK = 3;
/**
 * Witness points, and points of a round body, this many times as far apart are one, too: those on two triangles whose
 * normals are the same but for the tolerances of surfaceRule.ts. Beside the end of a line, a vertex of the surface
 * would take its place for a step.
 */
const WIDE = 4;
/** Points that are kept before those inside are dropped. */
const ROOM = 128;
/** A point whose distance from a side of the hull is at most this part of `snap` is on it. */
const STRAIGHT = 0.1;
/**
 * The same for points of a round body that all lie near one line: triangles beside the line on which it lies have
 * normals that are the same but for the tolerances of surfaceRule.ts. Near an end of the line such a point would tip
 * the body.
 */
const NARROW = 3;
/** Factor for the square of what a point adds that was one in the last query. */
const KEPT = 1.02;
const INFINITE = 1 / 0;

/** Room for one more point. @returns its place */
export function nextPoint(hull: Hull): Int {
  if (hull.count > 0) merge(hull);
  if (hull.count === ROOM) dropInner(hull);
  hull.count++;
  return hull.count - 1;
}

/**
 * Merges the last point with an earlier one that has its place or its id. The deeper of the two stays; of equally
 * deep ones of a round body that of the lower rank.
 */
function merge(hull: Hull): void {
  const { x, y, depths, features, names, ranks, limits } = hull;
  const last = hull.count - 1;
  const equal: Double = hull.isRound === 1 ? limits[1] : 0;
  for (let k: Int = 0; k < last; k++) {
    const isWide: Flag = hull.isRound === 1 || (ranks[k] === WITNESS_RANK && ranks[last] === WITNESS_RANK);
    const reach: Double = isWide ? WIDE : 1;
    const isAt: Flag = Math.abs(x[k] - x[last]) + Math.abs(y[k] - y[last]) < reach * limits[0];
    if (!isAt && !(ranks[k] <= SURFACE_VERTEX_RANK && features[k] === features[last])) continue;
    const isLower: Flag = ranks[last] < ranks[k];
    const name: Int = isLower ? last : k;
    const id = names[name];
    const feature = features[name];
    const rank = ranks[name];
    if (depths[last] < depths[k] + (isLower ? equal : -equal)) move(hull, last, k);
    names[k] = id;
    features[k] = feature;
    ranks[k] = rank;
    hull.count--;
    return;
  }
}

function move(hull: Hull, from: Int, to: Int): void {
  const { x, y, depths, sources, names, features, ranks } = hull;
  x[to] = x[from];
  y[to] = y[from];
  depths[to] = depths[from];
  sources[to] = sources[from];
  names[to] = names[from];
  features[to] = features[from];
  ranks[to] = ranks[from];
}

/** Keeps the farthest point in each of some directions, and the deepest. */
function dropInner(hull: Hull): void {
  const { x, y, kept, cosines } = hull;
  for (let k: Int = 0; k < hull.count; k++) kept[k] = 0;
  const deepest = deepestOf(hull);
  kept[deepest] = 1;
  for (let d: Int = 0; d < DIRECTIONS; d++) {
    const dx = cosines[d];
    const dy = cosines[(d + 8) & 31];
    let farthest: Int = 0;
    for (let k: Int = 1; k < hull.count; k++) {
      if (dx * (x[k] - x[farthest]) + dy * (y[k] - y[farthest]) > 0) farthest = k;
    }
    kept[farthest] = 1;
  }
  let count: Int = 0;
  for (let k: Int = 0; k < hull.count; k++) {
    if (kept[k] === 0) continue;
    move(hull, k, count);
    count++;
  }
  hull.count = count;
}

function deepestOf(hull: Hull): Int {
  const { depths, count } = hull;
  let deepest: Int = 0;
  for (let k: Int = 1; k < count; k++) if (depths[k] < depths[deepest]) deepest = k;
  return deepest;
}

/** Wraps the points that bear: those near the plane, or near the deepest one. Writes `order`. @returns its length */
export function wrapPoints(hull: Hull): Int {
  if (hull.count === 0) return 0;
  merge(hull);
  const { order, depths, limits } = hull;
  const deepest = deepestOf(hull);
  hull.most[0] = Math.max(0, depths[deepest]) + limits[2];
  const first = farthestFrom(hull, deepest);
  const second = farthestFrom(hull, first);
  order[0] = first;
  order[1] = second;
  let count: Int = 2;
  let edge: Int = 0;
  const isThin = isLine(hull, first, second);
  if (first === second || isThin) edge = count;
  while (edge < count) {
    const point = farthestBeside(hull, order[edge], order[edge + 1 < count ? edge + 1 : 0], STRAIGHT);
    if (point < 0) edge++;
    else {
      for (let k = count; k > edge + 1; k--) order[k] = order[k - 1];
      order[edge + 1] = point;
      count++;
    }
  }
  if (first === second) count = 1;
  let least: Double = INFINITE;
  for (let k: Int = 0; k < count; k++) least = Math.min(least, depths[order[k]]);
  if (depths[deepest] < least - limits[1]) {
    order[count] = deepest;
    count++;
  }
  return count;
}

/**
 * Adds to the first `count` < MAX_POINTS points of `order` those that are the farthest away from them.
 * @param before feature ids of the last query @param at the first one of the manifold there, or −1
 * @returns its length
 */
export function widen(hull: Hull, count: Int, before: Words, at: Int): Int {
  const { order, features, gain } = hull;
  let length = count;
  while (length > 0 && length < MAX_POINTS) {
    let most: Double = 0;
    for (let k: Int = 0; k < hull.count; k++) {
      measureGain(hull, k, length);
      const wasIn = isIn(before, at, features[k]);
      let worth = gain[0];
      if (wasIn) worth *= KEPT;
      if (worth <= most) continue;
      most = worth;
      order[length] = k;
    }
    if (most === 0) break;
    length++;
  }
  return length;
}

/** Writes the square of the length or area that a point adds to the first 1 to 3 of `order`. 0: next to none. */
function measureGain(hull: Hull, point: Int, count: Int): void {
  const { order, x, y, gain, limits } = hull;
  const a = order[0];
  const px = x[point] - x[a];
  const py = y[point] - y[a];
  gain[0] = px * px + py * py;
  let least = limits[0] * limits[0];
  if (count > 1) {
    const b = order[1];
    const bx = x[b] - x[a];
    const by = y[b] - y[a];
    let area = bx * py - by * px;
    const share: Double = count === 2 && hull.isRound === 1 ? NARROW : STRAIGHT;
    const wide = share * limits[0];
    least = wide * wide * (bx * bx + by * by);
    if (count === 3) {
      const cx = x[order[2]] - x[a];
      const cy = y[order[2]] - y[a];
      // counter-clockwise: beyond a side is to the right of it
      const side: Double = bx * cy - by * cx > 0 ? -1 : 1;
      const beyondLast = cx * -py - cy * -px;
      const beyondNext = (cx - bx) * (py - by) - (cy - by) * (px - bx);
      area = Math.max(Math.max(Math.max(side * area, side * beyondNext), side * beyondLast), 0);
    }
    gain[0] = area * area;
  }
  if (gain[0] <= least) gain[0] = 0;
}

function farthestFrom(hull: Hull, point: Int): Int {
  const { x, y, depths } = hull;
  let farthest = point;
  let most: Double = 0;
  for (let k: Int = 0; k < hull.count; k++) {
    if (depths[k] > hull.most[0]) continue;
    const dx = x[k] - x[point];
    const dy = y[k] - y[point];
    const square = dx * dx + dy * dy;
    if (square <= most) continue;
    most = square;
    farthest = k;
  }
  return farthest;
}

/** Whether the points that bear a round body lie along the line from a to b, the farthest ones. */
function isLine(hull: Hull, a: Int, b: Int): Flag {
  if (hull.isRound === 0) return false;
  const left = farthestBeside(hull, a, b, NARROW);
  if (left >= 0) return false;
  return farthestBeside(hull, b, a, NARROW) < 0;
}

/** The farthest point to the right of the line from a to b, by more than `share` of `snap`. @returns −1: none */
function farthestBeside(hull: Hull, a: Int, b: Int, share: Double): Int {
  const { x, y, depths } = hull;
  const dx = x[b] - x[a];
  const dy = y[b] - y[a];
  let most = share * hull.limits[0] * Math.sqrt(dx * dx + dy * dy);
  let farthest: Int = -1;
  for (let k: Int = 0; k < hull.count; k++) {
    if (depths[k] > hull.most[0]) continue;
    const beside = dy * (x[k] - x[a]) - dx * (y[k] - y[a]);
    if (beside <= most) continue;
    most = beside;
    farthest = k;
  }
  return farthest;
}

/** Whether a manifold of the last query had a feature. */
function isIn(before: Words, at: Int, feature: Int): Flag {
  if (at < 0) return false;
  for (let k = at; k < at + MAX_POINTS; k++) if ((before[k] | 0) === feature) return true;
  return false;
}
