/**
 * Sorts convex pairs that are not two boxes, four consecutive rows at a time. Lanes of one list move to the front of a
 * vector, and are stored together. Rows of other kernels are listed for `sortRows`.
 */
import {
  bitmask,
  bitsOf,
  bytesAt,
  countBits,
  extractInt,
  type Int,
  type Ints,
  insertInt,
  int,
  intColumnAt,
  intsAt,
  LANES,
  type LaneInt,
  laneIndex,
  max,
  min,
  ones,
  splat,
  where,
} from '../../../language/lanes.ts';
import {
  COLLIDER_SHAPES,
  FROM,
  IDS,
  OVERLAP_ONLY,
  POSITIONS,
  ROTATIONS,
  ROW_COUNT,
  SHAPE_COUNT,
  SHAPE_WORDS,
  STATUS,
} from '../../../tables/kernelContext.ts';
import { CORNERED, SHAPE_BYTES, SMOOTH } from '../../../tables/shapeWords.ts';
import { ALL, appendRows, type FourPairs, listOpen, type Orders, writeOrders } from './appendRows.ts';
import { pairsAt, rowsAt, rowsOf } from './gather.ts';
import { CONVEX, type Counts, type Lists } from './rows.ts';

/** Sorts rows [begin, end). @returns the number of open rows, which `open` lists */
export function sortConvex(
  context: Ints,
  lists: Lists,
  counts: Counts,
  orders: Orders,
  open: Ints,
  begin: Int,
  end: Int,
): Int {
  writeOrders(orders);
  const ids = intColumnAt(context[IDS]);
  const last: LaneInt = splat(context[ROW_COUNT] - 1);
  const lastShape: LaneInt = splat(context[SHAPE_COUNT] - 1);
  const shapeTable: LaneInt = splat(context[SHAPE_WORDS]);
  const apart = lists[CONVEX];
  const together = lists[CONVEX + 1];
  let apartCount: Int = 0;
  let togetherCount: Int = 0;
  let openCount: Int = 0;
  let sum: Int = 0;
  let row: Int = begin;
  for (; row + LANES <= end; row += LANES) {
    const found = pairsAt(ids, row, last);
    const a = found.a;
    const b = found.b;
    // the cache misses of several rows overlap
    sum += poseWords(context, a) + poseWords(context, b);
    const rowA = shapesOf(context, a);
    const rowB = shapesOf(context, b);
    const sound = found.sound && min(rowA, rowB) >= 0 && max(rowA, rowB) <= lastShape;
    const shapeA = shapeTable + where(sound, rowA) * SHAPE_BYTES;
    const shapeB = shapeTable + where(sound, rowB) * SHAPE_BYTES;
    const traitsA = traitsAt(shapeA);
    const traitsB = traitsAt(shapeB);
    const isConvex = ((traitsA | traitsB) & SMOOTH) === 0 && (traitsA & traitsB & CORNERED) === 0;
    if (bitmask(sound && isConvex) === ALL) {
      const pairs: FourPairs = { row: splat(row) + laneIndex(), a, b, shapeA, shapeB, swapped: ones(found.swapped) };
      const bitsTogether = overlapped(context, row);
      const bitsApart = ALL - bitsTogether;
      appendRows(together, togetherCount, orders.bytes[4 * bitsTogether], pairs);
      togetherCount += countBits(bitsTogether);
      appendRows(apart, apartCount, orders.bytes[4 * bitsApart], pairs);
      apartCount += countBits(bitsApart);
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
  lengths[CONVEX] = apartCount;
  lengths[CONVEX + 1] = togetherCount;
  intsAt(counts.prefetched)[0] = sum;
  return openCount;
}

/** The sum of a word of the position and one of the rotation of each. */
function poseWords(context: Ints, ids: LaneInt): Int {
  const a = extractInt(ids, 0);
  const b = extractInt(ids, 1);
  const c = extractInt(ids, 2);
  const d = extractInt(ids, 3);
  const positions = context[POSITIONS];
  const rotations = context[ROTATIONS];
  return (
    intsAt(positions + 32 * a)[0] +
    intsAt(positions + 32 * b)[0] +
    intsAt(positions + 32 * c)[0] +
    intsAt(positions + 32 * d)[0] +
    (intsAt(rotations + 16 * a)[0] +
      intsAt(rotations + 16 * b)[0] +
      intsAt(rotations + 16 * c)[0] +
      intsAt(rotations + 16 * d)[0])
  );
}

/** The rows of the shapes of four colliders. */
function shapesOf(context: Ints, ids: LaneInt): LaneInt {
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  const first: LaneInt = splat(shapes[extractInt(ids, 0)]);
  const second = insertInt(first, 1, shapes[extractInt(ids, 1)]);
  const third = insertInt(second, 2, shapes[extractInt(ids, 2)]);
  return insertInt(third, 3, shapes[extractInt(ids, 3)]);
}

/** The traits of the cores of four shapes. */
function traitsAt(shapes: LaneInt): LaneInt {
  const at = shapes + (SHAPE_BYTES - 16);
  return bitsOf(rowsAt(extractInt(at, 0), extractInt(at, 1), extractInt(at, 2), extractInt(at, 3)).d);
}

/** Which of rows `row` … `row + 3` overlapped in the last query, as bits. See `sortRows`. */
function overlapped(context: Ints, row: Int): Int {
  if (context[OVERLAP_ONLY] === 1) {
    const status = bytesAt(context[STATUS]);
    return (
      int(status[row] === 1) |
      (int(status[row + 1] === 1) << 1) |
      (int(status[row + 2] === 1) << 2) |
      (int(status[row + 3] === 1) << 3)
    );
  }
  const last: LaneInt = bitsOf(rowsOf(context[FROM], splat(row) + laneIndex()).b) >>> 16;
  return bitmask(last !== 0xffff);
}
