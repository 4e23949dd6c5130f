/**
 * The workers of one engine: started together, watched, replaced when they die. Knows nothing of queries; `Dispatcher`
 * does. Thread 0 is the caller, workers are threads 1 and up.
 *
 * What a thread computes in goes by its number, so two workers must never run as the same thread: a worker that failed is
 * terminated, and its successor starts when it is known to be gone.
 */
import { QueryError } from '../errors.ts';
import type { Frame } from '../frame.ts';
import { isWorking, recallNumber, recallWorkers, stopWorkers } from '../partition/blocks.ts';
import { JOINED, LEFT, threadWord } from '../partition/blockTable.ts';
import type { PassCode } from './passCode.ts';
import { type BuiltHull, call, type HullJob, type Spawn, type ThreadSetup, type WorkerHandle } from './protocol.ts';

/** A worker that has not answered for this long did not start (ms). */
const START_LIMIT = 30_000;
const NO_ANSWER = `no answer in ${START_LIMIT / 1000} s`;
/** A worker that is not known to be gone this long after `terminate()` may run for ever (ms). Chromium takes two seconds. */
const GONE_LIMIT = 10_000;

export class Pool {
  /** Deaths that were made good. */
  restarts = 0;
  /** Called when a worker that died is gone. */
  onGone: () => void = () => {};
  #setup: ThreadSetup;
  readonly #frame: Frame;
  readonly #spawn: Spawn;
  /** By thread − 1; undefined from when a worker is gone until its successor serves. */
  #workers: (WorkerHandle | undefined)[] = [];
  /** Those of them that died and may still run. */
  readonly #leaving = new Set<WorkerHandle>();
  /** When a worker's service ends. */
  readonly #services = new WeakMap<WorkerHandle, Promise<void>>();
  readonly #replacing = new Set<Promise<void>>();
  #failure: QueryError | undefined;
  #deaths = 0;
  /** Closed, or given up after a worker could not be replaced. */
  #over = false;

  private constructor(setup: ThreadSetup, frame: Frame, spawn: Spawn) {
    this.#setup = setup;
    this.#frame = frame;
    this.#spawn = spawn;
  }

