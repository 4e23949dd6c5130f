/**
 * Who began to touch, who still touches and who does not any more, since the last contact query on a list.
 *
 *   reads            status, separation, contacts.lastRow
 *   writes           contacts.began, .stayed, .ended, .endedIds
 *   keeps, in there  touching (by the rows of the last query), touchedEven and touchedOdd (those rows and their collider ids)
 */
import type { ContactTable } from './contactTable.ts';
import { type ResultTable, Status } from './resultTable.ts';

/** How many rows each list of events has. */
export interface TouchCounts {
  began: number;
  stayed: number;
  ended: number;
  /** Rows that touch, and the column that holds them. */
  touched: number;
  even: boolean;
}

// marks of `touching`
const TOUCHED = 1;
/** While events are booked: touched, and does so still. */
const STILL = 2;

/** Books `count` rows of a query that is done. A pair touches whose signed distance is at most `reach[0]` (m). */
export function bookTouching(
  contacts: ContactTable,
  { status, separation }: ResultTable,
  ids: Uint32Array,
  count: number,
  reach: Float64Array,
  counts: TouchCounts,
): void {
  const { touching, lastRow, began, stayed, touchedEven, touchedOdd } = contacts;
  const touched = counts.even ? touchedOdd : touchedEven;
  const limit = reach[0]!;
  let beganCount = 0;
  let stayedCount = 0;
  for (let p = 0; p < count; p++) {
    // the status first: a byte tells of most rows
    if (status[p] === Status.BeyondMaxDistance || !(separation[4 * p + 3]! <= limit)) continue;
    const at = 3 * (beganCount + stayedCount);
    touched[at] = p;
    touched[at + 1] = ids[2 * p]!;
    touched[at + 2] = ids[2 * p + 1]!;
    const last = lastRow[p]!;
    if (last >= 0 && touching[last] !== 0) {
      touching[last] = STILL;
      stayed[stayedCount++] = p;
    } else began[beganCount++] = p;
  }
  counts.ended = bookEnded(contacts, counts.even ? touchedEven : touchedOdd, counts.touched);
  counts.began = beganCount;
  counts.stayed = stayedCount;
  counts.touched = beganCount + stayedCount;
  counts.even = !counts.even;
  for (let k = 0; k < counts.touched; k++) touching[touched[3 * k]!] = TOUCHED;
}

/** Rows of the last query that touch no more. Clears its marks. */
function bookEnded({ touching, ended, endedIds }: ContactTable, touched: Uint32Array, before: number): number {
  let count = 0;
  for (let k = 0; k < before; k++) {
    const row = touched[3 * k]!;
    if (touching[row] === TOUCHED) {
      ended[count] = row;
      endedIds[2 * count] = touched[3 * k + 1]!;
      endedIds[2 * count + 1] = touched[3 * k + 2]!;
      count++;
    }
    touching[row] = 0;
  }
  return count;
}

/** Forgets who touched. */
export function forgetTouching({ touching, touchedEven, touchedOdd }: ContactTable, counts: TouchCounts): void {
  const touched = counts.even ? touchedEven : touchedOdd;
  for (let k = 0; k < counts.touched; k++) touching[touched[3 * k]!] = 0;
  counts.touched = 0;
}
