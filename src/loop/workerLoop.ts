/** The page's side of a loop whose engine is in a worker. */
import { type Endpoint, proxy, type Remote, transfer, wrap } from 'comlink';
import { lendWorkers } from 'hullstorm';
import { checkKindOf, type Keys, readOptions, unreadable } from '../checks.ts';
import { flag, QueryError, refuse } from '../errors.ts';
import { untilEnd } from '../untilEnd.ts';
import { defaultFrames, type RequestFrame } from './frames.ts';
import {
  checkFrameOptions,
  checkSpeed,
  checkSteps,
  FRAME_KEYS,
  type FrameOptions,
  type StepOptions,
} from './loopOptions.ts';
import { canShareHere, isEndpoint, type LoopEndpoint, type LoopServer } from './loopProtocol.ts';
import { ReceivedPoses, SharedPoses, type TimedPoses } from './poseChannel.ts';
import { PoseRows } from './poseRows.ts';
import type { Poses, StepPoses } from './poses.ts';

export interface WorkerLoopOptions extends StepOptions, FrameOptions {
  /** For the function of `serveLoop`: what can be cloned between threads. */
  readonly args?: unknown;
  /** Whether poses go through shared memory. Default: where the page is cross-origin isolated. */
  readonly shared?: boolean | undefined;
}

/** The functions of a worker, by name. */
export type LoopCalls = Record<string, (...args: never[]) => unknown>;

const KEYS: Keys<WorkerLoopOptions> = { ...FRAME_KEYS, args: 0, shared: 0 };

/**
 * A frame shows the bodies this many steps ago, so that the two steps around it have arrived: one, and what a step may
 * be late.
 */
const DELAY = 1.5;

/**
 * Creates a loop over a worker that calls `serveLoop`: the worker owns the engine and steps it, and the page draws.
 * Poses go through shared memory where the page is cross-origin isolated; else they are copied. The loop rests while
 * the page is hidden.
 * @param worker a new worker of the page
 * @returns when the worker has made its bodies
 * @throws QueryError for a bad option, and with the error of the worker
 *
 * @example
 * ```ts
 * const worker = new Worker(new URL('./simulation.ts', import.meta.url), { type: 'module' });
 * const loop = await createWorkerLoop(worker, { onFrame: () => draw(loop.poses) });
 * loop.start();
 * await loop.call('kick', 5);
 * ```
 */
export async function createWorkerLoop<C extends LoopCalls = Record<string, (...args: unknown[]) => unknown>>(
  worker: LoopEndpoint,
  options: WorkerLoopOptions = {},
): Promise<WorkerLoop<C>> {
  const where = 'createWorkerLoop';
  checkKindOf(`${where}: worker`, 'a worker', worker, isEndpoint);
  const given = readOptions<WorkerLoopOptions>(`${where}: options`, options, KEYS);
  checkFrameOptions(where, given);
  const { args, shared = true } = given;
  const steps = checkSteps(where, given);
  flag(`${where}: shared`, shared);
  checkCloneable(`${where}: args`, args);
  const loop = new WorkerLoop<C>(worker, { ...given, ...steps });
  await loop.open({ ...steps, args, canShare: shared && canShareHere() });
  return loop;
}

/** Draws the bodies of an engine in a worker. Made by `createWorkerLoop`. */
export class WorkerLoop<C extends LoopCalls> {
  /** Poses around the time of the frame. They change from frame to frame. */
  readonly poses: Poses;
  readonly #worker: LoopEndpoint;
  readonly #server: Remote<LoopServer>;
  readonly #settings: FrameOptions & { readonly step: number };
  readonly #requestFrame: RequestFrame;
  readonly #received = new ReceivedPoses();
  readonly #window = new FrameWindow();
  /** Resolves when the worker fails, or the loop closes. */
  readonly #broken: Promise<Error>;
  #break: (error: Error) => void = () => {};
  #shared: SharedPoses | undefined;
  #speed = 1;
  #isRunning = false;
  #isClosed = false;
  /** Counts calls of `start` and `stop`: a frame that an earlier start asked for does nothing. */
  #run = 0;

