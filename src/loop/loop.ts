/** A loop on the thread of the engine: fixed steps in real time, and frames between them. */
import { defaultFrames, type RequestFrame } from './frames.ts';
import { checkFunction, checkSpeed, type LoopSettings, type Steps } from './loopOptions.ts';
import { PoseRows } from './poseRows.ts';
import type { PlacedSince, Poses } from './poses.ts';
import { StepClock } from './stepClock.ts';

/** A task that runs between two steps. */
type Task = () => Promise<void>;

/** Steps bodies in real time. Made by `createLoop`. */
export class Loop {
  /** Poses of the last two steps, and the time between them: what a frame draws. */
  readonly poses: Poses;
  readonly #settings: LoopSettings;
  readonly #clock: StepClock;
  readonly #requestFrame: RequestFrame;
  readonly #pair: PosePair;
  readonly #tasks: Task[] = [];
  #steps = 0;
  /** Counts calls of `start` and `stop`: a frame that an earlier start asked for does nothing. */
  #run = 0;
  #isRunning = false;
  /** Steps and tasks that are under way. */
  #busy: Promise<void> | undefined;

  /** @internal */
  constructor(settings: LoopSettings) {
    const { dynamics, step, maxSteps, requestFrame } = settings;
    this.#settings = settings;
    this.#clock = new StepClock(step, maxSteps);
    this.#requestFrame = requestFrame ?? defaultFrames(() => 1000 * this.#clock.wait);
    this.#pair = new PosePair(this.#clock, dynamics);
    this.poses = this.#pair;
    this.#pair.take(step, true);
  }

  /** How far the time of the frame is between the last two steps: 0 to 1. */
  get alpha(): number {
    return this.#clock.alpha;
  }

  /** Simulated seconds that were dropped: steps took longer than real time, or the page slept. */
  get dropped(): number {
    return this.#clock.dropped;
  }

  /** @internal The real time that the simulated one stands for: ms of `performance`. */
  get shown(): number {
    const { shown } = this.#clock;
    return Number.isNaN(shown) ? performance.now() : 1000 * shown;
  }

  /** Steps so far. */
  get steps(): number {
    return this.#steps;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Simulated seconds per real second, ≥ 0: below 1 for slow motion. Default 1. */
  get speed(): number {
    return this.#clock.speed;
  }

  set speed(speed: number) {
    this.#clock.speed = checkSpeed('loop.speed', speed);
  }

  /** Begins to step, with the next frame. Time before it does not count. Does nothing while the loop runs. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#clock.restart();
    this.#ask(++this.#run);
  }

  /** Ends the frames. @returns when the steps under way have ended */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#run++;
    while (this.#busy) await this.#busy;
  }

  /**
   * One step out of time, after the steps under way: for a loop that is stopped, or whose `speed` is 0.
   * @throws QueryError as `dynamics.step`
   */
  stepOnce(): Promise<void> {
    return this.betweenSteps(() => this.#step(false));
  }

  /**
   * Calls a function when no step runs: at once, or after the step under way. Events of a page change bodies here.
   * @returns what the function returns
   *
   * @example
   * ```ts
   * canvas.addEventListener('click', () => loop.betweenSteps(() => dynamics.applyImpulse(ball, [0, 5, 0])));
   * ```
   */
  betweenSteps<T>(task: () => T | Promise<T>): Promise<T> {
    checkFunction('loop.betweenSteps: task', task);
    return new Promise<T>((resolve, reject) => {
      this.#tasks.push(async () => {
        try {
          resolve(await task());
        } catch (error) {
          reject(error);
        }
      });
      if (!this.#busy) void this.#work(0);
    });
  }

  #ask(run: number): void {
    this.#requestFrame((time) => {
      if (run === this.#run) this.#frame(run, time);
    });
  }

  #frame(run: number, time: number): void {
    this.#clock.advance(time / 1000);
    this.#ask(run);
    if (this.#busy) {
      this.#draw();
      return;
    }
    const steps = this.#clock.due();
    if (steps === 0) {
      this.#draw();
      return;
    }
    void this.#work(steps).then(() => {
      if (run === this.#run) this.#draw();
    });
  }

  /** Runs the tasks that wait, and steps; then the tasks that came meanwhile. */
  #work(steps: number): Promise<void> {
    this.#busy = this.#runAll(steps)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#busy = undefined;
        if (this.#tasks.length > 0) void this.#work(0);
      });
    return this.#busy;
  }

  async #runAll(steps: number): Promise<void> {
    await this.#runTasks();
    for (let k = 0; k < steps; k++) {
      await this.#step(true);
      await this.#runTasks();
    }
  }

  async #runTasks(): Promise<void> {
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) await task();
  }

  /** @param isDue by the clock */
  async #step(isDue: boolean): Promise<void> {
    const { dynamics, step, onStep, onStepped } = this.#settings;
    await onStep?.(step);
    await dynamics.step(step);
    this.#steps++;
    if (isDue) this.#clock.count();
    this.#pair.take(step, false);
    onStepped?.();
  }

  #draw(): void {
    try {
      this.#settings.onFrame?.(this.alpha);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Stops, and hands an error to `onError`; without it, to the console of the host, as an uncaught one. */
  #fail(error: unknown): void {
    this.#isRunning = false;
    this.#run++;
    const { onError } = this.#settings;
    if (onError) onError(error);
    else void Promise.reject(error);
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The poses of two steps. */
class PosePair implements Poses {
  from: PoseRows;
  to: PoseRows;
  readonly placed: Writable<PlacedSince>;
  readonly #clock: StepClock;
  readonly #dynamics: Steps;

  constructor(clock: StepClock, dynamics: Steps) {
    const { awake, engine } = dynamics;
    this.#clock = clock;
    this.#dynamics = dynamics;
    this.from = new PoseRows(awake.length);
    this.to = new PoseRows(awake.length);
    this.placed = { scene: engine.scene, calls: 0 };
  }

  get alpha(): number {
    return this.#clock.alpha;
  }

  /** Copies the poses after a step. @param seconds of the step @param isFirst no step was before it */
  take(seconds: number, isFirst: boolean): void {
    const last = this.to;
    const { placed } = this;
    this.to = this.from;
    this.from = last;
    this.to.take(this.#dynamics, isFirst ? undefined : last, placed.calls, seconds);
    placed.calls = placed.scene.changes?.calls ?? 0;
  }
}
