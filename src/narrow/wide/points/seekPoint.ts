/**
 * The way of a point down the f32 twin of the tree (rays/codes.ts), four children at a time, the nearest first. It
 * measures bodies with a closed form, and stops at others that may be the closest: the host measures them in f64.
 *
 * Conservative: no collider is left out whose distance may equal the least. The place has two f32 values along each
 * axis, rounded up and down and moved apart by the rounding of all f64 numbers behind it. The key of a box is its
 * squared distance. Around the point it is the depth in the box, as a number ≤ 0, since no body is deeper than its box.
 * No branch depends on how many boxes are near, or on their order: a sorting network orders their keys.
 *
 * Of the four bodies of a leaf, f32 gives a lower bound of the distance: that of the box around the core, less the
 * radius. Where it is the distance but for rounding there is an upper bound, too, which lowers the limit at once. Such
 * bodies wait in a list until the way ends: only those that are still within the limit are measured, usually one.
 */
import { LIMIT, MARGIN, PLACE } from '../../scalar/points/codes.ts';
import { COLLIDER_GROUPS, RAY_LEAVES, RAY_NODES, RAY_REALS } from '../context.ts';
import {
  abs,
  bitmask,
  bitsOf,
  columnAt,
  countBits,
  type Double,
  type Doubles,
  double,
  doublesAt,
  extractInt,
  type Float,
  float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  max,
  min,
  select,
  shortsAt,
  sortDown,
  splat,
  sqrt,
  tableAt,
  trailingZeros,
} from '../lanes.ts';
import {
  BELOW,
  CHILDREN,
  HIGH_BYTES,
  LEAF_BYTES,
  LEAF_PART,
  MIDDLE,
  NODE_BYTES,
  OWN,
  REACH,
  ROUNDING,
  WIDTH,
} from '../rays/codes.ts';
import { CHILD, F32_ROUNDING, F64_ROUNDING, LEAST, pushRoots } from '../rays/descent.ts';
import { type LeafBodies, localOf } from '../rays/leafBodies.ts';
import { sub, times, type Vec3 } from '../vectors.ts';
import { measureBody } from './measure.ts';
import { COUNT, MASK, MOST_WAITING, type PointTables, TOP } from './tables.ts';

const LESS = 1 - 1 / 1_048_576;
const MORE = 1 + 1 / 1_048_576;
/** Scenes and points farther away have squares that f32 does not hold (m), and neither does a larger limit. */
const MOST_REACH: Double = 1e18;
const MOST_LIMIT: Double = 4e18;
/** The least key. */
const LEAST_KEY = -2_147_483_648;

/** Starts at the roots of the twin. @returns 0 if f32 does not hold the distances of the point */
export function startPoint(context: Ints, tables: PointTables, p: Doubles): Int {
  const reals = doublesAt(context[RAY_REALS]);
  const away =
    abs(p[PLACE] - reals[MIDDLE]) + abs(p[PLACE + 1] - reals[MIDDLE + 1]) + abs(p[PLACE + 2] - reals[MIDDLE + 2]);
  if (!(away + reals[REACH] < MOST_REACH)) return 0;
  p[MARGIN] = F64_ROUNDING * away + reals[ROUNDING];
  const state = intsAt(tables.state);
  state[TOP] = pushRoots(context, tables.stack, LEAST_KEY);
  state[COUNT] = 0;
  return 1;
}

