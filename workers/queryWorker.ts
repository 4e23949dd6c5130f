/** The functions of a worker. No `self`, no `parentPort`: the entry files add those. */
import { fail } from '../src/errors.ts';
import { scalarKernels } from '../src/narrow/scalarKernel.ts';
import { wideKernels } from '../src/narrow/threadKernels.ts';
import { instantiateWide } from '../src/narrow/wideCalls.ts';
import { builtInPasses } from '../src/queries/builtInPasses.ts';
import { bindFrame, type FrameCapacity } from '../src/queries/frameLayout.ts';
import { type BuiltHull, buildClaimed } from '../src/schedule/hullQueue.ts';
import type { WorkerApi } from '../src/schedule/protocol.ts';
import { isStopped, pauseNumber } from '../src/schedule/service.ts';
import { StageRunner } from '../src/schedule/stageRunner.ts';
import type { Frame } from '../src/tables/frame.ts';
import { GO } from '../src/tables/programTable.ts';

/** Holds the lock `life` until the thread dies. Resolves once it is held. */
export type HoldLife = (life: string) => Promise<void>;

/** Reads of GO before a worker sleeps: about 20 µs. A program that follows at once finds it awake. */
const SPINS = 4000;

/** First word of errors in users' code. */
const LOADING = 'passes';

/** The worker's side of `WorkerApi`. */
export function createQueryWorker(holdLife: HoldLife): WorkerApi {
  let frame: Frame | undefined;
  let runner: StageRunner | undefined;
  let memory: WebAssembly.Memory | undefined;
  return {
    async attach(setup, thread, life) {
      await holdLife(life);
      const { capacity, wide, passes } = setup;
      memory = setup.memory;
      const calls = wide && (await instantiateWide(wide, memory));
      frame = bindFrame(memory.buffer, capacity as FrameCapacity);
      const kernels = calls ? wideKernels(frame, thread, calls) : scalarKernels(frame);
      runner = new StageRunner(frame, thread, builtInPasses(frame, thread, kernels));
      for (const code of passes) await runner.load(LOADING, code, memory);
    },
    async loadPasses(code) {
      if (!runner || !memory) fail('queryWorker.loadPasses', 'attach() first', 'no frame');
      await runner.load(LOADING, code, memory);
    },
    buildHulls(queue) {
      const built: BuiltHull[] = [];
      buildClaimed(queue, built);
      return built;
    },
    serve(pauses) {
      if (!frame || !runner) fail('queryWorker.serve', 'attach() first', 'no frame');
      const { program } = frame;
      const { words } = program;
      // 0 precedes the first program: a worker that starts late joins the current one
      let done = 0;
      for (;;) {
        let number = Atomics.load(words, GO);
        for (let spin = 0; number === done && spin < SPINS; spin++) number = Atomics.load(words, GO);
        if (number === done) {
          Atomics.wait(words, GO, done);
          continue;
        }
        if (isStopped(program) || pauseNumber(program) !== pauses) return;
        done = number;
        runner.serve(number);
      }
    },
  };
}
