/**
 * The facade: one scene, its pair lists, and the queries. A query is the five stages in a row: the scene is what it is,
 * pairs say who is asked about whom, blocks say in which pieces, the kernel computes, results show what came out.
 */

import { Dispatcher } from '../backend/dispatcher.ts';
import { CONTACTS, DISTANCE, INTERSECT, type Job } from '../backend/job.ts';
import type { Pool } from '../backend/pool.ts';
import type { RunningKernel } from '../backend/runningKernel.ts';
import type { WideKernel } from '../backend/wideKernel.ts';
import { fail, integerIn } from '../errors.ts';
import { bindList, type Frame, type FrameCapacity, type ListTables, listBytes } from '../frame.ts';
import { PairList } from '../pairs/pairList.ts';
import { refinedRows } from '../partition/blocks.ts';
import { carrySimplexes, clearSimplexes } from '../results/carrySimplex.ts';
import type { ContactResults } from '../results/contactResults.ts';
import type { OverlapResults } from '../results/overlapResults.ts';
import { BOXES, SPHERES, VOLUME_STRIDE } from '../results/overlapTable.ts';
import { DistanceResults, IntersectResults } from '../results/results.ts';
import { ContactLists, checkContactRows, type ListContacts } from './contactLists.ts';
import { type ContactOptions, ContactOptionsReader } from './contactOptions.ts';
import { type DistanceOptions, DistanceOptionsReader } from './distanceOptions.ts';
import { FindOptionsReader, type FindPairsOptions } from './findOptions.ts';
import type { EngineInfo } from './info.ts';
import type { EngineTuning } from './options.ts';
import { OverlapFinder } from './overlapFinder.ts';
import { countVolumes, type OverlapOptions, readMask, readVolumes } from './overlapOptions.ts';
import { PairFinder } from './pairFinder.ts';
import { Scene } from './scene.ts';
import { TreeKeeper } from './treeKeeper.ts';

/** A list and what hangs on it. */
interface ListState {
  readonly list: PairList;
  readonly tables: ListTables;
  readonly distances: DistanceResults;
  readonly overlaps: IntersectResults;
  /** Which simplex column the next query starts from. */
  even: boolean;
  /** Made by the first contact query. */
  contacts: ListContacts | undefined;
}

/** @internal What an environment hands over. */
export interface EngineParts {
  readonly frame: Frame;
  readonly capacity: FrameCapacity;
  readonly tuning: EngineTuning;
  readonly pool: Pool | undefined;
  readonly shared: boolean;
  readonly kernel: RunningKernel;
  /** The calling thread's wide kernel, if that is what runs. */
  readonly wide: WideKernel | undefined;
  readonly fallbacks: readonly string[];
}

/** What searches the tree, job by job. */
interface Finder {
  next(job: Job): boolean;
}

/** More workers than any engine has. */
const ALL = 2 ** 20;
/** Pairs that a volume is worth when workers are woken. */
const VOLUME_WORTH = 20;

