/** Creates an engine: memory, workers, facade. The environment says how workers start, and what is missing. */

import type { QueryError } from '../errors.ts';
import { bindFrame, frameBytes } from '../memory/frame.ts';
import { createMemory } from '../memory/memory.ts';
import { chooseKernel, choosePlanarKernel } from '../narrow/chooseKernel.ts';
import { WideKernel } from '../narrow/wideKernel.ts';
import { warmUpHere } from '../schedule/jitWarmUp.ts';
import { Pool } from '../schedule/pool.ts';
import type { Spawn, WorkerSource } from '../schedule/protocol.ts';
import { startFrom } from '../schedule/startFrom.ts';
import { Engine } from './engine.ts';
import { type AnyEngineOptions, checkOptions } from './options.ts';
import { PlanarScene } from './planarScene.ts';
import type { WorkerMaker } from './platform.ts';
import { Scene } from './scene.ts';

/** What depends on Node or the browser. */
export interface Environment<W> {
  /** Hardware threads. */
  readonly cores: number;
  /** Whether memory can be shared. */
  readonly shared: boolean;
  /** Whether a page can lend workers. Default: false. */
  readonly canBorrow?: boolean;
  /** Why there can be no workers, and what to do about it: one sentence. */
  whyNoWorkers(maker: WorkerMaker): string | undefined;
  /** The ways to start a worker, in the order to try. */
  sources(createWorker: (() => W) | undefined, workerPort: MessagePort | undefined): readonly WorkerSource[];
}

/** Creates an engine in `environment`. */
export async function createEngineIn<W>(
  environment: Environment<W>,
  options?: AnyEngineOptions<W>,
): Promise<Engine | Engine<PlanarScene>> {
  const {
    workers: wanted,
    mayWorkAlone,
    kernel: wantedKernel,
    capacity: asked,
    warmUp,
    tuning,
    createWorker,
    workerPort,
  } = checkOptions(options, environment);
  const { shared } = environment;
  const { planar } = asked;
  const whyNoWorkers = environment.whyNoWorkers(workerPort ? 'page' : createWorker ? 'createWorker' : 'engine');
  const workers = whyNoWorkers ? 0 : wanted;
  const allocate = async (threads: number) => {
    const capacity = { ...asked, threads };
    const memory = createMemory(frameBytes(capacity), shared);
    const choice = await (planar ? choosePlanarKernel(wantedKernel) : chooseKernel(wantedKernel, memory, shared));
    return { memory, capacity, frame: bindFrame(memory.buffer, capacity), choice };
  };
  let allocated = await allocate(workers + 1);
  let isFresh = true;
  const start = async (spawn: Spawn) => {
    // workers of a source that failed were stopped in these tables, and may still start there
    if (!isFresh) allocated = await allocate(workers + 1);
    isFresh = false;
    const { memory, capacity, frame, choice } = allocated;
    const setup = { memory, capacity, wide: choice.wide, passes: [], warmUp };
    const starting = Pool.start(setup, frame, spawn, workers, tuning);
    // the warm-up overlaps the start of the workers
    const [pool] = await Promise.all([starting, choice.calls && warmUp && warmUpHere()]);
    return pool;
  };
  let pool: Pool | undefined;
  const fallbacks = wanted > 0 && whyNoWorkers ? [whyNoWorkers] : [];
  try {
    if (workers > 0) pool = await startFrom(environment.sources(createWorker, workerPort), start);
  } catch (failure) {
    if (!mayWorkAlone) throw failure;
    const reason = (failure as QueryError).message.replace(/^createEngine: /, '');
    fallbacks.push(`${reason}; the calling thread works alone`);
    allocated = await allocate(1);
  }
  const { memory, capacity, frame, choice } = allocated;
  const { kernel, calls } = choice;
  fallbacks.push(...choice.fallbacks);
  for (const reason of fallbacks) console.warn(`hullstorm: ${reason}`);
  const wide = calls && new WideKernel(frame, 0, calls);
  const parts = { frame, memory, capacity, tuning, pool, shared, whyNoWorkers, kernel, wide, fallbacks };
  return planar
    ? new Engine({ ...parts, makeScene: (...given) => new PlanarScene(...given) })
    : new Engine({ ...parts, makeScene: (...given) => new Scene(...given) });
}
