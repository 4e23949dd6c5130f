/** Appends some of four pairs to a list of rows: their lanes are moved to the front, and stored together. */
import {
  type Int,
  type IntColumn,
  type Ints,
  intsAt,
  type LaneInt,
  pickBytes,
  type Table,
} from '../../../language/lanes.ts';
import type { Rows } from './rows.ts';

/** For each set of lanes, as bits, the bytes that bring these lanes to the front. */
export interface Orders extends Table<64> {
  readonly bytes: IntColumn;
}

const FIRST_BYTES = 0x3020100;
const NEXT_LANE = 0x4040404;
/** The set of all lanes. */
export const ALL = 15;

export function writeOrders(orders: Orders): void {
  const words = intsAt(orders.bytes);
  for (let lanes: Int = 0; lanes < 16; lanes += 1) {
    let at: Int = 4 * lanes;
    for (let lane: Int = 0; lane < 4; lane += 1) {
      words[at] = FIRST_BYTES + lane * NEXT_LANE;
      at += (lanes >>> lane) & 1;
    }
  }
}

/** Four pairs, as a list stores them. */
export interface FourPairs {
  readonly row: LaneInt;
  readonly a: LaneInt;
  readonly b: LaneInt;
  readonly shapeA: LaneInt;
  readonly shapeB: LaneInt;
  readonly swapped: LaneInt;
}

/** Appends the lanes of an order to a list of `count` rows. */
export function appendRows(rows: Rows, count: Int, order: LaneInt, pairs: FourPairs): void {
  rows.row[count] = pickBytes(pairs.row, order);
  rows.a[count] = pickBytes(pairs.a, order);
  rows.b[count] = pickBytes(pairs.b, order);
  rows.shapeA[count] = pickBytes(pairs.shapeA, order);
  rows.shapeB[count] = pickBytes(pairs.shapeB, order);
  rows.swapped[count] = pickBytes(pairs.swapped, order);
}

/** Lists four rows that are sorted one by one. */
export function listOpen(open: Ints, count: Int, row: Int): void {
  open[count] = row;
  open[count + 1] = row + 1;
  open[count + 2] = row + 2;
  open[count + 3] = row + 3;
}
