/**
 * Who began to touch, who still touches and who does not any more, since the last contact query on a list.
 *
 *   reads    contacts.lastRow, .lastIds, and of touchesEven and touchesOdd the one that the query has written
 *   writes   contacts.began, .stayed, .ended, .endedIds, and marks in the other
 */
import type { ContactTable } from './contactTable.ts';

/** How many rows each list of events has. */
export interface TouchCounts {
  began: number;
  stayed: number;
  ended: number;
  /** Rows that touch. */
  touched: number;
}

const TOUCHED = 1;
/** Added to the mark of a row that touched and does so still. */
const STILL = 2;

/** Books `count` rows of a query that is done. @param evenToOdd whether it wrote the odd column */
export function bookTouching(contacts: ContactTable, count: number, evenToOdd: boolean, counts: TouchCounts): void {
  const { lastRow, began, stayed, touchesEven, touchesOdd } = contacts;
  const touches = evenToOdd ? touchesOdd : touchesEven;
  const before = evenToOdd ? touchesEven : touchesOdd;
  let beganCount = 0;
  let stayedCount = 0;
  // rows of before that touch still: fewer than rows that stayed, if a pair stands twice in the list
  let still = 0;
  // no branch on who touches, which nobody foresees: every row is written, and stays if the next is written behind it
  for (let p = 0; p < count; p++) {
    const isTouching = touches[p]!;
    const last = lastRow[p]!;
    let stays = 0;
    if (last >= 0) {
      const mark = before[last]!;
      stays = isTouching & mark;
      still += stays & ~(mark >> 1);
      before[last] = mark | (STILL * stays);
    }
    began[beganCount] = p;
    stayed[stayedCount] = p;
    beganCount += isTouching - stays;
    stayedCount += stays;
  }
  counts.ended = bookEnded(contacts, before, counts.touched - still);
  counts.began = beganCount;
  counts.stayed = stayedCount;
  counts.touched = beganCount + stayedCount;
}

/** The `count` rows of the last query that touch no more. */
function bookEnded({ ended, endedIds, lastIds }: ContactTable, marks: Uint8Array, count: number): number {
  let found = 0;
  for (let row = 0; found < count && row < marks.length; row++) {
    if (marks[row] !== TOUCHED) continue;
    ended[found] = row;
    endedIds[2 * found] = lastIds[2 * row]!;
    endedIds[2 * found + 1] = lastIds[2 * row + 1]!;
    found++;
  }
  return found;
}
