/** Starts and ends the workers of a pool. Before a worker serves, it is attached and has loaded all code. */
import type { PassCode } from './passCode.ts';
import { call, type Spawn, type ThreadSetup, type WorkerHandle } from './protocol.ts';
import { LateError, type Limits, within } from './waiting.ts';

export class Starter {
  /** Pending while workers do other work than programs, such as loading code. A successor serves after it. */
  paused: Promise<unknown> | undefined;
  /** Makes workers. Set before the first start. */
  spawn: Spawn | undefined;
  #setup: ThreadSetup;
  readonly #limits: Limits;
  /** Workers that do not serve yet. */
  readonly #starting = new Set<WorkerHandle>();
  #isOver = false;

  constructor(setup: ThreadSetup, limits: Limits) {
    this.#setup = setup;
    this.#limits = limits;
  }

  /** Whether the pool starts no more workers. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Adds code that workers load when they start. */
  addPasses(code: PassCode): void {
    this.#setup = { ...this.#setup, passes: [...this.#setup.passes, code] };
  }

  /**
   * Starts the worker of a thread. Rejects if it does not start in time.
   * @param holds as in `within`
   * @param serve starts its service
   */
  async start(thread: number, holds: boolean, serve: (worker: WorkerHandle) => void): Promise<void> {
    if (this.#isOver) throw endOfEngine();
    let worker: WorkerHandle | undefined;
    try {
      worker = this.spawn!(thread);
      worker.hold(holds);
      this.#starting.add(worker);
      const setup = this.#setup;
      await this.answer(worker, worker.remote.attach(setup, thread, worker.life), holds);
      // code that the others loaded meanwhile; nothing is awaited between the last check and the service
      for (let known = setup.passes.length; ; ) {
        while (this.paused) await this.paused.catch(() => {});
        if (known === this.#setup.passes.length) break;
        await this.answer(worker, worker.remote.loadPasses(this.#setup.passes[known++]), holds);
      }
      if (this.#isOver) throw endOfEngine();
    } catch (cause) {
      if (worker) await this.terminate(worker);
      throw cause;
    } finally {
      if (worker) this.#starting.delete(worker);
    }
    serve(worker);
  }

  /** The reply of a worker. Rejects when the worker dies, or replies too late (LateError). */
  answer<T>(worker: WorkerHandle, answer: Promise<T>, holds: boolean): Promise<T> {
    const { startLimit } = this.#limits;
    return within(startLimit, call(worker, answer), new LateError(`no answer in ${startLimit / 1000} s`), holds);
  }

  /** Terminates a worker. Resolves when it has ended, or after `endLimit`: a system call cannot be interrupted. */
  async terminate(worker: WorkerHandle): Promise<void> {
    await within(this.#limits.endLimit, worker.terminate(), new LateError(), false).catch(() => {});
  }

  /** Starts no more workers, and terminates the starting ones. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#starting].map((worker) => this.terminate(worker)));
  }
}

function endOfEngine(): Error {
  return new Error('the end of the engine');
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
