/** The memory of pair lists, their results and their polytopes. Their passes are built in (builtInPasses.ts). */
import type { Search } from '../../broad/pass.ts';
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
export const distanceTables: Search<PairCapacity> = {
  passes: [],
  bytes: ({ pairs, polytopes }) => 2 * listBytes(pairs) + 2 * polytopeTableBytes(polytopes),
  bind: (_, byteOffset, { pairs, polytopes }) => {
    const listsEnd = byteOffset + 2 * listBytes(pairs);
    return { listsBegin: byteOffset, listsEnd, polytopesEnd: listsEnd + 2 * polytopeTableBytes(polytopes) };
  },
  mostItems: ({ pairs }) => pairs,
};
