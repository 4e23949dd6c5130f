/**
 * The way of one shape down the f32 twin of the tree (wide/rays/codes.ts), four children at a time, the nearest first.
 *
 * A shape is a ray with two origins along each axis: the upper and the lower side of its bounds. It enters a box where
 * its side ahead meets the near plane, and leaves it where its side behind passes the far one. As of a ray
 * (wide/rays/seekBody.ts), origins are rounded apart, and reciprocals are scaled: no collider is left out that the test
 * of its bounds in f64 would take.
 */
import { WAY_HIGH, WAY_INVERSE, WAY_LOW } from '../../../queries/casts/codes.ts';
import { LEFT } from '../../scalar/cast/boxTurn.ts';
import { WAY } from '../../scalar/cast/places.ts';
import { CAST_T, RAY_NODES, RAY_REALS, RAY_WORDS } from '../context.ts';
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
  sortDown,
  splat,
} from '../lanes.ts';
import {
  BELOW,
  CHILDREN,
  HIGH_BYTES,
  MIDDLE,
  NODE_BYTES,
  OWN,
  ROOT,
  ROUNDING,
  TAIL_BEGIN,
  TAIL_NODES,
  WIDTH,
} from '../rays/codes.ts';
import type { Axis } from '../rays/tables.ts';
import { type CastTables, HEIGHT, RESULT } from './castTables.ts';
import { meetLeaf } from './meetLeaf.ts';

/** Rounding of f64, as a part of the distance from the middle. */
const F64_ROUNDING = 1 / 70_368_744_177_664;
/** Rounding to f32, generously. */
const F32_ROUNDING = 1 / 4_194_304;
const LEAST: Double = 1e-36;
const EARLIER = 1 - 1 / 1_048_576;
const LATER = 1 + 1 / 1_048_576;
/** A product with it is finite, or infinite, but not NaN; with LEAST it is later than every motion. */
const MOST_INVERSE: Double = 1e37;
/** The bits of a key that are the place of the child. */
const PLACE = 3;

/** Starts at the roots of the twin. */
export function startTwin(context: Ints, tables: CastTables): void {
  const c = doublesAt(tables.numbers.values);
  const words = intsAt(context[RAY_WORDS]);
  for (let k: Int = 0; k < 3; k++) startAxis(context, c, tables.axes[k], k);
  const keys = intsAt(tables.children.keys);
  const below = intsAt(tables.children.below);
  let top: Int = 0;
  if (words[ROOT] >= 0) {
    keys[0] = 0;
    below[0] = words[ROOT];
    top = 1;
  }
  for (let k: Int = 0; k < words[TAIL_NODES]; k++) {
    keys[top] = 0;
    below[top] = words[TAIL_BEGIN] + k;
    top += 1;
  }
  intsAt(tables.state)[HEIGHT] = top;
}

function startAxis(context: Ints, c: Doubles, axis: Axis, k: Int): void {
  const reals = doublesAt(context[RAY_REALS]);
  const high = c[WAY + WAY_HIGH + k] - reals[MIDDLE + k];
  const low = c[WAY + WAY_LOW + k] - reals[MIDDLE + k];
  const inverse = c[WAY + WAY_INVERSE + k];
  const up = float(high + reals[ROUNDING] + (F64_ROUNDING + F32_ROUNDING) * abs(high) + LEAST);
  const down = float(low - reals[ROUNDING] - (F64_ROUNDING + F32_ROUNDING) * abs(low) - LEAST);
  const isForward = inverse > 0;
  const most = MOST_INVERSE;
  const bounded = max(-most, min(most, inverse));
  const offsets = intsAt(axis.offsets);
  offsets[0] = isForward ? 0 : HIGH_BYTES;
  offsets[1] = isForward ? HIGH_BYTES : 0;
  const ups: Lane = splat(up);
  const downs: Lane = splat(down);
  axis.nearOrigin[0] = select(splat(isForward), ups, downs);
  axis.farOrigin[0] = select(splat(isForward), downs, ups);
  axis.nearInverse[0] = splat(float(bounded * EARLIER));
  axis.farInverse[0] = splat(float(bounded * LATER));
}

/** @returns the row of the next collider that the host casts the shape against, or −1 */
export function seekTwin(context: Ints, tables: CastTables): Int {
  const nodes = context[RAY_NODES];
  const state = intsAt(tables.state);
  const t = doublesAt(context[CAST_T] + 8 * state[RESULT]);
  const keys = intsAt(tables.children.keys);
  const stackBelow = intsAt(tables.children.below);
  let limits: Lane = splat(limitOf(t));
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
  let top = state[HEIGHT];
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below < 0) {
      const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & PLACE)];
      const status = meetLeaf(context, tables, row);
      if (status === LEFT) {
        state[HEIGHT] = top;
        return row;
      }
      limits = splat(limitOf(t));
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
    tables.children.keys[top] = sortDown((bitsOf(entry) & splat(~PLACE)) | laneIndex() | maskBits(misses));
    const under = intsAt(node)[BELOW];
    tables.children.below[top] = splat(under < 0 ? intsAt(node)[OWN] : under);
    top += WIDTH - countBits(bitmask(misses));
  }
  state[HEIGHT] = 0;
  return -1;
}

/** The best time in f32, rounded up. */
function limitOf(t: Doubles): Float {
  return float(t[0] * LATER);
}

/** No key of a child that begins before the end is larger. */
function lastKeyOf(limits: Lane): Int {
  return extractInt(bitsOf(limits), 0) | PLACE;
}
