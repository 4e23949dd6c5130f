/**
 * The descent of a point in the f32 tree (tables/rayTree.ts), four children at a time, the nearest first. It measures
 * bodies with a closed form, and stops at others that may be the closest: the caller has them measured (kernels/exact).
 *
 * Conservative: no collider is left out whose distance may equal the least. The place has two f32 values along each
 * axis, rounded up and down and moved apart by the rounding of all f64 numbers behind it. The key of a box is its
 * squared distance. Around the point it is the depth in the box, as a number ≤ 0, since no body is deeper than its box.
 * No branch depends on how many boxes are near, or on their order: a sorting network orders their keys.
 *
 * Of the four bodies of a leaf, f32 gives a lower bound of the distance: that of the box around the core, less the
 * radius. Where it is the distance but for rounding there is an upper bound, too, which lowers the limit at once. Such
 * bodies wait in a list until the descent ends: only those that are still within the limit are measured, usually one.
 */

import {
  abs,
  bitmask,
  bitsOf,
  bytesAt,
  columnAt,
  countBits,
  type Double,
  double,
  doublesAt,
  extractInt,
  type Flag,
  type Float,
  float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  type Mask,
  max,
  min,
  select,
  shortsAt,
  sortDown,
  splat,
  sqrt,
  tableAt,
  trailingZeros,
} from '../../../language/lanes.ts';
import { sub, times, type Vec3 } from '../../../math/lanes/vectors.ts';
import { COLLIDER_GROUPS, COLLIDER_SENSORS, RAY_LEAVES, RAY_NODES, RAY_REALS } from '../../../tables/kernelContext.ts';
import {
  BELOW,
  CHILDREN,
  HIGH_BYTES,
  LEAF_BYTES,
  LEAF_PART,
  MIDDLE,
  OWN,
  REACH,
  ROUNDING,
  WIDTH,
} from '../../../tables/rayTree.ts';
import { type LeafBodies, localOf } from '../../rays/lanes/leafBodies.ts';
import { F32_ROUNDING, F64_ROUNDING, LEAST } from '../../rays/lanes/slabs.ts';
import { isSought } from '../../tree/isSought.ts';
import { CHILD, descendWide, startWide, type WideStack } from '../../tree/lanes/descend.ts';
import type { PointSearch } from '../pointSearch.ts';
import { measureBody } from './measure.ts';
import { MOST_WAITING, type PointTables } from './pointTables.ts';

const LESS = 1 - 1 / 1_048_576;
const MORE = 1 + 1 / 1_048_576;
/** Scenes and points farther away have squares that f32 does not hold (m), and neither does a larger limit. */
const MOST_REACH: Double = 1e18;
const MOST_LIMIT: Double = 4e18;
/** The least key. */
const LEAST_KEY = -2_147_483_648;

/** The point from the middle of the scene, the same in all lanes (m). */
interface Place {
  readonly nearest: Vec3;
  /** Rounded up and down, and moved apart by the rounding behind it. */
  readonly up: Vec3;
  readonly down: Vec3;
  /** Rounding of the distance of a body. */
  readonly blur: Lane;
}

/** What is within the limit. */
interface Within {
  /** The largest key of a box that may hold a body within the limit, as a number, and as a key of a child. */
  boxes: Lane;
  lastKey: Int;
  /** The limit in f32, rounded up (m). */
  bodies: Lane;
}

/** Bounds of the distances of the four bodies of a leaf (m). */
interface Bounds {
  readonly lower: Lane;
  readonly upper: Lane;
}

/** Starts the descent of the point that is loaded. @returns false if f32 does not hold the distances of the point */
export function startPoint(context: Ints, tables: PointTables): Flag {
  const { search, stack, state } = tables;
  const reals = doublesAt(context[RAY_REALS]);
  const { place } = search;
  const away = abs(place[0] - reals[MIDDLE]) + abs(place[1] - reals[MIDDLE + 1]) + abs(place[2] - reals[MIDDLE + 2]);
  if (!(away + reals[REACH] < MOST_REACH)) return false;
  search.margin[0] = F64_ROUNDING * away + reals[ROUNDING];
  startWide(context, stack, LEAST_KEY);
  state.count = 0;
  return true;
}

