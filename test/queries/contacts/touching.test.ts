/** Events from who touches, by hand: what a walk at random (contacts/events.test.ts) seldom meets. */
import { expect, test } from 'vitest';
import { TouchEvents } from '../../../src/queries/contacts/events.ts';
import { bindContacts, type ContactTable, contactTableBytes } from '../../../src/tables/contactTable.ts';

const ROWS = 8;

function create() {
  const table = bindContacts(new ArrayBuffer(contactTableBytes(ROWS)), 0, ROWS);
  return { table, events: new TouchEvents(table) };
}

/** Books a query whose rows touch or do not, and were these rows of the query before. */
function book(
  { table, events }: { table: ContactTable; events: TouchEvents },
  evenToOdd: boolean,
  ids: number[],
  touches: number[],
  lastRow: number[],
) {
  (evenToOdd ? table.touchesOdd : table.touchesEven).set(touches);
  table.lastRow.set(lastRow);
  (evenToOdd ? table.idsOdd : table.idsEven).set(ids);
  events.open(touches.length, evenToOdd);
  return {
    began: [...table.began.subarray(0, events.began)],
    stayed: [...table.stayed.subarray(0, events.stayed)],
    ended: [...table.ended.subarray(0, events.ended)],
    endedIds: [...table.endedIds.subarray(0, 2 * events.ended)],
  };
}

test('a pair that stands twice does not stand for another that has gone', () => {
  const fixture = create();
  const first = book(fixture, true, [1, 2, 3, 4], [1, 1], [-1, -1]);
  expect(first).toEqual({ began: [0, 1], stayed: [], ended: [], endedIds: [] });
  const second = book(fixture, false, [1, 2, 1, 2], [1, 1], [0, 0]);
  expect(second).toEqual({ began: [], stayed: [0, 1], ended: [1], endedIds: [3, 4] });
});

test('rows of a longer list, two queries ago, are not taken for those of the last', () => {
  const fixture = create();
  book(fixture, true, [1, 2, 3, 4, 5, 6], [1, 1, 1], [-1, -1, -1]);
  expect(book(fixture, false, [1, 2], [1], [0])).toMatchObject({ stayed: [0], ended: [1, 2], endedIds: [3, 4, 5, 6] });
  expect(book(fixture, true, [1, 2, 3, 4], [0, 1], [0, -1])).toMatchObject({ began: [1], stayed: [], ended: [0] });
  // row 2 has been marked since the first query
  expect(book(fixture, false, [3, 4, 5, 6], [1, 1], [1, -1])).toMatchObject({ began: [1], stayed: [0], ended: [] });
});
