/**
 * What runs: one world at a time in the worker, its bodies on the stage, what was measured. Everything here awaits the worker, so
 * only one of its methods may be under way.
 */
import type { EngineInfo } from 'hullstorm';
import type { BodyScene } from '../../scenes/bodies.ts';
import { createBodyScene } from '../../scenes/bodyScenes.ts';
import { type BodyMeshes, createBodyMeshes } from './bodyMeshes.ts';
import { createHistory, type History } from './history.ts';
import { FIELDS, type Poses, type Ran, type Shot } from './protocol.ts';
import type { Settings } from './settings.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import type { Stage } from './stage.ts';

/** Steps after a start that count for nothing: kernels are being compiled. */
const UNCOUNTED = 5;

export interface Session {
  readonly history: History;
  /** None before the first start, and after an error. */
  readonly simulator: Simulator | undefined;
  /** Of the world that runs; none before the first. */
  readonly running: Settings | undefined;
  readonly info: EngineInfo | undefined;
  readonly scene: BodyScene | undefined;
  readonly poses: Poses | undefined;
  readonly bytes: number;
  readonly steps: number;
  readonly balls: number;
  /** Of the last picture (ms), for the history. */
  renderTime: number;
  /** Makes a world instead of the one there is. */
  start(settings: Settings): Promise<void>;
  /** Steps once, or not at all, after shooting. */
  run(steps: 0 | 1, shots: readonly Shot[]): Promise<void>;
  /** Shows what a run left behind. */
  takeOver(ran: Ran): void;
  /** After an error: the next start makes a new worker. */
  reset(): void;
  /** Whether bodies were moved or changed colour since this was last asked. */
  takeMoved(): boolean;
}

/** @param isStill nothing moves but the bodies */
export function createSession(stage: Stage, isStill: boolean): Session {
  const history = createHistory();
  let simulator: Simulator | undefined;
  let meshes: BodyMeshes | undefined;
  let age = 0; // steps of this world
  let spare: Poses | undefined;
  let shared = false;
  let isMoved = false;
  let updateTime = 0; // of matrices and colours (ms)

  const session = {
    history,
    get simulator() {
      return simulator;
    },
    running: undefined as Settings | undefined,
    info: undefined as EngineInfo | undefined,
    scene: undefined as BodyScene | undefined,
    poses: undefined as Poses | undefined,
    bytes: 0,
    steps: 0,
    balls: 0,
    renderTime: 0,
    async start(settings: Settings): Promise<void> {
      const before = session.running;
      session.running = undefined;
      session.info = undefined;
      simulator ??= createSimulator();
      const started = await simulator.start(settings);
      const scene = createBodyScene(settings.scene, settings.count, settings.seed);
      const isNew = before?.scene !== settings.scene || before.count !== settings.count;
      shared = started.shared;
      spare = undefined;
      age = 0;
      history.clear();
      meshes?.dispose();
      meshes = createBodyMeshes(scene, isStill);
      const { info, poses, bytes } = started;
      Object.assign(session, { running: settings, info, poses, bytes, scene, balls: 0 });
      meshes.update(poses, 0);
      stage.show(meshes.group, scene, isNew);
      isMoved = true;
    },
    async run(steps: 0 | 1, shots: readonly Shot[]): Promise<void> {
      if (!simulator) throw new Error('session: expected a world, got none');
      const used = spare;
      spare = undefined;
      const ran = await simulator.run(steps, shots, used);
      session.takeOver(ran);
      if (steps > 0 && ++age > UNCOUNTED) history.record(ran.samples, 0, updateTime + session.renderTime);
    },
    takeOver(ran: Ran): void {
      const start = performance.now();
      if (!shared) {
        spare = session.poses;
        session.poses = ran.poses;
      }
      session.info = ran.info;
      session.balls = ran.balls;
      session.steps += ran.samples.length / FIELDS.length;
      if (session.poses && meshes) meshes.update(session.poses, ran.balls);
      isMoved = true;
      updateTime = performance.now() - start;
    },
    reset(): void {
      simulator?.close();
      simulator = undefined;
      session.running = undefined;
    },
    takeMoved(): boolean {
      const was = isMoved;
      isMoved = false;
      return was;
    },
  };
  return session;
}
