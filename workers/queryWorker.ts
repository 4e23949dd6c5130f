/** What a worker does. No `self`, no `parentPort`: the entry files add those. */

import { fail } from '../src/errors.ts';
import { bindFrame, type Frame } from '../src/memory/frame.ts';
import { instantiateWide, WideKernel } from '../src/narrow/wideKernel.ts';
import { isStopped, recallNumber } from '../src/schedule/blocks.ts';
import { GO } from '../src/schedule/blockTable.ts';
import { type BuiltHull, buildClaimed } from '../src/schedule/hullJob.ts';
import { JitWarmUp } from '../src/schedule/jitWarmUp.ts';
import { JobRunner } from '../src/schedule/job.ts';
import { PassRunner } from '../src/schedule/passRunner.ts';
import type { WorkerApi } from '../src/schedule/protocol.ts';

/** Holds the lock `life` until the thread dies. Resolves once it is held. */
export type HoldLife = (life: string) => Promise<void>;

/** Loads of the job word before a worker goes to sleep, about 20 µs: a query that follows at once finds it awake. */
const SPINS = 4000;

/** How long a worker waits for something to do before the next set of its rehearsal (ms). */
const BREATH = 1;

/** What an error of a user's code says first. */
const LOADING = 'passes';

/** The worker's side of `WorkerApi`. */
export function createQueryWorker(holdLife: HoldLife): WorkerApi {
  let frame: Frame | undefined;
  let runner: JobRunner | undefined;
  let passes: PassRunner | undefined;
  let memory: WebAssembly.Memory | undefined;
  let rehearsal: JitWarmUp | undefined;
  return {
    async attach({ memory: given, capacity, wide, passes: loaded, warmUp }, thread, life) {
      await holdLife(life);
      memory = given;
      const calls = wide && (await instantiateWide(wide, memory));
      frame = bindFrame(memory.buffer, capacity);
      passes = new PassRunner(frame, thread);
      for (const code of loaded) await passes.load(LOADING, code, memory);
      runner = new JobRunner(frame, thread, calls && new WideKernel(frame, thread, calls), passes);
      if (calls && warmUp) rehearsal = new JitWarmUp();
    },
    async loadPasses(code) {
      if (!passes || !memory) fail('queryWorker.loadPasses', 'attach() first', 'no frame');
      await passes.load(LOADING, code, memory);
    },
    buildHulls(job) {
      const built: BuiltHull[] = [];
      buildClaimed(job, built);
      return built;
    },
    serve(recall) {
      if (!frame || !runner) fail('queryWorker.serve', 'attach() first', 'no frame');
      const { words } = frame.blocks;
      // 0 is the job before the first: a worker that starts late joins the job at hand
      let done = 0;
      for (;;) {
        let job = Atomics.load(words, GO);
        for (let spin = 0; job === done && spin < SPINS; spin++) job = Atomics.load(words, GO);
        if (job === done) {
          // pauses between sets are for the JIT: it compiles beside
          const isIdle = Atomics.wait(words, GO, done, rehearsal ? BREATH : Infinity) === 'timed-out';
          if (isIdle && rehearsal && !rehearsal.next()) rehearsal = undefined;
          continue;
        }
        if (isStopped(frame.blocks) || recallNumber(frame.blocks) !== recall) return;
        done = job;
        runner.drain(job);
      }
    },
  };
}
