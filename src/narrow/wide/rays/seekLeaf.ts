/**
 * The way of one ray down the f32 twin of the tree (codes.ts), four children at a time, the nearest first. It stops
 * at each leaf that the ray may enter before its end; the host tests the body in f64, shortens the ray, and goes on.
 *
 * Conservative: no leaf is left out whose body the f64 tests would hit. Boxes are rounded outward. The origin has two
 * f32 values along each axis: rounded up and down, and moved apart by the rounding of all f64 numbers behind it. Planes
 * through which the ray enters use the one that makes the entry earlier, others the one that makes the exit later.
 * Reciprocals are scaled by 1 ∓ 2⁻²⁰, which covers their own rounding, that of differences and of products (Ize, Robust
 * BVH Ray Traversal, 2013). A distant origin is first moved along the ray to the ball around the scene.
 */
import { INVERSE, LAST, MARGIN, ORIGIN, SKIPPED, WAY } from '../../scalar/rays/places.ts';
import { type MOST_TILE_BYTES, RAY_NODES, RAY_REALS, RAY_WORDS, TILE_BYTES } from '../context.ts';
import {
  abs,
  addressOf,
  bitmask,
  type Column,
  columnAt,
  type Double,
  type Doubles,
  doublesAt,
  type Float,
  float,
  floatsAt,
  type Int,
  type IntColumn,
  type Ints,
  intsAt,
  LANES,
  type Lane,
  max,
  min,
  splat,
  type Table,
  type Tables,
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
} from './codes.ts';
import { mayMeet } from './mayMeet.ts';

/** Numbers of the ray, f64 (scalar/rays/places.ts). */
interface Numbers extends Table<256> {
  readonly values: Column;
}

/** One axis of the ray, the same in all lanes. */
interface Axis extends Table<4> {
  readonly nearOrigin: Column;
  readonly farOrigin: Column;
  readonly nearInverse: Column;
  readonly farInverse: Column;
  /** Bytes from a node to the planes through which the ray enters, and leaves. */
  readonly offsets: IntColumn;
}

/** Pending children, and where the ray enters them. 33 nodes to start with, then three for each of 20 levels. */
interface Stack extends Table<128> {
  readonly children: IntColumn;
  readonly entries: Column;
}

interface RayTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly numbers: Numbers;
  readonly axes: Tables<Axis, 3>;
  readonly stack: Stack;
  /** Entries into the children of a node; the height of the stack. */
  readonly entered: Column;
  readonly state: IntColumn;
}

/** Rounding of f64, as a part of the distance from the middle. */
const F64_ROUNDING = 1 / 70_368_744_177_664;
/** Rounding to f32, generously. */
const F32_ROUNDING = 1 / 4_194_304;
const LEAST: Double = 1e-36;
const EARLIER = 1 - 1 / 1_048_576;
const LATER = 1 + 1 / 1_048_576;
/** A product with it is finite, or infinite, but not NaN. */
const MOST_INVERSE: Double = 1e37;

/** Starts the ray in the numbers of the thread's scratch. */
export function beginRay(context: Ints): void {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  const f = doublesAt(tables.numbers.values);
  const reals = doublesAt(context[RAY_REALS]);
  const words = intsAt(context[RAY_WORDS]);
  const x = f[ORIGIN] - reals[MIDDLE];
  const y = f[ORIGIN + 1] - reals[MIDDLE + 1];
  const z = f[ORIGIN + 2] - reals[MIDDLE + 2];
  const margin = F64_ROUNDING * (abs(x) + abs(y) + abs(z)) + reals[ROUNDING];
  const along = -(x * f[WAY] + y * f[WAY + 1] + z * f[WAY + 2]);
  const none: Double = 0;
  const skipped = max(none, along - reals[REACH] - margin);
  f[SKIPPED] = skipped;
  f[MARGIN] = margin;
  startAxis(tables.axes[0], x + skipped * f[WAY], f[INVERSE], margin);
  startAxis(tables.axes[1], y + skipped * f[WAY + 1], f[INVERSE + 1], margin);
  startAxis(tables.axes[2], z + skipped * f[WAY + 2], f[INVERSE + 2], margin);
  const children = intsAt(tables.stack.children);
  const entries = floatsAt(tables.stack.entries);
  let top: Int = 0;
  if (words[ROOT] >= 0) {
    children[0] = words[ROOT];
    entries[0] = 0;
    top = 1;
  }
  for (let k: Int = 0; k < words[TAIL_NODES]; k += 1) {
    children[top] = words[TAIL_BEGIN] + k;
    entries[top] = 0;
    top += 1;
  }
  intsAt(tables.state)[0] = top;
}

