/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The facade: one scene, its pair lists and its queries. Each query is a folder in `src/queries`, in which `queries.ts`
 * holds the calls. All queries share `queryQueue.ts` (order of queries), `queryRunner.ts` (threads) and `pairLists.ts`
 * (data that is kept with a list).
 */

import { TreeKeeper } from '../broad/tree/treeKeeper.ts';
import type { Frame, FrameCapacity } from '../memory/frame.ts';
import type { RunningKernel } from '../narrow/runningKernel.ts';
import type { WideKernel } from '../narrow/wideKernel.ts';
import type { PairList } from '../pairs/pairList.ts';
import type { ContactOptions } from '../queries/contacts/options.ts';
import { ContactQueries } from '../queries/contacts/queries.ts';
import type { ContactResults } from '../queries/contacts/results.ts';
import type { DistanceOptions } from '../queries/distance/options.ts';
import { DistanceQueries } from '../queries/distance/queries.ts';
import type { DistanceResults, IntersectResults } from '../queries/distance/results.ts';
import type { FindPairsOptions } from '../queries/findPairs/options.ts';
import { FindQueries } from '../queries/findPairs/queries.ts';
import type { OverlapOptions } from '../queries/overlaps/options.ts';
import { OverlapQueries } from '../queries/overlaps/queries.ts';
import type { OverlapResults } from '../queries/overlaps/results.ts';
import { BOXES, SPHERES } from '../queries/overlaps/table.ts';
import { PairLists } from '../queries/pairLists.ts';
import { PassLoader } from '../queries/passes/loader.ts';
import type { PassOptions, WasmModule } from '../queries/passes/options.ts';
import type { Passes } from '../queries/passes/passes.ts';
import { passNumber } from '../queries/passList.ts';
import { QueryQueue } from '../queries/queryQueue.ts';
import { QueryRunner } from '../queries/queryRunner.ts';
import { countRestore } from '../queries/queryTable.ts';
import { builtInPasses } from '../schedule/builtInPasses.ts';
import { Dispatcher } from '../schedule/dispatcher.ts';
import type { Pool } from '../schedule/pool.ts';
import { deferredRows } from '../schedule/service.ts';
import { StageRunner } from '../schedule/stageRunner.ts';
import type { BaseScene, SceneOwner } from './baseScene.ts';
import type { EngineInfo } from './info.ts';
import type { EngineCapacity, EngineTuning } from './options.ts';
import type { Scene } from './scene.ts';

/** @internal The parts that `createEngineIn` makes. */
export interface EngineParts<S extends BaseScene> {
  readonly makeScene: (frame: Frame, owner: SceneOwner) => S;
  readonly frame: Frame;
  readonly memory: WebAssembly.Memory;
  readonly capacity: FrameCapacity;
  readonly tuning: EngineTuning;
  readonly pool: Pool | undefined;
  readonly shared: boolean;
  readonly whyNoWorkers: string | undefined;
  readonly kernel: RunningKernel;
  /** The wide kernel of the calling thread. Undefined with kernel 'scalar'. */
  readonly wide: WideKernel | undefined;
  readonly fallbacks: readonly string[];
}

/**
 * Answers queries about many pairs of convex shapes, on all threads. Created by `createEngine`.
 * @typeParam S its scene: `PlanarScene` with the option `planar`
 *
 * Each query has a twin with the suffix `Sync`, which returns when it is done and allocates nothing. Results are views
 * of the shared memory. Row i belongs to pair i, and is valid until the next query on the same list.
 */
export class Engine<S extends BaseScene = Scene> {
  /** Shapes and colliders. */
  readonly scene: S;
  /** The list that `findPairs` fills, and that queries use by default. */
  readonly pairs: PairList;
  readonly #parts: EngineParts<S>;
  readonly #queue: QueryQueue;
  readonly #lists: PairLists;
  readonly #runner: QueryRunner;
  readonly #keeper: TreeKeeper;
  readonly #finding: FindQueries;
  readonly #overlaps: OverlapQueries;
  readonly #distances: DistanceQueries;
  readonly #contacts: ContactQueries;
  readonly #passes: PassLoader;

