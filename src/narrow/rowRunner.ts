/**
 * Computes rows of a pair list on one thread, by the wide kernel if there is one, else by the scalar kernel. The query
 * row holds the list and the parameters (tables/queryTable.ts).
 */
import type { QueryTables } from '../tables/boundTables.ts';
import { COUNT_TABLE_BYTES, ROWS, SHAPES } from '../tables/countTable.ts';
import type { Frame, ListTables } from '../tables/frame.ts';
import { TILE_ROWS } from '../tables/kernelContext.ts';
import { DEPTH, EVEN_TO_ODD, POLYTOPES_EVEN_TO_ODD } from '../tables/queryTable.ts';
import { SHAPE_STRIDE } from '../tables/shapeWords.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../tables/simplexWords.ts';
import { countDeferred } from './deferredRows.ts';
import type { ScalarKernel } from './scalarKernel.ts';
import type { ThreadKernels } from './threadKernels.ts';
import type { Counted, TileParams, WideKernel } from './wideKernel.ts';

const NO_SIMPLEX = new Uint16Array(0);

export class RowRunner {
  readonly tables: QueryTables;
  readonly #frame: Frame;
  readonly #thread: number;
  readonly wide: WideKernel | undefined;
  readonly scalar: ScalarKernel | undefined;
  // one object each, refilled for each block: a query in steady state allocates nothing
  readonly #params: { -readonly [K in keyof TileParams]: TileParams[K] };
  /** Counts that make the rows of probes and guests legal ids, and their shapes. */
  readonly #placed: Counted = { counts: new Uint32Array(COUNT_TABLE_BYTES / 4) };

  /** @param tables of the query */
  constructor(frame: Frame, tables: QueryTables, thread: number, { wide, scalar }: ThreadKernels) {
    const { maxDistance } = frame.query;
    this.#frame = frame;
    this.tables = tables;
    this.#thread = thread;
    this.wide = wide;
    this.scalar = scalar;
    this.#placed.counts[ROWS] = frame.placed.capacity;
    this.#placed.counts[SHAPES] = frame.shapes.words.length / SHAPE_STRIDE;
    this.#params = { overlapOnly: false, maxDistance, depth: true, from: NO_SIMPLEX, to: NO_SIMPLEX };
  }

  /** Computes rows [begin, end). @param overlapOnly writes only whether each pair overlaps */
  compute(overlapOnly: boolean, begin: number, end: number): void {
    this.#setParams(overlapOnly);
    if (this.wide) {
      this.#setQuery(this.wide);
      this.computeTiles(this.wide, begin, end);
    } else this.#computeScalar(begin, end);
  }

  /** Computes listed rows [begin, end) of the list. @param overlapOnly writes only whether each pair overlaps */
  computeListed(overlapOnly: boolean, begin: number, end: number): void {
    const { listedRows } = this.#frame;
    this.#setParams(overlapOnly);
    const wide = this.wide;
    if (!wide) {
      for (let k = begin; k < end; k++) this.#computeScalar(listedRows[k], listedRows[k] + 1);
      return;
    }
    this.#setQuery(wide);
    wide.isListed = true;
    for (let tile = begin; tile < end; tile += TILE_ROWS) {
      const count = Math.min(TILE_ROWS, end - tile);
      for (let k = 0; k < count; k++) wide.listed[k] = listedRows[tile + k];
      this.computeTiles(wide, 0, count);
    }
  }

  #computeScalar(begin: number, end: number): void {
    this.scalar?.distanceRows(this.tables.list, this.#frame.counts, this.#params, begin, end);
  }

  /** Sets the parameters of the query for `computeTiles`. @returns them */
  setDistances(): TileParams {
    this.#setParams(false);
    if (this.wide) this.#setQuery(this.wide);
    return this.#params;
  }

  #setParams(overlapOnly: boolean): void {
    const { words } = this.#frame.query;
    const { simplexEven, simplexOdd } = this.tables.list.results;
    const evenToOdd = words[EVEN_TO_ODD] === 1;
    const params = this.#params;
    params.overlapOnly = overlapOnly;
    params.depth = words[DEPTH] === 1;
    params.from = evenToOdd ? simplexEven : simplexOdd;
    params.to = evenToOdd ? simplexOdd : simplexEven;
  }

  /** Sets the list and the parameters of the query. */
  #setQuery(wide: WideKernel): void {
    const { overlapOnly, depth } = this.#params;
    wide.setQuery(this.tables.list, this.#frame, this.#params);
    const polytopes = depth && !overlapOnly ? this.tables.polytopes : undefined;
    wide.setPolytopes(polytopes, this.#frame.query.words[POLYTOPES_EVEN_TO_ODD] === 1);
  }

  /**
   * Computes the first `count` rows of a list from a cold start. Its ids are those of colliders, probes and guests, of
   * known shapes. The query row holds the distance limit. @param overlapOnly writes only whether each pair overlaps
   */
  computePlaced(list: ListTables, overlapOnly: boolean, count: number): void {
    const { simplexEven, simplexOdd } = list.results;
    const params = this.#params;
    simplexEven.fill(UNUSED, 0, SIMPLEX_STRIDE * count);
    params.overlapOnly = overlapOnly;
    params.depth = !overlapOnly;
    params.from = simplexEven;
    params.to = simplexOdd;
    const rows = this.#placed;
    if (this.wide) {
      this.wide.setQuery(list, rows, params);
      this.wide.setPolytopes(undefined, false);
      this.computeTiles(this.wide, 0, count);
    } else this.scalar?.distanceRows(list, rows.counts, params, 0, count);
  }

  /** Computes rows [begin, end) of the list that is set, or of the listed rows. */
  computeTiles(wide: WideKernel, begin: number, end: number): void {
    let deferred = 0;
    for (let tile = begin; tile < end; tile += TILE_ROWS) {
      const count = wide.distanceTile(tile, Math.min(tile + TILE_ROWS, end));
      deferred += count;
      wide.exactRows(count);
    }
    countDeferred(this.#frame.program, this.#thread, deferred);
  }
}