/** Answers queries about pairs of convex shapes, on every core. Made by `createEngine`. */
export class Engine {
  /** What exists. */
  readonly scene: Scene;
  /** The list that `findPairs` fills and queries use by default. */
  readonly pairs: PairList;
  readonly #parts: EngineParts;
  readonly #dispatcher: Dispatcher;
  readonly #lists = new Map<PairList, ListState>();
  readonly #keeper: TreeKeeper;
  readonly #finder: PairFinder;
  readonly #overlaps: OverlapFinder;
  /** Kinds of overlap queries that are running. */
  readonly #seeking = [false, false];
  readonly #options = new DistanceOptionsReader();
  readonly #contactOptions = new ContactOptionsReader();
  readonly #contactLists: ContactLists;
  readonly #findOptions = new FindOptionsReader();
  readonly #job: Job;
  readonly #pairsByThread: number[];
  #listsAt: number;
  #running = 0;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#keeper = new TreeKeeper(parts.frame);
    this.#finder = new PairFinder(parts.frame, this.#keeper);
    this.#overlaps = new OverlapFinder(parts.frame, this.#keeper);
    this.#contactLists = new ContactLists(parts.frame, parts.capacity.contacts);
    this.#dispatcher = new Dispatcher(parts.frame, parts.capacity.threads, parts.pool, parts.wide);
    this.#pairsByThread = new Array<number>(parts.capacity.threads).fill(0);
    this.#listsAt = parts.frame.listsBegin;
    this.scene = new Scene(parts.frame, {
      checkWritable: (where) => this.#checkIdle(where),
      checkOpen: (where) => this.#checkOpen(where),
      restored: () => {
        for (const { tables, list, contacts } of this.#lists.values()) {
          clearSimplexes(tables.results, list.count);
          contacts?.keeper.forget(list.count);
        }
      },
    });
    this.pairs = this.#makeList(parts.capacity.pairs);
    this.#job = {
      operation: DISTANCE,
      list: this.#stateOf('', this.pairs).tables,
      rows: 0,
      blockRows: parts.tuning.blockPairs,
      evenToOdd: true,
      depth: true,
      limit: new Float64Array([Infinity]),
      contacts: undefined,
      featuresEvenToOdd: true,
    };
  }

  /** What runs, and why. A fresh object at each call. */
  get info(): EngineInfo {
    const { pool, shared, kernel, fallbacks, frame, capacity } = this.#parts;
    return {
      kernel,
      refined: refinedRows(frame.blocks, capacity.threads),
      threads: 1 + (pool?.size ?? 0),
      shared,
      fallbacks,
      restarts: pool?.restarts ?? 0,
      pairsByThread: [...this.#pairsByThread],
      invalidColliders: this.#keeper.invalidColliders,
    };
  }

  /**
   * Makes a pair list of its own. Lists live as long as the engine.
   * @param capacity most pairs it will hold
   * @throws QueryError when the lists together would need more rows than `capacity.pairs`
   */
  createPairList(capacity: number): PairList {
    const where = 'engine.createPairList';
    this.#checkOpen(where);
    integerIn(`${where}: capacity`, capacity, 1, 2 ** 31 - 1);
    const room = rowsIn(this.#parts.frame.listsEnd - this.#listsAt);
    if (capacity > room) {
      fail(`${where}: capacity`, `at most ${room} more pairs (raise capacity.pairs, which lists share)`, capacity);
    }
    return this.#makeList(capacity);
  }

  /**
   * Fills `engine.pairs` with all pairs whose bounding boxes come within `margin`, ordered by first id, then second; the
   * first is the smaller. Colliders with an invalid pose are in no pair: `info.invalidColliders` counts them.
   * @throws QueryError when there are more than `capacity.pairs`; the list is then as it was
   */
  async findPairs(options?: FindPairsOptions): Promise<PairList> {
    const where = 'engine.findPairs';
    this.#findOptions.read(where, options);
    const margin = this.#findOptions.margin.slice();
    const { list } = this.#begin(where, this.pairs);
    return this.#enqueue(async () => {
      try {
        return await this.#find(where, margin);
      } finally {
        list.unlock();
      }
    });
  }

  /** `findPairs` that returns when it is done; the calling thread takes part. Allocates nothing. */
  findPairsSync(options?: FindPairsOptions): PairList {
    const where = 'engine.findPairsSync';
    this.#findOptions.read(where, options);
    this.#checkIdle(where);
    this.#findSync(where, this.#findOptions.margin);
    return this.pairs;
  }

  /**
   * Which colliders' world bounding boxes overlap each of many boxes, touching included. The bounding boxes, not the shapes: they are
   * exact (tight around the collider, f64), and to know more of the shapes, put a collider of the box's shape and the ids found into a
   * pair list and ask `intersect` or `distance`. One call looks at the poses of all colliders, so ask for many boxes at once. Colliders
   * with an invalid pose are never found.
   * @param boxes 6 per box: min x y z, max x y z (m, world; max ≥ min, infinite sides are legal). Copied
   * @throws QueryError for a bad box or option, more boxes than `capacity.volumes`, more ids than `capacity.overlaps`, while another
   *   `overlapBox` runs, and after `close`; the former results are then as they were
   */
  overlapBox(boxes: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults> {
    return this.#seek('engine.overlapBox', BOXES, boxes, options);
  }

  /** `overlapBox` that returns when it is done; the calling thread takes part. Allocates nothing. */
  overlapBoxSync(boxes: ArrayLike<number>, options?: OverlapOptions): OverlapResults {
    return this.#seekSync('engine.overlapBoxSync', BOXES, boxes, options);
  }

  /**
   * Which colliders' world bounding boxes come within the radius of each of many centres: distance from the centre to the nearest
   * point of the bounding box ≤ radius. The bounding boxes, not the shapes, as in `overlapBox`.
   * @param spheres 4 per sphere: x y z, radius ≥ 0 (m, world, finite). Copied
   * @throws QueryError as `overlapBox`
   */
  overlapSphere(spheres: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults> {
    return this.#seek('engine.overlapSphere', SPHERES, spheres, options);
  }

  /** `overlapSphere` that returns when it is done; the calling thread takes part. Allocates nothing. */
  overlapSphereSync(spheres: ArrayLike<number>, options?: OverlapOptions): OverlapResults {
    return this.#seekSync('engine.overlapSphereSync', SPHERES, spheres, options);
  }

  /** Which pairs overlap. Cheaper than `distance`: the first proof either way ends a pair. */
  async intersect(pairs: PairList = this.pairs): Promise<IntersectResults> {
    const state = this.#begin('engine.intersect', pairs);
    return this.#run(state, () => this.#describe(state, INTERSECT), state.overlaps);
  }

  /** `intersect` that returns when it is done; the calling thread takes part. Allocates nothing. */
  intersectSync(pairs: PairList = this.pairs): IntersectResults {
    const where = 'engine.intersectSync';
    this.#checkIdle(where);
    const state = this.#stateOf(where, pairs);
    this.#describe(state, INTERSECT);
    this.#runSync(state);
    return state.overlaps;
  }

  /**
   * Signed distance, normal and witness points of every pair. Starts from the simplexes that the last query on the list
   * ended on, so a scene that moves a little is answered faster.
   * @throws QueryError for a bad option, a list that is being queried, and after `close`
   */
  async distance(pairs: PairList = this.pairs, options?: DistanceOptions): Promise<DistanceResults> {
    const where = 'engine.distance';
    const asked = this.#options;
    asked.read(where, options);
    const depth = asked.depth;
    const limit = asked.maxDistance.slice();
    const state = this.#begin(where, pairs);
    const describe = () => {
      this.#describe(state, DISTANCE);
      this.#job.depth = depth;
      this.#job.limit = limit;
    };
    return this.#run(state, describe, state.distances);
  }

  /** `distance` that returns when it is done; the calling thread takes part. Allocates nothing. */
  distanceSync(pairs: PairList = this.pairs, options?: DistanceOptions): DistanceResults {
    const where = 'engine.distanceSync';
    this.#options.read(where, options);
    this.#checkIdle(where);
    const state = this.#stateOf(where, pairs);
    this.#describe(state, DISTANCE);
    this.#job.depth = this.#options.depth;
    this.#job.limit = this.#options.maxDistance;
    this.#runSync(state);
    return state.distances;
  }

  /**
   * Contact manifolds of all pairs within `margin`: finds the candidate pairs first (as `findPairs`, into `engine.pairs`), then
   * answers them.
   * @throws QueryError for a bad option, more pairs than `capacity.pairs` or `capacity.contacts`, and after `close`
   */
  contacts(options?: ContactOptions): Promise<ContactResults>;
  /** Contact manifolds of the pairs in a list. */
  contacts(pairs: PairList, options?: ContactOptions): Promise<ContactResults>;
  async contacts(first?: PairList | ContactOptions, second?: ContactOptions): Promise<ContactResults> {
    const where = 'engine.contacts';
    const finds = !(first instanceof PairList);
    const pairs = finds ? this.pairs : first;
    const asked = this.#contactOptions;
    asked.read(where, finds ? first : second);
    const margin = asked.margin.slice();
    const touching = asked.touching.slice();
    const state = this.#begin(where, pairs);
    return this.#enqueue(async () => {
      try {
        if (finds) {
          state.contacts?.keeper.setAsking(true);
          await this.#find(where, margin, this.#parts.capacity.contacts);
        }
        const contacts = this.#describeContacts(where, state, margin);
        await this.#dispatcher.run(this.#job, this.#helpers(state.list.count));
        return this.#finishContacts(state, contacts, touching);
      } finally {
        state.contacts?.keeper.setAsking(false);
        state.list.unlock();
      }
    });
  }

  /** `contacts` that returns when it is done; the calling thread takes part. Allocates nothing on a list that does not change. */
  contactsSync(options?: ContactOptions): ContactResults;
  contactsSync(pairs: PairList, options?: ContactOptions): ContactResults;
  contactsSync(first?: PairList | ContactOptions, second?: ContactOptions): ContactResults {
    const where = 'engine.contactsSync';
    const finds = !(first instanceof PairList);
    const asked = this.#contactOptions;
    asked.read(where, finds ? first : second);
    this.#checkIdle(where);
    const state = this.#stateOf(where, finds ? this.pairs : first);
    if (finds) {
      state.contacts?.keeper.setAsking(true);
      try {
        this.#findSync(where, asked.margin, this.#parts.capacity.contacts);
      } finally {
        state.contacts?.keeper.setAsking(false);
      }
    }
    const contacts = this.#describeContacts(where, state, asked.margin);
    this.#dispatcher.runSync(this.#job, this.#helpers(state.list.count));
    return this.#finishContacts(state, contacts, asked.touching);
  }

  /** Ends the workers, after the queries that were asked before. Whatever is called afterwards fails, but `close`. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.#parts.pool?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // ---- queries -----------------------------------------------------------------------------------------------------

  /** Locks the list of an asynchronous query. */
  #begin(where: string, pairs: PairList): ListState {
    this.#checkOpen(where);
    const state = this.#stateOf(where, pairs);
    pairs.lock(where);
    return state;
  }

  /** Runs a query after those before it, one at a time. The list is locked, and unlocked at the end. */
  #run<R>(state: ListState, describe: () => void, results: R): Promise<R> {
    return this.#enqueue(async () => {
      try {
        describe();
        await this.#dispatcher.run(this.#job, this.#helpers(this.#job.rows));
        this.#finish(state);
        return results;
      } finally {
        state.list.unlock();
      }
    });
  }

  #runSync(state: ListState): void {
    this.#dispatcher.runSync(this.#job, this.#helpers(this.#job.rows));
    this.#finish(state);
  }

  /** Workers that are worth waking for the job. */
  #helpers(rows: number): number {
    const { shareFrom } = this.#parts.tuning;
    return shareFrom === 0 ? ALL : Math.trunc(rows / shareFrom);
  }

  #describe(state: ListState, operation: number): void {
    const job = this.#job;
    job.operation = operation;
    job.list = state.tables;
    job.rows = state.list.count;
    job.blockRows = this.#parts.tuning.blockPairs;
    job.evenToOdd = state.even;
  }

  #describeContacts(where: string, state: ListState, margin: Float64Array): ListContacts {
    const isOwn = state.list === this.pairs;
    state.contacts ??= this.#contactLists.make(where, state.list, state.tables, isOwn);
    checkContactRows(where, state.contacts, state.list.count);
    const job = this.#job;
    this.#describe(state, CONTACTS);
    job.depth = true;
    job.limit = margin;
    job.contacts = state.contacts.placed;
    job.featuresEvenToOdd = state.contacts.keeper.even;
    state.contacts.keeper.begin(state.list.count);
    return state.contacts;
  }

  #finishContacts(state: ListState, { keeper }: ListContacts, touching: Float64Array): ContactResults {
    keeper.finish(state.tables.results, state.list.ids, state.list.count, touching);
    this.#finish(state);
    return keeper.results;
  }

  #finish(state: ListState): void {
    state.distances.wroteOdd(state.even);
    state.even = !state.even;
    this.#dispatcher.rowsByThread(this.#pairsByThread);
  }

  #findSync(where: string, margin: Float64Array, most = Infinity): void {
    this.#beginFinding(where, margin, most);
    this.#runPassesSync(this.#finder, this.#helpers(this.scene.rows));
  }

  #runPassesSync(finder: Finder, helpers: number): void {
    const job = this.#job;
    while (finder.next(job)) this.#dispatcher.runSync(job, helpers);
  }

  async #find(where: string, margin: Float64Array, most = Infinity): Promise<PairList> {
    this.#beginFinding(where, margin, most);
    await this.#runPasses(this.#finder, this.#helpers(this.scene.rows));
    return this.pairs;
  }

  async #runPasses(finder: Finder, helpers: number): Promise<void> {
    const job = this.#job;
    let failure: unknown;
    while (finder.next(job)) {
      try {
        await this.#dispatcher.run(job, helpers);
      } catch (cause) {
        // a worker could not be replaced: the calling thread does the pass again and the rest, so that no list is left half filled
        failure = cause;
        await this.#dispatcher.run(job, 0);
      }
    }
    if (failure) throw failure;
  }

  async #seek(
    where: string,
    kind: number,
    given: ArrayLike<number>,
    options: OverlapOptions | undefined,
  ): Promise<OverlapResults> {
    this.#checkOpen(where);
    const { overlaps } = this.#parts.frame;
    const mask = readMask(where, options);
    const count = countVolumes(where, kind, given, overlaps.capacity);
    const volumes = new Float64Array(VOLUME_STRIDE * count);
    readVolumes(where, kind, volumes, given, count);
    if (this.#seeking[kind]) fail(where, 'results that no query is filling', 'those of one that is running');
    this.#seeking[kind] = true;
    return this.#enqueue(async () => {
      try {
        overlaps.volumes.set(volumes);
        this.#overlaps.begin(where, kind, count, mask);
        await this.#runPasses(this.#overlaps, this.#helpersToSeek(count));
        return this.#overlaps.results[kind]!;
      } finally {
        this.#seeking[kind] = false;
      }
    });
  }

  #seekSync(
    where: string,
    kind: number,
    given: ArrayLike<number>,
    options: OverlapOptions | undefined,
  ): OverlapResults {
    this.#checkIdle(where);
    const { overlaps } = this.#parts.frame;
    const mask = readMask(where, options);
    const count = countVolumes(where, kind, given, overlaps.capacity);
    readVolumes(where, kind, overlaps.volumes, given, count);
    this.#overlaps.begin(where, kind, count, mask);
    this.#runPassesSync(this.#overlaps, this.#helpersToSeek(count));
    return this.#overlaps.results[kind]!;
  }

  /** Workers that are worth waking for `count` volumes and the bounds of all colliders. */
  #helpersToSeek(count: number): number {
    return this.#helpers(Math.max(this.scene.rows, VOLUME_WORTH * count));
  }

  #beginFinding(where: string, margin: Float64Array, most: number): void {
    const state = this.#stateOf(where, this.pairs);
    this.#finder.begin(where, this.pairs, margin, most);
    this.#job.list = state.tables;
    this.#job.evenToOdd = state.even;
  }

  /** Runs `task` at once if nothing is running, else after what is. */
  #enqueue<R>(task: () => Promise<R>): Promise<R> {
    const counted = async () => {
      try {
        return await task();
      } finally {
        this.#running--;
      }
    };
    const answer = this.#running++ === 0 ? counted() : this.#last.then(counted, counted);
    this.#last = answer;
    return answer;
  }

  // ---- lists -------------------------------------------------------------------------------------------------------

  #makeList(capacity: number): PairList {
    const tables = bindList(this.#parts.frame.buffer, this.#listsAt, capacity);
    this.#listsAt += listBytes(capacity);
    const list = new PairList(tables.pairs, {
      checkCollider: (where, id) => this.scene.checkCollider(where, id),
      checkOpen: (where) => this.#checkOpen(where),
      rowsDeclared: (list) => this.#declare(this.#stateOf('', list)),
      rowsChanging: (list) => this.#stateOf('', list).contacts?.keeper.changing(list.ids),
      rowsChanged: (list, isDone) => this.#carry(this.#stateOf('', list), isDone),
    });
    const state = {
      list,
      tables,
      distances: new DistanceResults(list, tables.results, this.#parts.frame),
      overlaps: new IntersectResults(list, tables.results),
      even: true,
      contacts: undefined,
    };
    this.#lists.set(list, state);
    return list;
  }

  #declare({ list, tables, contacts }: ListState): void {
    clearSimplexes(tables.results, list.count);
    contacts?.keeper.drop(list.count);
  }

  /** @param isDone whether a pass has handed the simplexes on */
  #carry(state: ListState, isDone: boolean): void {
    const { results, pairs } = state.tables;
    if (!isDone) carrySimplexes(results, state.even, pairs.carried, 0, state.list.count);
    state.contacts?.keeper.carry(pairs, state.list.count);
    state.even = !state.even;
  }

  #stateOf(where: string, pairs: PairList): ListState {
    const state = this.#lists.get(pairs);
    if (!state)
      fail(`${where}: pairs`, 'a pair list of this engine', pairs instanceof PairList ? "another engine's" : pairs);
    return state;
  }

  // ---- checks ------------------------------------------------------------------------------------------------------

  #checkOpen(where: string): void {
    if (this.#closing) fail(where, 'an open engine', 'one that is closed');
  }

  #checkIdle(where: string): void {
    this.#checkOpen(where);
    if (this.#running > 0) fail(where, 'an engine at rest', 'one that is running a query (await it first)');
  }
}

/** Pairs that fit into `bytes`. */
function rowsIn(bytes: number): number {
  let rows = Math.floor((64 * bytes) / listBytes(64)); // 64 rows fill whole lines in every column
  while (listBytes(rows) > bytes) rows--;
  return rows;
}