  /** @internal */
  constructor(parts: EngineParts<S>) {
    const { frame, capacity, tuning, pool, wide } = parts;
    const stages = new StageRunner(frame, 0, builtInPasses(frame, 0, wide));
    const queue = new QueryQueue(stages);
    this.#queue = queue;
    this.#parts = parts;
    this.scene = parts.makeScene(frame, {
      checkWritable: (where) => queue.checkIdle(where),
      checkOpen: (where) => queue.checkOpen(where),
      enqueue: (task) => queue.enqueue(task),
      pool,
      restored: () => {
        countRestore(frame.query);
        this.#lists.forget();
      },
    });
    this.#lists = new PairLists(frame, capacity.pairs, {
      checkOpen: (where) => queue.checkOpen(where),
      checkCollider: (where, id) => this.scene.checkCollider(where, id),
    });
    this.pairs = this.#lists.own.list;
    const dispatcher = new Dispatcher(frame, pool, tuning, stages);
    this.#runner = new QueryRunner(dispatcher, frame, capacity.threads, tuning);
    this.#keeper = new TreeKeeper(frame, passNumber);
    const tools = { frame, scene: this.scene, lists: this.#lists, queue, runner: this.#runner };
    this.#finding = new FindQueries(tools, this.#keeper);
    this.#overlaps = new OverlapQueries(tools, this.#keeper);
    this.#distances = new DistanceQueries(tools);
    this.#contacts = new ContactQueries(tools, this.#finding, capacity.contacts);
    this.#passes = new PassLoader({ ...parts, queue, dispatcher, runner: stages });
  }

  /** Capacities, with defaults filled in. */
  get capacity(): EngineCapacity {
    const { threads: _threads, planar: _planar, ...capacity } = this.#parts.capacity;
    return capacity;
  }

  /** Kernel, threads and fallbacks. A new object at each call. */
  get info(): EngineInfo {
    const { pool, shared, whyNoWorkers, kernel, fallbacks, frame, capacity } = this.#parts;
    return {
      kernel,
      refined: deferredRows(frame.program, capacity.threads),
      threads: 1 + (pool?.size ?? 0),
      shared,
      whyNoWorkers,
      fallbacks: [...fallbacks, ...(pool?.fallbacks ?? [])],
      restarts: pool?.restarts ?? 0,
      pairsByThread: [...this.#runner.pairsByThread],
      invalidColliders: this.#keeper.invalidColliders,
    };
  }

  /**
   * Creates a pair list. It lives as long as the engine.
   * @param capacity most pairs of the list
   * @throws QueryError when the lists together would need more than `capacity.pairs` rows, and after `close`
   *
   * @example
   * ```ts
   * const list = engine.createPairList(2);
   * list.set([a, b, a, c]); // the pairs (a, b) and (a, c)
   * const distances = await engine.distance(list);
   * ```
   */
  createPairList(capacity: number): PairList {
    return this.#lists.create('engine.createPairList', capacity);
  }

  /**
   * Fills `engine.pairs` with the candidate pairs: all pairs whose bounding boxes come within `margin`. The smaller id
   * of a pair comes first, and pairs are sorted by first id, then by second id. Colliders with an invalid pose are in
   * no pair; `info.invalidColliders` counts them.
   * @returns `engine.pairs`
   * @throws QueryError for a bad option, for more pairs than `capacity.pairs` (the list then stays as it is), and after
   *   `close`
   *
   * @example
   * ```ts
   * const pairs = await engine.findPairs({ margin: 0.1 });
   * for (let i = 0; i < pairs.count; i++) console.log(pairs.ids[2 * i], pairs.ids[2 * i + 1]);
   * ```
   */
  findPairs(options?: FindPairsOptions): Promise<PairList> {
    return this.#finding.findPairs('engine.findPairs', options);
  }

  /**
   * `findPairs` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `findPairs`
   */
  findPairsSync(options?: FindPairsOptions): PairList {
    return this.#finding.findPairsSync('engine.findPairsSync', options);
  }

  /**
   * Finds the colliders whose world bounding boxes overlap each of many boxes. Touching counts as overlap.
   *
   * The bounding boxes are tight (f64), but they are not the shapes. For exact results add a collider of the box's
   * shape, put it and the found ids into a pair list, and call `intersect` or `distance`. One call reads the poses of
   * all colliders, so pass many boxes at once. Colliders with an invalid pose are never found.
   * @param boxes 6 per box: min x y z, max x y z (m, world; max ≥ min, infinity is allowed). Copied
   * @throws QueryError for a bad box or option, more boxes than `capacity.volumes`, more ids than `capacity.overlaps`,
   *   while another `overlapBox` runs, and after `close`; earlier results then stay as they are
   *
   * @example
   * ```ts
   * const found = await engine.overlapBox([-1, 0, -1, 1, 2, 1]);
   * const ids = found.ids.subarray(found.starts[0], found.starts[1]); // colliders in the first box
   * ```
   */
  overlapBox(boxes: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults> {
    return this.#overlaps.overlap('engine.overlapBox', BOXES, boxes, options);
  }

  /**
   * `overlapBox` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `overlapBox`
   */
  overlapBoxSync(boxes: ArrayLike<number>, options?: OverlapOptions): OverlapResults {
    return this.#overlaps.overlapSync('engine.overlapBoxSync', BOXES, boxes, options);
  }

  /**
   * Finds the colliders whose world bounding boxes are within the radius of each of many centers. The distance is that
   * from the center to the nearest point of the bounding box; see `overlapBox`.
   * @param spheres 4 per sphere: center x y z, radius ≥ 0 (m, world, finite). Copied
   * @throws QueryError as `overlapBox`
   *
   * @example
   * ```ts
   * const found = await engine.overlapSphere([0, 1, 0, 5, 10, 1, 0, 5]);
   * const second = found.ids.subarray(found.starts[1], found.starts[2]); // colliders near (10, 1, 0)
   * ```
   */
  overlapSphere(spheres: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults> {
    return this.#overlaps.overlap('engine.overlapSphere', SPHERES, spheres, options);
  }

  /**
   * `overlapSphere` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `overlapBox`
   */
  overlapSphereSync(spheres: ArrayLike<number>, options?: OverlapOptions): OverlapResults {
    return this.#overlaps.overlapSync('engine.overlapSphereSync', SPHERES, spheres, options);
  }

  /**
   * Whether each pair overlaps. Faster than `distance`, because a pair ends at the first proof.
   * @throws QueryError for a list that is being queried, and after `close`
   *
   * @example
   * ```ts
   * const { status } = await engine.intersect(pairs);
   * const overlap = status[0] === Status.Overlapping;
   * ```
   */
  intersect(pairs: PairList = this.pairs): Promise<IntersectResults> {
    return this.#distances.intersect('engine.intersect', pairs);
  }

  /**
   * `intersect` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `intersect`
   */
  intersectSync(pairs: PairList = this.pairs): IntersectResults {
    return this.#distances.intersectSync('engine.intersectSync', pairs);
  }

  /**
   * Signed distance, normal and witness points of each pair. Starts from the simplexes of the last query on the list,
   * so a scene that moves a little is faster.
   * @throws QueryError for a bad option, a list that is being queried, and after `close`
   *
   * @example
   * ```ts
   * const results = await engine.distance(pairs, { maxDistance: 1 });
   * const { status, distance, normal, pointA, pointB } = results.read(0);
   * ```
   */
  distance(pairs: PairList = this.pairs, options?: DistanceOptions): Promise<DistanceResults> {
    return this.#distances.distance('engine.distance', pairs, options);
  }

  /**
   * `distance` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `distance`
   */
  distanceSync(pairs: PairList = this.pairs, options?: DistanceOptions): DistanceResults {
    return this.#distances.distanceSync('engine.distanceSync', pairs, options);
  }

  /**
   * Contact manifolds of all pairs within `margin`. Finds the candidate pairs first, as `findPairs`, into
   * `engine.pairs`.
   * @throws QueryError for a bad option, more pairs than `capacity.pairs` or `capacity.contacts`, and after `close`
   *
   * @example
   * ```ts
   * const contacts = await engine.contacts({ margin: 0.02 });
   * for (let i = 0; i < contacts.count; i++) console.log(contacts.pointCount[i], contacts.read(i).points);
   * ```
   */
  contacts(options?: ContactOptions): Promise<ContactResults>;
  /** Contact manifolds of the pairs of a list. @throws QueryError as above, and for a list that is being queried */
  contacts(pairs: PairList, options?: ContactOptions): Promise<ContactResults>;
  contacts(first?: PairList | ContactOptions, second?: ContactOptions): Promise<ContactResults> {
    return this.#contacts.contacts('engine.contacts', first, second);
  }

  /**
   * `contacts` that returns when it is done; the calling thread takes part. Allocates nothing on a list that does not
   * change.
   * @throws QueryError as `contacts`
   */
  contactsSync(options?: ContactOptions): ContactResults;
  contactsSync(pairs: PairList, options?: ContactOptions): ContactResults;
  contactsSync(first?: PairList | ContactOptions, second?: ContactOptions): ContactResults {
    return this.#contacts.contactsSync('engine.contactsSync', first, second);
  }

  /**
   * Loads user code into every thread, and later into each worker that replaces a dead one. Programs run the code over
   * rows of the shared memory: see docs/passes.md. Queries continue while code loads. Code that has not loaded after
   * `tuning.startLimit` (30 s) is refused.
   * @param code wasm (bytes or a module) that imports `env.memory` only, or the URL of a JavaScript module. Each export
   *   is a pass: a function of `(begin, end, argument, thread)`. JavaScript gets the memory's buffer as a fifth
   *   argument
   * @throws QueryError for bad code or options, when `capacity.passBytes` is used up, when a thread fails to load the
   *   code (the engine continues without it), when `close` is called meanwhile, and after `close`
   *
   * @example
   * ```ts
   * const passes = await engine.loadPasses(new URL('./dampPasses.mjs', import.meta.url), { bytes: 160_064 });
   * const program = passes.createProgram();
   * program.add('damp', 10_000, 256, passes.byteOffset);
   * await passes.run(program);
   * ```
   */
  loadPasses(code: Uint8Array | WasmModule | URL | string, options: PassOptions): Promise<Passes> {
    return this.#passes.load(code, options);
  }

  /**
   * Ends the workers, after all earlier queries. Later calls fail, except `close`. A `loadPasses` that is still loading
   * rejects at once. A query or program that a worker does not finish ends after `tuning.silenceLimit`. Workers are
   * terminated in any state; `close` waits at most `tuning.endLimit` for each.
   */
  close(): Promise<void> {
    return this.#queue.close('engine.close', () => this.#parts.pool?.close());
  }

  /** Calls `close`, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