  /** Starts `count` workers. Rejects if one cannot start; none is left then. */
  static async start(setup: ThreadSetup, frame: Frame, spawn: Spawn, count: number): Promise<Pool> {
    const pool = new Pool(setup, frame, spawn);
    pool.#workers = new Array<undefined>(count).fill(undefined);
    const threads = Array.from({ length: count }, (_, k) => k + 1);
    const starts = await Promise.allSettled(threads.map((thread) => pool.#start(thread)));
    const failed = starts.find((start) => start.status === 'rejected');
    if (failed) {
      await pool.close();
      const wanted = count === 1 ? '1 worker' : `${count} workers`;
      throw new QueryError(`createEngine: expected ${wanted} to start, got: ${reasonOf(failed.reason)}`);
    }
    return pool;
  }

  /** Workers at work or being replaced; 0 once replacing has failed. */
  get size(): number {
    return this.#workers.length;
  }

  /** Deaths so far: a query compares before and after. */
  get deaths(): number {
    return this.#deaths;
  }

  /** Whether a worker that died may still run: it would take part in any job it hears of. */
  get isHandingOver(): boolean {
    return this.#leaving.size > 0;
  }

  /** Whether a worker may still be writing rows. */
  get isWorking(): boolean {
    // a plain loop: synchronous queries ask, and must not allocate
    for (let k = 0; k < this.#workers.length; k++) {
      if (this.#workers[k] && isWorking(this.#frame.blocks, k + 1)) return true;
    }
    return false;
  }

  /** Keeps the process alive while a query runs (Node). */
  hold(alive: boolean): void {
    for (const worker of this.#workers) worker?.hold(alive);
  }

  /** Waits for replacements under way. Rejects, once, if one failed; the pool is empty from then on. */
  async settle(): Promise<void> {
    while (this.#replacing.size > 0) await Promise.all(this.#replacing);
    this.throwFailure();
  }

  /** Throws, once, the failure to replace a worker. */
  throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure;
  }

  /** Gives up on workers that have been silent for too long: they are terminated, and replaced when they are gone. */
  abandonSilent(): void {
    for (const [k, worker] of this.#workers.entries()) {
      if (worker && isWorking(this.#frame.blocks, k + 1)) this.#bury(k + 1, worker, 'it did not answer');
    }
  }

  /** Terminates all workers. */
  async close(): Promise<void> {
    await Promise.all(this.#disband().map((worker) => worker.terminate()));
    await Promise.all(this.#replacing);
  }

  /** Sends all workers home. @returns them, to be terminated */
  #disband(): WorkerHandle[] {
    this.#over = true;
    // browsers take seconds to end a worker that sleeps on memory, and no time for one that is at rest
    stopWorkers(this.#frame.blocks);
    const workers = this.#workers;
    this.#workers = [];
    return workers.filter((worker) => worker !== undefined);
  }

  async #start(thread: number): Promise<void> {
    let worker: WorkerHandle | undefined;
    try {
      worker = this.#spawn(thread);
      const attached = worker.remote.attach(this.#setup, thread, worker.life);
      await within(START_LIMIT, call(worker, attached), NO_ANSWER);
    } catch (cause) {
      await worker?.terminate();
      throw new Error(`worker ${thread}: ${reasonOf(cause)}`, { cause });
    }
    if (this.#over) {
      await worker.terminate();
      return;
    }
    const { words } = this.#frame.blocks;
    const at = threadWord(thread);
    Atomics.store(words, at + LEFT, Atomics.load(words, at + JOINED));
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

  /**
   * Loads code into all workers, and into all that replace one later. While no job is running. Rejects if one of them does not load
   * it, or dies meanwhile: no successor is given the code then, and the pool goes on.
   */
  async loadPasses(code: PassCode): Promise<void> {
    await this.settle();
    const deaths = this.#deaths;
    recallWorkers(this.#frame.blocks);
    this.hold(true);
    const loads = await Promise.allSettled(this.#workers.map((worker, k) => this.#load(k + 1, worker!, code)));
    this.hold(false);
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
      await within(START_LIMIT, call(worker, loaded()), NO_ANSWER);
    } catch (cause) {
      const reason = reasonOf(cause);
      // it is busy with the code, and serves nobody
      if (reason === NO_ANSWER) this.#bury(thread, worker, NO_ANSWER);
      throw new Error(`worker ${thread}: ${reason}`, { cause });
    } finally {
      this.#serve(thread, worker);
    }
  }

  /**
   * Lets all workers build the hulls of a job between them. While no job of queries is running. Never rejects: what a worker
   * had claimed that died, or stood still, is missing.
   */
  async buildHulls(job: HullJob): Promise<BuiltHull[]> {
    while (this.#replacing.size > 0) await Promise.all(this.#replacing);
    recallWorkers(this.#frame.blocks);
    this.hold(true);
    const built = await Promise.all(this.#workers.map((worker, k) => this.#buildHulls(k + 1, worker!, job)));
    this.hold(false);
    return built.flat();
  }

  async #buildHulls(thread: number, worker: WorkerHandle, job: HullJob): Promise<readonly BuiltHull[]> {
    const built = async () => {
      await this.#services.get(worker);
      return worker.remote.buildHulls(job);
    };
    const answer = call(worker, built());
    for (;;) {
      const before = Atomics.load(job.counts, 1);
      try {
        const hulls = await within(START_LIMIT, answer, NO_ANSWER);
        this.#serve(thread, worker);
        return hulls;
      } catch (cause) {
        const reason = reasonOf(cause);
        if (reason === NO_ANSWER && Atomics.load(job.counts, 1) !== before) continue;
        this.#bury(thread, worker, reason);
        return [];
      }
    }
  }

  #bury(thread: number, worker: WorkerHandle, reason: string): void {
    if (this.#over || this.#workers[thread - 1] !== worker || this.#leaving.has(worker)) return;
    this.#leaving.add(worker);
    this.#deaths++;
    const replacing = this.#replace(thread, worker, reason).finally(() => this.#replacing.delete(replacing));
    this.#replacing.add(replacing);
  }

  async #replace(thread: number, worker: WorkerHandle, reason: string): Promise<void> {
    try {
      await seeOff(worker);
      this.#leaving.delete(worker);
      if (this.#over) return;
      this.#workers[thread - 1] = undefined;
      this.onGone();
      await this.#start(thread);
      if (!this.#over) this.restarts++;
    } catch (cause) {
      if (this.#over) return;
      this.#failure = new QueryError(
        `engine: expected worker ${thread} to be replaced after ${reason}, got: ${reasonOf(cause)}; ` +
          'the engine goes on with the calling thread alone',
      );
      const others = this.#disband().filter((other) => other !== worker);
      // a query in the middle ends with the failure, and no sooner than its rows are left alone
      await Promise.allSettled(others.map(seeOff));
    }
  }
}

/** Terminates `worker` and waits until it is gone. Rejects if that is not known in time. */
async function seeOff(worker: WorkerHandle): Promise<void> {
  const gone = Promise.all([worker.terminate(), worker.gone]);
  await within(GONE_LIMIT, gone, `no sign of its end ${GONE_LIMIT / 1000} s after terminate()`);
}

/** `promise`, or a rejection that says `late` when `limit` (ms) is over. */
async function within<T>(limit: number, promise: Promise<T>, late: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), limit);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
