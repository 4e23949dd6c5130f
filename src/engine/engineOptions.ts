/** Options of `createEngine`, with checks and defaults. */
import { hasKeys, isA, type Keys, readOptions } from '../checks.ts';
import { fail, flag, integerIn, refuse } from '../errors.ts';
import type { SceneCapacity } from '../memory/capacity.ts';
import type { RunningKernel } from '../narrow/runningKernel.ts';
import type { CapacityDefault } from '../narrow/threadTools.ts';
import { type FrameCapacity, frameBytes } from '../queries/frameLayout.ts';
import type { GpuDevice } from '../queries/gpu.ts';
import type { ModuleUrl } from '../queries/passes/options.ts';
import type { QueryCapacity } from '../queries/whole.ts';
import { DEFAULT_TUNING, type EngineTuning } from '../schedule/tuning.ts';
import { DEFAULT_LIMITS } from '../schedule/waiting.ts';
import type { EngineKind } from './engineKind.ts';

/**
 * The kernel: the code that computes queries.
 *
 *   'scalar'   TypeScript, f64 inside: one pair at a time, the same bits everywhere
 *   'simd'     WebAssembly SIMD, f32 inside: four pairs at a time, the same bits everywhere. Rows that f32 cannot prove
 *              are deferred to 'scalar'
 *   'relaxed'  as 'simd', with relaxed SIMD: faster, but the last bits depend on the processor
 *   'auto'     'simd' where it runs, else 'scalar'
 *
 * 'relaxed' falls back to 'simd', and 'simd' to 'scalar', where they do not run. `engine.info` says which kernel runs,
 * and why.
 */
export type KernelName = 'auto' | RunningKernel;

/** Capacities. The engine reserves memory for all of them; the system provides a page when it is first used. */
export interface EngineCapacity extends SceneCapacity, QueryCapacity {}

/**
 * @typeParam W the type of a worker here. Each entry of the package sets it, so that no entry needs the types of the
 *   other
 */
export interface EngineOptions<W> {
  /**
   * Threads besides the calling thread; 0 = none. Default: one less than the hardware threads, which join later. They
   * start with the first work that is worth a worker: 2,000 colliders, a query on 2,000 pairs, or hulls that take long
   * to build. The engine answers at once, and a worker takes part when it has started and the event loop has run. If
   * one cannot start, the engine warns, and the calling thread works alone. If you set `workers` or `createWorker`,
   * `createEngine` resolves when all of them have started, and rejects if one cannot.
   */
  readonly workers?: number | undefined;
  /** Default 'auto': the fastest kernel with the same bits everywhere. */
  readonly kernel?: KernelName | undefined;
  readonly capacity?: SomeOf<EngineCapacity> | undefined;
  /** See `PlanarEngineOptions`. Default: false. */
  readonly planar?: false | undefined;
  /** Creates a worker of `hullstorm/worker`, for bundlers and content security policies that need it. */
  readonly createWorker?: (() => W) | undefined;
  /**
   * The port of `lendWorkers`, for an engine in a worker of a browser: the page makes the engine's workers. In Firefox
   * such an engine has no others. Several engines may use one port.
   */
  readonly workerPort?: WorkerPort | undefined;
  /**
   * The folder on a server that has the package's wasm as files: `npx hullstorm wasm FOLDER` writes them. The engine,
   * and `createDynamics` on it, load them from there, and not the text in the package: a server compresses files better
   * (brotli), and browsers compile them while they arrive. In a page it may be relative to the page. If a file is not
   * there, or is not sent as `application/wasm`, `createEngine` rejects. Default: the text in the package.
   */
  readonly wasmUrl?: string | ModuleUrl | undefined;
  /**
   * Whether the first `createDynamics` of a process steps a small scene of its own, so that the first steps of others
   * run compiled code. Default: true. Results are the same.
   */
  readonly warmUp?: boolean | undefined;
  /**
   * Whether a GPU computes rows: true, or 'required' if `createEngine` is to reject without one. Asynchronous
   * `intersect` and `distance` on long lists of boxes run there; `info.lastQuery` says where a query ran, and
   * `info.fallbacks` why there is no GPU. Or a `GPUDevice` of yours, which the engine does not destroy. `createEngine`
   * resolves when the GPU is ready. Default: false.
   */
  readonly gpu?: boolean | 'required' | GpuDevice | undefined;
  /** For experiments and tests. */
  readonly tuning?: SomeOf<EngineTuning> | undefined;
}

