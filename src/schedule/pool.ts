/**
 * The workers of one engine: started together, watched, replaced when they die. Knows nothing of queries; `Dispatcher`
 * does. Thread 0 is the caller, workers are threads 1 and up.
 *
 * What a thread computes in goes by its number, so two workers must never run as the same thread: a worker that failed is
 * terminated, and its successor starts when it is known to be gone. No query waits for a successor: the threads that live
 * do the work until it serves.
 */
import { QueryError } from '../errors.ts';
import type { Frame } from '../memory/frame.ts';
import { isWorking, recallNumber, recallWorkers, stopWorkers } from './blocks.ts';
import { JOINED, LEFT, threadWord } from './blockTable.ts';
import type { BuiltHull, HullJob } from './hullJob.ts';
import type { PassCode } from './passCode.ts';
import { call, type Spawn, type ThreadSetup, type WorkerHandle } from './protocol.ts';
import { type Limits, nextTask, pause, within } from './waiting.ts';

/** Workers of one thread that may fail in a row, at their start or before they joined a job, until the thread is given up. */
const MOST_FAILURES = 5;
/** Before a second attempt to start a worker (ms); twice as long before each that follows. */
const FIRST_PAUSE = 50;

export class Pool {
  /** Deaths that were made good. */
  restarts = 0;
  /** One sentence for each time that threads were given up for good. */
  readonly fallbacks: string[] = [];
  /** Called when a worker that died is gone. */
  onGone: () => void = () => {};
  #setup: ThreadSetup;
  readonly #frame: Frame;
  readonly #spawn: Spawn;
  readonly #limits: Limits;
  /** By thread − 1; undefined from when a worker is gone until its successor serves. */
  #workers: (WorkerHandle | undefined)[] = [];
  /** Those of them that died and may still run. */
  readonly #leaving = new Set<WorkerHandle>();
  /** Those that do not serve yet. */
  readonly #starting = new Set<WorkerHandle>();
  /** When a worker's service ends. */
  readonly #services = new WeakMap<WorkerHandle, Promise<void>>();
  /** The job that the thread had joined when the worker came to it. */
  readonly #joined = new WeakMap<WorkerHandle, number>();
  /** By thread − 1: workers in a row that failed before they joined a job. */
  readonly #failures: number[];
  /** Workers that load code. A successor serves when they are through. */
  #loading: Promise<void> | undefined;
  #deaths = 0;
  /** Deaths that are neither made good nor given up. */
  #replacing = 0;
  /** Closed, or given up: no worker starts any more. */
  #over = false;

  private constructor(setup: ThreadSetup, frame: Frame, spawn: Spawn, count: number, limits: Limits) {
    this.#setup = setup;
    this.#frame = frame;
    this.#spawn = spawn;
    this.#limits = limits;
    this.#workers = new Array<undefined>(count).fill(undefined);
    this.#failures = new Array<number>(count).fill(0);
  }

