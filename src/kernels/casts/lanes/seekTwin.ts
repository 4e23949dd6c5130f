/**
 * The descent of one shape in the f32 tree (rays/lanes/codes.ts), four children at a time, the nearest first.
 *
 * A shape is a ray with two origins along each axis: the upper and the lower side of its bounds. It enters a box where
 * its side ahead meets the near plane, and leaves it where its side behind passes the far one. As of a ray
 * (rays/lanes/search.ts), origins are rounded apart, and reciprocals are scaled: no collider is left out that the
 * test of its bounds in f64 would take.
 */
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
} from '../../lanes.ts';
import { CHILDREN, MIDDLE, NODE_BYTES, ROUNDING } from '../../rays/lanes/codes.ts';
import {
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
} from '../../rays/lanes/descent.ts';
import { CAST_T, RAY_NODES, RAY_REALS } from '../../rows/lanes/context.ts';
import { LEFT } from '../boxTurn.ts';
import type { CastTables } from './castTables.ts';
import { meetLeaf } from './meetLeaf.ts';

/** Starts at the roots of the twin. */
export function startTwin(context: Ints, tables: CastTables): void {
  for (let k: Int = 0; k < 3; k++) startAxis(context, tables, k);
  tables.search.height = pushRoots(context, tables.children, 0);
}

function startAxis(context: Ints, tables: CastTables, k: Int): void {
  const reals = doublesAt(context[RAY_REALS]);
  const high = tables.way.sides[k] - reals[MIDDLE + k];
  const low = tables.way.sides[k + 3] - reals[MIDDLE + k];
  const up = float(high + reals[ROUNDING] + (F64_ROUNDING + F32_ROUNDING) * abs(high) + LEAST);
  const down = float(low - reals[ROUNDING] - (F64_ROUNDING + F32_ROUNDING) * abs(low) - LEAST);
  setAxis(tables.axes[k], up, down, tables.way.inverse[k]);
}

/** @returns the row of the next collider that it is to be cast against in f64, or −1 */
export function seekTwin(context: Ints, tables: CastTables): Int {
  const nodes = context[RAY_NODES];
  const search = tables.search;
  const t = doublesAt(context[CAST_T] + 8 * search.result);
  const keys = intsAt(tables.children.keys);
  const stackBelow = intsAt(tables.children.below);
  let limits: Lane = splat(limitOf(t));
  let lastKey = lastKeyOf(limits);
  const x = slabOf(tables.axes[0], 0);
  const y = slabOf(tables.axes[1], 16);
  const z = slabOf(tables.axes[2], 32);
  let top = search.height;
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below < 0) {
      const row = -1 - intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & CHILD)];
      const status = meetLeaf(context, tables, row);
      if (status === LEFT) {
        search.height = top;
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
  search.height = 0;
  return -1;
}

/** The best time in f32, rounded up. */
function limitOf(t: Doubles): Float {
  return float(t[0] * LATER);
}