interface Search {
  readonly context: Ints;
  readonly tables: PointTables;
  readonly place: Place;
  readonly within: Within;
}

/** @returns the row of the next body that is to be measured, or −1: the search is complete */
export function resumePoint(context: Ints, tables: PointTables): Int {
  const place = placeOf(context, tables.search);
  const search: Search = { context, tables, place, within: withinOf(tables.search.limit[0]) };
  const row = descendWide(context[RAY_NODES], tables.stack, search, lastKeyOf, open, isSeen);
  if (row < 0) measureWaiting(context, tables);
  return row;
}

function lastKeyOf(search: Search): Int {
  return search.within.lastKey;
}

function isSeen(search: Search, row: Int): Flag {
  return (shortsAt(search.context[COLLIDER_GROUPS])[2 * row] & search.tables.state.mask) !== 0;
}

/** Pushes the children of a node, or the bodies without a closed form; the other bodies wait. */
function open(search: Search, node: Int, top: Int): Int {
  const { context, tables, place, within } = search;
  const { stack, state } = tables;
  const zero: Lane = 0;
  const value = valuesAt(node, place);
  const misses = value > within.boxes;
  const under = intsAt(node)[BELOW];
  if (under >= 0) {
    push(stack, top, value, misses, under);
    return top + WIDTH - countBits(bitmask(misses));
  }
  if (bitmask(misses) === 15) return top;
  const bounds = boundsOf(tableAt<LeafBodies>(context[RAY_LEAVES] + LEAF_BYTES * (-1 - under)), place);
  const isNear = !misses && bounds.lower <= within.bodies;
  const isOpen = bounds.upper - bounds.upper !== zero;
  const pushed = bitmask(isNear && isOpen);
  if (pushed !== 0) push(stack, top, max(value, valueAt(bounds.lower)), !(isNear && isOpen), intsAt(node)[OWN]);
  const closed = bitmask(isNear && !isOpen);
  if (closed !== 0) {
    tables.four.lower[0] = bounds.lower;
    tables.four.upper[0] = bounds.upper;
    addWaiting(context, tables, node, closed);
    setWithin(within, tables.search.limit[0]);
    if (state.count >= MOST_WAITING) measureWaiting(context, tables);
  }
  return top + countBits(pushed);
}

function placeOf(context: Ints, search: PointSearch): Place {
  const { place, margin } = search;
  const reals = doublesAt(context[RAY_REALS]);
  const x = place[0] - reals[MIDDLE];
  const y = place[1] - reals[MIDDLE + 1];
  const z = place[2] - reals[MIDDLE + 2];
  const roomX = margin[0] + F32_ROUNDING * abs(x) + LEAST;
  const roomY = margin[0] + F32_ROUNDING * abs(y) + LEAST;
  const roomZ = margin[0] + F32_ROUNDING * abs(z) + LEAST;
  return {
    nearest: { x: splat(float(x)), y: splat(float(y)), z: splat(float(z)) },
    up: { x: splat(float(x + roomX)), y: splat(float(y + roomY)), z: splat(float(z + roomZ)) },
    down: { x: splat(float(x - roomX)), y: splat(float(y - roomY)), z: splat(float(z - roomZ)) },
    blur: splat(float(margin[0] + LEAF_PART * (abs(x) + abs(y) + abs(z)))),
  };
}

/** Of the children of a node: less than the squares of their distances, or minus more than the depths in them. */
function valuesAt(node: Int, place: Place): Lane {
  const { up, down } = place;
  const high = node + HIGH_BYTES;
  const zero: Lane = 0;
  const gapX = max(columnAt(node)[0] - up.x, down.x - columnAt(high)[0]);
  const gapY = max(columnAt(node + 16)[0] - up.y, down.y - columnAt(high + 16)[0]);
  const gapZ = max(columnAt(node + 32)[0] - up.z, down.z - columnAt(high + 32)[0]);
  const overX = max(zero, gapX);
  const overY = max(zero, gapY);
  const overZ = max(zero, gapZ);
  const gap = max(max(gapX, gapY), gapZ);
  return select(gap > zero, (overX * overX + overY * overY + overZ * overZ) * LESS, gap * MORE);
}

