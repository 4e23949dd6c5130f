/** The memory of pair lists, their results and their polytopes. Their passes are built in (schedule/builtInPasses.ts). */
import { pairTableBytes } from '../../pairs/pairTable.ts';
import type { Search } from '../define.ts';
import { polytopeTableBytes } from './polytopeTable.ts';
import type { PairCapacity } from './query.ts';
import { resultTableBytes } from './table.ts';

/** The region of pair lists: `bindList` binds one at a byte offset inside. Behind it that of polytopes. */
export interface ListRegion {
  readonly listsBegin: number;
  readonly listsEnd: number;
  readonly polytopesEnd: number;
}

/** Bytes of a pair list of `capacity` rows. */
export function listBytes(capacity: number): number {
  return pairTableBytes(capacity) + resultTableBytes(capacity);
}

export const distanceTables: Search<PairCapacity, ListRegion> = {
  passes: [],
  bytes: ({ pairs, polytopes }) => 2 * listBytes(pairs) + 2 * polytopeTableBytes(polytopes),
  bind: (_, byteOffset, { pairs, polytopes }) => {
    const listsEnd = byteOffset + 2 * listBytes(pairs);
    return { listsBegin: byteOffset, listsEnd, polytopesEnd: listsEnd + 2 * polytopeTableBytes(polytopes) };
  },
  mostItems: ({ pairs }) => pairs,
};
