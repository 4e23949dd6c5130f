/**
 * The wide kernel of one thread: wasm that computes rows four at a time and defers some to the scalar kernel. Its
 * parameters are words in the thread's scratch (`tables/kernelContext.ts`).
 */
import type { ContactParams } from '../kernels/contacts/contactRows.ts';
import type { DistanceParams } from '../kernels/rows/queryParams.ts';
import type { CastResultTable } from '../tables/castTable.ts';
import { RECYCLING, REFRESH } from '../tables/contactStamps.ts';
import type { ContactTable } from '../tables/contactTable.ts';
import { ROWS, type SceneCounts, SHAPES } from '../tables/countTable.ts';
import { type Frame, type ListTables, scratchAt } from '../tables/frame.ts';
import {
  ANCHORS_FROM,
  ANCHORS_TO,
  CAST_IDS,
  CAST_NORMALS,
  CAST_OFFSETS_A,
  CAST_OFFSETS_B,
  CAST_STATUS,
  CAST_T,
  CONTEXT_WORDS,
  DEFERRED_BYTES,
  DEPTH,
  FEATURES_FROM,
  FEATURES_TO,
  FROM,
  HALF_EXTENTS,
  IDS,
  IS_LISTED,
  IS_STAMPED,
  LAST_ROW,
  LISTED_BYTES,
  LISTED_COUNT,
  MARGIN,
  MAX_DISTANCE,
  MOST_MOTION,
  OFFSET_A,
  OFFSET_B,
  OVERLAP_ONLY,
  POINT_COUNT,
  POINTS_A,
  POINTS_B,
  POLYTOPE_FLAG,
  POLYTOPE_ROWS,
  POLYTOPES_FROM,
  POLYTOPES_TO,
  PREVIOUS,
  QUERY,
  RECYCLE,
  RECYCLED,
  ROW_COUNT,
  SEPARATION,
  SHAPE_COUNT,
  STAMPED_FROM,
  STAMPED_TO,
  STAMPS_FROM,
  STAMPS_TO,
  STATUS,
  TILE_ROWS,
  TO,
  TOUCHES,
  TOUCHING,
  TURN,
} from '../tables/kernelContext.ts';
import type { PolytopeTable } from '../tables/polytopeTable.ts';
import { type QueryTable, RECYCLE_MODE, RECYCLE_QUERY, STAMPS_FROM_ODD, STAMPS_TO_ODD } from '../tables/queryTable.ts';
import { writeAddresses } from './wideAddresses.ts';
import type { WideCalls } from './wideCalls.ts';
import { WideSearches } from './wideSearches.ts';

/** Infinity as f32. */
const INFINITY_BITS = 0x7f800000;

/** Parameters of a distance query in the memory of the engine. */
export interface TileParams extends DistanceParams {
  readonly maxDistance: Float64Array;
  readonly from: Uint16Array;
  readonly to: Uint16Array;
}

/** How many rows of the tables are legal ids. */
export interface Counted {
  readonly counts: SceneCounts;
}

export class WideKernel {
  /** Deferred rows of the last tile. The call returns how many are valid. */
  readonly deferred: Int32Array;
  /** The rows that `recycleRows` has listed. */
  readonly listed: Int32Array;
  readonly searches: WideSearches;
  readonly calls: WideCalls;
  /** The context, with the addresses of the tables. */
  readonly words: Int32Array;
  /** Byte address of the context, as the i32 that wasm takes. */
  readonly context: number;
  readonly #reals: Float32Array;
  /** The counts of the scene, and the address of its half extents. */
  readonly #counts: SceneCounts;
  readonly #halfExtents: number;

