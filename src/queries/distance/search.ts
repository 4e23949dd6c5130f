/**
 * The rows of pair lists, and the memory of pair lists, their results and their polytopes.
 *
 *   pass        items                reads → writes
 *   INTERSECT   pairs of the list    poses, shapes → status
 *   DISTANCE    the same             the same, simplexes, polytopes → results, simplexes, polytopes
 *   INTERSECT_LISTED, DISTANCE_LISTED
 *               listed rows          the same, of rows that a GPU has left
 *   INTERSECT_CHILDREN, DISTANCE_CHILDREN
 *               listed rows          the same, and children → status, or results: of pairs whose shapes have children
 */

import { bindColumns, column, columnsBytes } from '../../memory/columns.ts';
import { ChildDistances } from '../../narrow/children/childDistances.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { listBytes } from '../../tables/frame.ts';
import { polytopeTableBytes } from '../../tables/polytopeTable.ts';

export interface PairCapacity {
  /** Pairs of `engine.pairs`; lists made by `createPairList` share as much again. Default 1,048,576. */
  readonly pairs: number;
  /**
   * First rows of `engine.pairs` that keep the polytope of overlapping hulls, from which the next query with depth
   * starts; other lists share as much again. Default 65,536, or `pairs` if that is less.
   */
  readonly polytopes: number;
}

/** @internal */
export const INTERSECT: QueryPass = {
  name: 'intersect',
  run(tools, _, begin, end) {
    if (tools.planar) tools.planar.intersect(begin, end);
    else tools.rows.compute(true, begin, end);
  },
};

/** @internal */
export const DISTANCE: QueryPass = {
  name: 'distance',
  run(tools, _, begin, end) {
    if (tools.planar) tools.planar.distance(begin, end);
    else tools.rows.compute(false, begin, end);
  },
};

/** @internal */
export const INTERSECT_LISTED: QueryPass = {
  name: 'intersectListed',
  run(tools, _, begin, end) {
    tools.rows.computeListed(true, begin, end);
  },
};

/** @internal */
export const DISTANCE_LISTED: QueryPass = {
  name: 'distanceListed',
  run(tools, _, begin, end) {
    tools.rows.computeListed(false, begin, end);
  },
};

/** @internal */
export const INTERSECT_CHILDREN: QueryPass = {
  name: 'intersectChildren',
  run(tools, _, begin, end) {
    tools.part(childDistances).compute(true, begin, end);
  },
};

/** @internal */
export const DISTANCE_CHILDREN: QueryPass = {
  name: 'distanceChildren',
  run(tools, _, begin, end) {
    tools.part(childDistances).compute(false, begin, end);
  },
};

const childDistances = ({ frame, rows, thread }: ThreadTools) => new ChildDistances(frame, rows, thread);

const LISTED = { listedRows: column(Uint32Array), childCounts: column(Uint32Array) };

/** @internal */
export const distanceSearch: Search<PairCapacity> = {
  name: 'distance',
  capacity: { pairs: { default: 1_048_576 }, polytopes: { default: 65_536, atMost: 'pairs' } },
  passes: [INTERSECT, DISTANCE, INTERSECT_LISTED, DISTANCE_LISTED, INTERSECT_CHILDREN, DISTANCE_CHILDREN],
  bytes: ({ pairs, polytopes }) =>
    2 * listBytes(pairs) + 2 * polytopeTableBytes(polytopes) + columnsBytes(LISTED, pairs),
  bind: (buffer, byteOffset, { pairs, polytopes }) => {
    const listsEnd = byteOffset + 2 * listBytes(pairs);
    const polytopesEnd = listsEnd + 2 * polytopeTableBytes(polytopes);
    return {
      listsBegin: byteOffset,
      listsEnd,
      polytopesEnd,
      ...bindColumns(LISTED, buffer, polytopesEnd, pairs),
    };
  },
  mostItems: ({ pairs }) => pairs,
};
