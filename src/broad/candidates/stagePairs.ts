/** Copies the results of a block of a search to the staging column, where the calling thread reads them. */
import { type CandidateTable, CURSOR } from './candidateTable.ts';

/** Copies `total` pairs of `found` to candidates.staging at the cursor, if they fit. The cursor shows an overflow. */
export function stagePairs({ staging, words }: CandidateTable, found: Uint32Array, total: number): void {
  const room = staging.length >> 1;
  // a cursor that has passed the end does not grow further: it could wrap around
  if (Atomics.load(words, CURSOR) > 2 * room) return;
  const at = Atomics.add(words, CURSOR, 2 * Math.min(total, room + 1));
  if (at + 2 * total > 2 * room) return;
  for (let k = 0; k < 2 * total; k++) staging[at + k] = found[k];
}
