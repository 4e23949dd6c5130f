/**
 * The way of one ray down the f32 twin of the tree (codes.ts), four children at a time, the nearest first. Bodies that
 * the kernel tests are taken into the nearest hit, which ends the ray earlier. At others it stops: the host tests them.
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
import { INVERSE, LAST, MARGIN, ORIGIN, SKIPPED, WAY } from '../../scalar/rays/places.ts';
import { COLLIDER_GROUPS, RAY_MODE, RAY_NODES, RAY_REALS, RAY_WORDS } from '../context.ts';
import {
  abs,
  bitmask,
  bitsOf,
  columnAt,
  countBits,
  type Double,
  type Doubles,
  doublesAt,
  extractInt,
  type Float,
  float,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  laneIndex,
  maskBits,
  max,
  min,
  select,
  shortsAt,
  sortDown,
  splat,
} from '../lanes.ts';
import { castBody } from './bodies.ts';
import {
  ALL,
  ANY,
  BELOW,
  CHILDREN,
  HIGH_BYTES,
  MIDDLE,
  NODE_BYTES,
  OWN,
  REACH,
  ROOT,
  ROUNDING,
  TAIL_BEGIN,
  TAIL_NODES,
  WIDTH,
} from './codes.ts';
import { isSeen } from './halfSpaces.ts';
import { mayMeet } from './mayMeet.ts';
import { type Axis, HOST, type RayTables, SAME, TOP } from './tables.ts';

/** Rounding of f64, as a part of the distance from the middle. */
const F64_ROUNDING = 1 / 70_368_744_177_664;
/** Rounding to f32, generously. */
const F32_ROUNDING = 1 / 4_194_304;
const LEAST: Double = 1e-36;
const EARLIER = 1 - 1 / 1_048_576;
const LATER = 1 + 1 / 1_048_576;
/** A product with it is finite, or infinite, but not NaN. */
const MOST_INVERSE: Double = 1e37;
/** The bits of a key that are the place of the child. */
const PLACE = 3;

/** Starts at the roots of the twin. */
export function startSearch(context: Ints, tables: RayTables, f: Doubles): void {
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
  const keys = intsAt(tables.stack.keys);
  const below = intsAt(tables.stack.below);
  let top: Int = 0;
  if (words[ROOT] >= 0) {
    keys[0] = 0;
    below[0] = words[ROOT];
    top = 1;
  }
  for (let k: Int = 0; k < words[TAIL_NODES]; k += 1) {
    keys[top] = 0;
    below[top] = words[TAIL_BEGIN] + k;
    top += 1;
  }
  tables.state.words[TOP] = top;
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
  const ups: Lane = splat(up);
  const downs: Lane = splat(down);
  // lanes, because V8 makes a branch of a choice of floats
  axis.nearOrigin[0] = select(splat(isForward), ups, downs);
  axis.farOrigin[0] = select(splat(isForward), downs, ups);
  axis.nearInverse[0] = splat(float(bounded * EARLIER));
  axis.farInverse[0] = splat(float(bounded * LATER));
}

/** @returns the row of the next body that the host tests, or −1: the search is complete */
export function seekBody(context: Ints, tables: RayTables, f: Doubles): Int {
  const nodes = context[RAY_NODES];
  const mode = context[RAY_MODE];
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  const state = tables.state.words;
  const keys = intsAt(tables.stack.keys);
  const stackBelow = intsAt(tables.stack.below);
  let limits: Lane = splat(limitOf(f));
  let lastKey = lastKeyOf(limits);
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
  const zero: Lane = 0;
  let top = state[TOP];
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below < 0) {
      const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & PLACE)];
      if (mode === ALL) {
        if (mayMeet(context, f, row) === 0) continue;
        state[TOP] = top;
        return row;
      }
      if (isSeen(groups, state, row) === 0) continue;
      const found = castBody(context, f, row);
      if (found === SAME) continue;
      state[TOP] = top;
      if (found === HOST) return row;
      if (mode === ANY) return -1;
      limits = splat(limitOf(f));
      lastKey = lastKeyOf(limits);
      continue;
    }
    const node = nodes + NODE_BYTES * (below + (key & PLACE));
    const entryX = (columnAt(node + nearX)[0] - nearOriginX) * nearInverseX;
    const entryY = (columnAt(node + nearY)[0] - nearOriginY) * nearInverseY;
    const entryZ = (columnAt(node + nearZ)[0] - nearOriginZ) * nearInverseZ;
    const exitX = (columnAt(node + farX)[0] - farOriginX) * farInverseX;
    const exitY = (columnAt(node + farY)[0] - farOriginY) * farInverseY;
    const exitZ = (columnAt(node + farZ)[0] - farOriginZ) * farInverseZ;
    const entry = max(max(zero, entryX), max(entryY, entryZ));
    const exit = min(min(limits, exitX), min(exitY, exitZ));
    const misses = entry > exit;
    // the nearest is popped first
    tables.stack.keys[top] = sortDown((bitsOf(entry) & splat(~PLACE)) | laneIndex() | maskBits(misses));
    const under = intsAt(node)[BELOW];
    tables.stack.below[top] = splat(under < 0 ? intsAt(node)[OWN] : under);
    top += WIDTH - countBits(bitmask(misses));
  }
  state[TOP] = 0;
  return -1;
}

/** The end of the ray in f32, from where it was moved to. */
function limitOf(f: Doubles): Float {
  return float((f[LAST] - f[SKIPPED] + f[MARGIN]) * LATER);
}

/** No key of a child that begins before the end is larger. */
function lastKeyOf(limits: Lane): Int {
  return extractInt(bitsOf(limits), 0) | PLACE;
}
