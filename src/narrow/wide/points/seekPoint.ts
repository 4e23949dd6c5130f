/**
 * The way of a point down the f32 twin of the tree (rays/codes.ts), four children at a time, the nearest first. It
 * stops at colliders that may be the closest; the host measures them in f64, lowers the limit, and goes on.
 *
 * Conservative: no collider is left out whose distance may equal the least. The place has two f32 values along each
 * axis, rounded up and down and moved apart by the rounding of all f64 numbers behind it. The key of a box is its
 * squared distance. Around the point it is the depth in the box, as a number ≤ 0, since no body is deeper than its box.
 *
 * Bodies with a closed form (boundsOf.ts) have an upper bound, which lowers the limit at once. They wait in a list
 * until the way ends: the host measures those only that are still within the limit, usually one.
 */
import { COLLIDER_GROUPS, type MOST_TILE_BYTES, RAY_NODES, RAY_REALS, RAY_WORDS, TILE_BYTES } from '../context.ts';
import {
  abs,
  addressOf,
  bitmask,
  type Column,
  columnAt,
  type Double,
  doublesAt,
  type Float,
  float,
  floatsAt,
  type Int,
  type IntColumn,
  type Ints,
  int,
  intsAt,
  LANES,
  type Lane,
  max,
  min,
  select,
  shortsAt,
  splat,
  type Table,
  tableAt,
  trailingZeros,
} from '../lanes.ts';
import {
  CHILDREN,
  HIGH_BYTES,
  MIDDLE,
  NODE_BYTES,
  REACH,
  ROOT,
  ROUNDING,
  TAIL_BEGIN,
  TAIL_NODES,
  WIDTH,
} from '../rays/codes.ts';
import { boundDistance } from './boundsOf.ts';
import { LIMIT, LOWER, MARGIN, MASK, PLACE, UPPER } from './codes.ts';

/** PointNumbers of the point, f64 (codes.ts). */
interface PointNumbers extends Table<16> {
  readonly values: Column;
}

/** Pending children and their keys. 33 nodes to start with, then three for each of 20 levels. */
interface PointStack extends Table<128> {
  readonly children: IntColumn;
  readonly keys: Column;
}

/** Colliders that wait, and the lower bounds of their distances, f64. */
interface Waiting extends Table<32> {
  readonly rows: IntColumn;
  readonly lower: Column;
}
const MOST_WAITING = 16;

interface PointTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly numbers: PointNumbers;
  readonly stack: PointStack;
  readonly waiting: Waiting;
  /** Keys of the children of a node. The height of the stack, and how many wait. */
  readonly own: Column;
  readonly state: IntColumn;
}

/** Rounding of f64, as a part of the distance from the middle. */
const F64_ROUNDING = 1 / 70_368_744_177_664;
/** Rounding to f32, generously. */
const F32_ROUNDING = 1 / 4_194_304;
const LEAST: Double = 1e-36;
const LESS = 1 - 1 / 1_048_576;
const MORE = 1 + 1 / 1_048_576;
/** Scenes and points farther away have squares that f32 does not hold (m), and neither does a larger limit. */
const MOST_REACH: Double = 1e18;
const MOST_LIMIT: Double = 4e18;

/** Starts the point in the numbers of the thread's scratch. @returns 0 if f32 does not hold its distances */
export function beginPoint(context: Ints): Int {
  const tables = tableAt<PointTables>(addressOf(context) + TILE_BYTES);
  const f = doublesAt(tables.numbers.values);
  const reals = doublesAt(context[RAY_REALS]);
  const words = intsAt(context[RAY_WORDS]);
  const away =
    abs(f[PLACE] - reals[MIDDLE]) + abs(f[PLACE + 1] - reals[MIDDLE + 1]) + abs(f[PLACE + 2] - reals[MIDDLE + 2]);
  if (!(away + reals[REACH] < MOST_REACH)) return 0;
  f[MARGIN] = F64_ROUNDING * away + reals[ROUNDING];
  const children = intsAt(tables.stack.children);
  const keys = floatsAt(tables.stack.keys);
  const least: Float = -1 / 0;
  let top: Int = 0;
  if (words[ROOT] >= 0) {
    children[0] = words[ROOT];
    keys[0] = least;
    top = 1;
  }
  for (let k: Int = 0; k < words[TAIL_NODES]; k += 1) {
    children[top] = words[TAIL_BEGIN] + k;
    keys[top] = least;
    top += 1;
  }
  const state = intsAt(tables.state);
  state[0] = top;
  state[1] = 0;
  return 1;
}

