/** Puts an engine together: memory, workers, facade. The environment says how workers are made and what it lacks. */
import { chooseKernel } from '../backend/chooseKernel.ts';
import { Pool } from '../backend/pool.ts';
import type { WorkerHandle } from '../backend/protocol.ts';
import { rehearse } from '../backend/rehearsal.ts';
import { WideKernel } from '../backend/wideKernel.ts';
import { bindFrame, frameBytes } from '../frame.ts';
import { createMemory } from '../memory/memory.ts';
import { Engine } from './engine.ts';
import { checkOptions, type EngineOptions } from './options.ts';

/** What an environment brings. */
export interface Environment<W> {
  /** Threads the machine has. */
  readonly cores: number;
  /** Whether memory can be shared. */
  readonly shared: boolean;
  /** Why there can be no workers, and what to do about it: one sentence. @param isCustom whether `createWorker` makes them */
  whyNoWorkers(isCustom: boolean): string | undefined;
  spawn(createWorker: (() => W) | undefined): WorkerHandle;
}

/** Makes an engine in `environment`. */
export async function createEngineIn<W>(environment: Environment<W>, options?: EngineOptions<W>): Promise<Engine> {
  const {
    workers: wanted,
    kernel: wantedKernel,
    capacity: asked,
    tuning,
    createWorker,
  } = checkOptions(options, environment.cores);
  const { shared } = environment;
  const whyNoWorkers = environment.whyNoWorkers(createWorker !== undefined);
  const workers = whyNoWorkers ? 0 : wanted;
  const capacity = { ...asked, threads: workers + 1 };
  const memory = createMemory(frameBytes(capacity), shared);
  const frame = bindFrame(memory.buffer, capacity);
  const { kernel, wide, calls, fallbacks: kernelFallbacks } = await chooseKernel(wantedKernel, memory, shared);
  const fallbacks = [...(wanted > 0 && whyNoWorkers ? [whyNoWorkers] : []), ...kernelFallbacks];
  for (const reason of fallbacks) console.warn(`hullstorm: ${reason}`);
  const spawn = () => environment.spawn(createWorker);
  let pool: Pool | undefined;
  if (workers > 0) {
    const starting = Pool.start({ memory, capacity, wide, passes: [] }, frame, spawn, workers, tuning);
    // most of it in the time that workers take to start
    [pool] = await Promise.all([starting, calls && rehearse()]);
  }
  const wideKernel = calls && new WideKernel(frame, 0, calls);
  return new Engine({
    frame,
    memory,
    capacity,
    tuning,
    pool,
    shared,
    whyNoWorkers,
    kernel,
    wide: wideKernel,
    fallbacks,
  });
}
