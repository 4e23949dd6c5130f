/** Puts an engine together: memory, workers, facade. The environment says how workers are made and what it lacks. */
import { chooseKernel } from '../backend/chooseKernel.ts';
import { Pool } from '../backend/pool.ts';
import type { WorkerSource } from '../backend/protocol.ts';
import { rehearse } from '../backend/rehearsal.ts';
import { startPool } from '../backend/startPool.ts';
import { WideKernel } from '../backend/wideKernel.ts';
import type { QueryError } from '../errors.ts';
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
  /** Why not, and what to do about it: one sentence. */
  readonly unsharedReason: string;
  /** Where workers come from, in the order to try. */
  sources(createWorker: (() => W) | undefined): readonly WorkerSource[];
}

/** Makes an engine in `environment`. */
export async function createEngineIn<W>(environment: Environment<W>, options: EngineOptions<W> = {}): Promise<Engine> {
  const {
    workers: wanted,
    mayWorkAlone,
    kernel: wantedKernel,
    capacity: asked,
    warmUp,
    tuning,
    createWorker,
  } = checkOptions(options, environment.cores);
  const { shared } = environment;
  const workers = shared ? wanted : 0;
  const capacity = { ...asked, threads: workers + 1 };
  const memory = createMemory(frameBytes(capacity), shared);
  const frame = bindFrame(memory.buffer, capacity);
  const { kernel, wide, calls, fallbacks: kernelFallbacks } = await chooseKernel(wantedKernel, memory, shared);
  const fallbacks = [...(wanted > 0 && !shared ? [environment.unsharedReason] : []), ...kernelFallbacks];
  let pool: Pool | undefined;
  if (workers > 0) {
    const setup = { memory, capacity, wide, passes: [], warmUp };
    const starting = startPool(environment.sources(createWorker), (spawn) => Pool.start(setup, frame, spawn, workers));
    const pooled = starting.catch((failure: QueryError) => {
      if (!mayWorkAlone) throw failure;
      fallbacks.push(`${failure.message.replace(/^createEngine: /, '')}; the calling thread works alone`);
      return undefined;
    });
    // most of it in the time that workers take to start
    [pool] = await Promise.all([pooled, calls && warmUp && rehearse()]);
  }
  for (const reason of fallbacks) console.warn(`hullstorm: ${reason}`);
  const wideKernel = calls && new WideKernel(frame, 0, calls);
  return new Engine({ frame, memory, capacity, tuning, pool, shared, kernel, wide: wideKernel, fallbacks });
}
