/**
 * Runs one program of passes at a time over the caller and the pool: one job, one wake, and the threads go from stage to stage by
 * themselves. When a worker dies in the middle, what it was about to write is unknown, and passes write in place: the program
 * is run again from its first stage, by the caller alone, once nobody writes any more.
 *
 * As for other jobs, a program is shared only while every worker that died is known to be gone.
 */
import type { Frame } from '../frame.ts';
import { closeJob, openJob, tellJob } from '../partition/blocks.ts';
import { GO } from '../partition/blockTable.ts';
import { awaitStage, closeProgram, openProgram, progressOf, sleepForStage } from '../partition/programs.ts';
import { describeProgram } from './job.ts';
import { type PassRunner, PROGRAM_OVER, STAGE_PENDING } from './passRunner.ts';
import { maySleepOn, NAP, nextTask, SILENCE, SLICE } from './patience.ts';
import type { Pool } from './pool.ts';

/** Stages as `openProgram` takes them. */
export interface Program {
  readonly stages: Int32Array;
  readonly length: number;
  /** Workers that find something to do. */
  readonly helpers: number;
}

export class ProgramDispatcher {
  readonly #frame: Frame;
  readonly #threads: number;
  readonly #pool: Pool | undefined;
  readonly #runner: PassRunner;
  readonly #maySleep: boolean;

  /** @param runner the calling thread's passes */
  constructor(frame: Frame, threads: number, pool: Pool | undefined, runner: PassRunner) {
    this.#frame = frame;
    this.#threads = threads;
    this.#pool = pool;
    this.#runner = runner;
    this.#maySleep = pool !== undefined && maySleepOn(frame.blocks.words);
  }

  /** Resolves when every stage is finished. Rejects if a worker could not be replaced: the stages are finished all the same. */
  async run(program: Program): Promise<void> {
    const pool = this.#pool;
    if (!pool || pool.size === 0 || program.helpers === 0) {
      await this.#alone(program);
      pool?.throwFailure();
      return;
    }
    const failure = await failureOf(pool);
    if (failure) {
      await this.#alone(program);
      throw failure;
    }
    const deaths = pool.deaths;
    pool.hold(true);
    try {
      const job = this.#open(program, program.helpers);
      const lost = await this.#together(job, pool, deaths);
      const late = lost ? await quiet(pool) : pool.deaths !== deaths ? await failureOf(pool) : undefined;
      if (lost) await this.#alone(program);
      if (late) throw late;
    } finally {
      pool.hold(false);
    }
  }

  /** The same, before it returns. */
  runSync(program: Program): void {
    const pool = this.#pool;
    const together = pool !== undefined && pool.size > 0 && program.helpers > 0 && !pool.isHandingOver;
    const job = this.#open(program, together ? program.helpers : 0);
    try {
      if (!together) this.#runner.drain(job);
      else if (this.#togetherSync(job, pool)) {
        quietSync(pool, NAP);
        this.#runner.drain(this.#open(program, 0));
      }
    } catch (cause) {
      // a pass threw on this thread: the others leave
      closeProgram(this.#frame.program);
      if (together) quietSync(pool, SILENCE);
      throw cause;
    }
    pool?.throwFailure();
  }

  #open({ stages, length }: Program, helpers: number): number {
    const { blocks, program } = this.#frame;
    this.#runner.isShared = helpers > 0;
    closeJob(blocks);
    describeProgram(this.#frame);
    const job = openJob(blocks, 0, this.#threads, false);
    openProgram(program, job, stages, length);
    if (helpers > 0) {
      tellJob(blocks, job);
      Atomics.notify(blocks.words, GO, helpers);
    }
    return job;
  }

  async #alone(program: Program): Promise<void> {
    const job = this.#open(program, 0);
    try {
      while (this.#runner.drain(job, performance.now() + SLICE) !== PROGRAM_OVER) await nextTask();
    } catch (cause) {
      closeProgram(this.#frame.program);
      throw cause;
    }
  }

  /** @returns whether a worker died before the program came to its end; it is closed then */
  async #together(job: number, pool: Pool, deaths: number): Promise<boolean> {
    const { program } = this.#frame;
    try {
      while (pool.deaths === deaths) {
        const state = this.#runner.drain(job, performance.now() + SLICE);
        if (state === PROGRAM_OVER) return false;
        if (state === STAGE_PENDING) await this.#sleep();
        else await nextTask();
      }
      return closeProgram(program);
    } catch (cause) {
      // a pass threw on this thread: the others leave
      closeProgram(program);
      await quiet(pool);
      throw cause;
    }
  }

  async #sleep(): Promise<void> {
    if (typeof Atomics.waitAsync === 'function') await awaitStage(this.#frame.program, this.#runner.pending, NAP);
    // also where there was nothing to wait for: the death of a worker is told by an event
    await nextTask();
  }

  /** @returns whether a worker was silent for too long before the program came to its end; it is closed then */
  #togetherSync(job: number, pool: Pool): boolean {
    const { program } = this.#frame;
    let progress = 0;
    let silentSince = -1;
    while (this.#runner.drain(job) !== PROGRAM_OVER) {
      if (this.#maySleep && !sleepForStage(program, this.#runner.pending, NAP)) continue;
      // only a long wait looks at the clock, which may allocate
      const now = performance.now();
      const next = progressOf(program);
      if (silentSince < 0 || next !== progress) silentSince = now;
      progress = next;
      // no event tells of a death here: it shows by silence
      if (now - silentSince > SILENCE || !pool.isWorking) return closeProgram(program);
    }
    return false;
  }
}

/** Waits until the workers have left the program, which is closed. Those that do not within `limit` (ms) are given up. */
function quietSync(pool: Pool, limit: number): void {
  const end = performance.now() + limit;
  while (pool.isWorking && performance.now() < end);
  pool.abandonSilent();
}

/** Waits until the workers have left the program, which is closed, and those that died are gone. @returns as `failureOf` */
async function quiet(pool: Pool): Promise<Error | undefined> {
  let failure = await failureOf(pool);
  while (pool.isWorking) {
    await nextTask();
    failure = (await failureOf(pool)) ?? failure;
  }
  return failure;
}

/** Waits for replacements under way. @returns why one failed */
async function failureOf(pool: Pool): Promise<Error | undefined> {
  return pool.settle().then(
    () => undefined,
    (failure: Error) => failure,
  );
}
