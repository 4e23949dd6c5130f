/**
 * The pass of `closestPoints`, after those of the tree (broad/passes.ts).
 *
 *   pass      items    reads → writes
 *   CLOSEST   points   points, tree, bounds, colliders → results of each point
 */
import type { ClosestSearch } from '../../broad/closest.ts';
import type { Pass } from '../../broad/pass.ts';
import {
  BEST,
  BEST_ROW,
  FOUND_BOUND,
  FOUND_DISTANCE,
  FOUND_NORMAL,
  FOUND_POINT,
  IS_PROVEN,
  PLACE,
} from '../../narrow/scalar/points/codes.ts';
import { GROUPS } from './codes.ts';
import { ClosestStatus } from './statusTable.ts';
import type { ClosestTable } from './table.ts';

export const CLOSEST: Pass = {
  name: 'closest',
  run({ frame: { closest: table }, closest }, _, begin, end) {
    if (closest) findClosest(table, closest, begin, end);
  },
};

export const CLOSEST_PASSES: readonly Pass[] = [CLOSEST];

/** Answers points [begin, end). */
function findClosest(table: ClosestTable, search: ClosestSearch, begin: number, end: number): void {
  const { points, status, ids, distances, normals, offsets, words, reals } = table;
  const { numbers } = search;
  const mask = words[GROUPS];
  if (search.findWide(mask, begin, end)) return;
  for (let k = begin; k < end; k++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) {
      numbers[PLACE + c] = points[4 * k + c];
      sum += numbers[PLACE + c] - numbers[PLACE + c];
    }
    numbers[BEST_ROW] = -1;
    // x − x is 0 for finite numbers only
    if (sum === 0) search.find(mask, reals);
    ids[k] = numbers[BEST_ROW];
    if (ids[k] === -1) {
      status[k] = sum === 0 ? ClosestStatus.None : ClosestStatus.Invalid;
      distances[k] = sum === 0 ? Infinity : Number.NaN;
      normals.fill(Number.NaN, 4 * k, 4 * k + 4);
      offsets.fill(Number.NaN, 4 * k, 4 * k + 4);
      continue;
    }
    distances[k] = numbers[BEST + FOUND_DISTANCE];
    for (let c = 0; c < 3; c++) {
      normals[4 * k + c] = numbers[BEST + FOUND_NORMAL + c];
      offsets[4 * k + c] = numbers[BEST + FOUND_POINT + c];
    }
    normals[4 * k + 3] = numbers[BEST + FOUND_BOUND];
    offsets[4 * k + 3] = 0;
    if (numbers[IS_PROVEN] === 0) status[k] = ClosestStatus.Unresolved;
    else status[k] = distances[k] > 0 ? ClosestStatus.Outside : ClosestStatus.Inside;
  }
}
