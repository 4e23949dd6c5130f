/** Distance, overlap and depth of pairs with a round core: GJK, then the depth of those that overlap. */
import { type Int, type Ints, intsAt, min } from '../../../language/lanes.ts';
import { clearMarks } from '../../epa/lanes/epaPairs.ts';
import { CHUNK_ROWS } from '../../gjk/lanes/supportSet.ts';
import { writeStatus } from '../../rows/lanes/pairResult.ts';
import { type Counts, type Lists, ROUND, type Rows } from '../../rows/lanes/rows.ts';
import { distanceTables } from '../../rows/lanes/tile.ts';
import { roundGjk } from './gjk.ts';
import { finishRound } from './result.ts';

/** Computes the pairs of a tile with a round core. Those that overlapped in the last query are a list of their own. */
export function roundPairs(context: Ints, lists: Lists, counts: Counts): void {
  const lengths = intsAt(counts.lists);
  compute(context, lists[ROUND], counts, lengths[ROUND]);
  compute(context, lists[ROUND + 1], counts, lengths[ROUND + 1]);
}

/** Computes `count` rows, chunk by chunk. */
function compute(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  const tables = distanceTables(context);
  if (count > 0) clearMarks(tables.edges);
  for (let first: Int = 0; first < count; first += CHUNK_ROWS) {
    const end = min(first + CHUNK_ROWS, count);
    roundGjk(context, rows, first, end);
    for (let k: Int = first; k < end; k += 4) finishRound(context, tables, rows, (k - first) >> 2, k, count);
  }
  writeStatus(context, rows, counts, count);
}
