/**
 * Computes the contacts of rows on one thread: distances, then manifolds. Rows that have hardly moved may keep their
 * manifolds (queries/contacts/stamps.ts). The query row holds the parameters.
 */
import type { Frame, ListTables } from '../memory/frame.ts';
import { FRESH, RECYCLING, REFRESH } from '../queries/contacts/stamps.ts';
import type { ContactTable } from '../queries/contacts/table.ts';
import {
  CONTACTS_EVEN_TO_ODD,
  RECYCLE_MODE,
  RECYCLE_QUERY,
  STAMPS_FROM_ODD,
  STAMPS_TO_ODD,
} from '../queries/queryTable.ts';
import { ROWS } from '../scene/countTable.ts';
import type { QueryTables } from './queryTables.ts';
import type { RowRunner } from './rowRunner.ts';
import { type ContactParams, contactRows, createManifold } from './scalar/contacts/contactRows.ts';
import type { DistanceColumns, Manifold, ShapePools } from './scalar/contacts/tables.ts';
import { createRecycleScratch } from './scalar/recycle/motion.ts';
import { recycleRow } from './scalar/recycle/recycleRow.ts';
import { stampRow } from './scalar/recycle/stampRow.ts';
import type { RecycleParams, RecycleTables } from './scalar/recycle/tables.ts';
import { TILE_ROWS } from './wide/context.ts';
import type { WideKernel } from './wideKernel.ts';

const NO_STAMPS = new Float32Array(0);
const NO_NUMBERS = new Int32Array(0);

/** The columns of a contact query. */
interface QueryColumns {
  readonly recycle: RecycleTables;
  readonly rows: DistanceColumns;
  /** The features of the last query are the odd ones, or the even ones. */
  readonly oddToEven: ContactParams;
  readonly evenToOdd: ContactParams;
}

export class ContactRunner {
  readonly #frame: Frame;
  readonly #rows: RowRunner;
  readonly #wide: WideKernel | undefined;
  /** Of the scalar kernel, made by its first query. */
  #manifold: Manifold | undefined;
  readonly #recycleScratch = createRecycleScratch();
  readonly #shapes: ShapePools;
  readonly #columns = new Map<ContactTable, QueryColumns>();
  // one object, refilled for each block: a query in steady state allocates nothing
  readonly #recycling: { -readonly [K in keyof RecycleParams]: RecycleParams[K] };

  /** @param rows computes the distances */
  constructor(frame: Frame, rows: RowRunner, wide: WideKernel | undefined) {
    const { recycle, mostMotion } = frame.query;
    this.#frame = frame;
    this.#rows = rows;
    this.#wide = wide;
    this.#shapes = { ...frame.shapes, ...frame.vertices };
    this.#recycling = {
      from: NO_STAMPS,
      to: NO_STAMPS,
      anchorsFrom: NO_STAMPS,
      anchorsTo: NO_STAMPS,
      stampedFrom: NO_NUMBERS,
      stampedTo: NO_NUMBERS,
      isStamped: false,
      query: 0,
      turn: 0,
      share: recycle,
      mostMotion,
    };
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
    else {
      this.#setStamps(contacts);
      if (this.#wide) this.#recycleWide(this.#wide, columns, params, begin, end);
      else this.#recycle(columns, params, begin, end);
    }
  }

  #setStamps(table: ContactTable): void {
    const { stampsEven, stampsOdd, anchorsEven, anchorsOdd, stampedEven, stampedOdd } = table;
    const { words } = this.#frame.query;
    const fromOdd = words[STAMPS_FROM_ODD] === 1;
    const toOdd = words[STAMPS_TO_ODD] === 1;
    const recycling = this.#recycling;
    recycling.from = fromOdd ? stampsOdd : stampsEven;
    recycling.to = toOdd ? stampsOdd : stampsEven;
    recycling.anchorsFrom = fromOdd ? anchorsOdd : anchorsEven;
    recycling.anchorsTo = toOdd ? anchorsOdd : anchorsEven;
    recycling.stampedFrom = fromOdd ? stampedOdd : stampedEven;
    recycling.stampedTo = toOdd ? stampedOdd : stampedEven;
    recycling.isStamped = words[RECYCLE_MODE] === RECYCLING;
    recycling.query = words[RECYCLE_QUERY];
    recycling.turn = words[RECYCLE_QUERY] % REFRESH;
  }

  /** Computes the distances and the manifolds of all rows of [begin, end). */
  #computeAll(columns: QueryColumns, params: ContactParams, begin: number, end: number): void {
    this.#rows.compute(false, begin, end);
    if (this.#wide) {
      this.#wide.setContacts(columns.recycle.contacts, params);
      computeWide(this.#wide, begin, end);
    } else this.#computeRows(columns, params, begin, end);
  }

  /** Rows that keep their manifolds, then a tile of rows that do not, in turn. */
  #recycleWide(wide: WideKernel, { recycle }: QueryColumns, params: ContactParams, begin: number, end: number): void {
    const { listed } = wide;
    this.#rows.setDistances();
    wide.setContacts(recycle.contacts, params);
    wide.setRecycling(recycle.contacts, this.#recycling);
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
  #recycle(columns: QueryColumns, params: ContactParams, begin: number, end: number): void {
    const rows = this.#frame.counts[ROWS];
    const scratch = this.#recycleScratch;
    const recycling = this.#recycling;
    const tables = columns.recycle;
    this.#rows.setDistances();
    for (let row = begin; row < end; ) {
      if (recycleRow(tables, scratch, params, recycling, rows, row)) {
        this.#rows.passSimplex(row);
        row++;
        continue;
      }
      let after = row + 1;
      while (after < end && !recycleRow(tables, scratch, params, recycling, rows, after)) after++;
      this.#rows.compute(false, row, after);
      this.#computeRows(columns, params, row, after);
      for (let p = row; p < after; p++) stampRow(tables, scratch, params, recycling, p);
      if (after < end) this.#rows.passSimplex(after);
      row = after + 1;
    }
  }

  /** The columns of a list, made once. */
  #columnsOf(contacts: ContactTable, { pairs, results }: ListTables): QueryColumns {
    const known = this.#columns.get(contacts);
    if (known) return known;
    const { ids } = pairs;
    const { previous, featuresEven, featuresOdd, touchesEven, touchesOdd } = contacts;
    const { maxDistance: margin, touching } = this.#frame.query;
    const own = { ...contacts, margin, touching };
    const columns = {
      recycle: { contacts, results, ids, poses: this.#frame.colliders, geometry: this.#rows.geometry },
      rows: { ids, ...results },
      oddToEven: { ...own, features: { from: featuresOdd, to: featuresEven, previous }, touches: touchesEven },
      evenToOdd: { ...own, features: { from: featuresEven, to: featuresOdd, previous }, touches: touchesOdd },
    };
    this.#columns.set(contacts, columns);
    return columns;
  }

  /** Computes the manifolds of rows with the scalar kernel. */
  #computeRows({ rows }: QueryColumns, params: ContactParams, begin: number, end: number): void {
    const { colliders } = this.#frame;
    this.#manifold ??= createManifold();
    contactRows(this.#manifold, this.#shapes, colliders, rows, params, begin, end);
  }
}

/** Computes the manifolds of rows tile by tile. */
function computeWide(wide: WideKernel, begin: number, end: number): void {
  for (let tile = begin; tile < end; tile += TILE_ROWS) wide.contactTile(tile, Math.min(tile + TILE_ROWS, end));
}
