/** What a worker does. No `self`, no `parentPort`: the entry files add those. */
import { JobRunner } from '../src/backend/job.ts';
import type { WorkerApi } from '../src/backend/protocol.ts';
import { instantiateWide, WideKernel } from '../src/backend/wideKernel.ts';
import { fail } from '../src/errors.ts';
import { bindFrame, type Frame } from '../src/frame.ts';
import { isStopped } from '../src/partition/blocks.ts';
import { GO } from '../src/partition/blockTable.ts';

/** Holds the lock `life` until the thread dies. Resolves once it is held. */
export type HoldLife = (life: string) => Promise<void>;

/** Loads of the job word before a worker goes to sleep, about 20 µs: a query that follows at once finds it awake. */
const SPINS = 4000;

/** The worker's side of `WorkerApi`. */
export function createQueryWorker(holdLife: HoldLife): WorkerApi {
  let frame: Frame | undefined;
  let runner: JobRunner | undefined;
  return {
    async attach({ memory, capacity, wide }, thread, life) {
      await holdLife(life);
      const calls = wide && (await instantiateWide(wide, memory));
      frame = bindFrame(memory.buffer, capacity);
      runner = new JobRunner(frame, thread, calls && new WideKernel(frame, thread, calls));
    },
    serve() {
      if (!frame || !runner) fail('queryWorker.serve', 'attach() first', 'no frame');
      const { words } = frame.blocks;
      // 0 is the job before the first: a worker that starts late joins the job at hand
      let done = 0;
      for (;;) {
        let job = Atomics.load(words, GO);
        for (let spin = 0; job === done && spin < SPINS; spin++) job = Atomics.load(words, GO);
        if (job === done) {
          Atomics.wait(words, GO, done);
          continue;
        }
        if (isStopped(frame.blocks)) return;
        done = job;
        runner.drain(job);
      }
    },
  };
}
