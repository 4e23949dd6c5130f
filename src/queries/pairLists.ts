/**
 * The pair lists of one engine: their memory and their results. When the rows of a list change, simplexes and contacts
 * move to the new rows, or are dropped.
 */
import { fail, inspect, integerIn } from '../errors.ts';
import { PairList } from '../pairs/pairList.ts';
import type { SceneChanges } from '../scene/sceneChanges.ts';
import { NO_SHAPE } from '../tables/colliderTable.ts';
import { ROWS } from '../tables/countTable.ts';
import { bindList, type Frame, type ListTables, listBytes } from '../tables/frame.ts';
import { bindPolytopes, type PolytopeTable, polytopeRowsIn, polytopeTableBytes } from '../tables/polytopeTable.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../tables/simplexWords.ts';
import type { ListContacts } from './contacts/lists.ts';
import { carryPolytopes } from './distance/carryPolytopes.ts';
import { carrySimplexes, clearSimplexes, mirrorSimplexes } from './distance/carrySimplex.ts';
import { DistanceResults, IntersectResults } from './distance/results.ts';
import type { PairCapacity } from './distance/search.ts';

/** The polytopes of a list. */
export interface ListPolytopes {
  readonly byteOffset: number;
  readonly table: PolytopeTable;
  /** Whether the next query with depth reads the even column and writes the odd one. */
  even: boolean;
}

/** A list, its tables and its results. */
export interface ListState {
  readonly list: PairList;
  readonly tables: ListTables;
  readonly distances: DistanceResults;
  readonly overlaps: IntersectResults;
  /** Whether the next query reads the even simplex column and writes the odd one. */
  even: boolean;
  readonly polytopes: ListPolytopes;
  /** Made by the first contact query. */
  contacts: ListContacts | undefined;
  /** What a GPU keeps of the list. */
  onGpu: { hasSimplexes: boolean; isCleared: boolean } | undefined;
  /** `calls` of the scene when the last query began: simplexes are of colliders until then. In an array, as there. */
  readonly seen: Float64Array;
}

/** Checks by the engine that owns the lists. */
export interface ListChecks {
  /** Fails if the engine is closed. */
  checkOpen(where: string): void;
  /** Fails unless `id` names a live collider. */
  checkCollider(where: string, id: number): void;
}

/** Whether `given` has the first `count` rows of `ids`, and all of them are pairs of two live colliders. */
function areSame({ colliders, counts }: Frame, given: ArrayLike<number>, ids: Uint32Array, count: number): boolean {
  const { shapes } = colliders;
  const rows = counts[ROWS];
  for (let k = 0; k < 2 * count; k += 2) {
    const a = ids[k];
    const b = ids[k + 1];
    if (given[k] !== a || given[k + 1] !== b) return false;
    if (a >= rows || b >= rows || a === b || shapes[a] === NO_SHAPE || shapes[b] === NO_SHAPE) return false;
  }
  return true;
}

export class PairLists {
  /** The list of `engine.pairs`. */
  readonly own: ListState;
  readonly #frame: Frame;
  readonly #changes: SceneChanges;
  readonly #checks: ListChecks;
  readonly #states = new Map<PairList, ListState>();
  /** Byte offset of the next list, and of its polytopes. */
  #at: number;
  #polytopesAt: number;

  /** @param capacity rows of the engine's own list */
  constructor(frame: Frame, capacity: PairCapacity, changes: SceneChanges, checks: ListChecks) {
    this.#frame = frame;
    this.#changes = changes;
    this.#checks = checks;
    this.#at = frame.listsBegin;
    this.#polytopesAt = frame.listsEnd;
    this.own = this.#make(capacity.pairs, capacity.polytopes);
  }

