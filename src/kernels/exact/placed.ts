/** Pairs of a probe and a collider whose f32 distance is open, in f64: kernels/rows/placedRow.ts. */
import { addressOf, doublesAt, type Int, type Ints, type Table, tableAt, wordsAt } from '../../language/lanes.ts';
import { IDS, MAX_DISTANCE_AT, type MOST_EXACT_BYTES, TILE_BYTES } from '../../tables/kernelContext.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { poseColumns } from '../rows/lanes/columns.ts';
import { type PartStack, poolsOf } from '../rows/lanes/pools.ts';
import { isWithin, type PlacedNumbers } from '../rows/placedRow.ts';

/** The memory of the careful path, at the place of the tables of a tile. */
interface PlacedScratch extends Table<4, typeof MOST_EXACT_BYTES> {
  readonly numbers: PlacedNumbers;
  readonly scratch: CoreScratch;
  readonly points: PartStack;
}

/** @returns 1 if pair `pair` of the list comes within the maximum distance, else 0 */
export function exactWithin(context: Ints, pair: Int): Int {
  const { numbers, scratch, points } = tableAt<PlacedScratch>(addressOf(context) + TILE_BYTES);
  const ids = wordsAt(context[IDS]);
  const within = isWithin(
    {
      numbers,
      columns: poseColumns(context),
      pools: poolsOf(context, points),
      scratch,
      params: { overlapOnly: false, depth: false, maxDistance: doublesAt(context[MAX_DISTANCE_AT]) },
    },
    ids[2 * pair],
    ids[2 * pair + 1],
  );
  return within ? 1 : 0;
}
