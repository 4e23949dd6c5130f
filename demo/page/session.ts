/** The world that runs in a worker, its bodies on a stage, and its measurements. */
import type { EngineInfo } from 'hullstorm';
import { createWorkerLoop, type Poses, type RequestFrame, readPose, type WorkerLoop } from 'hullstorm/loop';
import { Group } from 'three';
import type { BodyScene } from '../../scenes/bodies.ts';
import { createBodyScene } from '../../scenes/bodyScenes.ts';
import { type BodyMeshes, createBodyMeshes } from './bodyMeshes.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { createHistory, type History } from './history.ts';
import { createInspectionView, type InspectionView } from './inspectionView.ts';
import { type Calls, FIELDS, type Grip, type Orders, type Ran, type Seen, type Shot, TIME_STEP } from './protocol.ts';
import { createScanView, type ScanView } from './scanView.ts';
import type { Settings } from './settings.ts';
import type { Stage } from './stage.ts';
import type { Lines } from './stateLines.ts';

/** The first steps of a world, which the history leaves out: kernels are being compiled. */
const WARM_UP_STEPS = 5;

/** What is drawn of a world. */
interface View {
  readonly meshes: BodyMeshes;
  readonly fixtures: Fixtures;
  readonly scan: ScanView | undefined;
  readonly inspection: InspectionView;
}

export class Session {
  readonly history: History = createHistory();
  /** Settings of the world that runs. Undefined before the first start, and while one starts. */
  running: Settings | undefined;
  info: EngineInfo | undefined;
  scene: BodyScene | undefined;
  /** Bytes of the engine's memory. */
  bytes = 0;
  /** Balls shot in this world. */
  balls = 0;
  /** The body that the last shot was aimed at; −1 for none. */
  target = -1;
  /** Hits of the last scan. */
  hits = 0;
  /** What is under the cursor. */
  seen: Seen | undefined;
  /** Time to draw the last frame (ms), for the history. */
  drawTime = 0;
  readonly #stage: Stage;
  readonly #isStill: boolean;
  readonly #requestFrame: RequestFrame;
  readonly #fail: (error: unknown) => void;
  #loop: WorkerLoop<Calls> | undefined;
  #view: View | undefined;
  /** Steps of worlds before this one. */
  #before = 0;
  /** Steps in the history, and those it left out. */
  #recorded = 0;
  /** Of the scan, where memory is shared. */
  #scan: Float32Array = new Float32Array(0);
  /** Whether the worker is to end its step: the world is being paused, or steps once. */
  #ending = 0;
  /** Whether orders are on their way. */
  #isAsking = false;
  /** The time that is drawn: steps and the part of the next. */
  #drawn = -1;
  #isMoved = false;
  /** Whether bounding boxes are shown. */
  #lines: Lines = 'none';

  /** @param isStill colors change at once @param fail called with errors of the worker, which then ends */
  constructor(stage: Stage, isStill: boolean, requestFrame: RequestFrame, fail: (error: unknown) => void) {
    this.#stage = stage;
    this.#isStill = isStill;
    this.#requestFrame = requestFrame;
    this.#fail = fail;
  }

  /** Replaces the world by a new one, which waits to be run. */
  async start(settings: Settings): Promise<void> {
    const before = this.running;
    await this.close();
    const worker = new Worker(new URL('./simulationWorker.ts', import.meta.url), { type: 'module' });
    const loop = await createWorkerLoop<Calls>(worker, {
      step: TIME_STEP,
      args: settings,
      requestFrame: this.#requestFrame,
      onError: this.#fail,
    }).catch((error: unknown) => {
      worker.terminate();
      throw error;
    });
    const { info, bytes, scan } = await loop.call('open');
    const scene = await createBodyScene(settings.scene, settings.count, settings.seed);
    this.#loop = loop;
    this.#scan = scan;
    this.#recorded = 0;
    this.history.clear();
    this.running = settings;
    this.info = info;
    this.bytes = bytes;
    this.scene = scene;
    this.balls = 0;
    this.target = -1;
    this.hits = 0;
    this.seen = undefined;
    this.#show(scene, before?.scene !== settings.scene || before.count !== settings.count);
  }

  /** Ends the world. What is drawn of it stays. */
  async close(): Promise<void> {
    const loop = this.#loop;
    this.#before = this.steps;
    this.#loop = undefined;
    this.running = undefined;
    this.info = undefined;
    this.#isAsking = false;
    await loop?.close();
  }