  /** Makes a list for a user. @throws QueryError when the lists together would need more rows than there are */
  create(where: string, capacity: number): PairList {
    this.#checks.checkOpen(where);
    integerIn(`${where}: capacity`, capacity, 1, 2 ** 31 - 1);
    const room = rowsIn(this.#frame.listsEnd - this.#at);
    if (capacity > room) {
      fail(`${where}: capacity`, `at most ${room} more pairs (raise capacity.pairs, which lists share)`, capacity);
    }
    const polytopes = polytopeRowsIn(this.#frame.polytopesEnd - this.#polytopesAt);
    return this.#make(capacity, Math.min(capacity, polytopes)).list;
  }

  /** The state of `pairs`. @throws QueryError for a list of another engine */
  stateOf(where: string, pairs: PairList): ListState {
    const state = this.#states.get(pairs);
    if (!state) {
      const got = PairList.is(pairs) ? "another engine's" : inspect(pairs);
      fail(`${where}: pairs`, 'a pair list of this engine', got);
    }
    return state;
  }

  /** The state for an asynchronous query, which unlocks the list at its end. */
  lock(where: string, pairs: PairList): ListState {
    this.#checks.checkOpen(where);
    const state = this.stateOf(where, pairs);
    pairs.lock(where);
    return state;
  }

  /**
   * Called before a query of a list: drops the simplexes of pairs with a row that has got its collider since the last
   * one. Without a simplex no polytope is read.
   */
  begin(state: ListState): void {
    const { list, tables, seen } = state;
    dropOnGpu(state);
    if (state.onGpu) state.onGpu.isCleared = false;
    state.overlaps.columns.begin();
    state.distances.columns.begin();
    const { lastBirth, calls } = this.#changes;
    const before = seen[0];
    seen[0] = calls;
    if (lastBirth <= before) return;
    const { ids } = tables.pairs;
    const { simplexEven, simplexOdd } = tables.results;
    for (let p = 0; p < list.count; p++) {
      if (!this.#changes.isReborn(ids, p, before)) continue;
      simplexEven.fill(UNUSED, SIMPLEX_STRIDE * p, SIMPLEX_STRIDE * (p + 1));
      simplexOdd.fill(UNUSED, SIMPLEX_STRIDE * p, SIMPLEX_STRIDE * (p + 1));
    }
  }

  /** Drops the simplexes and contacts of every list: a snapshot has replaced the colliders. */
  forget(): void {
    for (const state of this.#states.values()) {
      const { tables, list, contacts } = state;
      dropOnGpu(state);
      clearSimplexes(tables.results, list.count);
      contacts?.history.forget(list.count);
    }
  }

  #make(capacity: number, polytopes: number): ListState {
    const { buffer } = this.#frame;
    const tables = bindList(buffer, this.#at, capacity);
    const kept = { byteOffset: this.#polytopesAt, table: bindPolytopes(buffer, this.#polytopesAt, polytopes) };
    this.#at += listBytes(capacity);
    this.#polytopesAt += polytopeTableBytes(polytopes);
    const list = new PairList(tables.pairs, {
      checkCollider: (where, id) => this.#checks.checkCollider(where, id),
      checkOpen: (where) => this.#checks.checkOpen(where),
      rowsDeclared: () => dropRows(state),
      areSame: (given, ids, count) => areSame(this.#frame, given, ids, count),
      // simplexes are in place: neither column changes
      rowsKept: () => state.contacts?.history.samePairs(),
      rowsChanged: (_, isDone, isMirrored) => carryRows(state, isDone, isMirrored),
    });
    const state: ListState = {
      list,
      tables,
      distances: new DistanceResults(list, tables.results, this.#frame),
      overlaps: new IntersectResults(list, tables.results),
      even: true,
      polytopes: { ...kept, even: true },
      contacts: undefined,
      onGpu: undefined,
      seen: new Float64Array(1),
    };
    this.#states.set(list, state);
    return state;
  }
}

/** The simplexes of the list are those in the memory. */
function dropOnGpu({ onGpu }: ListState): void {
  if (onGpu) onGpu.hasSimplexes = false;
}

/** Drops the simplexes and contacts of all rows: the caller has declared new rows. */
function dropRows(state: ListState): void {
  const { list, tables, contacts } = state;
  dropOnGpu(state);
  clearSimplexes(tables.results, list.count);
  contacts?.history.drop(list.count);
}

/**
 * Moves simplexes, polytopes and contacts to the new rows.
 * @param isDone whether a pass has moved simplexes and polytopes
 * @param isMirrored whether some pairs stood in the other order before
 */
function carryRows(state: ListState, isDone: boolean, isMirrored: boolean): void {
  dropOnGpu(state);
  const { polytopes } = state;
  const { results, pairs } = state.tables;
  const { count } = state.list;
  if (!isDone) {
    const simplexes = carrySimplexes(results, state.even, pairs.carried, 0, count);
    carryPolytopes(polytopes.table, polytopes.even, simplexes, pairs.carried, 0, count);
  }
  if (isMirrored) mirrorSimplexes(results, state.even, pairs, count);
  state.contacts?.history.carry(pairs, count);
  state.even = !state.even;
  polytopes.even = !polytopes.even;
}

/** Pairs that fit into `bytes`. */
function rowsIn(bytes: number): number {
  let rows = Math.floor((64 * bytes) / listBytes(64)); // 64 rows fill whole lines in every column
  while (listBytes(rows) > bytes) rows--;
  return rows;
}
