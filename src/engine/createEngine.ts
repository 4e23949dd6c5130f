/** Creates an engine: memory, workers, facade. The environment says how workers start, and what is missing. */

import type { FoundGpu, GpuParts } from '../gpu/engineGpu.ts';
import { createMemory } from '../memory/memory.ts';
import { chooseKernel, choosePlanarKernel } from '../narrow/chooseKernel.ts';
import { type ThreadKernels, wideKernels } from '../narrow/threadKernels.ts';
import { instantiateWide } from '../narrow/wideCalls.ts';
import type { ThreadCode } from '../queries/builtInPasses.ts';
import { bindFrame, frameBytes } from '../queries/frameLayout.ts';
import type { GpuDevice } from '../queries/gpu.ts';
import { ALWAYS } from '../queries/searchSets.ts';
import { Pool } from '../schedule/pool.ts';
import type { WorkerSource } from '../schedule/protocol.ts';
import { isPlanar } from '../tables/colliderTable.ts';
import type { Frame } from '../tables/frame.ts';
import { Engine } from './engine.ts';
import type { EngineKind } from './engineKind.ts';
import { type AnyEngineOptions, checkOptions } from './engineOptions.ts';
import type { PlanarScene } from './planarScene.ts';
import type { WorkerMaker } from './platform.ts';
import { Scene } from './scene.ts';

/** What depends on Node or the browser. */
export interface Environment<W> {
  /** Hardware threads. */
  readonly cores: number;
  /** Whether memory can be shared. */
  readonly shared: boolean;
  /** WebGPU: a `GPU`, or a phrase that says what there is instead. Default: there is none. */
  findGpu?(): Promise<unknown>;
  /** Whether a page can lend workers. Default: false. */
  readonly canBorrow?: boolean;
  /** Why there can be no workers, and what to do about it: one sentence. */
  whyNoWorkers(maker: WorkerMaker): string | undefined;
  /**
   * The ways to start a worker, in the order to try.
   * @param needs what workers run: wide kernels, also those of pairs, flags and distances alone; or all kernels
   */
  sources(
    createWorker: (() => W) | undefined,
    workerPort: MessagePort | undefined,
    needs: 'least' | 'wide' | 'all',
  ): readonly WorkerSource[];
}

/** The kernels of an engine without wasm: modules that others do not load. */
async function scalarKernels(frame: Frame): Promise<ThreadKernels> {
  if (!isPlanar(frame.colliders)) return (await import('../narrow/scalarKernel.ts')).scalarKernels(frame);
  return { broad: new (await import('../broad/scalarBroad.ts')).ScalarBroad(frame) };
}

/** The code of the calling thread: planar engines have a kernel of their own, which others do not load. */
async function codeOf({ code }: EngineKind, planar = false): Promise<ThreadCode> {
  return planar ? { ...code, planarKernel: (await import('../dim2/rows/kernel.ts')).planarKernel } : code;
}

/** What an engine with a GPU is made of: modules that others do not load. */
async function openGpu(wanted: true | 'required' | GpuDevice | undefined, parts: GpuParts): Promise<FoundGpu> {
  return wanted ? (await import('../gpu/engineGpu.ts')).findGpu(wanted, parts) : {};
}

/** Creates an engine of a kind in `environment`. */
export async function createEngineIn<W>(
  environment: Environment<W>,
  kind: EngineKind,
  options?: AnyEngineOptions<W>,
): Promise<Engine | Engine<PlanarScene>> {
  const {
    workers: wanted,
    waitsForWorkers,
    kernel: wantedKernel,
    capacity: asked,
    warmUp,
    tuning,
    gpu: wantedGpu,
    createWorker,
    workerPort,
    wasmUrl,
  } = checkOptions(options, environment, kind);
  const { shared } = environment;
  const { code, makePlanarScene, queries, relaxed } = kind;
  const pieces = queries.flatMap(({ wasm = [] }) => wasm);
  const { searches } = code;
  const { planar } = asked;
  const whyNoWorkers = environment.whyNoWorkers(workerPort ? 'page' : createWorker ? 'createWorker' : 'engine');
  const workers = whyNoWorkers ? 0 : wanted;
  const capacity = { ...asked, threads: workers + 1 };
  const memory = createMemory(frameBytes(capacity, searches), shared);
  const frame = bindFrame(memory.buffer, capacity, searches);
  const choice = await (planar
    ? choosePlanarKernel(wantedKernel)
    : chooseKernel(wantedKernel, memory, shared, { pieces, relaxed, url: wasmUrl }));
  const { kernel, calls } = choice;
  const fallbacks = [...(wanted > 0 && whyNoWorkers ? [whyNoWorkers] : []), ...choice.fallbacks];
  const makeKernels = async (own: WebAssembly.Memory, tables: Frame): Promise<ThreadKernels> =>
    choice.wide ? wideKernels(tables, 0, await instantiateWide(choice.wide, own)) : scalarKernels(tables);
  const { gpu, whyNoGpu } = await openGpu(wantedGpu, { frame, kernel, shared, tuning, makeKernels, environment });
  if (whyNoGpu) fallbacks.push(whyNoGpu);
  for (const reason of fallbacks) console.warn(`hullstorm: ${reason}`);
  let pool: Pool | undefined;
  if (workers > 0) {
    pool = new Pool(
      { memory, capacity, searches: searches.map(({ name }) => name), wide: choice.wide, passes: [] },
      frame,
      workers,
      tuning,
    );
    const sources = environment.sources(
      createWorker,
      workerPort,
      calls === undefined ? 'all' : searches.length === ALWAYS.length ? 'least' : 'wide',
    );
    await (waitsForWorkers ? pool.start(sources) : pool.startOnDemand(sources));
  }
  const kernels = calls ? wideKernels(frame, 0, calls) : await scalarKernels(frame);
  const parts = {
    kind: { ...kind, code: await codeOf(kind, planar) },
    frame,
    memory,
    capacity,
    tuning,
    pool,
    shared,
    whyNoWorkers,
    kernel,
    kernels,
    fallbacks,
    gpu,
    warmUp,
    wasmUrl,
  };
  return planar
    ? new Engine({ ...parts, makeScene: makePlanarScene! })
    : new Engine({ ...parts, makeScene: (...given) => new Scene(...given) });
}
