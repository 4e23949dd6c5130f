/** What a block of a search has found, to where the calling thread looks for it. */
import { type CandidateTable, CURSOR } from './candidateTable.ts';

/**
 * Copies `total` pairs of `found` to candidates.staging at the cursor, while there is room; the cursor tells if there
 * was none.
 */
export function stagePairs({ staging, words }: CandidateTable, found: Uint32Array, total: number): void {
  const room = staging.length >> 1;
  // adding to a cursor that is beyond the end already could wrap around
  if (Atomics.load(words, CURSOR) > 2 * room) return;
  const at = Atomics.add(words, CURSOR, 2 * Math.min(total, room + 1));
  if (at + 2 * total > 2 * room) return;
  for (let k = 0; k < 2 * total; k++) staging[at + k] = found[k];
}
