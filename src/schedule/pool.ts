/**
 * The workers of one engine. They start together (starter.ts), at once or when there is work for them, and join when
 * each has started. They serve programs, do other work in pauses, and are replaced when they die (recovery.ts). Thread
 * 0 is the calling thread; workers are threads 1 and up.
 *
 * The number of a thread selects its scratch memory, so two workers never run as the same thread. No query waits for a
 * successor.
 */
import { QueryError } from '../errors.ts';
import type { Frame } from '../tables/frame.ts';
import { JOINED, LEFT, type ProgramTable, threadWord } from '../tables/programTable.ts';
import type { PassCode } from './passCode.ts';
import type { Spawn, ThreadSetup, WorkerHandle, WorkerSource } from './protocol.ts';
import { Recovery } from './recovery.ts';
import { Roster } from './roster.ts';
import { pauseNumber, pauseWorkers, stopWorkers } from './service.ts';
import { type BuiltShape, FINISHED, type ShapeQueue } from './shapeQueue.ts';
import { reasonOf, Starter } from './starter.ts';
import { startFrom } from './startFrom.ts';
import { delay, LateError, type Limits, nextTask } from './waiting.ts';

/** Queries that run before the event loop does, while workers start: its turns cost as much as a small query. */
const QUERIES_PER_TASK = 8;

export class Pool {
  readonly #program: ProgramTable;
  readonly #count: number;
  readonly #roster: Roster;
  readonly #starter: Starter;
  readonly #recovery: Recovery;
  /** Where the workers come from that start when there is work for them. Undefined once they start. */
  #sources: readonly WorkerSource[] | undefined;
  /** Whether workers start or are about to, and nothing waits for them. */
  #isStarting = false;
  /** Queries that began while workers started. */
  #meanwhile = 0;
  /** Settle when the service of a worker ends. */
  readonly #services = new WeakMap<WorkerHandle, Promise<void>>();

  /** @param count workers */
  constructor(setup: ThreadSetup, { program }: Frame, count: number, limits: Limits) {
    this.#program = program;
    this.#count = count;
    this.#roster = new Roster(program, count);
    this.#starter = new Starter(setup, limits);
    this.#recovery = new Recovery(program, this.#roster, this.#starter, limits.endLimit);
  }

