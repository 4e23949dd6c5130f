/**
 * Runs one program of passes at a time over the caller and the pool: one job, one wake, and the threads go from stage to stage by
 * themselves. When a worker dies in the middle, what it was about to write is unknown, and passes write in place: the program
 * is run again from its first stage, by the caller alone, once no other thread writes any more. A worker whose block does not end is
 * given up; the caller does not run that block: a loop on its own thread cannot be ended.
 *
 * As for other jobs, a program is shared only while every worker that died is known to be gone.
 */
import { QueryError } from '../errors.ts';
import type { Frame } from '../memory/frame.ts';
import { closeJob, openJob, writeJob } from './blocks.ts';
import { GO } from './blockTable.ts';
import { publishProgram } from './job.ts';
import { type PassRunner, PROGRAM_OVER, STAGE_PENDING } from './passRunner.ts';
import type { Pool } from './pool.ts';
import { awaitStage, closeProgram, openProgram, progressOf, sleepForStage } from './programs.ts';
import { type Limits, maySleepOn, nextTask, pause, Silence, SLEEP_MS, SLICE } from './waiting.ts';

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
  readonly #limits: Limits;
  readonly #silence: Silence;

  /** @param runner the calling thread's passes */
  constructor(frame: Frame, threads: number, pool: Pool | undefined, limits: Limits, runner: PassRunner) {
    this.#frame = frame;
    this.#threads = threads;
    this.#pool = pool;
    this.#runner = runner;
    this.#maySleep = pool !== undefined && maySleepOn(frame.blocks.words);
    this.#limits = limits;
    this.#silence = new Silence(limits.silenceLimit);
  }

  /** Resolves when every stage is finished. Rejects if a block does not end on a worker. */
  async run(program: Program): Promise<void> {
    const pool = this.#pool;
    await pool?.rest();
    if (!pool?.canShare || program.helpers === 0) {
      await this.#alone(program);
      return;
    }
    const { deaths } = pool;
    pool.hold(true);
    try {
      const job = this.#open(program, program.helpers);
      if (await this.#together(job, pool, deaths)) await this.#alone(program);
    } finally {
      pool.hold(false);
    }
  }

  /** The same, before it returns. */
  runSync(program: Program): void {
    const pool = this.#pool;
    const together = pool?.canShare && program.helpers > 0;
    const job = this.#open(program, together ? program.helpers : 0);
    try {
      if (!together) this.#runner.drain(job);
      else if (this.#togetherSync(job, pool)) {
        quietSync(pool, SLEEP_MS);
        this.#runner.drain(this.#open(program, 0));
      }
    } catch (cause) {
      // a pass threw on this thread: the others leave
      closeProgram(this.#frame.program);
      if (together) quietSync(pool, this.#limits.silenceLimit);
      throw cause;
    }
  }

  #open({ stages, length }: Program, helpers: number): number {
    const { blocks, program } = this.#frame;
    this.#runner.isShared = helpers > 0;
    closeJob(blocks);
    publishProgram(this.#frame);
    const job = openJob(blocks, 0, this.#threads, false);
    openProgram(program, job, stages, length);
    if (helpers > 0) {
      writeJob(blocks, job);
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

  /** @returns whether a worker was lost before the program came to its end; it is closed then, and no thread writes any more */
  async #together(job: number, pool: Pool, deaths: number): Promise<boolean> {
    const { program } = this.#frame;
    let isSilent = false;
    this.#silence.begin();
    try {
      while (pool.deaths === deaths && !isSilent) {
        const state = this.#runner.drain(job, performance.now() + SLICE);
        if (state === PROGRAM_OVER) return false;
        if (state === STAGE_PENDING) await this.#sleep();
        else await nextTask();
        isSilent = this.#silence.isOver(progressOf(program));
      }
    } catch (cause) {
      // a pass threw on this thread: the others leave
      closeProgram(program);
      await this.#quiet(pool, this.#limits.silenceLimit);
      throw cause;
    }
    if (!closeProgram(program)) return false;
    const loop = await this.#quiet(pool, isSilent ? SLEEP_MS : this.#limits.silenceLimit);
    if (loop > 0) {
      const wanted = `a block of ${this.#runner.blockOf(loop)}, to end in ${this.#limits.silenceLimit / 1000} s`;
      throw new QueryError(
        `passes.run: expected ${wanted}, got no end of it in worker ${loop}, which is terminated; the program has ended in the middle`,
      );
    }
    return true;
  }

  /**
   * Waits until the workers have left the program, which is closed, and those that died are gone. Those that do not leave within `limit`
   * (ms) are given up. @returns the thread of one that was, or 0
   */
  async #quiet(pool: Pool, limit: number): Promise<number> {
    const silence = new Silence(limit);
    let loop = 0;
    while (pool.isWorking) {
      await pause(1);
      if (!silence.isOver(0)) continue;
      loop = loop || pool.busyThread;
      pool.abandonSilent();
    }
    return loop;
  }

  async #sleep(): Promise<void> {
    if (typeof Atomics.waitAsync === 'function') await awaitStage(this.#frame.program, this.#runner.pending, SLEEP_MS);
    // also where there was nothing to wait for: the death of a worker is told by an event
    await nextTask();
  }

  /** @returns whether a worker was silent for too long before the program came to its end; it is closed then */
  #togetherSync(job: number, pool: Pool): boolean {
    const { program } = this.#frame;
    this.#silence.begin();
    while (this.#runner.drain(job) !== PROGRAM_OVER) {
      if (this.#maySleep && !sleepForStage(program, this.#runner.pending, SLEEP_MS)) continue;
      // no event tells of a death here: it shows by silence
      if (this.#silence.isOver(progressOf(program)) || !pool.isWorking) return closeProgram(program);
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
