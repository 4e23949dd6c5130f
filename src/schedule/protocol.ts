/** The interface between the engine and a worker. Types and one helper; no environment. */
import type { Remote } from 'comlink';
import type { SceneCapacity } from '../memory/capacity.ts';
import { untilEnd } from '../untilEnd.ts';
import type { PassCode } from './passCode.ts';
import type { BuiltShape, ShapeQueue } from './shapeQueue.ts';

/** The setup of every thread of an engine. It crosses to a worker once, by structured clone. */
export interface ThreadSetup {
  readonly memory: WebAssembly.Memory;
  /** `FrameCapacity` (queries/frameLayout.ts). */
  readonly capacity: SceneCapacity & { readonly threads: number };
  /** Names of what it knows of queries (narrow/threadTools.ts), in the order of their tables. */
  readonly searches: readonly string[];
  /** The wide kernel, compiled, if the engine runs on one: then every thread does. */
  readonly wide: readonly WebAssembly.Module[] | undefined;
  /** Users' own code, in the order in which it was loaded. */
  readonly passes: readonly PassCode[];
}

/** The functions of a worker, called over comlink. */
export interface WorkerApi {
  /**
   * Binds the engine's tables, and instantiates the wide kernel for the thread. `life` names a lock that the worker
   * holds as long as it lives (browsers only): the engine waits for it to detect deaths without an event.
   */
  attach(setup: ThreadSetup, thread: number, life: string): Promise<void>;
  /** Loads more code. Not while the worker serves. */
  loadPasses(code: PassCode): Promise<void>;
  /** Builds shapes of a queue, and skips those that cannot be built. Not while the worker serves. */
  buildShapes(queue: ShapeQueue): readonly BuiltShape[];
  /**
   * Runs programs until the engine stops or pauses its workers: until `pauseNumber` differs from `pauses`. The worker
   * handles no messages meanwhile: it sleeps on shared words.
   */
  serve(pauses: number): void;
}

/** A spawned worker, in Node and in a browser alike. */
export interface WorkerHandle {
  readonly remote: Remote<WorkerApi>;
  /** Name of the worker's life lock. */
  readonly life: string;
  /** Resolves with the reason when the worker has failed or has ended. A failed worker may still run. */
  readonly died: Promise<string>;
  /** Resolves when the worker has ended: it writes no more. Never resolves in a browser without locks. */
  readonly gone: Promise<void>;
  /** Starts to watch for silent deaths and for the end. Called once the worker is attached. */
  watch(): void;
  /** Sets whether the worker keeps the process alive (Node). */
  hold(alive: boolean): void;
  /** Signals the worker to end, before it returns. In browsers a busy one may run for seconds more: see `gone`. */
  terminate(): Promise<void>;
}

/** Makes the worker of thread `thread` (1 and up). May throw. */
export type Spawn = (thread: number) => WorkerHandle;

/** Where the script of workers comes from. */
export interface WorkerSource {
  /** For messages. */
  readonly name: string;
  /** Loads what spawning needs: at once, or later. Throws or rejects if that fails. */
  prepare(): Spawn | Promise<Spawn>;
  /** Whether a worker of this source has run: later failures have other causes than the source. */
  readonly hasRun: boolean;
}

/** The answer of a worker. comlink never settles a call to a dead worker: the worker's death rejects it here. */
export function call<T>(worker: WorkerHandle, answer: Promise<T>): Promise<T> {
  return untilEnd(answer, worker.died, (reason) => {
    throw new Error(reason);
  });
}
