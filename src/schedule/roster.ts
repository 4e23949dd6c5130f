/** The workers of a pool by thread: which of them live, and which may be writing rows. */
import type { ProgramTable } from '../tables/programTable.ts';
import type { WorkerHandle } from './protocol.ts';
import { isWorking } from './service.ts';

export class Roster {
  readonly #program: ProgramTable;
  /** By thread − 1; undefined between the end of a worker and the service of its successor. */
  readonly #workers: (WorkerHandle | undefined)[];
  /** The dead workers among them that may still run. */
  readonly #leaving = new Set<WorkerHandle>();

  constructor(program: ProgramTable, count: number) {
    this.#program = program;
    this.#workers = new Array<undefined>(count).fill(undefined);
  }

  /** Workers that take part in programs. */
  get size(): number {
    let size = 0;
    // a plain loop: synchronous queries read this, and must not allocate
    for (let k = 0; k < this.#workers.length; k++) if (this.#isLive(this.#workers[k])) size++;
    return size;
  }

  /**
   * Whether a program may be shared: workers live, and no dead one may still run. It would take part in any program.
   */
  get canShare(): boolean {
    return this.#leaving.size === 0 && this.size > 0;
  }

  /** Whether a worker may still be writing rows. */
  get isWorking(): boolean {
    for (let k = 0; k < this.#workers.length; k++) {
      if (this.#workers[k] && isWorking(this.#program, k + 1)) return true;
    }
    return false;
  }

  /** Whether a dead worker may still be writing rows. */
  get deadMayWrite(): boolean {
    return this.#workers.some((worker, k) => worker && this.#leaving.has(worker) && isWorking(this.#program, k + 1));
  }

  /** Living workers and their threads. */
  get live(): [number, WorkerHandle][] {
    return this.#workers.flatMap((worker, k) =>
      this.#isLive(worker) ? [[k + 1, worker] as [number, WorkerHandle]] : [],
    );
  }

  /** The living workers that may be writing rows. */
  get busy(): [number, WorkerHandle][] {
    return this.live.filter(([thread]) => isWorking(this.#program, thread));
  }

  /** Puts a worker in the place of its thread, which is free. */
  add(thread: number, worker: WorkerHandle): void {
    this.#workers[thread - 1] = worker;
  }

  /** Whether the worker lives, as this thread. */
  has(thread: number, worker: WorkerHandle): boolean {
    return this.#workers[thread - 1] === worker && !this.#leaving.has(worker);
  }

  /** Marks a worker as dead; it may still run. */
  leave(worker: WorkerHandle): void {
    this.#leaving.add(worker);
  }

  /** Frees the place of a worker that has ended. */
  remove(thread: number, worker: WorkerHandle): void {
    this.#leaving.delete(worker);
    if (this.#workers[thread - 1] === worker) this.#workers[thread - 1] = undefined;
  }

  /** Frees all places. @returns their workers */
  clear(): WorkerHandle[] {
    const workers = this.#workers.filter((worker) => worker !== undefined);
    this.#workers.fill(undefined);
    return workers;
  }

  #isLive(worker: WorkerHandle | undefined): worker is WorkerHandle {
    return worker !== undefined && !this.#leaving.has(worker);
  }
}
