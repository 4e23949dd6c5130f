/**
 * One shape against one collider on its sweep: the groups, the tight bounds, then the cast. Writes a row of the
 * results, if the collider is met before the best hit so far.
 */

import { bytesAt, doublesAt, type Int, type Ints, shortsAt } from '../../../language/lanes.ts';
import { BOUNDS_STRIDE } from '../../../tables/boundsWords.ts';
import { CastStatus } from '../../../tables/castStatus.ts';
import { LEAVING } from '../../../tables/castWords.ts';
import { COLLIDER_BOUNDS, COLLIDER_GROUPS, COLLIDER_SENSORS } from '../../../tables/kernelContext.ts';
import { MANY } from '../../../tables/shapeWords.ts';
import { vertexPools } from '../../rows/lanes/pools.ts';
import { isSought } from '../../tree/isSought.ts';
import { beginCast } from '../bodies.ts';
import { DEFERRED } from '../boxTurn.ts';
import { loadProbe, writeProbe } from '../castColumns.ts';
import { meetBodies, meetBounds, needsDistance } from '../meet.ts';
import { entryTime, sweepOf } from '../sweptBoxes.ts';
import { type CastTables, resultsAt, sceneAt } from './castTables.ts';

/** Casts the shape against a collider. @returns DEFERRED if that takes a distance query, or a shape has children */
export function meetLeaf(context: Ints, tables: CastTables, row: Int): Int {
  const { numbers: c, search } = tables;
  const free: Int = CastStatus.Free;
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  const isMet = isSought(groups, bytesAt(context[COLLIDER_SENSORS]), row, search.mask);
  if (row === search.ignored || !isMet) return free;
  const results = resultsAt(context);
  // the tight bounds
  const bounds = doublesAt(context[COLLIDER_BOUNDS]);
  const sweep = sweepOf(tables.sweep);
  const entry = entryTime(sweep, bounds, BOUNDS_STRIDE * row);
  if (!(entry <= results.t[search.result])) return free;
  const scene = sceneAt(context);
  const pools = vertexPools(context);
  const isLoaded = loadProbe(c, scene, results, search.result, search.row, row);
  if (!isLoaded) return free;
  const isGood = beginCast(c, pools, pools);
  if (!isGood) return ((c.a.traits | c.b.traits) & MANY) !== 0 ? DEFERRED : free;
  const leaving = scene.casts.words[LEAVING] === 1;
  // a distance query, which decides the hit, sweeps the cores as well
  if (needsDistance(c, leaving)) return meetBounds(c, leaving);
  const status = meetBodies(c, pools, pools, leaving);
  if (status === DEFERRED) return DEFERRED;
  writeProbe(results, search.result, c, status, row);
  return free;
}
