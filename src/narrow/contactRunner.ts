/**
 * Computes the contacts of rows on one thread: distances, then manifolds. Rows that have hardly moved may keep their
 * manifolds (tables/contactStamps.ts). The query row holds the parameters.
 */
import type { DistanceColumns } from '../kernels/contacts/columns.ts';
import type { ContactParams } from '../kernels/contacts/contactRows.ts';
import type { RecycleColumns, StampColumns } from '../kernels/recycling/recycleTables.ts';
import type { QueryTables } from '../tables/boundTables.ts';
import { FRESH } from '../tables/contactStamps.ts';
import type { ContactTable } from '../tables/contactTable.ts';
import type { Frame, ListTables } from '../tables/frame.ts';
import { TILE_ROWS } from '../tables/kernelContext.ts';
import { CONTACTS_EVEN_TO_ODD, RECYCLE_MODE, STAMPS_FROM_ODD, STAMPS_TO_ODD } from '../tables/queryTable.ts';
import type { RowRunner } from './rowRunner.ts';
import type { ScalarKernel } from './scalarKernel.ts';
import type { ThreadKernels } from './threadKernels.ts';
import type { WideKernel } from './wideKernel.ts';

/** The columns of a contact query. */
interface QueryColumns {
  readonly contacts: ContactTable;
  readonly rows: DistanceColumns;
  /** The features of the last query are the odd ones, or the even ones. */
  readonly oddToEven: ContactParams;
  readonly evenToOdd: ContactParams;
  readonly even: StampColumns;
  readonly odd: StampColumns;
  /** Two of them, set by each query. */
  readonly stampColumns: { -readonly [K in keyof RecycleColumns]: RecycleColumns[K] };
}

export class ContactRunner {
  readonly #frame: Frame;
  readonly #rows: RowRunner;
  readonly #wide: WideKernel | undefined;
  readonly #scalar: ScalarKernel | undefined;
  readonly #columns = new Map<ContactTable, QueryColumns>();

  /** @param rows computes the distances */
  constructor(frame: Frame, rows: RowRunner, { wide, scalar }: ThreadKernels) {
    this.#frame = frame;
    this.#rows = rows;
    this.#wide = wide;
    this.#scalar = scalar;
  }

  /** The tables of the query. */
  get tables(): QueryTables {
    return this.#rows.tables;
  }

  /** Computes the distances and the manifolds of rows [begin, end). */
  compute(begin: number, end: number): void {
    const { contacts, list } = this.#rows.tables;
    const columns = this.#columnsOf(contacts, list);
    const { words } = this.#frame.query;
    const params = words[CONTACTS_EVEN_TO_ODD] === 1 ? columns.evenToOdd : columns.oddToEven;
    if (words[RECYCLE_MODE] === FRESH) this.#computeAll(columns, params, begin, end);
    else if (this.#wide) this.#recycleWide(this.#wide, columns, params, begin, end);
    else this.#recycle(columns, params, begin, end);
  }

  /** Computes the distances and the manifolds of all rows of [begin, end). */
  #computeAll(columns: QueryColumns, params: ContactParams, begin: number, end: number): void {
    this.#rows.compute(false, begin, end);
    if (this.#wide) {
      this.#wide.setContacts(columns.contacts, params);
      computeWide(this.#wide, begin, end);
    } else this.#scalar?.contactRows(columns.rows, params, begin, end);
  }

  /** Recycled rows, then a tile of fresh rows, in turn. */
  #recycleWide(wide: WideKernel, { contacts }: QueryColumns, params: ContactParams, begin: number, end: number): void {
    const { listed } = wide;
    this.#rows.setDistances();
    wide.setContacts(contacts, params);
    wide.setRecycling(contacts, this.#frame.query);
    for (let row = begin; row < end; ) {
      row = wide.recycleRows(row, end);
      const count = wide.listedCount;
      if (count === 0) continue;
      const first = listed[0];
      // consecutive rows are faster
      const isRun = listed[count - 1] - first === count - 1;
      const from = isRun ? first : 0;
      wide.isListed = !isRun;
      this.#rows.computeTiles(wide, from, from + count);
      computeWide(wide, from, from + count);
      wide.stampRows(count);
    }
    wide.isListed = false;
  }

  /** The same with the scalar kernel: rows, and runs of rows. */
  #recycle({ rows, stampColumns, even, odd }: QueryColumns, params: ContactParams, begin: number, end: number): void {
    const { words } = this.#frame.query;
    stampColumns.from = words[STAMPS_FROM_ODD] === 1 ? odd : even;
    stampColumns.to = words[STAMPS_TO_ODD] === 1 ? odd : even;
    this.#scalar?.recycleRows(this.#rows, rows, params, stampColumns, begin, end);
  }

  /** The columns of a list, made once. */
  #columnsOf(contacts: ContactTable, { pairs, results }: ListTables): QueryColumns {
    const known = this.#columns.get(contacts);
    if (known) return known;
    const { ids } = pairs;
    const { previous, featuresEven, featuresOdd, touchesEven, touchesOdd } = contacts;
    const { maxDistance: margin, touching } = this.#frame.query;
    const own = { ...contacts, margin, touching };
    const even = { stamps: contacts.stampsEven, anchors: contacts.anchorsEven, stamped: contacts.stampedEven };
    const odd = { stamps: contacts.stampsOdd, anchors: contacts.anchorsOdd, stamped: contacts.stampedOdd };
    const columns = {
      contacts,
      rows: { ids, ...results },
      oddToEven: { ...own, features: { from: featuresOdd, to: featuresEven, previous }, touches: touchesEven },
      evenToOdd: { ...own, features: { from: featuresEven, to: featuresOdd, previous }, touches: touchesOdd },
      even,
      odd,
      stampColumns: { from: even, to: even, recycled: contacts.recycled },
    };
    this.#columns.set(contacts, columns);
    return columns;
  }
}

/** Computes the manifolds of rows tile by tile. */
function computeWide(wide: WideKernel, begin: number, end: number): void {
  for (let tile = begin; tile < end; tile += TILE_ROWS) wide.contactTile(tile, Math.min(tile + TILE_ROWS, end));
}
