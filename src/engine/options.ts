/** What `createEngine` takes, checked and completed. */

import { type Keys, readOptions } from '../checks.ts';
import { fail, integerIn, refuse } from '../errors.ts';
import { type FrameCapacity, frameBytes } from '../memory/frame.ts';
import type { RunningKernel } from '../narrow/runningKernel.ts';
import { BLOCK_ROWS } from '../schedule/job.ts';
import { DEFAULT_LIMITS } from '../schedule/waiting.ts';

/**
 * Arithmetic that queries run on.
 *
 *   'scalar'   TypeScript, f64 inside: one pair at a time, the same bits everywhere
 *   'simd'     WebAssembly SIMD, f32 inside: four pairs at a time, the same bits everywhere; what f32 cannot prove is done
 *              again by 'scalar'
 *   'relaxed'  the same with relaxed SIMD: faster, other last bits on other processors. Falls back to 'simd'
 *   'auto'     'simd' where it runs, else 'scalar'
 *
 * A kernel that does not run here is replaced by the next one that does: `engine.info` says which, and why.
 */
export type KernelName = 'auto' | RunningKernel;

/** How much an engine can hold. Memory is reserved for all of it, and used as it is touched. */
export interface EngineCapacity {
  /** Shapes. Default 16,384. */
  readonly shapes: number;
  /** Hull vertices in all, each hull padded to a multiple of 4 (a sphere or capsule takes 4). Default 262,144. */
  readonly vertices: number;
  /** Colliders. Default 65,536. */
  readonly colliders: number;
  /** Pairs of `engine.pairs`; lists made by `createPairList` share as much again. Default 1,048,576. */
  readonly pairs: number;
  /**
   * Pairs of a contact query on `engine.pairs`; other lists share as much again. Default 262,144, or `pairs` if that is less.
   */
  readonly contacts: number;
  /** Boxes, or spheres, of one call of `overlapBox` or `overlapSphere`. Default 16,384. */
  readonly volumes: number;
  /** Ids that one such call finds in all. Default 1,048,576. */
  readonly overlaps: number;
  /** Bytes for passes of your own: what all `loadPasses` together take. Default 128 MiB. */
  readonly passBytes: number;
}

/** @typeParam W what a worker is here: each entry of the package fills it in, so that none needs the other's types */
export interface EngineOptions<W> {
  /**
   * Threads besides the calling one; 0 = none. Default: one less than the machine has. If workers cannot start, `createEngine`
   * rejects; by default it makes an engine without them, and warns.
   */
  readonly workers?: number;
  /** Default 'auto': the fastest kernel whose answers are the same bits everywhere. */
  readonly kernel?: KernelName;
  readonly capacity?: Partial<EngineCapacity>;
  /** Makes a worker of `hullstorm/worker`, for bundlers and content security policies with needs of their own. */
  readonly createWorker?: () => W;
  /**
   * Whether threads compile their code before it is wanted: each answers pairs of its own making while it has nothing else to do. That
   * is about half a second of work per worker in the first seconds, and up to 0.12 s of the calling thread within the first
   * `createEngine`. Default: true. false suits programs that ask little: engines start sooner, the first contacts and steps take
   * longer. Never changes a byte of the answers.
   */
  readonly warmUp?: boolean;
  /** For experiments and tests. */
  readonly tuning?: Partial<EngineTuning>;
}

export interface EngineTuning {
  /** Pairs per block claimed by a thread. Default 256. Never changes a byte of the answers. */
  readonly blockPairs: number;
  /**
   * A query wakes one worker for each so many pairs, and none for fewer. Default 1,000: waking one takes 10–50 µs. 0: all of them,
   * always.
   */
  readonly shareFrom: number;
  /**
   * A worker that has not started after so long (ms) is taken for failed, and another is started in its place; code for passes that has
   * not loaded is given up. Default 30,000.
   */
  readonly startLimit: number;
  /**
   * A worker that has not finished its block after so long (ms) without any progress of other threads is terminated and replaced. Of a
   * query its blocks are done again; `passes.run` rejects; `runSync`, which cannot tell a loop from a death, starts again. Default
   * 5,000.
   */
  readonly silenceLimit: number;
  /** A worker that is not known to be gone so long (ms) after it was terminated may run for ever: no work is shared any more. Default 10,000. */
  readonly endLimit: number;
}