  /** @internal */
  constructor(worker: LoopEndpoint, settings: FrameOptions & { readonly step: number }) {
    this.#worker = worker;
    this.#server = wrap<LoopServer>(worker as Endpoint);
    this.#settings = settings;
    this.#requestFrame = settings.requestFrame ?? defaultFrames(() => 1000 * settings.step);
    this.poses = this.#window;
    this.#broken = new Promise((resolve) => {
      this.#break = resolve;
    });
    if (isWebWorker(worker)) worker.addEventListener('error', this.#onWorkerError);
  }

  /** @internal */
  async open(request: Parameters<LoopServer['open']>[0]): Promise<void> {
    const port = isWebWorker(this.#worker) ? lendWorkers() : undefined;
    const events = proxy({
      receive: (copy: Parameters<ReceivedPoses['receive']>[0]) => {
        const done = this.#received.receive(copy);
        if (!done) return;
        this.#look(); // `poses` may be those of the buffer that goes back
        void this.#server.takeBack(transfer(done, [done]));
      },
      failed: (name: string, message: string) => {
        this.#fail(Object.assign(new Error(message), { name }));
      },
    });
    const opened = await this.#ask(this.#server.open(request, events, port && transfer(port, [port])));
    if (opened) this.#shared = new SharedPoses(opened.bodies, opened.buffer);
    this.#look();
  }

  /** How far the time of the frame is between the two steps of `poses`: 0 to 1. */
  get alpha(): number {
    return this.#window.alpha;
  }

  /** Steps so far. */
  get steps(): number {
    return this.#newest()[0]?.steps ?? 0;
  }

  /** Simulated seconds that were dropped: steps took longer than real time, or the page slept. */
  get dropped(): number {
    return this.#newest()[0]?.dropped ?? 0;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Simulated seconds per real second, ≥ 0: below 1 for slow motion. Default 1. */
  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = checkSpeed('loop.speed', speed);
    void this.#server.setSpeed(speed);
  }

  /** Begins to step, and to draw frames. Does nothing while the loop runs. */
  start(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    if (typeof document === 'object') document.addEventListener('visibilitychange', this.#onVisibility);
    this.#onVisibility();
    this.#askFrame(++this.#run);
  }

  /** Ends the frames. @returns when the steps under way have ended */
  async stop(): Promise<void> {
    this.#halt();
    await this.#ask(this.#server.run(false));
    this.#look();
  }

  /** One step out of time: for a loop that is stopped, or whose `speed` is 0. @throws Error as `dynamics.step` */
  async stepOnce(): Promise<void> {
    await this.#ask(this.#server.stepOnce());
    this.#look();
  }

  /**
   * Calls a function of the worker between two steps.
   * @param name one of `calls` of the worker
   * @param args what can be cloned between threads
   * @returns what the function returns
   * @throws Error as the function, and QueryError for a name that the worker does not have and for other `args`
   */
  async call<K extends keyof C & string>(name: K, ...args: Parameters<C[K]>): Promise<Awaited<ReturnType<C[K]>>> {
    if (typeof name !== 'string') refuse('loop.call: name', 'a string', name);
    checkCloneable('loop.call: args', args);
    return this.#ask(this.#server.call(name, args)) as Promise<Awaited<ReturnType<C[K]>>>;
  }

  /** Closes the engine, and ends the worker. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#halt();
    await this.#ask(this.#server.close()).catch(() => {});
    if (isWebWorker(this.#worker)) {
      this.#worker.removeEventListener('error', this.#onWorkerError);
      this.#worker.terminate();
    }
    this.#break(new Error('the loop is closed'));
  }

  readonly #onWorkerError = (event: unknown): void => {
    const { message } = event as { readonly message?: string };
    const error = new Error(`the worker of the loop failed: ${message || 'its script could not be loaded'}`);
    this.#break(error);
    this.#fail(error);
  };

  readonly #onVisibility = (): void => {
    const isHidden = typeof document === 'object' && document.hidden;
    void this.#ask(this.#server.run(this.#isRunning && !isHidden)).catch((error: unknown) => this.#fail(error));
  };

  /** A call of the worker; rejects when the worker fails. Errors are copies, which lose their class. */
  #ask<T>(answer: Promise<T>): Promise<T> {
    const fail = (error: Error): never => {
      throw error;
    };
    return untilEnd(answer, this.#broken, fail).catch((error: Error) => {
      throw error.name === 'QueryError' ? new QueryError(error.message, { cause: error }) : error;
    });
  }

  #askFrame(run: number): void {
    this.#requestFrame(() => {
      if (run !== this.#run) return;
      this.#askFrame(run);
      this.#look();
      try {
        this.#settings.onFrame?.(this.alpha);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  /** Chooses the steps around the time of the frame. */
  #look(): void {
    const { step } = this.#settings;
    const now = performance.timeOrigin + performance.now();
    const late = this.#speed > 0 ? (1000 * DELAY * step) / this.#speed : 0;
    this.#window.choose(this.#newest(), this.#isRunning ? now - late : Infinity);
  }

  #newest(): readonly TimedPoses[] {
    return this.#shared?.newest() ?? this.#received.newest();
  }

  #halt(): void {
    this.#isRunning = false;
    this.#run++;
    if (typeof document === 'object') document.removeEventListener('visibilitychange', this.#onVisibility);
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.#halt();
    const { onError } = this.#settings;
    if (onError) onError(error);
    else void Promise.reject(error);
  }
}

/** Two steps of the last three, and a time between them. */
class FrameWindow implements Poses {
  from: StepPoses = new PoseRows(0);
  to: StepPoses = this.from;
  alpha = 1;

  /** @param newest the last one first @param time of the frame: ms since 1970 */
  choose(newest: readonly TimedPoses[], time: number): void {
    if (newest.length === 0) return;
    const last = newest.length - 1;
    const k = newest.length > 2 && time < newest[1].time ? 1 : 0;
    const [to, from] = [newest[k], newest[Math.min(k + 1, last)]];
    this.to = to;
    this.from = from;
    const span = to.time - from.time;
    this.alpha = span > 0 ? Math.min(1, Math.max(0, (time - from.time) / span)) : 1;
  }
}

function checkCloneable(where: string, value: unknown): void {
  try {
    structuredClone(value);
  } catch (cause) {
    unreadable(where, cause);
  }
}

function isWebWorker(worker: LoopEndpoint): worker is Worker {
  return typeof Worker === 'function' && worker instanceof Worker && typeof document === 'object';
}
