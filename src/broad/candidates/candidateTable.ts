/**
 * Candidates of one engine: the pairs whose fat boxes come within a margin, ordered by (a, b) with a < b, kept from
 * call to call. `findPairs` filters them by the bounds. They lie in blocks, each with room behind it; block after block
 * they are in order.
 *
 *   column                   type   per        meaning
 *   idsEven, idsOdd          u32×2  candidate  collider ids; one side is in use, the other is merged into
 *   rowsEven, rowsOdd        i32    candidate  row in the pair list that was filled last, or −1; sides as above, swapped more often
 *   staging                  u32×2  candidate  pairs found, or candidates kept, by block
 *   fresh                    u32×2  quarter    pairs to be merged, ordered
 *   beginEven, countEven …   u32    block      where each block lies
 *   planOld, planFresh       u32×2  block      what a block of the other side is merged from: half-open ranges
 *   kept                     u32    block      candidates that passed the filter
 *   outs                     u32    block      row of the pair list where they go
 *   words                    i32               which side is in use; the cursor of `staging`
 */
import { bindColumns, type Columns, column, columnsBytes } from '../../memory/columns.ts';

/** Candidates per block, when blocks are cut. */
export const CANDIDATE_BLOCK = 1024;

// words
/** 1 = the odd side of ids and blocks is in use. */
export const ODD_IDS = 0;
export const ODD_ROWS = 1;
/** Blocks in use. */
export const BLOCKS = 2;
/** Ordered pairs in `fresh`. */
export const FRESH_COUNT = 3;
/** Rows of the list before, where candidates look for theirs. */
export const BEFORE = 4;
/** Words of `staging` taken: on a cache line of its own, threads add to it. */
export const CURSOR = 16;
const WORDS = 32;

const SCHEMA = {
  idsEven: column(Uint32Array, 2),
  idsOdd: column(Uint32Array, 2),
  rowsEven: column(Int32Array),
  rowsOdd: column(Int32Array),
  staging: column(Uint32Array, 2),
};
const FRESH_SCHEMA = { fresh: column(Uint32Array, 2) };
const BLOCK_SCHEMA = {
  beginEven: column(Uint32Array),
  countEven: column(Uint32Array),
  beginOdd: column(Uint32Array),
  countOdd: column(Uint32Array),
  planOld: column(Uint32Array, 2),
  planFresh: column(Uint32Array, 2),
  kept: column(Uint32Array),
  outs: column(Uint32Array),
};
const HEAD_SCHEMA = { words: column(Int32Array, WORDS) };

export type CandidateTable = Columns<typeof BLOCK_SCHEMA> &
  Columns<typeof FRESH_SCHEMA> &
  Columns<typeof HEAD_SCHEMA> &
  Columns<typeof SCHEMA> & { readonly freshCapacity: number; readonly blockCapacity: number };

/**
 * Candidates for a list of `pairs` pairs: more than that, so that fat boxes have room, and so that all pairs fit
 * without.
 */
function candidateCapacity(pairs: number): number {
  return pairs + Math.ceil(pairs / 2) + CANDIDATE_BLOCK;
}

function freshCapacity(pairs: number): number {
  return Math.ceil(candidateCapacity(pairs) / 4);
}

function blockCapacity(pairs: number): number {
  return 2 * Math.ceil(candidateCapacity(pairs) / CANDIDATE_BLOCK) + 64;
}

/** Bytes the candidates for a list of `pairs` pairs take. */
export function candidateTableBytes(pairs: number): number {
  return (
    columnsBytes(SCHEMA, candidateCapacity(pairs)) +
    columnsBytes(FRESH_SCHEMA, freshCapacity(pairs)) +
    columnsBytes(BLOCK_SCHEMA, blockCapacity(pairs)) +
    columnsBytes(HEAD_SCHEMA, 1)
  );
}

/** Views over a table that lies at `byteOffset`. */
export function bindCandidates(buffer: ArrayBufferLike, byteOffset: number, pairs: number): CandidateTable {
  let at = byteOffset;
  const candidates = bindColumns(SCHEMA, buffer, at, candidateCapacity(pairs));
  at += columnsBytes(SCHEMA, candidateCapacity(pairs));
  const fresh = bindColumns(FRESH_SCHEMA, buffer, at, freshCapacity(pairs));
  at += columnsBytes(FRESH_SCHEMA, freshCapacity(pairs));
  const blocks = bindColumns(BLOCK_SCHEMA, buffer, at, blockCapacity(pairs));
  at += columnsBytes(BLOCK_SCHEMA, blockCapacity(pairs));
  const head = bindColumns(HEAD_SCHEMA, buffer, at, 1);
  return {
    ...fresh,
    ...blocks,
    ...head,
    ...candidates,
    freshCapacity: fresh.capacity,
    blockCapacity: blocks.capacity,
  };
}
