/**
 * How one thread answers rows of a pair list: by the scalar kernel, or by the wide one and, where that leaves a row, by
 * the scalar one after all. The query row says which list, and what is asked of it (queries/queryTable.ts).
 */
import { bindList, type Frame, type ListTables, placeContacts } from '../memory/frame.ts';
import { CACHE_LINE_BYTES } from '../memory/units.ts';
import type { ContactTable } from '../queries/contacts/table.ts';
import {
  CONTACT_CAPACITY,
  CONTACT_LINE,
  CONTACTS_EVEN_TO_ODD,
  DEPTH,
  EVEN_TO_ODD,
  LIST_CAPACITY,
  LIST_LINE,
} from '../queries/queryTable.ts';
import { countDeferred } from '../schedule/service.ts';
import type { SceneGeometry } from '../shapes/cores/core.ts';
import { SMOOTH_CORES } from '../shapes/cores/list.ts';
import { type ContactParams, contactRows } from './scalar/contacts/contactRows.ts';
import { createManifoldScratch } from './scalar/contacts/contactScratch.ts';
import { distanceRows } from './scalar/distanceRows.ts';
import type { DistanceParams } from './scalar/queryParams.ts';
import { createScalarScratch, type ScalarScratch } from './scalar/scratch.ts';
import { TILE_ROWS } from './wide/context.ts';
import type { WideKernel } from './wideKernel.ts';

const NO_SIMPLEX = new Uint16Array(0);
const NO_FEATURES = new Uint32Array(0);
const NO_TOUCHES = new Uint8Array(0);

export class RowRunner {
  readonly geometry: SceneGeometry;
  /** The thread's scratch: free for others between rows. */
  readonly scratch: ScalarScratch = createScalarScratch();
  readonly #frame: Frame;
  readonly #thread: number;
  readonly #wide: WideKernel | undefined;
  readonly #manifoldScratch = createManifoldScratch();
  /** By the cache line that they begin on. */
  readonly #lists = new Map<number, ListTables>();
  readonly #contacts = new Map<number, ContactTable>();
  // one object each, filled anew for each block: a query in steady state allocates nothing
  readonly #params: { -readonly [K in keyof DistanceParams]: DistanceParams[K] };
  readonly #contactParams: { -readonly [K in keyof ContactParams]: ContactParams[K] };

  /** @param wide the thread's wide kernel, if the engine runs on one */
  constructor(frame: Frame, thread: number, wide: WideKernel | undefined) {
    const { maxDistance, touching } = frame.query;
    this.#frame = frame;
    this.#thread = thread;
    this.#wide = wide;
    this.geometry = { shapes: frame.shapes, vertices: frame.vertices, cores: SMOOTH_CORES };
    this.#params = { overlapOnly: false, maxDistance, depth: true, from: NO_SIMPLEX, to: NO_SIMPLEX };
    this.#contactParams = { margin: maxDistance, touching, from: NO_FEATURES, to: NO_FEATURES, touches: NO_TOUCHES };
  }

  /** The list of the query. */
  get list(): ListTables {
    const { words } = this.#frame.query;
    const line = words[LIST_LINE];
    const known = this.#lists.get(line);
    if (known) return known;
    const list = bindList(this.#frame.buffer, line * CACHE_LINE_BYTES, words[LIST_CAPACITY]);
    this.#lists.set(line, list);
    return list;
  }

  /** The contacts of its list. */
  get contacts(): ContactTable {
    const { words } = this.#frame.query;
    const line = words[CONTACT_LINE];
    const known = this.#contacts.get(line);
    if (known) return known;
    const { table } = placeContacts(this.#frame.buffer, line * CACHE_LINE_BYTES, words[CONTACT_CAPACITY]);
    this.#contacts.set(line, table);
    return table;
  }

  /** Answers rows [begin, end). @param overlapOnly whether pairs overlap, and no more */
  compute(overlapOnly: boolean, begin: number, end: number): void {
    const { words } = this.#frame.query;
    const { list } = this;
    const { simplexEven, simplexOdd } = list.results;
    const evenToOdd = words[EVEN_TO_ODD] === 1;
    const params = this.#params;
    params.overlapOnly = overlapOnly;
    params.depth = words[DEPTH] === 1;
    params.from = evenToOdd ? simplexEven : simplexOdd;
    params.to = evenToOdd ? simplexOdd : simplexEven;
    if (this.#wide) this.#computeWide(this.#wide, list, begin, end);
    else this.#computeRows(list, begin, end);
  }

  /** Makes manifolds of rows [begin, end), which have been answered. */
  computeManifolds(begin: number, end: number): void {
    const { contacts, list } = this;
    const evenToOdd = this.#frame.query.words[CONTACTS_EVEN_TO_ODD] === 1;
    const { featuresEven, featuresOdd, touchesEven, touchesOdd } = contacts;
    const params = this.#contactParams;
    params.from = evenToOdd ? featuresEven : featuresOdd;
    params.to = evenToOdd ? featuresOdd : featuresEven;
    params.touches = evenToOdd ? touchesOdd : touchesEven;
    if (this.#wide) this.#computeManifoldsWide(this.#wide, contacts, list, begin, end);
    else this.#computeManifolds(contacts, list, begin, end);
  }

  /** Tile by tile; what the wide kernel leaves goes to the scalar one. */
  #computeWide(wide: WideKernel, list: ListTables, begin: number, end: number): void {
    wide.setQuery(list, this.#frame, this.#params);
    const { deferred } = wide;
    let refined = 0;
    for (let tile = begin; tile < end; tile += TILE_ROWS) {
      const count = wide.distanceTile(tile, Math.min(tile + TILE_ROWS, end));
      refined += count;
      for (let k = 0; k < count; ) {
        const first = deferred[k];
        const run = runLength(deferred, k, count);
        this.#computeRows(list, first, first + run);
        k += run;
      }
    }
    countDeferred(this.#frame.program, this.#thread, refined);
  }

  /** The same by the scalar kernel. */
  #computeRows({ pairs, results }: ListTables, begin: number, end: number): void {
    const { colliders, counts } = this.#frame;
    const { geometry } = this;
    distanceRows(results, pairs.ids, colliders, counts, geometry, geometry, this.scratch, this.#params, begin, end);
  }

  #computeManifoldsWide(wide: WideKernel, contacts: ContactTable, list: ListTables, begin: number, end: number): void {
    wide.setContacts(contacts, this.#contactParams);
    const { deferred } = wide;
    for (let tile = begin; tile < end; tile += TILE_ROWS) {
      const count = wide.contactTile(tile, Math.min(tile + TILE_ROWS, end));
      for (let k = 0; k < count; ) {
        const first = deferred[k];
        const run = runLength(deferred, k, count);
        this.#computeManifolds(contacts, list, first, first + run);
        k += run;
      }
    }
  }

  #computeManifolds(contacts: ContactTable, { pairs, results }: ListTables, begin: number, end: number): void {
    const { colliders } = this.#frame;
    const params = this.#contactParams;
    contactRows(contacts, results, pairs.ids, colliders, this.geometry, this.#manifoldScratch, params, begin, end);
  }
}

/** How many of `count` rows from place k on follow each other: they go in one call. */
function runLength(rows: Int32Array, k: number, count: number): number {
  const first = rows[k];
  let run = 1;
  while (k + run < count && rows[k + run] === first + run) run++;
  return run;
}
