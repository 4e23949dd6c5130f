/** Programs of one stage over rows of a pair list, without an engine. */
import { passNumber } from '../../src/broad/pass.ts';
import type { QueryPass } from '../../src/narrow/threadTools.ts';
import { DISTANCE } from '../../src/queries/distance/search.ts';
import { addStages, closeProgram, openProgram, shareProgram } from '../../src/schedule/programs.ts';
import type { Frame, ListTables, PlacedContacts } from '../../src/tables/frame.ts';
import { setContacts, setDistance, setList } from '../../src/tables/queryTable.ts';

export interface RowQuery {
  /** A pass, or its number. */
  readonly operation: QueryPass | number;
  readonly list: ListTables;
  readonly rows: number;
  readonly blockRows: number;
  readonly evenToOdd: boolean;
  readonly depth: boolean;
  readonly maxDistance: number;
  readonly contacts: PlacedContacts | undefined;
  readonly contactsEvenToOdd: boolean;
  readonly touching: number;
}

/** A distance query; what `change` leaves out is as in an engine. */
export function rowQuery(list: ListTables, change: Partial<RowQuery> = {}): RowQuery {
  return {
    operation: DISTANCE,
    list,
    rows: list.pairs.capacity,
    blockRows: 256,
    evenToOdd: true,
    depth: true,
    maxDistance: Infinity,
    contacts: undefined,
    contactsEvenToOdd: true,
    touching: 0,
    ...change,
  };
}

/** Writes the query row. @returns the words of the stage */
export function writeQuery(frame: Frame, asked: RowQuery): Int32Array {
  const { query } = frame;
  const { operation, list, rows, blockRows, evenToOdd, depth, maxDistance, contacts, contactsEvenToOdd, touching } =
    asked;
  setList(query, list, list.pairs.capacity, evenToOdd);
  setDistance(query, depth, Float64Array.of(maxDistance));
  query.touching[0] = touching;
  if (contacts) setContacts(query, contacts, contacts.table.capacity, contactsEvenToOdd);
  return Int32Array.of(
    typeof operation === 'number' ? operation : passNumber(frame, operation),
    rows,
    blockRows,
    blockRows,
  );
}

/** Opens the query as a program that workers know of. @returns its number */
export function openQuery(frame: Frame, asked: RowQuery): number {
  closeProgram(frame.program);
  const number = openProgram(frame.program, true);
  addStages(frame.program, writeQuery(frame, asked), 1);
  shareProgram(frame.program, number, 0);
  return number;
}
