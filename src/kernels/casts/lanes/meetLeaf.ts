/**
 * One shape on its way against one collider: its groups, its tight bounds, then the cast. Writes a row of the results,
 * if the collider is met before the best hit so far.
 */
import {
  type Double,
  type Doubles,
  doublesAt,
  type Flag,
  type Int,
  type Ints,
  max,
  min,
  shortsAt,
} from '../../../language/lanes.ts';
import { CastStatus } from '../../../tables/castStatus.ts';
import { LEAVING } from '../../../tables/castWords.ts';
import { COLLIDER_BOUNDS, COLLIDER_GROUPS } from '../../../tables/kernelContext.ts';
import { FAT_STRIDE } from '../../../tables/treeWords.ts';
import { vertexPools } from '../../rows/lanes/pools.ts';
import { beginCast } from '../bodies.ts';
import { LEFT } from '../boxTurn.ts';
import { loadProbe, writeProbe } from '../castColumns.ts';
import { isJudged, meetBodies, meetBounds } from '../meet.ts';
import { type CastTables, resultsAt, sceneAt } from './castTables.ts';

/** Of times, relative: more than their rounding. */
const SLACK = 1 / 1_099_511_627_776;
const INFINITE: Double = 1 / 0;

/** The time at which the way enters boxes[at …], less rounding; infinite for none, and for a box of NaN. */
export function entryOf(tables: CastTables, boxes: Doubles, at: Int): Double {
  const near = tables.search.near;
  const far = tables.search.far;
  const nearX = near[0];
  const nearY = near[1];
  const nearZ = near[2];
  const farX = far[0];
  const farY = far[1];
  const farZ = far[2];
  // sides of the way have the order of those of a box, high ones first
  const sides = tables.way.sides;
  const ix = tables.way.inverse[0];
  const iy = tables.way.inverse[1];
  const iz = tables.way.inverse[2];
  const none: Double = 0;
  const late = INFINITE;
  const firstX = (boxes[at + nearX] - sides[nearX]) * ix;
  const firstY = (boxes[at + nearY] - sides[nearY]) * iy;
  const firstZ = (boxes[at + nearZ] - sides[nearZ]) * iz;
  const lastX = (boxes[at + farX] - sides[farX]) * ix;
  const lastY = (boxes[at + farY] - sides[farY]) * iy;
  const lastZ = (boxes[at + farZ] - sides[farZ]) * iz;
  const first = max(max(none, firstX), max(firstY, firstZ)) * (1 - SLACK);
  const last = min(lastX, min(lastY, lastZ)) * (1 + SLACK);
  return first <= last && firstX <= lastX && firstY <= lastY && firstZ <= lastZ ? first : late;
}

/** Casts the shape against a collider. @returns LEFT if that takes a distance query */
export function meetLeaf(context: Ints, tables: CastTables, row: Int): Int {
  const { numbers: c, search } = tables;
  const free: Int = CastStatus.Free;
  if (row === search.ignored || (shortsAt(context[COLLIDER_GROUPS])[2 * row] & search.mask) === 0) return free;
  const results = resultsAt(context);
  // the tight bounds
  const bounds = doublesAt(context[COLLIDER_BOUNDS]);
  if (!(entryOf(tables, bounds, FAT_STRIDE * row) <= results.t[search.result])) return free;
  const scene = sceneAt(context);
  const pools = vertexPools(context);
  let isGood: Flag = loadProbe(c, scene, results, search.result, search.row, row);
  if (isGood) isGood = beginCast(c, pools, pools);
  if (!isGood) return free;
  const leaving = scene.casts.words[LEAVING] === 1;
  // a query that judges the hit sweeps the cores as well
  if (isJudged(c, leaving)) return meetBounds(c, leaving);
  const status = meetBodies(c, pools, pools, leaving);
  if (status === LEFT) return LEFT;
  writeProbe(results, search.result, c, status, row);
  return free;
}
