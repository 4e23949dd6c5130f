/**
 * The sweep of one shape through the scene: down the f32 tree, or down that in f64, the nearest box first. What has a
 * proof here is cast here. At each other collider that the shape may meet before its best hit, the descent stops: the
 * host casts the pair, and goes on.
 *
 *   reads   the sweep, the shape, its motion and options; tree, bounds, groups
 *   writes  a row of the results, if a collider is met
 *
 * A box is left out only if it is entered after the best time, and of equal times the smallest id counts. So the result
 * does not depend on the tree.
 *
 * In f32 a shape is a ray with two origins along each axis: the upper and the lower side of its bounds. It enters a box
 * where its side ahead meets the near plane, and leaves it where its side behind passes the far one. As of a ray
 * (rays/lanes/search.ts), origins are rounded apart, and reciprocals are scaled: no collider is left out that the
 * test of its bounds in f64 would take.
 */

import {
  abs,
  type Doubles,
  doublesAt,
  type Flag,
  float,
  type Int,
  type Ints,
  intsAt,
  wordsAt,
} from '../../../language/lanes.ts';
import { FOR_MOVERS } from '../../../tables/castWords.ts';
import {
  CAST_T,
  CAST_WORDS,
  COLLIDER_BOUNDS,
  RAY_NODES,
  RAY_REALS,
  RAY_WORDS,
  TREE_BOXES,
  TREE_ORDER,
  TREE_WORDS,
} from '../../../tables/kernelContext.ts';
import { HAS_F32_TREE, MIDDLE, ROUNDING } from '../../../tables/rayTree.ts';
import {
  F32_ROUNDING,
  F64_ROUNDING,
  LATER,
  LEAST,
  type Line,
  lineOf,
  pushEntered,
  setAxis,
  setLimit,
} from '../../rays/lanes/slabs.ts';
import { nextNearest } from '../../tree/descend.ts';
import { descendWide, startWide } from '../../tree/lanes/descend.ts';
import { startDescent } from '../../tree/startDescent.ts';
import type { TreeNodes } from '../../tree/tables.ts';
import { DEFERRED } from '../boxTurn.ts';
import { entryTime, sweepOf } from '../sweptBoxes.ts';
import { type CastTables, castTables } from './castTables.ts';
import { meetLeaf } from './meetLeaf.ts';

/** Starts the sweep of the shape in `row`, a probe: row `result` of the results. */
export function beginSweep(context: Ints, result: Int, row: Int, probe: Int, mask: Int, ignored: Int): void {
  const tables = castTables(context);
  const search = tables.search;
  search.result = result;
  search.row = row;
  search.probe = probe;
  search.mask = mask;
  search.ignored = ignored;
  search.isWide = Number(hasWideTree(context));
  if (search.isWide === 0) {
    startDescent(intsAt(context[TREE_WORDS]), tables.stack);
    return;
  }
  for (let k: Int = 0; k < 3; k++) startAxis(context, tables, k);
  startWide(context, tables.children, 0);
}

/** Casts of movers have no stage that makes the f32 tree. */
function hasWideTree(context: Ints): Flag {
  return intsAt(context[CAST_WORDS])[FOR_MOVERS] === 0 && intsAt(context[RAY_WORDS])[HAS_F32_TREE] === 1;
}

function startAxis(context: Ints, tables: CastTables, k: Int): void {
  const reals = doublesAt(context[RAY_REALS]);
  const high = tables.sweep.sides[k] - reals[MIDDLE + k];
  const low = tables.sweep.sides[k + 3] - reals[MIDDLE + k];
  const up = float(high + reals[ROUNDING] + (F64_ROUNDING + F32_ROUNDING) * abs(high) + LEAST);
  const down = float(low - reals[ROUNDING] - (F64_ROUNDING + F32_ROUNDING) * abs(low) - LEAST);
  setAxis(tables.axes[k], up, down, tables.sweep.inverse[k]);
}

/** @returns the row of the next collider that the host is to cast the shape against, or −1 */
export function resumeSweep(context: Ints): Int {
  const tables = castTables(context);
  if (tables.search.isWide === 0) return resumeInTree(context, tables);
  const t = doublesAt(context[CAST_T] + 8 * tables.search.result);
  const line = lineOf(tables.children, tables.axes, float(t[0] * LATER));
  const search: Search = { context, tables, t, line };
  return descendWide(context[RAY_NODES], tables.children, search, lastKeyOf, open, isLeft);
}

function resumeInTree(context: Ints, tables: CastTables): Int {
  const tree: TreeNodes = {
    boxes: doublesAt(context[TREE_BOXES]),
    order: wordsAt(context[TREE_ORDER]),
    words: intsAt(context[TREE_WORDS]),
  };
  const t = doublesAt(context[CAST_T] + 8 * tables.search.result);
  const bounds = doublesAt(context[COLLIDER_BOUNDS]);
  const sweep = sweepOf(tables.sweep);
  let row: Int = 0;
  let status: Int = 0;
  while (row >= 0 && status !== DEFERRED) {
    row = nextNearest(tree, bounds, tables.stack, sweep, t[0], entryTime);
    if (row >= 0) status = meetLeaf(context, tables, row);
  }
  return row;
}

interface Search {
  readonly context: Ints;
  readonly tables: CastTables;
  /** The best time, in the results. */
  readonly t: Doubles;
  readonly line: Line;
}

function lastKeyOf(search: Search): Int {
  return search.line.lastKey;
}

function open(search: Search, node: Int, top: Int): Int {
  return pushEntered(search.line, node, top);
}

/** Casts the shape against a collider. @returns whether the host is to do it */
function isLeft(search: Search, row: Int): Flag {
  const { context, tables, t, line } = search;
  const status = meetLeaf(context, tables, row);
  // the best time in f32, rounded up
  setLimit(line, float(t[0] * LATER));
  return status === DEFERRED;
}
