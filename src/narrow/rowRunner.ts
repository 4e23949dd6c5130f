/**
 * Computes rows of a pair list on one thread, by the wide kernel if there is one, else by the scalar kernel. The scalar
 * kernel also computes the deferred rows. The query row holds the list and the parameters (queries/queryTable.ts).
 */
import type { Frame, ListTables } from '../memory/frame.ts';
import type { ContactTable } from '../queries/contacts/table.ts';
import type { PolytopeTable } from '../queries/distance/polytopeTable.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../queries/distance/table.ts';
import { CONTACTS_EVEN_TO_ODD, DEPTH, EVEN_TO_ODD, POLYTOPES_EVEN_TO_ODD } from '../queries/queryTable.ts';
import { COUNT_TABLE_BYTES, ROWS, SHAPES } from '../scene/countTable.ts';
import { countDeferred } from '../schedule/service.ts';
import type { SceneGeometry } from '../shapes/cores/core.ts';
import { sceneGeometry } from '../shapes/cores/list.ts';
import type { QueryTables } from './queryTables.ts';
import { contactRows } from './scalar/contacts/contactRows.ts';
import { createManifoldScratch } from './scalar/contacts/contactScratch.ts';
import type { ContactParams } from './scalar/contacts/match.ts';
import { distanceRows } from './scalar/distanceRows.ts';
import type { DistanceParams } from './scalar/queryParams.ts';
import { createScalarScratch, type ScalarScratch } from './scalar/scratch.ts';
import { TILE_ROWS } from './wide/context.ts';
import type { Counted, WideKernel } from './wideKernel.ts';

const NO_SIMPLEX = new Uint16Array(0);
const NO_FEATURES = new Uint32Array(0);
const NO_TOUCHES = new Uint8Array(0);

export class RowRunner {
  readonly geometry: SceneGeometry;
  readonly tables: QueryTables;
  /** The thread's scratch. Other passes may use it between rows. */
  readonly scratch: ScalarScratch = createScalarScratch();
  readonly #frame: Frame;
  readonly #thread: number;
  readonly #wide: WideKernel | undefined;
  readonly #manifoldScratch = createManifoldScratch();
  // one object each, refilled for each block: a query in steady state allocates nothing
  readonly #params: { -readonly [K in keyof DistanceParams]: DistanceParams[K] };
  /** Counts that make the rows of probes legal ids. */
  readonly #placed: Counted = { counts: new Uint32Array(COUNT_TABLE_BYTES / 4) };
  readonly #contactParams: { -readonly [K in keyof ContactParams]: ContactParams[K] };

  /**
   * @param tables of the query
   * @param wide the thread's wide kernel, if the engine has one
   */
  constructor(frame: Frame, tables: QueryTables, thread: number, wide: WideKernel | undefined) {
    const { maxDistance, touching } = frame.query;
    this.#frame = frame;
    this.tables = tables;
    this.#thread = thread;
    this.#wide = wide;
    this.geometry = sceneGeometry(frame);
    this.#placed.counts[ROWS] = frame.placed.capacity;
    this.#params = { overlapOnly: false, maxDistance, depth: true, from: NO_SIMPLEX, to: NO_SIMPLEX };
    this.#contactParams = { margin: maxDistance, touching, from: NO_FEATURES, to: NO_FEATURES, touches: NO_TOUCHES };
  }

  /** Computes rows [begin, end). @param overlapOnly writes only whether each pair overlaps */
  compute(overlapOnly: boolean, begin: number, end: number): void {
    const { words } = this.#frame.query;
    const { list } = this.tables;
    const { simplexEven, simplexOdd } = list.results;
    const evenToOdd = words[EVEN_TO_ODD] === 1;
    const params = this.#params;
    params.overlapOnly = overlapOnly;
    params.depth = words[DEPTH] === 1;
    params.from = evenToOdd ? simplexEven : simplexOdd;
    params.to = evenToOdd ? simplexOdd : simplexEven;
    const polytopes = params.depth && !overlapOnly ? this.tables.polytopes : undefined;
    if (this.#wide) this.#computeWide(this.#wide, list, this.#frame, polytopes, begin, end);
    else this.#computeRows(list, this.#frame, begin, end);
  }

  /**
   * Computes rows [begin, end) of a list whose ids may be those of probes, from a cold start. The query row holds the
   * distance limit. @param overlapOnly writes only whether each pair overlaps
   */
  computePlaced(list: ListTables, overlapOnly: boolean, begin: number, end: number): void {
    const { simplexEven, simplexOdd } = list.results;
    const params = this.#params;
    simplexEven.fill(UNUSED, SIMPLEX_STRIDE * begin, SIMPLEX_STRIDE * end);
    params.overlapOnly = overlapOnly;
    params.depth = !overlapOnly;
    params.from = simplexEven;
    params.to = simplexOdd;
    const rows = this.#placed;
    rows.counts[SHAPES] = this.#frame.counts[SHAPES];
    if (this.#wide) this.#computeWide(this.#wide, list, rows, undefined, begin, end);
    else this.#computeRows(list, rows, begin, end);
  }

  /** Computes the manifolds of rows [begin, end). Their distances are computed before. */
  computeManifolds(begin: number, end: number): void {
    const { contacts, list } = this.tables;
    const evenToOdd = this.#frame.query.words[CONTACTS_EVEN_TO_ODD] === 1;
    const { featuresEven, featuresOdd, touchesEven, touchesOdd } = contacts;
    const params = this.#contactParams;
    params.from = evenToOdd ? featuresEven : featuresOdd;
    params.to = evenToOdd ? featuresOdd : featuresEven;
    params.touches = evenToOdd ? touchesOdd : touchesEven;
    if (this.#wide) this.#computeManifoldsWide(this.#wide, contacts, list, begin, end);
    else this.#computeManifolds(contacts, list, begin, end);
  }

  /** Computes rows tile by tile with the wide kernel; the scalar kernel computes the deferred rows. */
  #computeWide(
    wide: WideKernel,
    list: ListTables,
    rows: Counted,
    polytopes: PolytopeTable | undefined,
    begin: number,
    end: number,
  ): void {
    wide.setQuery(list, rows, this.#params);
    wide.setPolytopes(polytopes, this.#frame.query.words[POLYTOPES_EVEN_TO_ODD] === 1);
    const { deferred } = wide;
    let refined = 0;
    for (let tile = begin; tile < end; tile += TILE_ROWS) {
      const count = wide.distanceTile(tile, Math.min(tile + TILE_ROWS, end));
      refined += count;
      for (let k = 0; k < count; ) {
        const first = deferred[k];
        const run = runLength(deferred, k, count);
        this.#computeRows(list, rows, first, first + run);
        k += run;
      }
    }
    countDeferred(this.#frame.program, this.#thread, refined);
  }

  /** Computes rows with the scalar kernel. */
  #computeRows({ pairs, results }: ListTables, { counts }: Counted, begin: number, end: number): void {
    const { placed } = this.#frame;
    const { geometry } = this;
    distanceRows(results, pairs.ids, placed, counts, geometry, geometry, this.scratch, this.#params, begin, end);
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

/** Counts how many of `count` rows are consecutive from index k on. They share one call. */
function runLength(rows: Int32Array, k: number, count: number): number {
  const first = rows[k];
  let run = 1;
  while (k + run < count && rows[k + run] === first + run) run++;
  return run;
}