/** The same of a distance. */
function valueAt(distance: Lane): Lane {
  const zero: Lane = 0;
  return select(distance > zero, distance * distance * LESS, distance * MORE);
}

function boundsOf(leaf: LeafBodies, place: Place): Bounds {
  const { nearest, blur } = place;
  const zero: Lane = 0;
  const local = times(localOf(leaf), sub(nearest, leaf.position[0]));
  const half = leaf.half[0];
  const beyondX = abs(local.x) - half.x;
  const beyondY = abs(local.y) - half.y;
  const beyondZ = abs(local.z) - half.z;
  const outX = max(zero, beyondX);
  const outY = max(zero, beyondY);
  const outZ = max(zero, beyondZ);
  const beyond = max(max(beyondX, beyondY), beyondZ);
  const distance = select(beyond > zero, sqrt(outX * outX + outY * outY + outZ * outZ), beyond);
  return { lower: distance - (leaf.outer[0] + blur), upper: distance - leaf.inner[0] + blur };
}

/** Pushes four children, of which those that are passed are above the new top. The nearest is popped first. */
function push(stack: WideStack, top: Int, value: Lane, passed: Mask, below: Int): void {
  stack.keys[top] = sortDown(select(passed, splat(LEAST_KEY), keysOf(value)));
  stack.below[top] = splat(below);
}

/** Adds bodies of a leaf to those that wait, and lowers the limit for them. @param closed their lanes, as bits */
function addWaiting(context: Ints, tables: PointTables, node: Int, closed: Int): void {
  const { search, waiting, four, state } = tables;
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  const sensors = bytesAt(context[COLLIDER_SENSORS]);
  const children = intsAt(node + 4 * CHILDREN);
  const lower = floatsAt(four.lower);
  const upper = floatsAt(four.upper);
  let bits = closed;
  while (bits !== 0) {
    const lane = trailingZeros(bits);
    bits = bits & (bits - 1);
    const row = -1 - children[lane];
    if (!isSought(groups, sensors, row, state.mask) || double(lower[lane]) > search.limit[0]) continue;
    waiting.rows[state.count] = row;
    waiting.lower[state.count] = lower[lane];
    state.count += 1;
    search.limit[0] = min(search.limit[0], double(upper[lane]));
  }
}

/** Measures the bodies that wait and may be the closest. */
function measureWaiting(context: Ints, tables: PointTables): void {
  const { search, waiting, state } = tables;
  // the last ones are the nearest
  for (let k: Int = state.count - 1; k >= 0; k -= 1) {
    if (double(waiting.lower[k]) <= search.limit[0]) measureBody(context, search, waiting.rows[k]);
  }
  state.count = 0;
}

function withinOf(limit: Double): Within {
  const bounded = min(limit, MOST_LIMIT);
  const over = max(LEAST, bounded * MORE);
  const deep = bounded * LESS;
  const key: Float = select(bounded > 0, float(over * over * MORE + LEAST), float(deep * LESS + LEAST));
  const boxes: Lane = splat(key);
  const bodies: Lane = splat(float(bounded + F32_ROUNDING * abs(bounded) + LEAST));
  return { boxes, lastKey: extractInt(keysOf(boxes), 0) | CHILD, bodies };
}

function setWithin(within: Within, limit: Double): void {
  const { boxes, lastKey, bodies } = withinOf(limit);
  within.boxes = boxes;
  within.lastKey = lastKey;
  within.bodies = bodies;
}

/** Integers in the order of the numbers, with the place of each child. */
function keysOf(value: Lane): LaneInt {
  const bits = bitsOf(value);
  return ((bits ^ ((bits >> 31) & splat(0x7fffffff))) & splat(~CHILD)) | laneIndex();
}
