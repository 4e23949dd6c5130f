/**
 * The search of one ray down the f32 twin of the tree (codes.ts), four children at a time, the nearest first. A hit
 * ends a search of the nearest earlier.
 *
 * Conservative: no leaf is left out whose body the f64 tests would hit. Boxes are rounded outward. The origin has two
 * f32 values along each axis: rounded up and down, and moved apart by the rounding of all f64 numbers behind it. Planes
 * through which the ray enters use the one that makes the entry earlier, others the one that makes the exit later.
 * Reciprocals are scaled by 1 ∓ 2⁻²⁰, which covers their own rounding, that of differences and of products (Ize, Robust
 * BVH Ray Traversal, 2013). A distant origin is first moved along the ray to the ball around the scene.
 *
 * No branch depends on how many children are entered, or on their order: a sorting network orders their keys, of which
 * those of children that the ray misses are the last.
 */
import { RAY_MODE, RAY_NODES, RAY_REALS } from '../context.ts';
import {
  abs,
  type Double,
  doublesAt,
  type Flag,
  type Float,
  float,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  max,
  splat,
} from '../lanes.ts';
import { add, inner, lengthOf, type Vec } from '../planes/placed.ts';
import { boundsEntry, boundsOf } from './boundsEntry.ts';
import { boxPassage, castBody, castBox, isBox, isNear, rayTo, shapeOf } from './castBody.ts';
import { CHILDREN, MIDDLE, NEAREST, NODE_BYTES, REACH, ROUNDING } from './codes.ts';
import { type Filter, isBetter, isHit, isSeen } from './counted.ts';
import {
  type Axis,
  CHILD,
  F32_ROUNDING,
  F64_ROUNDING,
  LATER,
  LEAST,
  lastKeyOf,
  pushEntered,
  pushRoots,
  setAxis,
  slabOf,
} from './descent.ts';
import { hitAt, keepHit, MISSES, noEntry, startHits, timeOf } from './hit.ts';
import { isInReach, type Ray, rayIn, storeRay } from './ray.ts';
import type { RayTables } from './tables.ts';

/** The place of a ray that is known within more may be anywhere: f32 does not hold its distance (m). */
const MOST_MARGIN: Double = 1e20;
/** Beyond all boxes: its differences with the planes of a box are finite, and of an empty box no NaN (m). */
const ANYWHERE: Float = 1e36;

/** Starts at the roots of the twin. */
export function startSearch(context: Ints, tables: RayTables, ray: Ray): void {
  const reals = doublesAt(context[RAY_REALS]);
  const middle: Vec = { x: reals[MIDDLE], y: reals[MIDDLE + 1], z: reals[MIDDLE + 2] };
  const offset = add(ray.origin, -1, middle);
  const margin = F64_ROUNDING * lengthOf(offset) + reals[ROUNDING];
  const none: Double = 0;
  const skipped = max(none, -inner(offset, ray.unit) - reals[REACH] - margin);
  const place = add(offset, skipped, ray.unit);
  if (margin < MOST_MARGIN) {
    startAxis(tables.axes[0], place.x, ray.inverse.x, margin);
    startAxis(tables.axes[1], place.y, ray.inverse.y, margin);
    startAxis(tables.axes[2], place.z, ray.inverse.z, margin);
  } else {
    setAxis(tables.axes[0], ANYWHERE, -ANYWHERE, ray.inverse.x);
    setAxis(tables.axes[1], ANYWHERE, -ANYWHERE, ray.inverse.y);
    setAxis(tables.axes[2], ANYWHERE, -ANYWHERE, ray.inverse.z);
  }
  storeRay(tables.ray, ray);
  startHits(tables.best, ray);
  tables.moved.ahead[0] = skipped - margin;
  tables.state.plane = 0;
  tables.state.top = pushRoots(context, tables.stack, 0);
}

function startAxis(axis: Axis, place: Double, inverse: Double, margin: Double): void {
  const room = margin + F32_ROUNDING * abs(place) + LEAST;
  const up = float(place + room);
  const down = float(place - room);
  setAxis(axis, up, down, inverse);
}

/** Goes on with the search: to the nearest hit of all; or, for other modes, to the next one. */
export function searchTwin(context: Ints, tables: RayTables, filter: Filter): void {
  const nodes = context[RAY_NODES];
  const mode = context[RAY_MODE];
  const state = tables.state;
  const keys = intsAt(tables.stack.keys);
  const stackBelow = intsAt(tables.stack.below);
  let limits: Lane = splat(limitOf(tables));
  let lastKey = lastKeyOf(limits);
  const x = slabOf(tables.axes[0], 0);
  const y = slabOf(tables.axes[1], 16);
  const z = slabOf(tables.axes[2], 32);
  let top = state.top;
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below < 0) {
      const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & CHILD)];
      if (!isSeen(context, filter, row)) continue;
      const isBest = testBody(context, tables, row);
      if (!isBest) continue;
      if (mode !== NEAREST) {
        state.top = top;
        return;
      }
      limits = splat(limitOf(tables));
      lastKey = lastKeyOf(limits);
      continue;
    }
    const node = nodes + NODE_BYTES * (below + (key & CHILD));
    const entered = pushEntered(tables.stack, top, node, x, y, z, limits);
    top += entered;
  }
  state.top = 0;
}

/** The end of the ray in f32, from where it was moved to. */
function limitOf(tables: RayTables): Float {
  return float((tables.best.end[0] - tables.moved.ahead[0]) * LATER);
}

/** Casts the ray against a body. @returns whether it is the best hit so far, which is kept */
function testBody(context: Ints, tables: RayTables, row: Int): Flag {
  const ray = rayIn(tables.ray);
  const end = tables.best.end[0];
  // tested last, since nearly all hits pass; loaded here, so that the cache has them by then
  const bounds = boundsOf(context, row);
  const words = shapeOf(context, row);
  const local = rayTo(context, ray, row, words);
  const box = boxPassage(local, words);
  if (!isNear(local, box, end)) return false;
  let crossing = noEntry(MISSES);
  if (isBox(words)) crossing = castBox(local, box);
  else crossing = castBody(context, words, local, end);
  if (!isHit(context, crossing.code)) return false;
  const own = timeOf(ray, local, crossing);
  if (!isInReach(ray, own)) return false;
  // a body is hit not before its bounds
  const entry = boundsEntry(ray, bounds, end);
  if (entry < 0) return false;
  const t = max(own, entry / ray.length);
  if (!isBetter(context, tables.best, t, row)) return false;
  keepHit(tables.best, ray, hitAt(local, crossing, t), row);
  return true;
}
