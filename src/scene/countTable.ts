/** How much of each scene table is in use: one cache line of words, shared by all threads. */
import { CACHE_LINE_BYTES } from '../memory/units.ts';

/** Words of `SceneCounts`. */
export const SHAPES = 0;
/** Padded vertices taken from the vertex pool. */
export const VERTICES = 1;
/** Words taken from the neighbour pool. */
export const NEIGHBOURS = 2;
/** Words taken from the cell pool. */
export const CELLS = 3;
/** Collider rows ever used: live ids are below. */
export const ROWS = 4;
/** Entries on the stack of removed rows. */
export const FREE_ROWS = 5;

export type SceneCounts = Uint32Array;

export const COUNT_TABLE_BYTES = CACHE_LINE_BYTES;

/** View over the counts that lie at `byteOffset`. */
export function bindCounts(buffer: ArrayBufferLike, byteOffset: number): SceneCounts {
  return new Uint32Array(buffer, byteOffset, COUNT_TABLE_BYTES / 4);
}