function startAxis(axis: Axis, place: Double, inverse: Double, margin: Double): void {
  const room = margin + F32_ROUNDING * abs(place) + LEAST;
  const up = float(place + room);
  const down = float(place - room);
  const isForward = inverse > 0;
  const most = MOST_INVERSE;
  const bounded = max(-most, min(most, inverse));
  const offsets = intsAt(axis.offsets);
  offsets[0] = isForward ? 0 : HIGH_BYTES;
  offsets[1] = isForward ? HIGH_BYTES : 0;
  axis.nearOrigin[0] = splat(isForward ? up : down);
  axis.farOrigin[0] = splat(isForward ? down : up);
  axis.nearInverse[0] = splat(float(bounded * EARLIER));
  axis.farInverse[0] = splat(float(bounded * LATER));
}

/** @returns the row of the next leaf that the ray enters before f[LAST], or −1 */
export function seekLeaf(context: Ints): Int {
  const tables = tableAt<RayTables>(addressOf(context) + TILE_BYTES);
  const nodes = context[RAY_NODES];
  const children = intsAt(tables.stack.children);
  const entries = floatsAt(tables.stack.entries);
  const state = intsAt(tables.state);
  const f = doublesAt(tables.numbers.values);
  const limit = limitOf(f);
  const limits: Lane = splat(limit);
  const axisX = tables.axes[0];
  const axisY = tables.axes[1];
  const axisZ = tables.axes[2];
  const nearX = intsAt(axisX.offsets)[0];
  const nearY = intsAt(axisY.offsets)[0] + 16;
  const nearZ = intsAt(axisZ.offsets)[0] + 32;
  const farX = intsAt(axisX.offsets)[1];
  const farY = intsAt(axisY.offsets)[1] + 16;
  const farZ = intsAt(axisZ.offsets)[1] + 32;
  const nearOriginX = axisX.nearOrigin[0];
  const nearOriginY = axisY.nearOrigin[0];
  const nearOriginZ = axisZ.nearOrigin[0];
  const farOriginX = axisX.farOrigin[0];
  const farOriginY = axisY.farOrigin[0];
  const farOriginZ = axisZ.farOrigin[0];
  const nearInverseX = axisX.nearInverse[0];
  const nearInverseY = axisY.nearInverse[0];
  const nearInverseZ = axisZ.nearInverse[0];
  const farInverseX = axisX.farInverse[0];
  const farInverseY = axisY.farInverse[0];
  const farInverseZ = axisZ.farInverse[0];
  const entered = floatsAt(tables.entered);
  const zero: Lane = 0;
  let top = state[0];
  while (top > 0) {
    top -= 1;
    const child = children[top];
    if (entries[top] > limit) continue;
    if (child < 0) {
      const row = -1 - child;
      if (mayMeet(context, f, row) === 0) continue;
      state[0] = top;
      return row;
    }
    const node = nodes + NODE_BYTES * child;
    const below = intsAt(node);
    const first = top;
    for (let k: Int = 0; k < WIDTH; k += LANES) {
      const at = node + 4 * k;
      const entryX = (columnAt(at + nearX)[0] - nearOriginX) * nearInverseX;
      const entryY = (columnAt(at + nearY)[0] - nearOriginY) * nearInverseY;
      const entryZ = (columnAt(at + nearZ)[0] - nearOriginZ) * nearInverseZ;
      const exitX = (columnAt(at + farX)[0] - farOriginX) * farInverseX;
      const exitY = (columnAt(at + farY)[0] - farOriginY) * farInverseY;
      const exitZ = (columnAt(at + farZ)[0] - farOriginZ) * farInverseZ;
      const entry = max(max(zero, entryX), max(entryY, entryZ));
      const exit = min(min(limits, exitX), min(exitY, exitZ));
      tables.entered[0] = entry;
      let bits = bitmask(entry <= exit);
      while (bits !== 0) {
        const lane = trailingZeros(bits);
        bits = bits & (bits - 1);
        const own = entered[lane];
        // the nearest is popped first
        let place = top;
        while (place > first && entries[place - 1] < own) {
          entries[place] = entries[place - 1];
          children[place] = children[place - 1];
          place -= 1;
        }
        entries[place] = own;
        children[place] = below[CHILDREN + k + lane];
        top += 1;
      }
    }
  }
  state[0] = 0;
  return -1;
}

/** The end of the ray in f32, from where it was moved to. */
function limitOf(f: Doubles): Float {
  return float((f[LAST] - f[SKIPPED] + f[MARGIN]) * LATER);
}
