/**
 * Sorts pairs of boxes for a distance query, four consecutive rows at a time. Lanes of one list move to the front of a
 * vector, and are stored together. Rows that are not two boxes without radius are listed for `sortRows`.
 */
import {
  bitmask,
  bitsOf,
  columnAt,
  countBits,
  extractInt,
  floatsAt,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  LANES,
  type LaneInt,
  laneIndex,
  ones,
  splat,
  transpose,
} from '../../../language/lanes.ts';
import { FROM, HALF_EXTENTS, IDS, POSITIONS, ROTATIONS, ROW_COUNT } from '../../../tables/kernelContext.ts';
import { RADIUS } from '../../../tables/shapeWords.ts';
import { ALL, appendRows, type FourPairs, listOpen, type Orders, writeOrders } from '../../rows/lanes/appendRows.ts';
import { pairsAt } from '../../rows/lanes/gather.ts';
import { BOXES, type Counts, type Lists, NEW_BOXES } from '../../rows/lanes/rows.ts';

/** Sorts rows [begin, end). @returns the number of open rows, which `open` lists */
export function sortBoxes(
  context: Ints,
  lists: Lists,
  counts: Counts,
  orders: Orders,
  open: Ints,
  begin: Int,
  end: Int,
): Int {
  intsAt(counts.prefetched)[0] = prefetchPoses(context, begin, end);
  writeOrders(orders);
  const ids = intColumnAt(context[IDS]);
  const stored = columnAt(context[FROM]);
  const halfExtents = floatsAt(context[HALF_EXTENTS]);
  const shapes: LaneInt = splat(context[HALF_EXTENTS] - 4 * RADIUS);
  const last: LaneInt = splat(context[ROW_COUNT] - 1);
  const apart = lists[BOXES];
  const together = lists[BOXES + 1];
  const unknown = lists[NEW_BOXES];
  let apartCount: Int = 0;
  let togetherCount: Int = 0;
  let unknownCount: Int = 0;
  let openCount: Int = 0;
  let row: Int = begin;
  for (; row + LANES <= end; row += LANES) {
    const found = pairsAt(ids, row, last);
    const a = found.a;
    const b = found.b;
    // NaN if any is no box
    const sum =
      halfExtents[4 * extractInt(a, 0)] +
      halfExtents[4 * extractInt(a, 1)] +
      halfExtents[4 * extractInt(a, 2)] +
      halfExtents[4 * extractInt(a, 3)] +
      (halfExtents[4 * extractInt(b, 0)] +
        halfExtents[4 * extractInt(b, 1)] +
        halfExtents[4 * extractInt(b, 2)] +
        halfExtents[4 * extractInt(b, 3)]);
    if (sum === 0 && bitmask(found.sound) === ALL) {
      // where `sizes` finds the half extents
      const shapeA = shapes + (a << 4);
      const shapeB = shapes + (b << 4);
      const pairs: FourPairs = { row: splat(row) + laneIndex(), a, b, shapeA, shapeB, swapped: ones(found.swapped) };
      const words = transpose({
        a: stored[4 * row],
        b: stored[4 * row + 4],
        c: stored[4 * row + 8],
        d: stored[4 * row + 12],
      });
      const bitsNew = bitmask((bitsOf(words.a) & 0xffff) === 0xffff);
      const bitsTogether = bitmask(bitsOf(words.b) >>> 16 !== 0xffff) & (ALL - bitsNew);
      const bitsApart = ALL - bitsNew - bitsTogether;
      if (bitsNew !== 0) {
        appendRows(unknown, unknownCount, orders.bytes[4 * bitsNew], pairs);
        unknownCount += countBits(bitsNew);
      }
      if (bitsNew !== ALL) {
        appendRows(together, togetherCount, orders.bytes[4 * bitsTogether], pairs);
        togetherCount += countBits(bitsTogether);
        appendRows(apart, apartCount, orders.bytes[4 * bitsApart], pairs);
        apartCount += countBits(bitsApart);
      }
    } else {
      listOpen(open, openCount, row);
      openCount += 4;
    }
  }
  for (; row < end; row += 1) {
    open[openCount] = row;
    openCount += 1;
  }
  const lengths = intsAt(counts.lists);
  lengths[BOXES] = apartCount;
  lengths[BOXES + 1] = togetherCount;
  lengths[NEW_BOXES] = unknownCount;
  return openCount;
}

/** Reads a word of each pose, so that the cache misses overlap. Returns the sum of the words. */
function prefetchPoses(context: Ints, begin: Int, end: Int): Int {
  const ids = intsAt(context[IDS]);
  const positions = context[POSITIONS];
  const rotations = context[ROTATIONS];
  const rowCount = context[ROW_COUNT];
  let sum: Int = 0;
  for (let k: Int = 2 * begin; k < 2 * end; k += 1) {
    const id = ids[k];
    if (id >= 0 && id < rowCount) sum += intsAt(positions + 32 * id)[0] + intsAt(rotations + 16 * id)[0];
  }
  return sum;
}
