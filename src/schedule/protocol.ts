/** What crosses between the engine and a worker. Types and one helper; no environment. */
import type { Remote } from 'comlink';
import type { FrameCapacity } from '../memory/frame.ts';
import type { BuiltHull, HullQueue } from './hullQueue.ts';
import type { PassCode } from './passCode.ts';

/** What every thread of an engine is given: it crosses to a worker once, by structured clone. */
export interface ThreadSetup {
  readonly memory: WebAssembly.Memory;
  readonly capacity: FrameCapacity;
  /** The wide kernel, compiled, if the engine runs on one: then every thread does. */
  readonly wide: WebAssembly.Module | undefined;
  /** Users' own code, in the order in which it was loaded. */
  readonly passes: readonly PassCode[];
  /** Whether the thread warms up the JIT while it is idle. */
  readonly warmUp: boolean;
}

/** What a worker offers over comlink. */
export interface WorkerApi {
  /**
   * Binds the engine's tables, and makes the thread's own instance of the wide kernel. `life` names a lock the worker
   * holds as long as it lives (browsers only): the engine waits for it and so learns of a death that no event tells of.
   */
  attach(setup: ThreadSetup, thread: number, life: string): Promise<void>;
  /** Loads more code. Not while the worker serves. */
  loadPasses(code: PassCode): Promise<void>;
  /** Builds hulls of a queue, without those that it cannot build. Not while the worker serves. */
  buildHulls(queue: HullQueue): readonly BuiltHull[];
  /**
   * Runs programs until the engine stops or pauses its workers: until `pauseNumber` is another than `pauses`. The
   * worker takes no messages meanwhile: it sleeps on shared words.
   */
  serve(pauses: number): void;
}

/** What spawning yields, in Node and in a browser alike. */
export interface WorkerHandle {
  readonly remote: Remote<WorkerApi>;
  /** Name of the worker's life lock. */
  readonly life: string;
  /** Resolves with the reason when the worker has failed or is gone. One that has failed may still run. */
  readonly died: Promise<string>;
  /** Resolves when the worker is gone: it writes no more. Never, in a browser without locks. */
  readonly gone: Promise<void>;
  /** Starts to watch for silent deaths and for the end; called once the worker is attached. */
  watch(): void;
  /** Whether the worker keeps the process alive (Node). */
  hold(alive: boolean): void;
  /** Tells the worker to end, before it returns. Browsers let a busy one go on for seconds: see `gone`. */
  terminate(): Promise<void>;
}

/** Makes the worker of thread `thread` (1 and up). May throw. */
export type Spawn = (thread: number) => WorkerHandle;

/** Where the script of workers comes from. */
export interface WorkerSource {
  /** For messages. */
  readonly name: string;
  /** Gets what is needed to spawn. Rejects if that cannot be had. */
  prepare(): Promise<Spawn>;
  /** Whether a worker of this source has run: what fails after that is no matter of the source. */
  readonly hasRun: boolean;
}

/** comlink leaves a call pending for ever when its worker is gone; the race with its death makes it reject. */
export async function call<T>(worker: WorkerHandle, answer: Promise<T>): Promise<T> {
  const dead = worker.died.then((reason) => {
    throw new Error(reason);
  });
  return Promise.race([answer, dead]);
}
