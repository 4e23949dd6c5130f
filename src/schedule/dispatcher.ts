/**
 * Runs one program at a time on the calling thread and the pool. The workers wake once per program, and threads go from
 * stage to stage by themselves.
 *
 * The calling thread runs stages alone, without the words of programs.ts, until one is worth a worker. From then on the
 * program is open. It is shared only while no dead worker may still run. When a worker dies during a program, the
 * program is closed. The calling thread finishes it alone, once no other thread writes. No program waits for a
 * successor.
 */
import { QueryError } from '../errors.ts';
import type { Frame } from '../tables/frame.ts';
import type { Pool } from './pool.ts';
import {
  addStages,
  awaitStage,
  closeProgram,
  isFinished,
  openProgram,
  progressOf,
  shareProgram,
  sleepForStage,
} from './programs.ts';
import { STAGE_PENDING, STEP, type StageRunner } from './stageRunner.ts';
import { delay, type Limits, maySleepOn, nextTask, Silence, SLEEP_MS, SLICE } from './waiting.ts';

export interface Program {
  /** Stages as `addStages` takes them. A program with `redo` 'block' has one at most. */
  readonly stages: Int32Array;
  readonly length: number;
  /** Workers that have blocks to run in these stages. */
  readonly helpers: number;
  /**
   * The part that runs again after a death: the unfinished blocks, or all stages from the first. If a block does not
   * end on a worker, a program that runs again from the first stage fails: a loop on the calling thread cannot be
   * ended.
   */
  readonly redo: 'block' | 'program';
  /** Describes the next stages, when the current ones are finished. @returns false if there are none */
  next?(): boolean;
}

export class Dispatcher {
  readonly #frame: Frame;
  readonly #pool: Pool | undefined;
  readonly #runner: StageRunner;
  readonly #maySleep: boolean;
  readonly #limits: Limits;
  readonly #silence: Silence;
  /** The number of the current program, its woken workers, and the deaths before it. */
  #number = 0;
  #woken = 0;
  #deaths = 0;
  /** Whether a worker was lost: the calling thread finishes the program alone. */
  #isAlone = false;

  /** @param runner runs the blocks of the calling thread */
  constructor(frame: Frame, pool: Pool | undefined, limits: Limits, runner: StageRunner) {
    this.#frame = frame;
    this.#pool = pool;
    this.#runner = runner;
    this.#maySleep = pool !== undefined && maySleepOn(frame.program.words);
    this.#limits = limits;
    this.#silence = new Silence(limits.silenceLimit);
  }