  /** Ends the world, and frees what is drawn of it. */
  async dispose(): Promise<void> {
    for (const part of Object.values(this.#view ?? {})) part?.dispose();
    this.#view = undefined;
    await this.close();
  }

  /** Steps in real time, or stops. @param speed of the world: below 1 for slow motion */
  setRunning(isRunning: boolean, speed: number): void {
    const loop = this.#loop;
    if (!loop) return;
    if (loop.speed !== speed) loop.speed = speed;
    if (isRunning) loop.start();
    else if (loop.isRunning) void this.#until(loop.stop());
  }

  /** One step of a world that does not run. */
  async stepOnce(): Promise<void> {
    if (this.#loop) await this.#until(this.#loop.stepOnce());
  }

  /** Tells the worker what the visitor wants, and takes over what has happened; not before the answer to the last. */
  async exchange(orders: () => Orders): Promise<void> {
    const loop = this.#loop;
    if (!loop || this.#isAsking || !this.running) return;
    this.#isAsking = true;
    try {
      const ran = await loop.call('frame', orders());
      if (loop === this.#loop) this.#takeOver(ran);
    } catch (error) {
      if (loop === this.#loop) this.#fail(error);
    } finally {
      if (loop === this.#loop) this.#isAsking = false;
    }
  }

  /** Samples of the steps since the last call; FIELDS.length numbers of each. */
  async takeSamples(orders: Orders): Promise<Float64Array> {
    if (!this.#loop) throw new Error('session: expected a world, got none');
    const ran = await this.#loop.call('frame', orders);
    this.#takeOver(ran);
    return ran.samples;
  }

  checksum(): Promise<string> {
    if (!this.#loop) throw new Error('session: expected a world, got none');
    return this.#loop.call('checksum');
  }

  async grip(ray: Shot): Promise<Grip | undefined> {
    return this.running && this.#loop?.call('grip', ray);
  }

  letGo(): void {
    if (this.running) void this.#loop?.call('letGo').catch(() => {});
  }

  /** Moves what is drawn to the time of the frame. @returns whether anything has changed */
  update(): boolean {
    const { poses } = this;
    const isMoved = this.#isMoved;
    this.#isMoved = false;
    if (!poses || !this.#view) return isMoved;
    const time = this.steps + poses.alpha;
    if (time === this.#drawn && !isMoved) return false;
    this.#drawn = time;
    if (this.#view.meshes.update(poses, this.balls)) this.#isMoved = true;
    return true;
  }

  get lines(): Lines {
    return this.#lines;
  }

  set lines(what: Lines) {
    this.#lines = what;
    this.#view?.meshes.showLines(what);
    this.#isMoved = true;
  }

  /** Steps since the page was opened. */
  get steps(): number {
    return this.#before + (this.#loop?.steps ?? 0);
  }

  /** Simulated time of this world (s). */
  get worldTime(): number {
    return TIME_STEP * (this.#loop?.steps ?? 0);
  }

  /** Whether a step is in progress though the world does not run. */
  get isBusy(): boolean {
    return this.#ending > 0;
  }

  /** Steps whose samples are not here yet. */
  get unseen(): number {
    return (this.#loop?.steps ?? 0) - this.#recorded;
  }

  get poses(): Poses | undefined {
    return this.#loop?.poses;
  }

  /** Simulated time that was dropped (s). */
  get dropped(): number {
    return this.#loop?.dropped ?? 0;
  }

  /** Whether the scene has triangles to light. */
  get hasSurface(): boolean {
    return !!this.scene?.bodies.some(({ surface }) => surface);
  }

  /** Where the character is (m), if the scene has one. */
  get character(): [number, number, number] | undefined {
    const { scene, poses } = this;
    if (!scene?.character || !poses || poses.to.rows <= scene.character.body) return undefined;
    const place: [number, number, number] = [0, 0, 0];
    readPose(poses, scene.character.body, place, [0, 0, 0, 1]);
    return place;
  }

  /** Hits of the last scan that are drawn: x y z of each (m). */
  get scanned(): Float32Array {
    return this.#view?.scan?.shown() ?? new Float32Array(0);
  }

  #show(scene: BodyScene, isNew: boolean): void {
    for (const part of Object.values(this.#view ?? {})) part?.dispose();
    const view = {
      meshes: createBodyMeshes(scene, this.#isStill),
      fixtures: createFixtures(scene),
      scan: scene.sensor && createScanView(scene.sensor),
      inspection: createInspectionView(scene),
    };
    this.#view = view;
    view.meshes.showLines(this.#lines);
    const visible = new Group();
    for (const part of Object.values(view)) if (part) visible.add(part.group);
    this.#stage.show(visible, scene, isNew);
    this.#isMoved = true;
  }

  #takeOver({ info, balls, targets, samples, seen, contacts, scan = this.#scan }: Ran): void {
    this.info = info;
    this.balls = balls;
    this.target = targets.at(-1) ?? this.target;
    for (let at = 0; at < samples.length; at += FIELDS.length) {
      if (this.#recorded++ >= WARM_UP_STEPS) this.history.record(samples, at, this.drawTime);
    }
    if (samples.length > 0) this.hits = samples[samples.length - FIELDS.length + FIELDS.indexOf('hits')];
    this.seen = seen;
    this.#view?.scan?.update(scan, this.hits);
    this.#view?.inspection.light(seen);
    this.#view?.inspection.showContacts(contacts);
    this.#isMoved = true;
  }

  async #until(ending: Promise<void>): Promise<void> {
    this.#ending++;
    try {
      await ending;
    } finally {
      this.#ending--;
    }
  }
}
