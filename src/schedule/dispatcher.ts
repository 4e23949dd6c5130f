/**
 * Runs one job at a time over the caller and the pool, and knows when it is complete: every block finished, and nobody
 * still writing. When a worker dies in the middle, its blocks are done again here; rows are a pure function of the
 * tables, so that gives the same bytes.
 *
 * A job is shared only while every worker that died is known to be gone. Until then the caller works alone: a worker that
 * lives on hears of no job, and a block that it books late is not counted. A query waits for no successor.
 */
import type { Frame } from '../memory/frame.ts';
import type { WideKernel } from '../narrow/wideKernel.ts';
import { blockRowsFor, closeJob, openJob } from './blocks.ts';
import { DONE, GO, ROWS_DONE, threadWord } from './blockTable.ts';
import { blocksOf, type Job, JobRunner, publishJob } from './job.ts';
import type { Pool } from './pool.ts';
import { type Limits, maySleepOn, nextTask, Silence, SLEEP_MS, SLICE } from './waiting.ts';

/** Loads of the DONE word before the caller goes to sleep: the last blocks of the workers are on their way. */
const SPINS = 2000;

export class Dispatcher {
  readonly #frame: Frame;
  readonly #threads: number;
  readonly #pool: Pool | undefined;
  readonly #runner: JobRunner;
  readonly #maySleep: boolean;
  readonly #silence: Silence;
  #wake: () => void = () => {};

  /** @param wide the caller's wide kernel, if the engine runs on one */
  constructor(frame: Frame, threads: number, pool: Pool | undefined, limits: Limits, wide: WideKernel | undefined) {
    this.#frame = frame;
    this.#threads = threads;
    this.#pool = pool;
    this.#runner = new JobRunner(frame, 0, wide);
    this.#maySleep = pool !== undefined && maySleepOn(frame.blocks.words);
    this.#silence = new Silence(limits.silenceLimit);
    if (pool) pool.onGone = () => this.#wake();
  }

  /** Runs `job`; wakes so many workers, or as many as there are. Resolves when every row is final. */
  async run(job: Job, helpers: number): Promise<void> {
    const pool = this.#pool;
    await pool?.rest();
    const together = pool?.canShare && helpers > 0;
    const deaths = pool?.deaths;
    if (together) pool.hold(true);
    try {
      const number = this.#open(job, together ? helpers : 0);
      while (!this.#runner.drain(number, performance.now() + SLICE)) await nextTask();
      if (together) await this.#complete(blocksOf(job.rows, job.blockRows), pool, deaths!);
    } finally {
      if (together) pool.hold(false);
    }
  }

  /** The same, before it returns. */
  runSync(job: Job, helpers: number): void {
    const pool = this.#pool;
    const together = pool?.canShare && helpers > 0;
    const number = this.#open(job, together ? helpers : 0);
    this.#runner.drain(number);
    if (together) this.#completeSync(blocksOf(job.rows, job.blockRows), pool);
  }

  /** Writes the rows each thread did in the last job to `out`; the caller is entry 0. */
  rowsByThread(out: number[]): void {
    for (let t = 0; t < this.#threads; t++) out[t] = this.#frame.blocks.words[threadWord(t) + ROWS_DONE];
  }

  #open(job: Job, helpers: number): number {
    const { blocks } = this.#frame;
    job.blockRows = blockRowsFor(job.rows, job.blockRows);
    closeJob(blocks);
    publishJob(this.#frame, job);
    const number = openJob(blocks, blocksOf(job.rows, job.blockRows), this.#threads, helpers > 0);
    if (helpers > 0) Atomics.notify(blocks.words, GO, helpers);
    return number;
  }

  async #complete(blocks: number, pool: Pool, deaths: number): Promise<void> {
    const { words } = this.#frame.blocks;
    let isSilent = false;
    this.#silence.begin();
    for (;;) {
      for (let spin = 0; spin < SPINS; spin++) if (Atomics.load(words, DONE) >= blocks) return;
      if ((isSilent || pool.deaths !== deaths) && !pool.isWorking) {
        this.#redo(blocks);
        return;
      }
      await this.#sleep(words, Atomics.load(words, DONE), blocks);
      isSilent = this.#silence.isOver(Atomics.load(words, DONE));
      if (isSilent) pool.abandonSilent();
    }
  }

  /** Until the last block is finished, a worker that died is gone, or a nap is over. */
  async #sleep(words: Int32Array, done: number, blocks: number): Promise<void> {
    if (done >= blocks) return;
    if (typeof Atomics.waitAsync !== 'function') {
      await nextTask();
      return;
    }
    const wait = Atomics.waitAsync(words, DONE, done, SLEEP_MS);
    if (!wait.async) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      void wait.value.then(() => resolve());
    });
    this.#wake = () => {};
  }

  #completeSync(blocks: number, pool: Pool): void {
    const { words } = this.#frame.blocks;
    this.#silence.begin();
    for (;;) {
      for (let spin = 0; spin < SPINS; spin++) if (Atomics.load(words, DONE) >= blocks) return;
      // the last block may have ended since: nobody would wake this thread then
      const seen = Atomics.load(words, DONE);
      if (seen >= blocks) return;
      if (this.#maySleep && Atomics.wait(words, DONE, seen, SLEEP_MS) !== 'timed-out') continue;
      // no event tells of a death here, nor of its end: it shows by silence
      if (this.#silence.isOver(Atomics.load(words, DONE))) pool.abandonSilent();
      else if (pool.isWorking) continue;
      this.#redo(blocks);
      return;
    }
  }

  /**
   * Does what dead workers left behind. No other thread is writing, unless a worker was given up that is alive: it writes the
   * same bytes, and with a lead of `silenceLimit` on the block that is done again here it is through first.
   */
  #redo(blocks: number): void {
    const { finished } = this.#frame.blocks;
    for (let block = 0; block < blocks; block++) {
      if (Atomics.load(finished, block) === 0) this.#runner.runBlock(block);
    }
  }
}