/** Options with every default filled in. @internal */
export interface CheckedOptions<W> {
  readonly workers: number;
  /** Whether an engine without workers will do when none can start. */
  readonly mayWorkAlone: boolean;
  readonly kernel: KernelName;
  readonly capacity: FrameCapacity;
  readonly warmUp: boolean;
  readonly tuning: EngineTuning;
  readonly createWorker: (() => W) | undefined;
}

const OPTIONS: Keys<EngineOptions<unknown>> = {
  workers: 0,
  kernel: 0,
  capacity: 0,
  createWorker: 0,
  warmUp: 0,
  tuning: 0,
};
const KERNELS: readonly KernelName[] = ['auto', 'scalar', 'simd', 'relaxed'];
const DEFAULT_CAPACITY: EngineCapacity = {
  shapes: 16_384,
  vertices: 262_144,
  colliders: 65_536,
  pairs: 1_048_576,
  contacts: 262_144,
  volumes: 16_384,
  overlaps: 1_048_576,
  passBytes: 128 * 2 ** 20,
};
const DEFAULT_TUNING: EngineTuning = { blockPairs: BLOCK_ROWS, shareFrom: 1000, ...DEFAULT_LIMITS };
const MAX_WORKERS = 255;
const MAX_BYTES = 2 ** 32;

/** Checks options. @param cores threads the machine has @internal */
export function checkOptions<W>(options: EngineOptions<W> | undefined, cores: number): CheckedOptions<W> {
  const where = 'createEngine';
  const given = readOptions<EngineOptions<W>>(`${where}: options`, options, OPTIONS);
  const { kernel = 'auto', workers = Math.min(Math.max(cores - 1, 0), MAX_WORKERS), createWorker } = given;
  const { warmUp = true } = given;
  if (!KERNELS.includes(kernel)) refuse(`${where}: kernel`, KERNELS.map((name) => `'${name}'`).join(', '), kernel);
  integerIn(`${where}: workers`, workers, 0, MAX_WORKERS);
  if (createWorker !== undefined && typeof createWorker !== 'function') {
    refuse(`${where}: createWorker`, 'a function that returns a worker', createWorker);
  }
  const asked = readOptions(`${where}: capacity`, given.capacity, DEFAULT_CAPACITY);
  const wanted = { ...DEFAULT_CAPACITY, ...asked };
  for (const key of Object.keys(wanted) as (keyof EngineCapacity)[]) {
    integerIn(`${where}: capacity.${key}`, wanted[key], 1, 2 ** 31 - 1);
  }
  if (asked.contacts === undefined) wanted.contacts = Math.min(wanted.contacts, wanted.pairs);
  const capacity = { ...wanted, threads: workers + 1 };
  if (frameBytes(capacity) > MAX_BYTES) {
    fail(
      `${where}: capacity`,
      'tables of at most 4 GiB together',
      `${(frameBytes(capacity) / 2 ** 30).toFixed(1)} GiB`,
    );
  }
  const tuning = { ...DEFAULT_TUNING, ...readOptions(`${where}: tuning`, given.tuning, DEFAULT_TUNING) };
  integerIn(`${where}: tuning.blockPairs`, tuning.blockPairs, 1, 2 ** 20);
  integerIn(`${where}: tuning.shareFrom`, tuning.shareFrom, 0, 2 ** 31 - 1);
  for (const key of Object.keys(DEFAULT_LIMITS) as (keyof typeof DEFAULT_LIMITS)[]) {
    integerIn(`${where}: tuning.${key}`, tuning[key], 1, 2 ** 31 - 1);
  }
  if (typeof warmUp !== 'boolean') refuse(`${where}: warmUp`, 'true or false', warmUp);
  const mayWorkAlone = given.workers === undefined && !createWorker;
  return { workers, mayWorkAlone, kernel, capacity, warmUp, tuning, createWorker };
}
