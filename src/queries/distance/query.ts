/** The capacity and memory of `distance` and `intersect`: room for pair lists, each with its results. */
import { pairTableBytes } from '../../pairs/pairTable.ts';
import type { Query } from '../query.ts';
import { resultTableBytes } from './table.ts';

export interface PairCapacity {
  /** Pairs of `engine.pairs`; lists made by `createPairList` share as much again. Default 1,048,576. */
  readonly pairs: number;
}

/** The region of pair lists: `bindList` binds one at a byte offset inside. @internal */
export interface ListRegion {
  readonly listsBegin: number;
  readonly listsEnd: number;
}

/** Bytes of a pair list of `capacity` rows. @internal */
export function listBytes(capacity: number): number {
  return pairTableBytes(capacity) + resultTableBytes(capacity);
}

/** @internal */
export const distanceQuery: Query<PairCapacity, PairCapacity, ListRegion> = {
  name: 'distance',
  capacity: { pairs: { default: 1_048_576 } },
  bytes: ({ pairs }) => 2 * listBytes(pairs),
  bind: (_, byteOffset, { pairs }) => ({ listsBegin: byteOffset, listsEnd: byteOffset + 2 * listBytes(pairs) }),
  mostItems: ({ pairs }) => pairs,
};
