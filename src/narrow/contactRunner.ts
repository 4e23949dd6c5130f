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
import { type RowRunner, runLength } from './rowRunner.ts';
import { contactRows } from './scalar/contacts/contactRows.ts';
import { createManifoldScratch } from './scalar/contacts/contactScratch.ts';
import type { ContactParams } from './scalar/contacts/match.ts';
import { createRecycleScratch } from './scalar/recycle/motion.ts';
import { recycleRow } from './scalar/recycle/recycleRow.ts';
import { stampRow } from './scalar/recycle/stampRow.ts';
import type { RecycleParams, RecycleTables } from './scalar/recycle/tables.ts';
import { TILE_ROWS } from './wide/context.ts';
import type { WideKernel } from './wideKernel.ts';

const NO_FEATURES = new Uint32Array(0);
const NO_TOUCHES = new Uint8Array(0);
const NO_STAMPS = new Float32Array(0);
const NO_NUMBERS = new Int32Array(0);

export class ContactRunner {
  readonly #frame: Frame;
  readonly #rows: RowRunner;
  readonly #wide: WideKernel | undefined;
  readonly #manifoldScratch = createManifoldScratch();
  readonly #recycleScratch = createRecycleScratch();
  readonly #tables = new Map<ContactTable, RecycleTables>();
  // one object each, refilled for each block: a query in steady state allocates nothing
  readonly #params: { -readonly [K in keyof ContactParams]: ContactParams[K] };
  readonly #recycling: { -readonly [K in keyof RecycleParams]: RecycleParams[K] };

  /** @param rows computes the distances */
  constructor(frame: Frame, rows: RowRunner, wide: WideKernel | undefined) {
    const { maxDistance, touching, recycle, mostMotion } = frame.query;
    this.#frame = frame;
    this.#rows = rows;
    this.#wide = wide;
    this.#params = { margin: maxDistance, touching, from: NO_FEATURES, to: NO_FEATURES, touches: NO_TOUCHES };
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
    this.#setColumns(contacts);
    if (this.#frame.query.words[RECYCLE_MODE] === FRESH) this.#computeAll(contacts, list, begin, end);
    else {
      this.#setStamps(contacts);
      if (this.#wide) this.#recycleWide(this.#wide, contacts, list, begin, end);
      else this.#recycle(contacts, list, begin, end);
    }
  }

  #setColumns({ featuresEven, featuresOdd, touchesEven, touchesOdd }: ContactTable): void {
    const evenToOdd = this.#frame.query.words[CONTACTS_EVEN_TO_ODD] === 1;
    const params = this.#params;
    params.from = evenToOdd ? featuresEven : featuresOdd;
    params.to = evenToOdd ? featuresOdd : featuresEven;
    params.touches = evenToOdd ? touchesOdd : touchesEven;
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
  #computeAll(contacts: ContactTable, list: ListTables, begin: number, end: number): void {
    this.#rows.compute(false, begin, end);
    if (this.#wide) {
      this.#wide.setContacts(contacts, this.#params);
      this.#computeWide(this.#wide, contacts, list, begin, end);
    } else this.#computeRows(contacts, list, begin, end);
  }

  /** Rows that keep their manifolds, then a tile of rows that do not, in turn. */
  #recycleWide(wide: WideKernel, contacts: ContactTable, list: ListTables, begin: number, end: number): void {
    const { listed } = wide;
    this.#rows.setDistances();
    wide.setContacts(contacts, this.#params);
    wide.setRecycling(contacts, this.#recycling);
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
      this.#computeWide(wide, contacts, list, from, from + count);
      wide.stampRows(count);
    }
    wide.isListed = false;
  }

  /** The same with the scalar kernel: rows, and runs of rows. */
  #recycle(contacts: ContactTable, list: ListTables, begin: number, end: number): void {
    const rows = this.#frame.counts[ROWS];
    const scratch = this.#recycleScratch;
    const params = this.#params;
    const recycling = this.#recycling;
    const tables = this.#tablesOf(contacts, list);
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
      this.#computeRows(contacts, list, row, after);
      for (let p = row; p < after; p++) stampRow(tables, scratch, params, recycling, p);
      if (after < end) this.#rows.passSimplex(after);
      row = after + 1;
    }
  }

  /** The tables of a list, made once. */
  #tablesOf(contacts: ContactTable, { pairs, results }: ListTables): RecycleTables {
    const known = this.#tables.get(contacts);
    if (known) return known;
    const { geometry } = this.#rows;
    const tables = { contacts, results, ids: pairs.ids, poses: this.#frame.colliders, geometry };
    this.#tables.set(contacts, tables);
    return tables;
  }

  /** Computes the manifolds of rows tile by tile; the scalar kernel computes the deferred rows. */
  #computeWide(wide: WideKernel, contacts: ContactTable, list: ListTables, begin: number, end: number): void {
    const { deferred } = wide;
    for (let tile = begin; tile < end; tile += TILE_ROWS) {
      const count = wide.contactTile(tile, Math.min(tile + TILE_ROWS, end));
      for (let k = 0; k < count; ) {
        const first = deferred[k];
        const run = runLength(deferred, k, count);
        this.#computeRows(contacts, list, first, first + run);
        k += run;
      }
    }
  }

  #computeRows(contacts: ContactTable, { pairs, results }: ListTables, begin: number, end: number): void {
    const { colliders } = this.#frame;
    const params = this.#params;
    contactRows(
      contacts,
      results,
      pairs.ids,
      colliders,
      this.#rows.geometry,
      this.#manifoldScratch,
      params,
      begin,
      end,
    );
  }
}