  constructor(frame: Frame, thread: number, calls: WideCalls) {
    const place = scratchAt(frame, thread);
    this.deferred = new Int32Array(frame.buffer, place + DEFERRED_BYTES, TILE_ROWS);
    this.listed = new Int32Array(frame.buffer, place + LISTED_BYTES, TILE_ROWS);
    this.calls = calls;
    this.context = place | 0;
    this.words = new Int32Array(frame.buffer, place, CONTEXT_WORDS);
    this.#reals = new Float32Array(frame.buffer, place, CONTEXT_WORDS);
    this.#counts = frame.counts;
    this.#halfExtents = frame.colliders.halfExtents.byteOffset;
    this.searches = new WideSearches(frame, place, calls, this.words);
    writeAddresses(this.words, frame);
  }

  /** Sets the list and the parameters of a query. Called before the first `distanceTile` of every block. */
  setQuery({ pairs, results }: ListTables, { counts }: Counted, params: TileParams): void {
    const words = this.words;
    words[IDS] = pairs.ids.byteOffset;
    words[STATUS] = results.status.byteOffset;
    words[SEPARATION] = results.separation.byteOffset;
    words[OFFSET_A] = results.offsetA.byteOffset;
    words[OFFSET_B] = results.offsetB.byteOffset;
    words[FROM] = params.from.byteOffset;
    words[TO] = params.to.byteOffset;
    words[ROW_COUNT] = counts[ROWS];
    words[SHAPE_COUNT] = counts[SHAPES];
    // probes have no half extents
    words[HALF_EXTENTS] = counts === this.#counts ? this.#halfExtents : 0;
    words[OVERLAP_ONLY] = params.overlapOnly ? 1 : 0;
    words[DEPTH] = params.depth ? 1 : 0;
    words[IS_LISTED] = 0;
    // copies from column to column, because V8 may allocate for a double that is read
    this.#reals.set(params.maxDistance, MAX_DISTANCE);
    // the next f32 above: so rounding of the limit excludes no row within the f64 limit
    if (words[MAX_DISTANCE] < INFINITY_BITS) words[MAX_DISTANCE] += 1;
  }

  /**
   * Sets the polytopes that rows cache between queries with depth, or none. Called before the first `distanceTile` of
   * every block.
   */
  setPolytopes(table: PolytopeTable | undefined, evenToOdd: boolean): void {
    const words = this.words;
    words[POLYTOPE_ROWS] = table ? table.capacity : 0;
    if (!table) return;
    words[POLYTOPES_FROM] = (evenToOdd ? table.even : table.odd).byteOffset;
    words[POLYTOPES_TO] = (evenToOdd ? table.odd : table.even).byteOffset;
    words[POLYTOPE_FLAG] = table.flags.byteOffset;
  }

  /** Computes rows [begin, end), at most TILE_ROWS. @returns the number of deferred rows, which `deferred` lists */
  distanceTile(begin: number, end: number): number {
    return this.calls.distanceTile(this.context, begin, end);
  }

  /** Computes the first `count` deferred rows in f64. */
  exactRows(count: number): void {
    if (count > 0) this.calls.exactRows(this.context, count);
  }

  /** Whether a pair of the list of `setQuery` comes within the maximum distance, in f64. */
  isWithin(pair: number): boolean {
    return this.calls.exactWithin(this.context, pair) === 1;
  }

  /** Sets the columns and the parameters of contacts, after `setQuery`. */
  setContacts(contacts: ContactTable, { margin, touching, features, touches }: ContactParams): void {
    const words = this.words;
    words[POINT_COUNT] = contacts.pointCount.byteOffset;
    words[POINTS_A] = contacts.pointsA.byteOffset;
    words[POINTS_B] = contacts.pointsB.byteOffset;
    words[PREVIOUS] = contacts.previous.byteOffset;
    words[LAST_ROW] = contacts.lastRow.byteOffset;
    words[FEATURES_FROM] = features.from.byteOffset;
    words[FEATURES_TO] = features.to.byteOffset;
    words[TOUCHES] = touches.byteOffset;
    this.#setBelow(MARGIN, margin);
    this.#setBelow(TOUCHING, touching);
  }

