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
  type Float,
  float,
  type Ints,
  intsAt,
  type Lane,
  max,
  min,
  select,
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
import { type Hit, hitAt, timeOf } from './hit.ts';
import { endOf, isInReach, type Ray } from './ray.ts';
import { PLANE, type RayTables, TOP } from './tables.ts';

/** Beyond all boxes: its differences with the planes of a box are finite, and of an empty box no NaN (m). */
const MOST_PLACE: Double = 1e36;
const MOST_MARGIN: Double = 1e30;

/** Starts at the roots of the twin. */
export function startSearch(context: Ints, tables: RayTables, ray: Ray): void {
  const reals = doublesAt(context[RAY_REALS]);
  const middle: Vec = { x: reals[MIDDLE], y: reals[MIDDLE + 1], z: reals[MIDDLE + 2] };
  const offset = add(ray.origin, -1, middle);
  const margin = F64_ROUNDING * lengthOf(offset) + reals[ROUNDING];
  const none: Double = 0;
  const skipped = max(none, -inner(offset, ray.unit) - reals[REACH] - margin);
  const place = add(offset, skipped, ray.unit);
  startAxis(tables.axes[0], place.x, ray.inverse.x, margin);
  startAxis(tables.axes[1], place.y, ray.inverse.y, margin);
  startAxis(tables.axes[2], place.z, ray.inverse.z, margin);
  tables.moved.ahead[0] = skipped - margin;
  tables.state.words[PLANE] = 0;
  tables.state.words[TOP] = pushRoots(context, tables.stack, 0);
}

function startAxis(axis: Axis, place: Double, inverse: Double, margin: Double): void {
  const most = MOST_PLACE;
  // a ray from so far away that f32 does not hold its margin may be anywhere
  const isKnown = margin < MOST_MARGIN;
  const bounded = select(isKnown, max(-most, min(most, place)), 0);
  const room = select(isKnown, margin + F32_ROUNDING * abs(bounded) + LEAST, most);
  const up = float(bounded + room);
  const down = float(bounded - room);
  setAxis(axis, up, down, inverse);
}

/** Goes on with the search. @returns the nearest hit of `begun` and of all; or, for other modes, the next one */
export function searchTwin(context: Ints, tables: RayTables, ray: Ray, filter: Filter, begun: Hit): Hit {
  const nodes = context[RAY_NODES];
  const mode = context[RAY_MODE];
  const state = tables.state.words;
  const keys = intsAt(tables.stack.keys);
  const stackBelow = intsAt(tables.stack.below);
  const ahead = tables.moved.ahead[0];
  let best = begun;
  let end = endOf(ray, best.t);
  let limits: Lane = splat(limitOf(end, ahead));
  let lastKey = lastKeyOf(limits);
  const x = slabOf(tables.axes[0], 0);
  const y = slabOf(tables.axes[1], 16);
  const z = slabOf(tables.axes[2], 32);
  let top = state[TOP];
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below < 0) {
      const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & CHILD)];
      if (!isSeen(context, filter, row)) continue;
      // tested last, since nearly all hits pass; loaded here, so that the cache has them by then
      const bounds = boundsOf(context, row);
      const words = shapeOf(context, row);
      const local = rayTo(context, ray, row, words);
      const box = boxPassage(local, words);
      if (!isNear(local, box, end)) continue;
      let crossing = castBox(local, box);
      if (!isBox(words)) crossing = castBody(context, words, local, end);
      if (!isHit(context, crossing.code)) continue;
      const own = timeOf(ray, local, crossing);
      if (!isInReach(ray, own)) continue;
      // a body is hit not before its bounds
      const entry = boundsEntry(ray, bounds, end);
      if (entry < 0) continue;
      const t = max(own, entry / ray.length);
      if (!isBetter(context, t, row, best)) continue;
      best = hitAt(local, crossing, t, row);
      if (mode !== NEAREST) {
        state[TOP] = top;
        return best;
      }
      end = endOf(ray, best.t);
      limits = splat(limitOf(end, ahead));
      lastKey = lastKeyOf(limits);
      continue;
    }
    const node = nodes + NODE_BYTES * (below + (key & CHILD));
    const entered = pushEntered(tables.stack, top, node, x, y, z, limits);
    top += entered;
  }
  state[TOP] = 0;
  return best;
}

/** The end of the ray in f32, from where it was moved to. */
function limitOf(end: Double, ahead: Double): Float {
  return float((end - ahead) * LATER);
}
