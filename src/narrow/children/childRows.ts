/** The rows of a pair whose shapes have children: that of the pair, and those behind the rows of all pairs. */

import type { ManifoldColumns } from '../../kernels/contacts/columns.ts';
import type { QueryTables } from '../../tables/boundTables.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { type ContactTable, EXTRA_ROWS, MANIFOLDS } from '../../tables/contactTable.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { MAX_POINTS, NO_FEATURE } from '../../tables/featureIds.ts';
import type { Frame, ListTables } from '../../tables/frame.ts';
import { CONTACTS_EVEN_TO_ODD, STAMPS_FROM_ODD, STAMPS_TO_ODD } from '../../tables/queryTable.ts';

/** The columns that a query reads and writes. */
export interface RowColumns extends ManifoldColumns {
  readonly features: { readonly from: Uint32Array; readonly to: Uint32Array; readonly previous: Int32Array };
  readonly normalsFrom: Float32Array;
  readonly normalsTo: Float32Array;
  readonly recycled: Uint8Array;
}

/** Stamps and anchors. */
interface StampColumns {
  readonly stamps: Float32Array;
  /** The same memory. */
  readonly numbers: Int32Array;
  readonly anchors: Float32Array;
  readonly stamped: Int32Array;
}

/** Of one list, by what the query writes. */
interface ListColumns {
  readonly even: RowColumns;
  readonly odd: RowColumns;
  readonly evenStamps: StampColumns;
  readonly oddStamps: StampColumns;
}

export class ChildRows {
  columns!: RowColumns;
  list!: ListTables;
  /** Stamps of the last query, and those that are written. */
  stampsFrom!: StampColumns;
  stampsTo!: StampColumns;
  /** The row of the pair, and the first of its other rows. */
  row = 0;
  extra = 0;
  /** The same in the last query: −1 if there is none, and 0. */
  last = -1;
  lastExtra = 0;
  /** The pair in the caller's order. */
  first = 0;
  second = 0;
  readonly #frame: Frame;
  readonly #tables: QueryTables;
  readonly #columns = new Map<ContactTable, ListColumns>();
  /** The query's columns are those of this table. */
  #contacts: ContactTable | undefined;

  constructor(frame: Frame, tables: QueryTables) {
    this.#frame = frame;
    this.#tables = tables;
  }

  /** Loads the columns of the query. */
  beginQuery(): void {
    const { contacts, list } = this.#tables;
    const { words } = this.#frame.query;
    let known = this.#columns.get(contacts);
    if (!known) {
      known = columnsOf(contacts);
      this.#columns.set(contacts, known);
    }
    this.#contacts = contacts;
    this.list = list;
    this.columns = words[CONTACTS_EVEN_TO_ODD] === 1 ? known.odd : known.even;
    this.stampsFrom = words[STAMPS_FROM_ODD] === 1 ? known.oddStamps : known.evenStamps;
    this.stampsTo = words[STAMPS_TO_ODD] === 1 ? known.oddStamps : known.evenStamps;
  }

  /** Begins with a pair. @param extra the first of its rows behind those of all pairs */
  begin(row: number, extra: number): void {
    const { ids } = this.list.pairs;
    const { lastRow, normalsFrom } = this.columns;
    this.row = row;
    this.extra = extra;
    this.last = lastRow[row];
    // an integer for V8, too
    this.lastExtra = this.last < 0 ? 0 : normalsFrom[4 * this.last + 3] | 0;
    this.first = ids[2 * row];
    this.second = ids[2 * row + 1];
  }

  /** The row of manifold n. */
  rowOf(n: number): number {
    return n === 0 ? this.row : this.extra + n - 1;
  }

  /** The row that manifold n had in the last query, or −1: manifolds with points come first. */
  lastRowOf(n: number): number {
    const { last, lastExtra } = this;
    if (last < 0 || (n > 0 && lastExtra === 0)) return -1;
    const row = n === 0 ? last : lastExtra + n - 1;
    return this.columns.features.from[MAX_POINTS * row] === NO_FEATURE ? -1 : row;
  }

  /** Writes rows of manifolds from `count` on: they have none. */
  writeNone(count: number, isValid: boolean): void {
    const { features, pointCount, normalsTo, touches } = this.columns;
    const { results } = this.list;
    for (let n = count; n < MANIFOLDS; n++) {
      const to = this.rowOf(n);
      results.status[to] = isValid ? Status.BeyondMaxDistance : Status.Invalid;
      for (let k = 4 * to; k < 4 * to + 4; k++) results.separation[k] = Number.NaN;
      if (isValid) results.separation[4 * to + 3] = this.#frame.query.maxDistance[0];
      results.childA[to] = NO_CHILD;
      results.childB[to] = NO_CHILD;
      pointCount[to] = 0;
      touches[to] = 0;
      for (let k = 4 * to; k < 4 * to + 4; k++) normalsTo[k] = 0;
      for (let k = MAX_POINTS * to; k < MAX_POINTS * (to + 1); k++) {
        features.to[k] = NO_FEATURE;
        features.previous[k] = -1;
      }
    }
  }

  /** Writes the colliders of the rows, and what no row of children has. */
  writePair(): void {
    const { extra } = this;
    const { ids } = this.list.pairs;
    const { recycled, sensors } = this.#contacts!;
    recycled[this.row] = 0;
    for (let to = extra; to < extra + EXTRA_ROWS; to++) {
      ids[2 * to] = this.first;
      ids[2 * to + 1] = this.second;
      recycled[to] = 0;
      sensors[to] = 0;
    }
    // in canonical order, as the normals
    this.columns.normalsTo[4 * this.row + 3] = extra;
  }
}

function columnsOf(contacts: ContactTable): ListColumns {
  const { previous, featuresEven, featuresOdd, touchesEven, touchesOdd, normalsEven, normalsOdd } = contacts;
  const { stampsEven, stampsOdd, anchorsEven, anchorsOdd, stampedEven, stampedOdd } = contacts;
  return {
    even: {
      ...contacts,
      features: { from: featuresOdd, to: featuresEven, previous },
      touches: touchesEven,
      normalsFrom: normalsOdd,
      normalsTo: normalsEven,
    },
    odd: {
      ...contacts,
      features: { from: featuresEven, to: featuresOdd, previous },
      touches: touchesOdd,
      normalsFrom: normalsEven,
      normalsTo: normalsOdd,
    },
    evenStamps: { stamps: stampsEven, numbers: numbersOf(stampsEven), anchors: anchorsEven, stamped: stampedEven },
    oddStamps: { stamps: stampsOdd, numbers: numbersOf(stampsOdd), anchors: anchorsOdd, stamped: stampedOdd },
  };
}

function numbersOf({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}
