/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The facade: one scene, its pair lists, and the queries, each with what it promises. A query is the five stages in a row: the scene
 * is what it is, pairs say who is asked about whom, blocks say in which pieces, the kernel computes, results show what came out.
 *
 * How a query does it: findQueries.ts, overlapQueries.ts, distanceQueries.ts (with `intersect`), contactQueries.ts; users' own
 * code: passLoader.ts. What they share:
 * queryQueue.ts (whose turn it is), queryRunner.ts (stages and their threads), pairLists.ts (what is kept with a list).
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
import { QueryQueue } from '../queries/queryQueue.ts';
import { QueryRunner } from '../queries/queryRunner.ts';
import { builtInPasses } from '../schedule/builtInPasses.ts';
import { Dispatcher } from '../schedule/dispatcher.ts';
import type { Pool } from '../schedule/pool.ts';
import { deferredRows } from '../schedule/service.ts';
import { StageRunner } from '../schedule/stageRunner.ts';
import type { EngineInfo } from './info.ts';
import type { EngineCapacity, EngineTuning } from './options.ts';
import { Scene } from './scene.ts';

/** @internal What an environment hands over. */
export interface EngineParts {
  readonly frame: Frame;
  readonly memory: WebAssembly.Memory;
  readonly capacity: FrameCapacity;
  readonly tuning: EngineTuning;
  readonly pool: Pool | undefined;
  readonly shared: boolean;
  readonly whyNoWorkers: string | undefined;
  readonly kernel: RunningKernel;
  /** The calling thread's wide kernel, if that is what runs. */
  readonly wide: WideKernel | undefined;
  readonly fallbacks: readonly string[];
}

