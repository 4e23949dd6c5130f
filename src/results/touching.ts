/**
 * Who began to touch, who still touches and who does not any more, since the last contact query on a list.
 *
 *   reads            status, separation, contacts.lastRow
 *   writes           contacts.began, .stayed, .ended, .endedIds
 *   keeps, in there  touching (by the rows of the last query), touched and touchedIds (those rows and their collider ids)
 */
import type { ContactTable } from './contactTable.ts';
import { type ResultTable, Status } from './resultTable.ts';

/** How many rows each list of events has. */
export interface TouchCounts {
  began: number;
  stayed: number;
  ended: number;
  /** Rows that touch: those that began and those that stayed. */
  touched: number;
}

/** Books `count` rows of a query that is done. A pair touches whose signed distance is at most `reach[0]` (m). */
export function bookTouching(
  contacts: ContactTable,
  { status, separation }: ResultTable,
  ids: Uint32Array,
  count: number,
  reach: Float64Array,
  counts: TouchCounts,
): void {
  const { touching, lastRow, began, stayed } = contacts;
  const limit = reach[0]!;
  let beganCount = 0;
  let stayedCount = 0;
  for (let p = 0; p < count; p++) {
    if (!(separation[4 * p + 3]! <= limit) || !isMeasured(status[p]!)) continue;
    const last = lastRow[p]!;
    if (last >= 0 && touching[last] !== 0) {
      touching[last] = STILL;
      stayed[stayedCount++] = p;
    } else began[beganCount++] = p;
  }
  counts.ended = bookEnded(contacts, counts.touched);
  counts.began = beganCount;
  counts.stayed = stayedCount;
  keep(contacts, ids, counts);
}

/** Marks of `touching`: touched in the last query, and, while events are booked, does so still. */
const TOUCHED = 1;
const STILL = 2;

function isMeasured(status: number): boolean {
  return status !== Status.Invalid && status !== Status.BeyondMaxDistance;
}

function bookEnded({ touching, touched, touchedIds, ended, endedIds }: ContactTable, before: number): number {
  let count = 0;
  for (let k = 0; k < before; k++) {
    const row = touched[k]!;
    if (touching[row] === TOUCHED) {
      ended[count] = row;
      endedIds[2 * count] = touchedIds[2 * k]!;
      endedIds[2 * count + 1] = touchedIds[2 * k + 1]!;
      count++;
    }
    touching[row] = 0;
  }
  return count;
}

/** Makes the rows that touch now those of the last query, in order. */
function keep(
  { touching, touched, touchedIds, began, stayed }: ContactTable,
  ids: Uint32Array,
  counts: TouchCounts,
): void {
  let b = 0;
  let s = 0;
  let count = 0;
  while (b < counts.began || s < counts.stayed) {
    const isNew = s >= counts.stayed || (b < counts.began && began[b]! < stayed[s]!);
    const p = isNew ? began[b++]! : stayed[s++]!;
    touching[p] = TOUCHED;
    touched[count] = p;
    touchedIds[2 * count] = ids[2 * p]!;
    touchedIds[2 * count + 1] = ids[2 * p + 1]!;
    count++;
  }
  counts.touched = count;
}

/** Forgets who touched. */
export function forgetTouching({ touching, touched }: ContactTable, counts: TouchCounts): void {
  for (let k = 0; k < counts.touched; k++) touching[touched[k]!] = 0;
  counts.touched = 0;
}
