/**
 * Casts of pairs that have a proof without a distance query, one at a time in f64. All other rows are left.
 *
 *   reads   pair ids, poses, shapes, motions, pivots and options
 *   writes  rows of the results of castPairs; the deferred rows
 */
import { addressOf, type Flag, type Int, type Ints, intsAt, wordsAt } from '../../../language/lanes.ts';
import { CastStatus } from '../../../tables/castStatus.ts';
import { LEAVING } from '../../../tables/castWords.ts';
import { DEFERRED_BYTES, IDS } from '../../../tables/kernelContext.ts';
import { vertexPools } from '../../rows/lanes/pools.ts';
import { beginCast } from '../bodies.ts';
import { DEFERRED } from '../boxTurn.ts';
import { loadPair, writePair } from '../castColumns.ts';
import { meetBodies, needsDistance } from '../meet.ts';
import { castTables, resultsAt, sceneAt } from './castTables.ts';

/** Casts rows [begin, end) of the list, at most TILE_ROWS. @returns the number of deferred rows */
export function castPairs(context: Ints, begin: Int, end: Int): Int {
  const c = castTables(context).numbers;
  const scene = sceneAt(context);
  const results = resultsAt(context);
  const pools = vertexPools(context);
  const ids = wordsAt(context[IDS]);
  const left = intsAt(addressOf(context) + DEFERRED_BYTES);
  const leaving = scene.casts.words[LEAVING] === 1;
  let count: Int = 0;
  for (let row: Int = begin; row < end; row++) {
    let status: Int = CastStatus.Invalid;
    let isGood: Flag = loadPair(c, scene, ids, row);
    if (isGood) isGood = beginCast(c, pools, pools);
    if (isGood) status = meetBodies(c, pools, pools, leaving);
    if (status === DEFERRED || (status === CastStatus.Hit && needsDistance(c, leaving))) {
      left[count] = row;
      count += 1;
    } else writePair(results, row, c, status, ids);
  }
  return count;
}
