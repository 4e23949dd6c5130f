/**
 * Candidates of one engine: the pairs whose fat boxes come within a margin, ordered by (a, b) with a < b, kept from
 * call to call. `findPairs` filters them by the bounds. They lie in blocks with free space at their ends. The order
 * runs through all blocks.
 *
 *   column                   type   per        meaning
 *   idsEven, idsOdd          u32×2  candidate  collider ids; one side is in use, the merge writes the other
 *   rowsEven, rowsOdd        i32    candidate  row in the last filled pair list, or −1; two sides, swapped in each call
 *   staging                  u32×2  candidate  found pairs, or candidates that pass by block
 *   fresh                    u32×2  quarter    ordered pairs for the merge
 *   beginEven, countEven …   u32    block      begin and length of each block
 *   planOld, planFresh       u32×2  block      sources of a block of the other side: half-open ranges
 *   passed                   u32    block      candidates that passed the filter
 *   outs                     u32    block      first row of the block in the pair list
 *   starts                   i32    block      its first row in the last list, if it had the same pairs there; else −1
 *   words                    i32               which side is in use; the cursor of `staging`
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { CANDIDATE_BLOCK } from './candidateWords.ts';

export * from './candidateWords.ts';

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
  passed: column(Uint32Array),
  outs: column(Uint32Array),
  starts: column(Int32Array),
};
const HEAD_SCHEMA = { words: column(Int32Array, WORDS) };

export type CandidateTable = Columns<typeof BLOCK_SCHEMA> &
  Columns<typeof FRESH_SCHEMA> &
  Columns<typeof HEAD_SCHEMA> &
  Columns<typeof SCHEMA> & { readonly freshCapacity: number; readonly blockCapacity: number };

/**
 * Capacity of candidates for a list of `pairs` pairs: larger, for the pairs of fat boxes with room to move. Without
 * that room all pairs fit.
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

/** Bytes of the candidates for a list of `pairs` pairs. */
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
