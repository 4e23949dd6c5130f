/**
 * GJK on two cores, in local variables: the fast path. Its result needs a proof: the bounds meet, or the origin lies
 * well inside a tetrahedron that is not flat. Without a proof the search ends UNPROVEN.
 *
 * Method: Gilbert, Johnson, Keerthi 1988.
 */
import type { Int } from '../../language/lanes.ts';
import type { Context, PairContext } from '../rows/context.ts';
import type { PairResult } from '../rows/pairResult.ts';
import type { PairRow, Row } from '../rows/row.ts';
import { conclude } from './result.ts';
import { MAX_FAST_STEPS, RUNNING, type Search, UNPROVEN } from './search.ts';
import { resume, start } from './start.ts';
import { advance, limitsOf } from './steps.ts';
import { supportOfDifference, verticesOf } from './support.ts';

/** Searches from the simplex of the last query, or from a direction. Writes the ending, the simplex and the result. */
export function gjk(context: Context, row: Row, search: Search, result: PairResult): void {
  if (!row.cold) resume(context, row, search);
  searchFrom(context, row, search, result);
}

/** The same from the simplex of `search`; from a direction if that is empty. */
export function searchFrom(context: PairContext, row: PairRow, search: Search, result: PairResult): void {
  const verticesA = verticesOf(context.a, row.a);
  const verticesB = verticesOf(context.b, row.b);
  if (search.count === 0) start(row, search);
  const limits = limitsOf(context, row);
  let steps: Int = 0;
  while (search.ending === RUNNING && steps < MAX_FAST_STEPS) {
    steps++;
    supportOfDifference(context, row, verticesA, verticesB, search);
    advance(context, limits, search);
  }
  if (search.ending === RUNNING) search.ending = UNPROVEN;
  context.pair.steps = steps;
  conclude(context, row, verticesA, search, result);
}
