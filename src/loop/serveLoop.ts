/** The loop of a worker that owns the engine, for a page. */
import { type Endpoint, expose, transfer } from 'comlink';
import type { WorkerPort } from 'hullstorm';
import { checkKindOf } from '../checks.ts';
import { refuse } from '../errors.ts';
import { Loop } from './loop.ts';
import { checkFunction, checkLoopOptions, type LoopOptions } from './loopOptions.ts';
import {
  canShareHere,
  isEndpoint,
  type LoopEndpoint,
  type LoopEvents,
  type LoopRequest,
  type LoopServer,
} from './loopProtocol.ts';
import { type LoopTime, PoseCopies, SharedPoses } from './poseChannel.ts';

/** What the page passes to the worker. */
export interface LoopStart {
  /** `args` of `createWorkerLoop`. */
  readonly args: unknown;
  /** For `createEngine({ workerPort })`: the page makes the workers of the engine, as Firefox needs it. */
  readonly workerPort: WorkerPort | undefined;
}

/** What the loop steps. */
export interface ServedLoop extends Pick<LoopOptions, 'dynamics' | 'onStep'> {
  /** Functions that the page calls by `loop.call(name, …)`. They run between steps. */
  readonly calls?: Readonly<Record<string, (...args: never[]) => unknown>> | undefined;
}

/**
 * Serves the loop of `createWorkerLoop`: call it once, when the worker starts.
 * @param make makes engine, bodies and stepper
 * @param endpoint of the page. Default: the scope of the worker
 *
 * @example
 * ```ts
 * serveLoop(async ({ workerPort }) => {
 *   const dynamics = await createDynamics(await createEngine({ workerPort }));
 *   const ball = dynamics.addBody(sphere(0.5), { position: [0, 3, 0] });
 *   return { dynamics, calls: { kick: (up: number) => dynamics.applyImpulse(ball, [0, up, 0]) } };
 * });
 * ```
 */
export function serveLoop(
  make: (start: LoopStart) => ServedLoop | Promise<ServedLoop>,
  endpoint: LoopEndpoint = globalThis as unknown as LoopEndpoint,
): void {
  checkFunction('serveLoop: make', make);
  checkKindOf('serveLoop: endpoint', 'the scope of a worker, or a port', endpoint, isEndpoint);
  expose(new Server(make), endpoint as Endpoint);
}

class Server implements LoopServer {
  readonly #make: (start: LoopStart) => ServedLoop | Promise<ServedLoop>;
  readonly #copies = new PoseCopies();
  #shared: SharedPoses | undefined;
  #served: ServedLoop | undefined;
  #loop: Loop | undefined;
  /** Settles when the page has the last copy. */
  #sent: Promise<void> = Promise.resolve();

  constructor(make: (start: LoopStart) => ServedLoop | Promise<ServedLoop>) {
    this.#make = make;
  }

  async open(request: LoopRequest, events: LoopEvents, port?: WorkerPort) {
    const { step, maxSteps, args } = request;
    const served = await this.#make({ args, workerPort: port });
    const { dynamics, onStep } = served;
    const settings = checkLoopOptions('serveLoop', {
      dynamics,
      onStep,
      step,
      maxSteps,
      onError: (error) => {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        events.failed(name, message);
      },
    });
    const bodies = dynamics.awake.length;
    if (request.canShare && canShareHere()) this.#shared = new SharedPoses(bodies);
    const loop = new Loop({ ...settings, onStepped: () => this.#publish(events) });
    this.#served = served;
    this.#loop = loop;
    this.#publish(events);
    await this.#sent;
    return this.#shared && { buffer: this.#shared.buffer, bodies };
  }

  async run(isRunning: boolean): Promise<void> {
    if (isRunning) this.#loop?.start();
    else await this.#loop?.stop();
    await this.#sent;
  }

  setSpeed(speed: number): void {
    if (this.#loop) this.#loop.speed = speed;
  }

  async stepOnce(): Promise<void> {
    await this.#loop?.stepOnce();
    await this.#sent;
  }

  async call(name: string, args: unknown[]): Promise<unknown> {
    const { calls = {} } = this.#served ?? {};
    if (!Object.hasOwn(calls, name))
      refuse('loop.call: name', `one of ${Object.keys(calls).join(', ') || 'none'}`, name);
    return this.#loop?.betweenSteps(() => calls[name](...(args as never[])));
  }

  takeBack(buffer: ArrayBuffer): void {
    this.#copies.takeBack(buffer);
  }

  async close(): Promise<void> {
    await this.#loop?.stop();
    const engine = this.#served?.dynamics.engine as { close?(): Promise<void> } | undefined;
    await engine?.close?.();
  }

  #publish(events: LoopEvents): void {
    const loop = this.#loop;
    if (!loop) return;
    const { shown, steps, dropped, poses } = loop;
    const time: LoopTime = { time: performance.timeOrigin + shown, steps, dropped };
    if (this.#shared) {
      this.#shared.publish(poses.to, time);
      return;
    }
    const copy = this.#copies.copy(poses.to, time);
    this.#sent = Promise.resolve(events.receive(transfer(copy, [copy.buffer])));
  }
}
