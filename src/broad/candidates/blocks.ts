/**
 * The blocks of candidates: a new division, or the plan of a merge. Short work of the calling thread.
 *
 *   reads and writes the blocks and words of a candidate table
 */
import { BLOCKS, CANDIDATE_BLOCK, type CandidateTable, FRESH_COUNT, ODD_IDS } from '../../tables/candidateTable.ts';
import { lowerBound } from './lowerBound.ts';

/** Candidates of the longest block that the next merge does not divide. */
const LONGEST = (3 * CANDIDATE_BLOCK) / 2;

/** Divides `total` contiguous candidates into blocks. */
export function cutBlocks(candidates: CandidateTable, total: number): void {
  const { words } = candidates;
  const isOdd = words[ODD_IDS] === 1;
  const begins = isOdd ? candidates.beginOdd : candidates.beginEven;
  const counts = isOdd ? candidates.countOdd : candidates.countEven;
  const blocks = Math.ceil(total / CANDIDATE_BLOCK);
  for (let block = 0; block < blocks; block++) {
    begins[block] = block * CANDIDATE_BLOCK;
    counts[block] = Math.min(CANDIDATE_BLOCK, total - block * CANDIDATE_BLOCK);
  }
  words[BLOCKS] = blocks;
}

/**
 * Plans the blocks of the other side: pieces of the blocks in use, and the fresh pairs between them.
 * @returns whether they fit; `words[BLOCKS]` is then the number of new blocks
 */
export function planBlocks(candidates: CandidateTable): boolean {
  const { words, planOld, planFresh, fresh, blockCapacity, capacity } = candidates;
  const isOdd = words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const begins = isOdd ? candidates.beginOdd : candidates.beginEven;
  const counts = isOdd ? candidates.countOdd : candidates.countEven;
  const toBegins = isOdd ? candidates.beginEven : candidates.beginOdd;
  const freshCount = words[FRESH_COUNT];
  let next = 0;
  for (let block = 0; block < words[BLOCKS]; block++) {
    const count = counts[block];
    const pieces = count > LONGEST ? Math.ceil(count / CANDIDATE_BLOCK) : 1;
    if (next + pieces > blockCapacity) return false;
    for (let piece = 0; piece < pieces; piece++) {
      const begin = begins[block] + Math.floor((count * piece) / pieces);
      const end = begins[block] + Math.floor((count * (piece + 1)) / pieces);
      // empty blocks are dropped
      if (begin === end) continue;
      planOld[2 * next] = begin;
      planOld[2 * next + 1] = end;
      planFresh[2 * next] = next === 0 ? 0 : lowerBound(fresh, freshCount, ids[2 * begin], ids[2 * begin + 1]);
      next++;
    }
  }
  if (next === 0) {
    planOld[0] = 0;
    planOld[1] = 0;
    planFresh[0] = 0;
    next = 1;
  }
  let at = 0;
  for (let block = 0; block < next; block++) {
    planFresh[2 * block + 1] = block + 1 < next ? planFresh[2 * block + 2] : freshCount;
    toBegins[block] = at;
    at += planOld[2 * block + 1] - planOld[2 * block] + planFresh[2 * block + 1] - planFresh[2 * block];
  }
  words[BLOCKS] = next;
  return at <= capacity;
}

/** Candidates in all blocks. */
export function countCandidates(candidates: CandidateTable): number {
  const { words } = candidates;
  const counts = words[ODD_IDS] === 1 ? candidates.countOdd : candidates.countEven;
  let total = 0;
  for (let block = 0; block < words[BLOCKS]; block++) total += counts[block];
  return total;
}

/** Assigns each block its rows in the pair list. @returns the number of rows */
export function countKept({ passed, outs, words }: CandidateTable): number {
  let total = 0;
  for (let block = 0; block < words[BLOCKS]; block++) {
    outs[block] = total;
    total += passed[block];
  }
  return total;
}

/** After `countKept`: whether each block has the rows that it had in the last list, with the same pairs. */
export function isUnchanged({ passed, outs, starts, words }: CandidateTable): boolean {
  for (let block = 0; block < words[BLOCKS]; block++) {
    if (passed[block] > 0 && starts[block] !== outs[block]) return false;
  }
  return true;
}
