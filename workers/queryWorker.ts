/** The functions of a worker. No `self`, no `parentPort`: the entry files add those. */
import { fail } from '../src/errors.ts';
import { type ThreadKernels, wideKernels } from '../src/narrow/threadKernels.ts';
import { instantiateWide } from '../src/narrow/wideCalls.ts';
import { builtInPasses, type ThreadCode } from '../src/queries/builtInPasses.ts';
import { bindFrame, type FrameCapacity, type Searches } from '../src/queries/frameLayout.ts';
import type { WorkerApi } from '../src/schedule/protocol.ts';
import { isStopped, pauseNumber } from '../src/schedule/service.ts';
import type { BuiltShape } from '../src/schedule/shapeQueue.ts';
import { StageRunner } from '../src/schedule/stageRunner.ts';
import type { Frame } from '../src/tables/frame.ts';
import { GO } from '../src/tables/programTable.ts';

/** Holds the lock `life` until the thread dies. Resolves once it is held. */
export type HoldLife = (life: string) => Promise<void>;

/** Reads of GO before a worker sleeps: about 20 µs. A program that follows at once finds it awake. */
const SPINS = 4000;

/** First word of errors in users' code. */
const LOADING = 'passes';

/** What a worker can run. */
export interface WorkerCode extends ThreadCode {
  /** The kernels of an engine without wasm. Undefined: all of its engines are on wasm. */
  readonly scalarKernels?: (frame: Frame) => ThreadKernels | Promise<ThreadKernels>;
}

/** The worker's side of `WorkerApi`. */
export function createQueryWorker(holdLife: HoldLife, code: WorkerCode): WorkerApi {
  let frame: Frame | undefined;
  let runner: StageRunner | undefined;
  let memory: WebAssembly.Memory | undefined;
  return {
    async attach(setup, thread, life) {
      await holdLife(life);
      const { capacity, wide, passes } = setup;
      const searches = searchesOf(code, setup.searches);
      memory = setup.memory;
      const calls = wide && (await instantiateWide(wide, memory));
      frame = bindFrame(memory.buffer, capacity as FrameCapacity, searches);
      const kernels = calls ? wideKernels(frame, thread, calls) : await code.scalarKernels!(frame);
      runner = new StageRunner(frame, thread, builtInPasses(frame, thread, { ...code, searches }, kernels));
      for (const each of passes) await runner.load(LOADING, each, memory);
    },
    async loadPasses(code) {
      if (!runner || !memory) fail('queryWorker.loadPasses', 'attach() first', 'no frame');
      await runner.load(LOADING, code, memory);
    },
    buildShapes(queue) {
      const built: BuiltShape[] = [];
      code.buildShapes?.(queue, built);
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

/** The searches of these names, in this order. */
function searchesOf({ searches }: ThreadCode, names: readonly string[]): Searches {
  return names.map((name) => {
    const search = searches.find((known) => known.name === name);
    if (!search) {
      fail('worker', `the query '${name}' among its queries`, searches.map((known) => known.name).join(', '));
    }
    return search;
  });
}
