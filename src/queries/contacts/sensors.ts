/**
 * Contacts with sensors. A row with a sensor is computed as any other. Then its points are dropped, and it touches if
 * the colliders overlap, whatever the margin.
 *
 *   reads   the pairs of the list, colliders.sensors, status
 *   writes  contacts.sensors, .pointCount, .touchesEven or .touchesOdd
 */
import type { QueryTables } from '../../tables/boundTables.ts';
import { EXTRA_ROWS, extraRowOf } from '../../tables/contactTable.ts';
import { ROWS } from '../../tables/countTable.ts';
import { Status } from '../../tables/distanceStatus.ts';
import type { Frame } from '../../tables/frame.ts';
import { CONTACTS_EVEN_TO_ODD } from '../../tables/queryTable.ts';

/** Whether a collider of the scene is a sensor. */
export function hasSensors({ colliders: { sensors }, counts }: Frame): boolean {
  const rows = counts[ROWS];
  for (let row = 0; row < rows; row++) if (sensors[row] !== 0) return true;
  return false;
}

/** Finishes rows [begin, end) of the query. */
export function finishSensors(
  { colliders, query }: Frame,
  { list, contacts }: QueryTables,
  begin: number,
  end: number,
) {
  const { ids } = list.pairs;
  const { status } = list.results;
  const { pointCount, sensors } = contacts;
  const touches = query.words[CONTACTS_EVEN_TO_ODD] === 1 ? contacts.touchesOdd : contacts.touchesEven;
  for (let p = begin; p < end; p++) {
    // an id that is no row has no flag
    const isSensor = colliders.sensors[ids[2 * p]] > 0 || colliders.sensors[ids[2 * p + 1]] > 0;
    sensors[p] = isSensor ? 1 : 0;
    if (!isSensor) continue;
    pointCount[p] = 0;
    touches[p] = status[p] === Status.Overlapping ? 1 : 0;
  }
}

/** Finishes the pairs in rows listedRows[begin … end), and the rows that they have behind those of all pairs. */
export function finishChildSensors(frame: Frame, tables: QueryTables, begin: number, end: number): void {
  const { listedRows, query } = frame;
  const { sensors, pointCount } = tables.contacts;
  for (let k = begin; k < end; k++) {
    const row = listedRows[k];
    finishSensors(frame, tables, row, row + 1);
    if (sensors[row] === 0) continue;
    const first = extraRowOf(query, k);
    sensors.fill(1, first, first + EXTRA_ROWS);
    pointCount.fill(0, first, first + EXTRA_ROWS);
  }
}