/** Answers queries about pairs of convex shapes, on every core. Made by `createEngine`. */
export class Engine {
  /** What exists. */
  readonly scene: Scene;
  /** The list that `findPairs` fills and queries use by default. */
  readonly pairs: PairList;
  readonly #parts: EngineParts;
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
  constructor(parts: EngineParts) {
    const { frame, capacity, tuning, pool, wide } = parts;
    const stages = new StageRunner(frame, 0, builtInPasses(frame, 0, wide));
    const queue = new QueryQueue(stages);
    this.#queue = queue;
    this.#parts = parts;
    this.scene = new Scene(frame, {
      checkWritable: (where) => queue.checkIdle(where),
      checkOpen: (where) => queue.checkOpen(where),
      enqueue: (task) => queue.enqueue(task),
      pool,
      restored: () => this.#lists.forget(),
    });
    this.#lists = new PairLists(frame, capacity.pairs, {
      checkOpen: (where) => queue.checkOpen(where),
      checkCollider: (where, id) => this.scene.checkCollider(where, id),
    });
    this.pairs = this.#lists.own.list;
    const dispatcher = new Dispatcher(frame, pool, tuning, stages);
    this.#runner = new QueryRunner(dispatcher, frame, capacity.threads, tuning);
    this.#keeper = new TreeKeeper(frame);
    const tools = { frame, scene: this.scene, lists: this.#lists, queue, runner: this.#runner };
    this.#finding = new FindQueries(tools, this.#keeper);
    this.#overlaps = new OverlapQueries(tools, this.#keeper);
    this.#distances = new DistanceQueries(tools);
    this.#contacts = new ContactQueries(tools, this.#finding, capacity.contacts);
    this.#passes = new PassLoader({ ...parts, queue, dispatcher, runner: stages });
  }

  /** How much this engine can hold: what was asked for, defaults filled in. */
  get capacity(): EngineCapacity {
    const { threads: _, ...capacity } = this.#parts.capacity;
    return capacity;
  }

  /** What runs, and why. A fresh object at each call. */
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
   * Makes a pair list of its own. Lists live as long as the engine.
   * @param capacity most pairs it will hold
   * @throws QueryError when the lists together would need more rows than `capacity.pairs`
   */
  createPairList(capacity: number): PairList {
    return this.#lists.create('engine.createPairList', capacity);
  }

  /**
   * Fills `engine.pairs` with all pairs whose bounding boxes come within `margin`, ordered by first id, then second; the
   * first is the smaller. Colliders with an invalid pose are in no pair: `info.invalidColliders` counts them.
   * @throws QueryError when there are more than `capacity.pairs`; the list is then as it was
   */
  findPairs(options?: FindPairsOptions): Promise<PairList> {
    return this.#finding.findPairs('engine.findPairs', options);
  }

  /** `findPairs` that returns when it is done; the calling thread takes part. Allocates nothing. */
  findPairsSync(options?: FindPairsOptions): PairList {
    return this.#finding.findPairsSync('engine.findPairsSync', options);
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
    return this.#overlaps.overlap('engine.overlapBox', BOXES, boxes, options);
  }

  /** `overlapBox` that returns when it is done; the calling thread takes part. Allocates nothing. */
  overlapBoxSync(boxes: ArrayLike<number>, options?: OverlapOptions): OverlapResults {
    return this.#overlaps.overlapSync('engine.overlapBoxSync', BOXES, boxes, options);
  }

  /**
   * Which colliders' world bounding boxes come within the radius of each of many centres: distance from the centre to the nearest
   * point of the bounding box ≤ radius. The bounding boxes, not the shapes, as in `overlapBox`.
   * @param spheres 4 per sphere: x y z, radius ≥ 0 (m, world, finite). Copied
   * @throws QueryError as `overlapBox`
   */
  overlapSphere(spheres: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults> {
    return this.#overlaps.overlap('engine.overlapSphere', SPHERES, spheres, options);
  }

  /** `overlapSphere` that returns when it is done; the calling thread takes part. Allocates nothing. */
  overlapSphereSync(spheres: ArrayLike<number>, options?: OverlapOptions): OverlapResults {
    return this.#overlaps.overlapSync('engine.overlapSphereSync', SPHERES, spheres, options);
  }

  /** Which pairs overlap. Cheaper than `distance`: the first proof either way ends a pair. */
  intersect(pairs: PairList = this.pairs): Promise<IntersectResults> {
    return this.#distances.intersect('engine.intersect', pairs);
  }

  /** `intersect` that returns when it is done; the calling thread takes part. Allocates nothing. */
  intersectSync(pairs: PairList = this.pairs): IntersectResults {
    return this.#distances.intersectSync('engine.intersectSync', pairs);
  }

  /**
   * Signed distance, normal and witness points of every pair. Starts from the simplexes that the last query on the list
   * ended on, so a scene that moves a little is answered faster.
   * @throws QueryError for a bad option, a list that is being queried, and after `close`
   */
  distance(pairs: PairList = this.pairs, options?: DistanceOptions): Promise<DistanceResults> {
    return this.#distances.distance('engine.distance', pairs, options);
  }

  /** `distance` that returns when it is done; the calling thread takes part. Allocates nothing. */
  distanceSync(pairs: PairList = this.pairs, options?: DistanceOptions): DistanceResults {
    return this.#distances.distanceSync('engine.distanceSync', pairs, options);
  }

  /**
   * Contact manifolds of all pairs within `margin`: finds the candidate pairs first (as `findPairs`, into `engine.pairs`), then
   * answers them.
   * @throws QueryError for a bad option, more pairs than `capacity.pairs` or `capacity.contacts`, and after `close`
   */
  contacts(options?: ContactOptions): Promise<ContactResults>;
  /** Contact manifolds of the pairs in a list. */
  contacts(pairs: PairList, options?: ContactOptions): Promise<ContactResults>;
  contacts(first?: PairList | ContactOptions, second?: ContactOptions): Promise<ContactResults> {
    return this.#contacts.contacts('engine.contacts', first, second);
  }

  /** `contacts` that returns when it is done; the calling thread takes part. Allocates nothing on a list that does not change. */
  contactsSync(options?: ContactOptions): ContactResults;
  contactsSync(pairs: PairList, options?: ContactOptions): ContactResults;
  contactsSync(first?: PairList | ContactOptions, second?: ContactOptions): ContactResults {
    return this.#contacts.contactsSync('engine.contactsSync', first, second);
  }

  /**
   * Loads code of yours into every thread, also into workers that replace dead ones later, to be run over the shared columns block by
   * block: docs/passes.md.
   * @param code wasm (bytes or a module) that imports nothing but `env.memory`, or the URL of a JavaScript module. Every export is a
   *   pass: a function of `(begin, end, argument, thread)`, in JavaScript with the memory's buffer as a fifth
   *
   * Queries go on while code is loading. Code that has not loaded after `tuning.startLimit` (30 s) is given up.
   * @throws QueryError for bad code or options, when `capacity.passBytes` is used up, when a thread does not load the code (the engine
   *   goes on without it), when the engine is closed meanwhile, and after `close`
   */
  loadPasses(code: Uint8Array | WasmModule | URL | string, options: PassOptions): Promise<Passes> {
    return this.#passes.load(code, options);
  }

  /**
   * Ends the workers, after the queries that were asked before. Whatever is called afterwards fails, but `close`. `loadPasses` on its way
   * rejects at once; a query or program that a worker does not finish is given up after `tuning.silenceLimit`. Workers are
   * terminated in whatever state they are; one that does not end within `tuning.endLimit` is not waited for.
   */
  close(): Promise<void> {
    return this.#queue.close('engine.close', () => this.#parts.pool?.close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
