/**
 * The pass of `closestPoints`, after those of the tree (broad/passes.ts).
 *
 *   pass      items    reads → writes
 *   CLOSEST   points   points, tree, bounds, colliders → results of each point
 */
import type { ClosestSearch } from '../../broad/closest.ts';
import type { Pass } from '../../broad/pass.ts';
import { ClosestStatus } from './status.ts';
import { type ClosestTable, GROUPS } from './table.ts';

export const CLOSEST: Pass = {
  name: 'closest',
  run({ frame: { closest: table }, closest }, _, begin, end) {
    if (closest) findClosest(table, closest, begin, end);
  },
};

export const CLOSEST_PASSES: readonly Pass[] = [CLOSEST];

/** Places in `ClosestSearch.best` (narrow/scalar/placedDistance.ts). */
const NORMAL = 0;
const DISTANCE = 3;
const BOUND = 4;
const OFFSET = 5;

/** Answers points [begin, end). */
function findClosest(table: ClosestTable, search: ClosestSearch, begin: number, end: number): void {
  const { points, status, ids, distances, normals, offsets, words, reals } = table;
  const { point, best, most } = search;
  const mask = words[GROUPS];
  for (let k = begin; k < end; k++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) {
      point[c] = points[4 * k + c];
      sum += point[c] - point[c];
    }
    most[0] = reals[0];
    // x − x is 0 for finite numbers only
    const row = sum === 0 ? search.find(mask) : -1;
    ids[k] = row;
    if (row === -1) {
      status[k] = sum === 0 ? ClosestStatus.None : ClosestStatus.Invalid;
      distances[k] = sum === 0 ? Infinity : Number.NaN;
      normals.fill(Number.NaN, 4 * k, 4 * k + 4);
      offsets.fill(Number.NaN, 4 * k, 4 * k + 4);
      continue;
    }
    distances[k] = best[DISTANCE];
    for (let c = 0; c < 3; c++) {
      normals[4 * k + c] = best[NORMAL + c];
      offsets[4 * k + c] = best[OFFSET + c];
    }
    normals[4 * k + 3] = best[BOUND];
    offsets[4 * k + 3] = 0;
    if (!search.isProven) status[k] = ClosestStatus.Unresolved;
    else status[k] = best[DISTANCE] > 0 ? ClosestStatus.Outside : ClosestStatus.Inside;
  }
}