/** @returns the row of the next body that the host measures, or −1: the search is complete */
export function seekPoint(context: Ints, tables: PointTables, p: Doubles): Int {
  const nodes = context[RAY_NODES];
  const leaves = context[RAY_LEAVES];
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  const keys = intsAt(tables.stack.keys);
  const stackBelow = intsAt(tables.stack.below);
  const rows = intsAt(tables.waiting.rows);
  const waiting = floatsAt(tables.waiting.lower);
  const state = intsAt(tables.state);
  const lower = floatsAt(tables.four.lower);
  const upper = floatsAt(tables.four.upper);
  const reals = doublesAt(context[RAY_REALS]);
  const mask = state[MASK];
  const x = p[PLACE] - reals[MIDDLE];
  const y = p[PLACE + 1] - reals[MIDDLE + 1];
  const z = p[PLACE + 2] - reals[MIDDLE + 2];
  const roomX = p[MARGIN] + F32_ROUNDING * abs(x) + LEAST;
  const roomY = p[MARGIN] + F32_ROUNDING * abs(y) + LEAST;
  const roomZ = p[MARGIN] + F32_ROUNDING * abs(z) + LEAST;
  const upX: Lane = splat(float(x + roomX));
  const upY: Lane = splat(float(y + roomY));
  const upZ: Lane = splat(float(z + roomZ));
  const downX: Lane = splat(float(x - roomX));
  const downY: Lane = splat(float(y - roomY));
  const downZ: Lane = splat(float(z - roomZ));
  const place: Vec3 = { x: splat(float(x)), y: splat(float(y)), z: splat(float(z)) };
  const blur: Lane = splat(float(p[MARGIN] + LEAF_PART * (abs(x) + abs(y) + abs(z))));
  const zero: Lane = 0;
  let limits: Lane = splat(keyOf(p[LIMIT]));
  let reach: Lane = splat(reachOf(p[LIMIT]));
  let lastKey = lastKeyOf(limits);
  let top = state[TOP];
  let count = state[COUNT];
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below < 0) {
      const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & CHILD)];
      if ((groups[2 * row] & mask) === 0) continue;
      state[TOP] = top;
      state[COUNT] = count;
      return row;
    }
    const node = nodes + NODE_BYTES * (below + (key & CHILD));
    const high = node + HIGH_BYTES;
    const gapX = max(columnAt(node)[0] - upX, downX - columnAt(high)[0]);
    const gapY = max(columnAt(node + 16)[0] - upY, downY - columnAt(high + 16)[0]);
    const gapZ = max(columnAt(node + 32)[0] - upZ, downZ - columnAt(high + 32)[0]);
    const overX = max(zero, gapX);
    const overY = max(zero, gapY);
    const overZ = max(zero, gapZ);
    const gap = max(max(gapX, gapY), gapZ);
    const square = overX * overX + overY * overY + overZ * overZ;
    const value = select(gap > zero, square * LESS, gap * MORE);
    const misses = value > limits;
    const under = intsAt(node)[BELOW];
    if (under >= 0) {
      // the nearest is popped first
      tables.stack.keys[top] = sortDown(select(misses, splat(LEAST_KEY), keysOf(value)));
      tables.stack.below[top] = splat(under);
      top += WIDTH - countBits(bitmask(misses));
      continue;
    }
    if (bitmask(misses) === 15) continue;
    const leaf = tableAt<LeafBodies>(leaves + LEAF_BYTES * (-1 - under));
    const local = times(localOf(leaf), sub(place, leaf.position[0]));
    const half = leaf.half[0];
    const beyondX = abs(local.x) - half.x;
    const beyondY = abs(local.y) - half.y;
    const beyondZ = abs(local.z) - half.z;
    const outX = max(zero, beyondX);
    const outY = max(zero, beyondY);
    const outZ = max(zero, beyondZ);
    const beyond = max(max(beyondX, beyondY), beyondZ);
    const distance = select(beyond > zero, sqrt(outX * outX + outY * outY + outZ * outZ), beyond);
    const least = distance - (leaf.outer[0] + blur);
    const most = distance - leaf.inner[0] + blur;
    tables.four.lower[0] = least;
    tables.four.upper[0] = most;
    const isNear = !misses && least <= reach;
    const isOpen = most - most !== zero;
    let bits = bitmask(isNear && !isOpen);
    const open = bitmask(isNear && isOpen);
    if (open !== 0) {
      const own = select(least > zero, least * least * LESS, least * MORE);
      const passed = !(isNear && isOpen);
      tables.stack.keys[top] = sortDown(select(passed, splat(LEAST_KEY), keysOf(max(value, own))));
      tables.stack.below[top] = splat(intsAt(node)[OWN]);
      top += countBits(open);
    }
    const children = intsAt(node + 4 * CHILDREN);
    while (bits !== 0) {
      const lane = trailingZeros(bits);
      bits = bits & (bits - 1);
      const row = -1 - children[lane];
      if ((groups[2 * row] & mask) === 0 || double(lower[lane]) > p[LIMIT]) continue;
      rows[count] = row;
      waiting[count] = lower[lane];
      count += 1;
      if (double(upper[lane]) < p[LIMIT]) {
        p[LIMIT] = double(upper[lane]);
        limits = splat(keyOf(p[LIMIT]));
        reach = splat(reachOf(p[LIMIT]));
        lastKey = lastKeyOf(limits);
      }
    }
    if (count >= MOST_WAITING) {
      measureWaiting(context, tables, p, count);
      count = 0;
    }
  }
  state[TOP] = 0;
  state[COUNT] = 0;
  measureWaiting(context, tables, p, count);
  return -1;
}

/** Measures the bodies that wait and may be the closest. */
function measureWaiting(context: Ints, tables: PointTables, p: Doubles, count: Int): void {
  const rows = intsAt(tables.waiting.rows);
  const lower = floatsAt(tables.waiting.lower);
  // the last ones are the nearest
  for (let k: Int = count - 1; k >= 0; k -= 1) {
    if (double(lower[k]) <= p[LIMIT]) measureBody(context, p, rows[k]);
  }
}

/** The largest key of a box that may hold a body within the limit (m). */
function keyOf(limit: Double): Float {
  const bounded = min(limit, MOST_LIMIT);
  const over = max(LEAST, bounded * MORE);
  const deep = bounded * LESS;
  return bounded > 0 ? float(over * over * MORE + LEAST) : float(deep * LESS + LEAST);
}

/** The limit in f32, rounded up. */
function reachOf(limit: Double): Float {
  const bounded = min(limit, MOST_LIMIT);
  return float(bounded + F32_ROUNDING * abs(bounded) + LEAST);
}

/** Integers in the order of the numbers, with the place of each child. */
function keysOf(value: Lane): LaneInt {
  const bits = bitsOf(value);
  return ((bits ^ ((bits >> 31) & splat(0x7fffffff))) & splat(~CHILD)) | laneIndex();
}

/** No key of a child within the limit is larger. */
function lastKeyOf(limits: Lane): Int {
  return extractInt(keysOf(limits), 0) | CHILD;
}
