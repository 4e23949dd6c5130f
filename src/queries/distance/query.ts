/** The capacities and memory of `distance` and `intersect`: room for pair lists, their results and kept polytopes. */
import { listBytes } from '../../tables/frame.ts';
import { polytopeTableBytes } from '../../tables/polytopeTable.ts';
import type { Query } from '../query.ts';

export interface PairCapacity {
  /** Pairs of `engine.pairs`; lists made by `createPairList` share as much again. Default 1,048,576. */
  readonly pairs: number;
  /**
   * First rows of `engine.pairs` that keep the polytope of overlapping hulls, from which the next query with depth
   * starts; other lists share as much again. Default 65,536, or `pairs` if that is less.
   */
  readonly polytopes: number;
}

/** The region of pair lists: `bindList` binds one at a byte offset inside. Behind it that of polytopes. @internal */
export interface ListRegion {
  readonly listsBegin: number;
  readonly listsEnd: number;
  readonly polytopesEnd: number;
}

/** @internal */
export const distanceQuery: Query<PairCapacity, PairCapacity, ListRegion> = {
  name: 'distance',
  capacity: { pairs: { default: 1_048_576 }, polytopes: { default: 65_536, atMost: 'pairs' } },
  bytes: ({ pairs, polytopes }) => 2 * listBytes(pairs) + 2 * polytopeTableBytes(polytopes),
  bind: (_, byteOffset, { pairs, polytopes }) => {
    const listsEnd = byteOffset + 2 * listBytes(pairs);
    return { listsBegin: byteOffset, listsEnd, polytopesEnd: listsEnd + 2 * polytopeTableBytes(polytopes) };
  },
  mostItems: ({ pairs }) => pairs,
};
