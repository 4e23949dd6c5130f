/**
 * The way of one shape down the f32 twin of the tree (wide/rays/codes.ts), four children at a time, the nearest first.
 *
 * A shape is a ray with two origins along each axis: the upper and the lower side of its bounds. It enters a box where
 * its side ahead meets the near plane, and leaves it where its side behind passes the far one. As of a ray
 * (wide/rays/search.ts), origins are rounded apart, and reciprocals are scaled: no collider is left out that the test
 * of its bounds in f64 would take.
 */
import { WAY_HIGH, WAY_INVERSE, WAY_LOW } from '../../../queries/casts/codes.ts';
import { LEFT } from '../../scalar/cast/boxTurn.ts';
import { WAY } from '../../scalar/cast/places.ts';
import { CAST_T, RAY_NODES, RAY_REALS } from '../context.ts';
import {
  abs,
  type Doubles,
  doublesAt,
  type Float,
  float,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  splat,
} from '../lanes.ts';
import { CHILDREN, MIDDLE, NODE_BYTES, ROUNDING } from '../rays/codes.ts';
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
} from '../rays/descent.ts';
import { type CastTables, HEIGHT, RESULT } from './castTables.ts';
import { meetLeaf } from './meetLeaf.ts';

/** Starts at the roots of the twin. */
export function startTwin(context: Ints, tables: CastTables): void {
  const c = doublesAt(tables.numbers.values);
  for (let k: Int = 0; k < 3; k++) startAxis(context, c, tables.axes[k], k);
  intsAt(tables.state)[HEIGHT] = pushRoots(context, tables.children, 0);
}

function startAxis(context: Ints, c: Doubles, axis: Axis, k: Int): void {
  const reals = doublesAt(context[RAY_REALS]);
  const high = c[WAY + WAY_HIGH + k] - reals[MIDDLE + k];
  const low = c[WAY + WAY_LOW + k] - reals[MIDDLE + k];
  const inverse = c[WAY + WAY_INVERSE + k];
  const up = float(high + reals[ROUNDING] + (F64_ROUNDING + F32_ROUNDING) * abs(high) + LEAST);
  const down = float(low - reals[ROUNDING] - (F64_ROUNDING + F32_ROUNDING) * abs(low) - LEAST);
  setAxis(axis, up, down, inverse);
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
  const x = slabOf(tables.axes[0], 0);
  const y = slabOf(tables.axes[1], 16);
  const z = slabOf(tables.axes[2], 32);
  let top = state[HEIGHT];
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below < 0) {
      const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & CHILD)];
      const status = meetLeaf(context, tables, row);
      if (status === LEFT) {
        state[HEIGHT] = top;
        return row;
      }
      limits = splat(limitOf(t));
      lastKey = lastKeyOf(limits);
      continue;
    }
    const node = nodes + NODE_BYTES * (below + (key & CHILD));
    const entered = pushEntered(tables.children, top, node, x, y, z, limits);
    top += entered;
  }
  state[HEIGHT] = 0;
  return -1;
}

/** The best time in f32, rounded up. */
function limitOf(t: Doubles): Float {
  return float(t[0] * LATER);
}