/** @returns the row of the next collider that may be within f[LIMIT], or −1 */
export function seekPoint(context: Ints): Int {
  const tables = tableAt<PointTables>(addressOf(context) + TILE_BYTES);
  const nodes = context[RAY_NODES];
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  const children = intsAt(tables.stack.children);
  const keys = floatsAt(tables.stack.keys);
  const rows = intsAt(tables.waiting.rows);
  const lower = doublesAt(tables.waiting.lower);
  const state = intsAt(tables.state);
  const own = floatsAt(tables.own);
  const f = doublesAt(tables.numbers.values);
  const reals = doublesAt(context[RAY_REALS]);
  const mask = int(f[MASK]);
  const x = f[PLACE] - reals[MIDDLE];
  const y = f[PLACE + 1] - reals[MIDDLE + 1];
  const z = f[PLACE + 2] - reals[MIDDLE + 2];
  const roomX = f[MARGIN] + F32_ROUNDING * abs(x) + LEAST;
  const roomY = f[MARGIN] + F32_ROUNDING * abs(y) + LEAST;
  const roomZ = f[MARGIN] + F32_ROUNDING * abs(z) + LEAST;
  const upX: Lane = splat(float(x + roomX));
  const upY: Lane = splat(float(y + roomY));
  const upZ: Lane = splat(float(z + roomZ));
  const downX: Lane = splat(float(x - roomX));
  const downY: Lane = splat(float(y - roomY));
  const downZ: Lane = splat(float(z - roomZ));
  const zero: Lane = 0;
  let most = keyOf(f[LIMIT]);
  let top = state[0];
  let count = state[1];
  while (top > 0) {
    top -= 1;
    if (keys[top] > most) continue;
    const child = children[top];
    if (child < 0) {
      const row = -1 - child;
      if ((groups[2 * row] & mask) === 0) continue;
      boundDistance(context, f, row);
      if (f[LOWER] > f[LIMIT]) continue;
      const upper = f[UPPER];
      // infinite: the body has no closed form
      if (count === MOST_WAITING || upper - upper !== 0) {
        state[0] = top;
        state[1] = count;
        return row;
      }
      rows[count] = row;
      lower[count] = f[LOWER];
      count += 1;
      if (upper < f[LIMIT]) {
        f[LIMIT] = upper;
        most = keyOf(f[LIMIT]);
      }
      continue;
    }
    const node = nodes + NODE_BYTES * child;
    const below = intsAt(node);
    const first = top;
    const limits: Lane = splat(most);
    for (let k: Int = 0; k < WIDTH; k += LANES) {
      const low = node + 4 * k;
      const high = low + HIGH_BYTES;
      const gapX = max(columnAt(low)[0] - upX, downX - columnAt(high)[0]);
      const gapY = max(columnAt(low + 16)[0] - upY, downY - columnAt(high + 16)[0]);
      const gapZ = max(columnAt(low + 32)[0] - upZ, downZ - columnAt(high + 32)[0]);
      const overX = max(zero, gapX);
      const overY = max(zero, gapY);
      const overZ = max(zero, gapZ);
      const gap = max(max(gapX, gapY), gapZ);
      const square = overX * overX + overY * overY + overZ * overZ;
      const key = select(gap > zero, square * LESS, gap * MORE);
      tables.own[0] = key;
      let bits = bitmask(key <= limits);
      while (bits !== 0) {
        const lane = trailingZeros(bits);
        bits = bits & (bits - 1);
        const mine = own[lane];
        // the nearest is popped first
        let place = top;
        while (place > first && keys[place - 1] < mine) {
          keys[place] = keys[place - 1];
          children[place] = children[place - 1];
          place -= 1;
        }
        keys[place] = mine;
        children[place] = below[CHILDREN + k + lane];
        top += 1;
      }
    }
  }
  state[0] = 0;
  while (count > 0) {
    count -= 1;
    if (lower[count] <= f[LIMIT]) {
      state[1] = count;
      return rows[count];
    }
  }
  state[1] = 0;
  return -1;
}

/** The largest key of a box that may hold a body within the limit (m). */
function keyOf(limit: Double): Float {
  const bounded = min(limit, MOST_LIMIT);
  const over = max(LEAST, bounded * MORE);
  const deep = bounded * LESS;
  return bounded > 0 ? float(over * over * MORE + LEAST) : float(deep * LESS + LEAST);
}