  /** Starts `count` workers. Rejects if one cannot start; none is left then. */
  static async start(setup: ThreadSetup, frame: Frame, spawn: Spawn, count: number, limits: Limits): Promise<Pool> {
    const pool = new Pool(setup, frame, spawn, count, limits);
    const threads = Array.from({ length: count }, (_, k) => k + 1);
    const starts = await Promise.allSettled(threads.map((thread) => pool.#start(thread, true)));
    for (const [k, start] of starts.entries()) {
      if (start.status !== 'rejected') continue;
      await pool.close();
      const wanted = count === 1 ? '1 worker' : `${count} workers`;
      throw new QueryError(
        `createEngine: expected ${wanted} to start, got: worker ${k + 1}: ${reasonOf(start.reason)}`,
      );
    }
    return pool;
  }

  /** Workers that take part in queries. */
  get size(): number {
    let size = 0;
    // a plain loop: synchronous queries ask, and must not allocate
    for (let k = 0; k < this.#workers.length; k++) if (this.#isLive(this.#workers[k])) size++;
    return size;
  }

  /** Deaths so far: a query compares before and after. */
  get deaths(): number {
    return this.#deaths;
  }

  /** Whether a job may be shared: there are workers, and none that died may still run. It would take part in any job it hears of. */
  get canShare(): boolean {
    return this.#leaving.size === 0 && this.size > 0;
  }

  /** Whether a worker may still be writing rows. */
  get isWorking(): boolean {
    for (let k = 0; k < this.#workers.length; k++) {
      if (this.#workers[k] && isWorking(this.#frame.blocks, k + 1)) return true;
    }
    return false;
  }

  /** Resolves when no worker that died can write any more: what it was at when it was given up may be no longer what is asked. */
  async rest(): Promise<void> {
    // a program that asks again and again, and awaits nothing else, would never hear of a successor
    if (this.#replacing > 0) await nextTask();
    const { blocks } = this.#frame;
    const mayWrite = (worker: WorkerHandle | undefined, k: number) =>
      worker !== undefined && this.#leaving.has(worker) && isWorking(blocks, k + 1);
    while (this.#workers.some(mayWrite)) await pause(1);
  }

  /** The first thread whose worker lives and may still be writing rows; 0 if there is none. */
  get busyThread(): number {
    const at = this.#workers.findIndex((worker, k) => this.#isLive(worker) && isWorking(this.#frame.blocks, k + 1));
    return at + 1;
  }

  /** Keeps the process alive while a query runs (Node). */
  hold(alive: boolean): void {
    for (const worker of this.#workers) worker?.hold(alive);
  }

  /** Gives up on workers that have been silent for too long: they are terminated, and replaced when they are gone. */
  abandonSilent(): void {
    for (const [k, worker] of this.#workers.entries()) {
      if (worker && isWorking(this.#frame.blocks, k + 1)) this.#bury(k + 1, worker, 'it did not answer');
    }
  }

  /** Terminates all workers, in whatever state they are. Resolves when they have ended, or have not for too long. */
  async close(): Promise<void> {
    this.#stop();
    const workers = this.#workers.filter((worker) => worker !== undefined);
    this.#workers = [];
    await Promise.all([...workers, ...this.#starting].map((worker) => this.#terminate(worker)));
  }

  /** Starts no more workers, and sends all home. */
  #stop(): void {
    this.#over = true;
    // browsers take seconds to end a worker that sleeps on memory, and no time for one that is at rest
    stopWorkers(this.#frame.blocks);
  }

  #isLive(worker: WorkerHandle | undefined): worker is WorkerHandle {
    return worker !== undefined && !this.#leaving.has(worker);
  }

  /** Starts the worker of a thread, and has it serve. Rejects if it does not start in time. @param holds as `within` */
  async #start(thread: number, holds: boolean): Promise<void> {
    let worker: WorkerHandle | undefined;
    try {
      worker = this.#spawn(thread);
      worker.hold(holds);
      this.#starting.add(worker);
      const setup = this.#setup;
      await this.#answer(worker, worker.remote.attach(setup, thread, worker.life), holds);
      // what the others loaded meanwhile; from the last look to its service, nothing is awaited
      for (let known = setup.passes.length; ; ) {
        while (this.#loading) await this.#loading.catch(() => {});
        if (known === this.#setup.passes.length) break;
        await this.#answer(worker, worker.remote.loadPasses(this.#setup.passes[known++]), holds);
      }
      if (this.#over) throw new Error('the end of the engine');
    } catch (cause) {
      if (worker) await this.#terminate(worker);
      throw cause;
    } finally {
      if (worker) this.#starting.delete(worker);
    }
    this.#install(thread, worker);
  }

  #install(thread: number, worker: WorkerHandle): void {
    const { words } = this.#frame.blocks;
    const at = threadWord(thread);
    const joined = Atomics.load(words, at + JOINED);
    Atomics.store(words, at + LEFT, joined);
    this.#joined.set(worker, joined);
    this.#workers[thread - 1] = worker;
    worker.watch();
    worker.hold(false);
    void worker.died.then((reason) => this.#bury(thread, worker, reason));
    this.#serve(thread, worker);
  }

  #serve(thread: number, worker: WorkerHandle): void {
    // settles when the worker is called out, or has failed: one that threw lives on, and serves no more
    const service = Promise.resolve(worker.remote.serve(recallNumber(this.#frame.blocks))).catch((cause) => {
      this.#bury(thread, worker, `it failed: ${reasonOf(cause)}`);
    });
    this.#services.set(worker, service);
  }

  /** What a worker answers. Rejects when it dies, or is late. */
  #answer<T>(worker: WorkerHandle, answer: Promise<T>, holds: boolean): Promise<T> {
    const { startLimit } = this.#limits;
    return within(startLimit, call(worker, answer), new LateError(`no answer in ${startLimit / 1000} s`), holds);
  }

  /**
   * Loads code into all workers, and into all that replace one later. Called while no job is running, and no other code is loading;
   * jobs may run until it resolves: the workers take no part. Rejects if one of them does not load it, or dies meanwhile: no successor
   * is given the code then, and the pool goes on.
   */
  loadPasses(code: PassCode): Promise<void> {
    const loading = this.#loadAll(code).finally(() => {
      this.#loading = undefined;
    });
    this.#loading = loading;
    return loading;
  }

  async #loadAll(code: PassCode): Promise<void> {
    const deaths = this.#deaths;
    recallWorkers(this.#frame.blocks);
    const loads = await Promise.allSettled(
      this.#workers.map((worker, k) => (this.#isLive(worker) ? this.#load(k + 1, worker, code) : undefined)),
    );
    const failed = loads.find((load) => load.status === 'rejected');
    if (failed) throw failed.reason;
    if (this.#deaths !== deaths) throw new Error('the end of a worker');
    this.#setup = { ...this.#setup, passes: [...this.#setup.passes, code] };
  }

  async #load(thread: number, worker: WorkerHandle, code: PassCode): Promise<void> {
    const loaded = async () => {
      await this.#services.get(worker);
      await worker.remote.loadPasses(code);
    };
    try {
      await this.#answer(worker, loaded(), true);
    } catch (cause) {
      const reason = reasonOf(cause);
      // it is busy with the code, and does not serve
      if (cause instanceof LateError) this.#bury(thread, worker, reason);
      throw new Error(`worker ${thread}: ${reason}`, { cause });
    } finally {
      this.#serve(thread, worker);
    }
  }

  /**
   * Builds the hulls of a job on all workers. Called as `loadPasses`. Never rejects: hulls that a worker had claimed when it died, or
   * stood still, are missing.
   */
  async buildHulls(job: HullJob): Promise<BuiltHull[]> {
    recallWorkers(this.#frame.blocks);
    const builds = this.#workers.map((worker, k) => (this.#isLive(worker) ? this.#buildHulls(k + 1, worker, job) : []));
    const building = Promise.all(builds);
    // workers that start meanwhile serve afterwards
    this.#loading = building.then(() => {
      this.#loading = undefined;
    });
    return (await building).flat();
  }

  async #buildHulls(thread: number, worker: WorkerHandle, job: HullJob): Promise<readonly BuiltHull[]> {
    const built = async () => {
      await this.#services.get(worker);
      return worker.remote.buildHulls(job);
    };
    const answer = built();
    for (;;) {
      const before = Atomics.load(job.counts, 1);
      try {
        const hulls = await this.#answer(worker, answer, true);
        this.#serve(thread, worker);
        return hulls;
      } catch (cause) {
        if (cause instanceof LateError && Atomics.load(job.counts, 1) !== before) continue;
        this.#bury(thread, worker, reasonOf(cause));
        return [];
      }
    }
  }

  #bury(thread: number, worker: WorkerHandle, reason: string): void {
    if (this.#over || this.#workers[thread - 1] !== worker || this.#leaving.has(worker)) return;
    this.#leaving.add(worker);
    this.#deaths++;
    const hasJoined = Atomics.load(this.#frame.blocks.words, threadWord(thread) + JOINED) !== this.#joined.get(worker);
    this.#failures[thread - 1] = hasJoined ? 0 : this.#failures[thread - 1] + 1;
    this.#replacing++;
    void this.#replace(thread, worker, reason).finally(() => this.#replacing--);
  }

  async #replace(thread: number, worker: WorkerHandle, reason: string): Promise<void> {
    await this.#seeOff(thread, worker, reason);
    let last = reason;
    for (let attempt = 0; !this.#over; attempt++) {
      if (this.#failures[thread - 1] >= MOST_FAILURES) {
        const failures = `${MOST_FAILURES} workers in a row failed as thread ${thread}, the last with: ${last}`;
        this.#fallBack(`${failures}; the engine goes on without this thread`);
        return;
      }
      if (attempt > 0) await pause(FIRST_PAUSE * 2 ** (attempt - 1));
      if (this.#over) return;
      try {
        await this.#start(thread, false);
        this.restarts++;
        return;
      } catch (cause) {
        last = reasonOf(cause);
        this.#failures[thread - 1]++;
      }
    }
  }

  /** Terminates a worker, and waits until it is gone. Its place is free then. If it runs on, the others end, too. */
  async #seeOff(thread: number, worker: WorkerHandle, reason: string): Promise<void> {
    const { endLimit } = this.#limits;
    const late = new LateError(`no sign of its end ${endLimit / 1000} s after terminate()`);
    try {
      await within(endLimit, Promise.all([worker.terminate(), worker.gone]), late, false);
    } catch (cause) {
      if (!this.#over) this.#giveUpAll(`worker ${thread} cannot be replaced (${reason}): ${reasonOf(cause)}`);
    }
    this.#leaving.delete(worker);
    if (this.#workers[thread - 1] === worker) this.#workers[thread - 1] = undefined;
    this.onGone();
  }

  /** When a worker may run for ever: it must hear of no job, so none is shared any more. */
  #giveUpAll(sentence: string): void {
    this.#stop();
    this.#fallBack(`${sentence}; the engine goes on with the calling thread alone`);
    for (const worker of this.#starting) void this.#terminate(worker);
    for (const [k, worker] of this.#workers.entries()) {
      if (!this.#isLive(worker)) continue;
      // they may be at work: what they write is not left to chance before they are gone
      this.#leaving.add(worker);
      this.#deaths++;
      void this.#seeOff(k + 1, worker, sentence);
    }
  }

  #fallBack(sentence: string): void {
    this.fallbacks.push(sentence);
    console.warn(`hullstorm: ${sentence}`);
  }

  /** Terminates a worker. Resolves when it has ended, or has not for too long: a call into the system cannot be interrupted. */
  async #terminate(worker: WorkerHandle): Promise<void> {
    await within(this.#limits.endLimit, worker.terminate(), new LateError(), false).catch(() => {});
  }
}

/** A wait was over before there was an answer. */
class LateError extends Error {}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
