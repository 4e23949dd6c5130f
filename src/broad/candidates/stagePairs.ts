/** Copies the pairs that a search has found to the staging column, where the calling thread reads them. */
import { type CandidateTable, CURSOR } from '../../tables/candidateTable.ts';

/** Reserves room for `total` pairs. @returns their place in candidates.staging, in words; −1 without room */
export function reservePairs({ staging, words }: CandidateTable, total: number): number {
  const room = staging.length >> 1;
  // a cursor that has passed the end does not grow further: it could wrap around
  if (Atomics.load(words, CURSOR) > 2 * room) return -1;
  const at = Atomics.add(words, CURSOR, 2 * Math.min(total, room + 1));
  return at + 2 * total > 2 * room ? -1 : at;
}