/** Some of the members of `T`; undefined stands for the default. */
export type SomeOf<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A `MessagePort`, in the types of browsers and of Node alike. */
export interface WorkerPort {
  postMessage(message: unknown, transfer: never[]): void;
  close(): void;
}

/** Options of a planar engine: its scene has shapes of `hullstorm/pair2d`, positions x y, and angles. */
export interface PlanarEngineOptions<W> extends Omit<EngineOptions<W>, 'planar'> {
  readonly planar: true;
  /** 'auto' is 'scalar' here, f64: planar scenes have no other kernel. */
  readonly kernel?: KernelName | undefined;
}

/** Options of any engine. @internal */
export type AnyEngineOptions<W> = EngineOptions<W> | PlanarEngineOptions<W>;

/** Options with every default filled in. @internal */
export interface CheckedOptions<W> {
  readonly workers: number;
  /** Whether the engine needs all workers from the start. */
  readonly waitsForWorkers: boolean;
  readonly kernel: KernelName;
  readonly capacity: FrameCapacity;
  readonly warmUp: boolean;
  readonly tuning: EngineTuning;
  /** Undefined: none. */
  readonly gpu: true | 'required' | GpuDevice | undefined;
  readonly createWorker: (() => W) | undefined;
  readonly workerPort: MessagePort | undefined;
  readonly wasmUrl: URL | undefined;
}

const OPTIONS: Keys<AnyEngineOptions<unknown>> = {
  workers: 0,
  kernel: 0,
  capacity: 0,
  planar: 0,
  createWorker: 0,
  workerPort: 0,
  wasmUrl: 0,
  warmUp: 0,
  gpu: 0,
  tuning: 0,
};
const KERNELS: readonly KernelName[] = ['auto', 'scalar', 'simd', 'relaxed'];
const SCENE_CAPACITY: { readonly [K in keyof SceneCapacity]: CapacityDefault } = {
  shapes: { default: 16_384 },
  vertices: { default: 262_144 },
  parts: { default: 4096 },
  colliders: { default: 65_536 },
  meshTriangles: { default: 262_144 },
  meshVertices: { default: 262_144 },
  heights: { default: 1_048_576 },
  compoundParts: { default: 16_384 },
};
const MAX_WORKERS = 255;
const MAX_BYTES = 2 ** 32;

/**
 * Checks options, and fills in defaults.
 * @param cores hardware threads
 * @param canBorrow whether a page can lend workers
 * @param kind what its entry of the package has: queries have capacities
 * @internal
 */