  /**
   * Resolves when every stage is finished. Rejects with the error of a pass or of `next`, and if a block does not end
   * on a worker.
   */
  async run(program: Program): Promise<void> {
    await this.#pool?.rest();
    try {
      this.#begin();
      if (!this.#shares(program) && (await this.#runAlone(program))) return;
      this.#open(program);
      await this.#run(program);
    } catch (cause) {
      await this.#leaveAsync(this.#limits.silenceLimit);
      throw cause;
    } finally {
      closeProgram(this.#frame.program);
    }
  }

  /** `run` that blocks until the end. A worker whose block does not end counts as dead. */
  runSync(program: Program): void {
    try {
      this.#begin();
      if (this.#runAloneSync(program)) return;
      this.#open(program);
      this.#runSync(program);
    } catch (cause) {
      this.#leaveSync(this.#limits.silenceLimit);
      throw cause;
    } finally {
      closeProgram(this.#frame.program);
    }
  }

  /** Runs stages until some are to be shared. @returns whether the program is over */
  async #runAlone(program: Program): Promise<boolean> {
    const runner = this.#runner;
    do {
      if (this.#shares(program)) return false;
      runner.beginAlone();
      while (!runner.runAlone(program.stages, program.length, performance.now() + SLICE)) await nextTask();
    } while (program.next?.());
    return true;
  }

  #runAloneSync(program: Program): boolean {
    const runner = this.#runner;
    do {
      if (this.#shares(program)) return false;
      runner.beginAlone();
      runner.runAlone(program.stages, program.length);
    } while (program.next?.());
    return true;
  }

  /** Whether workers have blocks to run in the current stages. Those that have not started do so soon. */
  #shares({ length, helpers }: Program): boolean {
    const pool = this.#pool;
    if (!pool || length === 0 || helpers === 0) return false;
    pool.demandSoon();
    return pool.canShare;
  }

  async #run(program: Program): Promise<void> {
    const table = this.#frame.program;
    for (;;) {
      const state = this.#runner.drain(this.#number, performance.now() + SLICE);
      if (state === STEP) {
        if (!program.next?.()) return;
        this.#add(program);
        continue;
      }
      if (state === STAGE_PENDING) await this.#sleep();
      else await nextTask();
      if (this.#woken === 0 || this.#isAlone) continue;
      const isSilent = this.#silence.isOver(progressOf(table));
      // the remaining blocks of a query go to the living threads
      const isHit = this.#pool!.deaths !== this.#deaths && (state === STAGE_PENDING || program.redo === 'program');
      if (!isSilent && !isHit) continue;
      const loop = await this.#leaveAsync(isSilent ? SLEEP_MS : this.#limits.silenceLimit);
      if (loop > 0 && program.redo === 'program' && !isFinished(table)) this.#failSilent(loop);
      this.#goOnAlone(program);
    }
  }

  #runSync(program: Program): void {
    const table = this.#frame.program;
    for (;;) {
      const state = this.#runner.drain(this.#number);
      if (state === STEP) {
        if (!program.next?.()) return;
        this.#add(program);
        continue;
      }
      if (this.#maySleep && !sleepForStage(table, this.#runner.pending, SLEEP_MS)) continue;
      // no event reports a death here: silence shows it
      if (!this.#silence.isOver(progressOf(table)) && this.#pool!.isWorking) continue;
      this.#leaveSync(SLEEP_MS);
      this.#goOnAlone(program);
    }
  }

  #begin(): void {
    this.#isAlone = false;
    this.#woken = 0;
  }

  #open(program: Program): void {
    this.#number = openProgram(this.#frame.program, program.redo === 'block');
    this.#add(program);
  }

  /** Adds the current stages, and wakes the workers for them that do not run yet. */
  #add(program: Program): void {
    const { stages, length, helpers } = program;
    const table = this.#frame.program;
    addStages(table, stages, length);
    if (helpers <= this.#woken || this.#isAlone || !this.#shares(program)) return;
    if (this.#woken === 0) {
      this.#deaths = this.#pool!.deaths;
      this.#silence.begin();
    }
    shareProgram(table, this.#number, helpers - this.#woken);
    this.#woken = helpers;
  }

  /**
   * After a loss: the unfinished blocks or stages, and all that follow, run on the calling thread. No other thread
   * writes.
   */
  #goOnAlone(program: Program): void {
    const table = this.#frame.program;
    const isOver = isFinished(table);
    this.#isAlone = true;
    if (program.redo === 'program' && !isOver) {
      this.#open(program);
      return;
    }
    if (!isOver) this.#runner.redoBlocks();
    this.#number = openProgram(table, program.redo === 'block');
  }

  #failSilent(thread: number): never {
    const wanted = `a block of ${this.#runner.blockOf(thread)}, to end in ${this.#limits.silenceLimit / 1000} s`;
    const got = `no end of it in worker ${thread}, which is terminated; the program has ended in the middle`;
    throw new QueryError(`passes.run: expected ${wanted}, got ${got}`);
  }

  /**
   * Closes the program, and waits until the living workers have left it and the dead ones have ended. Workers that do
   * not leave within `limit` (ms) are abandoned. @returns the thread of one that was abandoned, or 0
   */
  async #leaveAsync(limit: number): Promise<number> {
    closeProgram(this.#frame.program);
    const pool = this.#pool;
    if (!pool || this.#woken === 0) return 0;
    const silence = new Silence(limit);
    let loop = 0;
    while (pool.isWorking) {
      await delay(1);
      if (!silence.isOver(0)) continue;
      loop = loop || pool.busyThread;
      pool.abandonSilent();
    }
    return loop;
  }

  /** The same, blocking. An abandoned worker may still run. */
  #leaveSync(limit: number): void {
    closeProgram(this.#frame.program);
    const pool = this.#pool;
    if (!pool || this.#woken === 0) return;
    const end = performance.now() + limit;
    while (pool.isWorking && performance.now() < end);
    pool.abandonSilent();
  }

  async #sleep(): Promise<void> {
    if (typeof Atomics.waitAsync === 'function') await awaitStage(this.#frame.program, this.#runner.pending, SLEEP_MS);
    // also after a wait: the death of a worker arrives as an event
    await nextTask();
  }
}