  /** Sets a word to the largest f32 that is at most `limit[0]`. */
  #setBelow(word: number, limit: Float64Array): void {
    const words = this.words;
    this.#reals.set(limit, word);
    if (this.#reals[word] > limit[0]) words[word] += words[word] > 0 ? -1 : 1;
  }

  /** Writes the manifolds of rows [begin, end), at most TILE_ROWS. */
  contactTile(begin: number, end: number): void {
    const deferred = this.calls.contactTile(this.context, begin, end);
    if (deferred > 0) this.calls.exactContacts(this.context, deferred);
  }

  /** Sets the columns and the parameters of recycled contacts, after `setContacts`. */
  setRecycling(contacts: ContactTable, { words, recycle, mostMotion }: QueryTable): void {
    const { stampsEven, stampsOdd, anchorsEven, anchorsOdd, stampedEven, stampedOdd } = contacts;
    const own = this.words;
    const fromOdd = words[STAMPS_FROM_ODD] === 1;
    const toOdd = words[STAMPS_TO_ODD] === 1;
    own[RECYCLED] = contacts.recycled.byteOffset;
    own[STAMPS_FROM] = (fromOdd ? stampsOdd : stampsEven).byteOffset;
    own[STAMPS_TO] = (toOdd ? stampsOdd : stampsEven).byteOffset;
    own[ANCHORS_FROM] = (fromOdd ? anchorsOdd : anchorsEven).byteOffset;
    own[ANCHORS_TO] = (toOdd ? anchorsOdd : anchorsEven).byteOffset;
    own[STAMPED_FROM] = (fromOdd ? stampedOdd : stampedEven).byteOffset;
    own[STAMPED_TO] = (toOdd ? stampedOdd : stampedEven).byteOffset;
    own[IS_STAMPED] = words[RECYCLE_MODE] === RECYCLING ? 1 : 0;
    own[QUERY] = words[RECYCLE_QUERY];
    own[TURN] = words[RECYCLE_QUERY] % REFRESH;
    this.#reals.set(recycle, RECYCLE);
    this.#reals.set(mostMotion, MOST_MOTION);
  }

  /**
   * Recycles rows from `begin` on, until a tile is full or `end` is reached. `listed` then has the `listedCount` rows
   * that get fresh manifolds.
   * @returns the first row that remains
   */
  recycleRows(begin: number, end: number): number {
    return this.calls.recycleRows(this.context, begin, end);
  }

  get listedCount(): number {
    return this.words[LISTED_COUNT];
  }

  /** Sets whether tiles are rows of `listed`, not of the pair list. */
  set isListed(value: boolean) {
    this.words[IS_LISTED] = value ? 1 : 0;
  }

  /** Writes the stamps of the `count` listed rows. */
  stampRows(count: number): void {
    this.calls.stampRows(this.context, count);
  }

  /** Sets where casts write their rows, and the counts. */
  setCasts({ status, ids, t, normals, offsetsA, offsetsB }: CastResultTable, counts: SceneCounts): void {
    const words = this.words;
    words[CAST_STATUS] = status.byteOffset;
    words[CAST_IDS] = ids.byteOffset;
    words[CAST_T] = t.byteOffset;
    words[CAST_NORMALS] = normals.byteOffset;
    words[CAST_OFFSETS_A] = offsetsA.byteOffset;
    words[CAST_OFFSETS_B] = offsetsB.byteOffset;
    words[ROW_COUNT] = counts[ROWS];
    words[SHAPE_COUNT] = counts[SHAPES];
  }

  /** Casts rows [begin, end) of a list, at most TILE_ROWS. */
  castPairs(ids: Uint32Array, begin: number, end: number): void {
    this.words[IDS] = ids.byteOffset;
    const deferred = this.calls.castPairs(this.context, begin, end);
    if (deferred > 0) this.calls.exactCasts(this.context, deferred);
  }
}
