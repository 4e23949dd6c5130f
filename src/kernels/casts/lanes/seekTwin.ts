/**
 * The descent of one shape in the f32 tree (tables/rayTree.ts), four children at a time, the nearest first.
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
  type Flag,
  type Float,
  float,
  type Int,
  type Ints,
} from '../../../language/lanes.ts';
import { CAST_T, RAY_NODES, RAY_REALS } from '../../../tables/kernelContext.ts';
import { MIDDLE, ROUNDING } from '../../../tables/rayTree.ts';
import { F32_ROUNDING, F64_ROUNDING, LATER, LEAST, pushRoots, seekAlong, setAxis } from '../../rays/lanes/descent.ts';
import { LEFT } from '../boxTurn.ts';
import type { CastTables } from './castTables.ts';
import { meetLeaf } from './meetLeaf.ts';

/** Starts at the roots of the twin. */
export function startTwin(context: Ints, tables: CastTables): void {
  for (let k: Int = 0; k < 3; k++) startAxis(context, tables, k);
  pushRoots(context, tables.children, 0);
}

function startAxis(context: Ints, tables: CastTables, k: Int): void {
  const reals = doublesAt(context[RAY_REALS]);
  const high = tables.way.sides[k] - reals[MIDDLE + k];
  const low = tables.way.sides[k + 3] - reals[MIDDLE + k];
  const up = float(high + reals[ROUNDING] + (F64_ROUNDING + F32_ROUNDING) * abs(high) + LEAST);
  const down = float(low - reals[ROUNDING] - (F64_ROUNDING + F32_ROUNDING) * abs(low) - LEAST);
  setAxis(tables.axes[k], up, down, tables.way.inverse[k]);
}

interface Search {
  readonly context: Ints;
  readonly tables: CastTables;
  /** The best time, in the results. */
  readonly t: Doubles;
}

/** @returns the row of the next collider that it is to be cast against in f64, or −1 */
export function seekTwin(context: Ints, tables: CastTables): Int {
  const search: Search = { context, tables, t: doublesAt(context[CAST_T] + 8 * tables.search.result) };
  return seekAlong(context[RAY_NODES], tables.children, tables.axes, search, limitOf, isLeft);
}

/** Casts the shape against a collider. @returns whether the host is to do it */
function isLeft(search: Search, row: Int): Flag {
  const status = meetLeaf(search.context, search.tables, row);
  return status === LEFT;
}

/** The best time in f32, rounded up. */
function limitOf(search: Search): Float {
  return float(search.t[0] * LATER);
}
