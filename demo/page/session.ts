/**
 * The world that runs in the worker, its bodies on the stage, and its measurements. All methods that return promises
 * wait for the worker: call one at a time.
 */
import type { EngineInfo } from 'hullstorm';
import { Group } from 'three';
import type { BodyScene } from '../../scenes/bodies.ts';
import { createBodyScene } from '../../scenes/bodyScenes.ts';
import { type BodyMeshes, createBodyMeshes } from './bodyMeshes.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { createHistory, type History } from './history.ts';
import { createInspectionView, type InspectionView } from './inspectionView.ts';
import { FIELDS, type Orders, type Poses, type Ran, type Seen } from './protocol.ts';
import { createScanView, type ScanView } from './scanView.ts';
import type { Settings } from './settings.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import type { Stage } from './stage.ts';

/** The first steps of a world, which the history leaves out: kernels are being compiled. */
const WARM_UP_STEPS = 5;

export class Session {
  readonly history: History = createHistory();
  /** Undefined before the first start, and after an error. */
  simulator: Simulator | undefined;
  /** Settings of the world that runs. Undefined before the first start, and while one starts. */
  running: Settings | undefined;
  info: EngineInfo | undefined;
  scene: BodyScene | undefined;
  poses: Poses | undefined;
  /** Bytes of the engine's memory. */
  bytes = 0;
  /** Steps since the page was opened. */
  steps = 0;
  /** Balls shot in this world. */
  balls = 0;
  /** The body that the last shot was aimed at; −1 for none. */
  target = -1;
  /** Hits of the last scan. */
  hits = 0;
  /** What is under the cursor. */
  seen: Seen | undefined;
  /** Whether a run is in progress: a step of it is not counted yet. */
  isBusy = false;
  /** Time to draw the last frame (ms), for the history. */
  renderTime = 0;
  readonly #stage: Stage;
  readonly #isStill: boolean;
  #meshes: BodyMeshes | undefined;
  #fixtures: Fixtures | undefined;
  #scanView: ScanView | undefined;
  #inspection: InspectionView | undefined;
  /** Steps of this world. */
  #age = 0;
  /** Copied poses that are not on display: the worker may overwrite them. */
  #spare: Poses | undefined;
  #isShared = false;
  #isMoved = false;
  /** Time to update matrices and colors (ms). */
  #updateTime = 0;

  /** @param isStill colors change at once */
  constructor(stage: Stage, isStill: boolean) {
    this.#stage = stage;
    this.#isStill = isStill;
  }

  /** Replaces the world by a new one. */
  async start(settings: Settings): Promise<void> {
    const before = this.running;
    this.running = undefined;
    this.info = undefined;
    this.simulator ??= createSimulator();
    const { info, poses, bytes, shared } = await this.simulator.start(settings);
    const scene = await createBodyScene(settings.scene, settings.count, settings.seed);
    const isNew = before?.scene !== settings.scene || before.count !== settings.count;
    this.#isShared = shared;
    this.#spare = undefined;
    this.#age = 0;
    this.history.clear();
    this.#meshes?.dispose();
    this.#fixtures?.dispose();
    this.#scanView?.dispose();
    this.#inspection?.dispose();
    this.#meshes = createBodyMeshes(scene, this.#isStill);
    this.#fixtures = createFixtures(scene);
    this.#scanView = scene.sensor && createScanView(scene.sensor);
    this.#inspection = createInspectionView(scene);
    this.running = settings;
    this.info = info;
    this.poses = poses;
    this.bytes = bytes;
    this.scene = scene;
    this.balls = 0;
    this.target = -1;
    this.hits = 0;
    this.seen = undefined;
    this.#meshes.update(poses, 0);
    const visible = new Group().add(this.#meshes.group, this.#fixtures.group);
    if (this.#scanView) visible.add(this.#scanView.group);
    visible.add(this.#inspection.group);
    this.#stage.show(visible, scene, isNew);
    this.#isMoved = true;
  }

  /** Shoots balls, then steps once or not at all. */
  async run(steps: 0 | 1, orders: Orders): Promise<void> {
    if (!this.simulator) throw new Error('session: expected a world, got none');
    const used = this.#spare;
    this.#spare = undefined;
    this.isBusy = true;
    const ran = await this.simulator.run(steps, orders, used).finally(() => {
      this.isBusy = false;
    });
    this.takeOver(ran);
    if (steps > 0 && ++this.#age > WARM_UP_STEPS) {
      this.history.record(ran.samples, 0, this.#updateTime + this.renderTime);
    }
  }

  /** Shows the result of a run. */
  takeOver(ran: Ran): void {
    const start = performance.now();
    if (!this.#isShared) {
      this.#spare = this.poses;
      this.poses = ran.poses;
    }
    this.info = ran.info;
    this.balls = ran.balls;
    this.target = ran.targets.at(-1) ?? this.target;
    this.steps += ran.samples.length / FIELDS.length;
    if (ran.samples.length > 0) this.hits = ran.samples[ran.samples.length - FIELDS.length + FIELDS.indexOf('hits')];
    if (this.poses && this.#meshes) this.#meshes.update(this.poses, ran.balls);
    if (this.poses) this.#scanView?.update(this.poses.scan, this.hits);
    this.seen = ran.seen;
    this.#inspection?.light(ran.seen);
    this.#inspection?.showContacts(ran.contacts);
    this.#isMoved = true;
    this.#updateTime = performance.now() - start;
  }

  /** Ends the worker after an error. The next start creates a new one. */
  reset(): void {
    this.simulator?.close();
    this.simulator = undefined;
    this.running = undefined;
  }

  /** Whether the scene has triangles to light. */
  get hasSurface(): boolean {
    return !!this.scene?.bodies.some(({ surface }) => surface);
  }

  /** Where the character is (m), if the scene has one. */
  get character(): [number, number, number] | undefined {
    const { scene, poses } = this;
    if (!scene?.character || !poses) return undefined;
    const at = poses.stride * scene.character.body;
    return [poses.positions[at], poses.positions[at + 1], poses.positions[at + 2]];
  }

  /** Hits of the last scan that are drawn: x y z of each (m). */
  get scanned(): Float32Array {
    return this.#scanView?.shown() ?? new Float32Array(0);
  }

  /** Whether bodies have moved or changed color since the last call. */
  takeMoved(): boolean {
    const isMoved = this.#isMoved;
    this.#isMoved = false;
    return isMoved;
  }
}