  /**
   * Starts the workers, from the first source whose script loads. Resolves when all of them serve. If one cannot start,
   * it rejects, and the others end.
   */
  async start(sources: readonly WorkerSource[]): Promise<void> {
    try {
      await startFrom(sources, (spawn) => this.#startAll(spawn, true));
    } catch (cause) {
      await this.close();
      throw cause;
    }
  }

  /** Leaves the start to the first call of `demand`. */
  startOnDemand(sources: readonly WorkerSource[]): void {
    this.#sources = sources;
  }

  /**
   * To be called when there will be work for workers: starts those that were left for that. Nothing waits for them:
   * each joins when it has started and the event loop runs. If one cannot start, the calling thread works alone, and
   * `fallbacks` has the reason.
   */
  demand(): void {
    if (this.#sources === undefined) return;
    const sources = this.#sources;
    this.#sources = undefined;
    this.#isStarting = true;
    startFrom(sources, (spawn) => this.#startAll(spawn, false))
      .catch((cause) => {
        const reason = reasonOf(cause).replace(/^createEngine: /, '');
        this.#recovery.giveUp(`${reason}; the calling thread works alone`);
      })
      .finally(() => {
        this.#isStarting = false;
      });
  }

  /** The same in a task of its own, so that the query that is about to run does not wait for the start. */
  demandSoon(): void {
    if (this.#sources === undefined || this.#isStarting) return;
    this.#isStarting = true;
    void nextTask().then(() => this.demand());
  }

  /**
   * Starts all workers from one source. If one cannot start and none has run, none serves: another source may follow.
   * @param holds as in `within`
   */
  async #startAll(spawn: Spawn, holds: boolean): Promise<void> {
    this.#starter.spawn = spawn;
    const threads = Array.from({ length: this.#count }, (_, k) => k + 1);
    const starts = await Promise.allSettled(threads.map((thread) => this.#start(thread, holds)));
    for (const [k, start] of starts.entries()) {
      if (start.status !== 'rejected') continue;
      const wanted = this.#count === 1 ? '1 worker' : `${this.#count} workers`;
      throw new QueryError(
        `createEngine: expected ${wanted} to start, got: worker ${k + 1}: ${reasonOf(start.reason)}`,
      );
    }
  }

  /** Workers that take part in queries. */
  get size(): number {
    return this.#roster.size;
  }

  /** Deaths so far: the dispatcher compares the number before and after. */
  get deaths(): number {
    return this.#recovery.deaths;
  }

  /** Dead workers that were replaced. */
  get restarts(): number {
    return this.#recovery.restarts;
  }

  /** One sentence for each time that threads were given up permanently. */
  get fallbacks(): readonly string[] {
    return this.#recovery.fallbacks;
  }

  /** Whether a program may be shared. */
  get canShare(): boolean {
    return this.#roster.canShare;
  }

  /** Whether a worker may still be writing rows. */
  get isWorking(): boolean {
    return this.#roster.isWorking;
  }

  /** The first thread whose worker lives and may still be writing rows; 0 if there is none. */
  get busyThread(): number {
    return this.#roster.busy[0]?.[0] ?? 0;
  }

  /** Resolves when no dead worker can write any more: it might write into a later program. */
  async rest(): Promise<void> {
    // a caller that starts query after query, and awaits nothing else, would never receive the events of a new worker
    const isAwaited = this.#isStarting || this.#recovery.replacing > 0;
    if (isAwaited && ++this.#meanwhile % QUERIES_PER_TASK === 0) await nextTask();
    while (this.#roster.deadMayWrite) await delay(1);
  }

  /** Terminates and replaces workers that have been silent for too long. */
  abandonSilent(): void {
    for (const [thread, worker] of this.#roster.busy) this.#replace(thread, worker, 'it did not answer');
  }

  /** Terminates all workers, in any state. Resolves when they have ended, or after `endLimit`. */
  async close(): Promise<void> {
    this.#sources = undefined;
    // browsers take seconds to end a worker that sleeps on memory, and end an idle one at once
    stopWorkers(this.#program);
    const workers = this.#roster.clear();
    await Promise.all([this.#starter.stop(), ...workers.map((worker) => this.#starter.terminate(worker))]);
  }

  /**
   * Loads code into all workers, and into their later successors. Called while no program is running and no other code
   * is loading. Programs may run until it resolves, without the workers. Rejects if a worker does not load the code or
   * dies meanwhile. Then successors do not get the code, and the pool continues.
   */
  loadPasses(code: PassCode): Promise<void> {
    const { deaths } = this;
    return this.#inPause(async () => {
      const loads = await Promise.allSettled(
        this.#roster.live.map(([thread, worker]) => this.#load(thread, worker, code)),
      );
      const failed = loads.find((load) => load.status === 'rejected');
      if (failed) throw failed.reason;
      if (this.deaths !== deaths) throw new Error('the end of a worker');
      this.#starter.addPasses(code);
    });
  }

  /**
   * Builds the shapes of a queue on all workers. Called as `loadPasses`. Never rejects: the result lacks shapes that a
   * worker had claimed when it died or made no progress.
   */
  async buildShapes(queue: ShapeQueue): Promise<BuiltShape[]> {
    const builds = await this.#inPause(() =>
      Promise.all(this.#roster.live.map(([thread, worker]) => this.#build(thread, worker, queue))),
    );
    return builds.flat();
  }

  /**
   * Pauses the service of all workers for `work`, after which each serves again. Workers that start meanwhile serve
   * after it.
   */
  #inPause<T>(work: () => Promise<T>): Promise<T> {
    pauseWorkers(this.#program);
    const working = work().finally(() => {
      this.#starter.paused = undefined;
    });
    this.#starter.paused = working;
    return working;
  }

  async #load(thread: number, worker: WorkerHandle, code: PassCode): Promise<void> {
    try {
      await this.#starter.answer(
        worker,
        this.#afterService(worker, () => worker.remote.loadPasses(code)),
        true,
      );
    } catch (cause) {
      const reason = reasonOf(cause);
      // the worker still loads the code, and does not serve
      if (cause instanceof LateError) this.#replace(thread, worker, reason);
      throw new Error(`worker ${thread}: ${reason}`, { cause });
    } finally {
      this.#serve(thread, worker);
    }
  }

  async #build(thread: number, worker: WorkerHandle, queue: ShapeQueue): Promise<readonly BuiltShape[]> {
    const answer = this.#afterService(worker, () => worker.remote.buildShapes(queue));
    for (;;) {
      const before = Atomics.load(queue.counts, FINISHED);
      try {
        const built = await this.#starter.answer(worker, answer, true);
        this.#serve(thread, worker);
        return built;
      } catch (cause) {
        if (cause instanceof LateError && Atomics.load(queue.counts, FINISHED) !== before) continue;
        this.#replace(thread, worker, reasonOf(cause));
        return [];
      }
    }
  }

  async #afterService<T>(worker: WorkerHandle, work: () => Promise<T>): Promise<T> {
    await this.#services.get(worker);
    return work();
  }

  /** Starts the worker of a thread, and has it serve. Rejects if it does not start in time. */
  #start(thread: number, holds: boolean): Promise<void> {
    return this.#starter.start(thread, holds, (worker) => this.#install(thread, worker));
  }

  #install(thread: number, worker: WorkerHandle): void {
    const { words } = this.#program;
    const at = threadWord(thread);
    Atomics.store(words, at + LEFT, Atomics.load(words, at + JOINED));
    this.#roster.add(thread, worker);
    this.#recovery.watch(thread, worker);
    worker.watch();
    worker.hold(false);
    void worker.died.then((reason) => this.#replace(thread, worker, reason));
    this.#serve(thread, worker);
  }

  #serve(thread: number, worker: WorkerHandle): void {
    // settles when the worker is paused or has failed: a worker that threw lives, and serves no more
    const service = Promise.resolve(worker.remote.serve(pauseNumber(this.#program))).catch((cause) => {
      this.#replace(thread, worker, `it failed: ${reasonOf(cause)}`);
    });
    this.#services.set(worker, service);
  }

  #replace(thread: number, worker: WorkerHandle, reason: string): void {
    this.#recovery.replaceWorker(thread, worker, reason, (successor) => this.#start(successor, false));
  }
}
