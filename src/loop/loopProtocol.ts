/** Calls between a page and the worker that owns the engine, over comlink. */
import type { WorkerPort } from 'hullstorm';
import type { PoseCopy } from './poseChannel.ts';

/** A worker, a port, or the scope of a worker, in the types of browsers and of Node alike. */
export interface LoopEndpoint {
  postMessage(message: unknown, transfer: never[]): void;
}

/** What the page wants of the loop. */
export interface LoopRequest {
  readonly step: number;
  readonly maxSteps: number;
  /** For the function of `serveLoop`. */
  readonly args: unknown;
  /** Whether poses may go through shared memory. */
  readonly canShare: boolean;
}

/** The functions of the worker. */
export interface LoopServer {
  /** @param port of `lendWorkers` @returns the shared poses and their rows; undefined where memory is not shared */
  open(
    request: LoopRequest,
    events: LoopEvents,
    port?: WorkerPort,
  ): Promise<{ readonly buffer: SharedArrayBuffer; readonly bodies: number } | undefined>;
  run(isRunning: boolean): Promise<void>;
  setSpeed(speed: number): void;
  stepOnce(): Promise<void>;
  call(name: string, args: unknown[]): Promise<unknown>;
  takeBack(buffer: ArrayBuffer): void;
  close(): Promise<void>;
}

/** The functions of the page. */
export interface LoopEvents {
  /** New poses, where memory is not shared. */
  receive(copy: PoseCopy): void;
  /** The loop has stopped. */
  failed(name: string, message: string): void;
}

export const canShareHere = (): boolean =>
  typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false;

export const isEndpoint = (endpoint: LoopEndpoint | undefined): boolean =>
  typeof endpoint?.postMessage === 'function' && 'addEventListener' in endpoint;