export function checkOptions<W>(
  options: AnyEngineOptions<W> | undefined,
  { cores, canBorrow }: { readonly cores: number; readonly canBorrow?: boolean },
  { code: { searches }, makePlanarScene }: EngineKind,
): CheckedOptions<W> {
  const where = 'createEngine';
  const given = readOptions<AnyEngineOptions<W>>(`${where}: options`, options, OPTIONS);
  const { kernel = 'auto', workers = Math.min(Math.max(cores - 1, 0), MAX_WORKERS), createWorker } = given;
  const { warmUp = true, planar = false, workerPort } = given;
  if (!KERNELS.includes(kernel)) refuse(`${where}: kernel`, KERNELS.map((name) => `'${name}'`).join(', '), kernel);
  integerIn(`${where}: workers`, workers, 0, MAX_WORKERS);
  if (createWorker !== undefined && typeof createWorker !== 'function') {
    refuse(`${where}: createWorker`, 'a function that returns a worker', createWorker);
  }
  if (workerPort !== undefined) {
    if (!canBorrow) refuse(`${where}: workerPort`, 'none in Node, where threads make workers', workerPort);
    if (!isA(workerPort, MessagePort)) refuse(`${where}: workerPort`, 'a MessagePort of lendWorkers()', workerPort);
    if (createWorker) fail(`${where}: options`, 'createWorker or workerPort', 'both');
  }
  if (typeof planar !== 'boolean') refuse(`${where}: planar`, 'true or false', planar);
  if (planar && !makePlanarScene) fail(`${where}: planar`, 'false (planar engines are made by hullstorm)', 'true');
  const defaults: CapacityDefaults = Object.assign({ ...SCENE_CAPACITY }, ...searches.map((each) => each.capacity));
  const capacity = { ...readCapacity(`${where}: capacity`, given.capacity, defaults), threads: workers + 1, planar };
  const bytes = frameBytes(capacity, searches);
  if (bytes > MAX_BYTES) {
    fail(`${where}: capacity`, 'tables of at most 4 GiB together', `${(bytes / 2 ** 30).toFixed(1)} GiB`);
  }
  const tuning = { ...DEFAULT_TUNING, ...readOptions(`${where}: tuning`, given.tuning, DEFAULT_TUNING) };
  integerIn(`${where}: tuning.blockPairs`, tuning.blockPairs, 1, 2 ** 20);
  integerIn(`${where}: tuning.shareFrom`, tuning.shareFrom, 0, 2 ** 31 - 1);
  for (const key of Object.keys(DEFAULT_LIMITS) as (keyof typeof DEFAULT_LIMITS)[]) {
    integerIn(`${where}: tuning.${key}`, tuning[key], 1, 2 ** 31 - 1);
  }
  if (tuning.gpuFrom !== undefined) integerIn(`${where}: tuning.gpuFrom`, tuning.gpuFrom, 0, 2 ** 31 - 1);
  integerIn(`${where}: tuning.gpuRows`, tuning.gpuRows, 1, 2 ** 31 - 1);
  flag(`${where}: tuning.gpuOnSoftware`, tuning.gpuOnSoftware);
  const gpu = gpuOf(`${where}: gpu`, given.gpu);
  const wasmUrl = given.wasmUrl === undefined ? undefined : folderOf(`${where}: wasmUrl`, given.wasmUrl);
  if (typeof warmUp !== 'boolean') refuse(`${where}: warmUp`, 'true or false', warmUp);
  const waitsForWorkers = given.workers !== undefined || createWorker !== undefined;
  return { workers, waitsForWorkers, kernel, capacity, warmUp, tuning, gpu, createWorker, workerPort, wasmUrl };
}

/** What is wanted of a GPU. */
function gpuOf(where: string, given: unknown): true | 'required' | GpuDevice | undefined {
  if (given === undefined || given === false) return undefined;
  if (given === true || given === 'required') return given;
  if (hasKeys(given, 'queue', 'limits')) return given as GpuDevice;
  return refuse(where, "true, false, 'required' or a GPUDevice", given);
}

/** The address of a folder, with a slash at its end. */
function folderOf(where: string, given: string | ModuleUrl): URL {
  const text = isA(given, URL) ? given.href : given;
  let url: URL | undefined;
  try {
    // without a base there are no relative ones: in Node, and in workers that start from a text
    if (typeof text === 'string') url = new URL(text, globalThis.location?.href);
  } catch {}
  if (!url || !/^(https?|file):/.test(url.href)) refuse(where, "a folder as 'https://…/wasm/'", given);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

type CapacityDefaults = { readonly [K in keyof EngineCapacity]: CapacityDefault };

/** Capacities with every default filled in. */
function readCapacity(
  where: string,
  given: SomeOf<EngineCapacity> | undefined,
  defaults: CapacityDefaults,
): EngineCapacity {
  const keys = Object.keys(defaults) as (keyof EngineCapacity)[];
  const asked: Partial<EngineCapacity> = readOptions(where, given, defaults);
  const wanted = { ...asked } as { -readonly [K in keyof EngineCapacity]: number };
  for (const key of keys) {
    if (!(key in asked)) wanted[key] = defaults[key].default;
    integerIn(`${where}.${key}`, wanted[key], 1, 2 ** 31 - 1);
  }
  for (const key of keys) {
    const { atMost } = defaults[key];
    if (atMost && !(key in asked)) wanted[key] = Math.min(wanted[key], wanted[atMost as keyof EngineCapacity]);
  }
  return wanted;
}
