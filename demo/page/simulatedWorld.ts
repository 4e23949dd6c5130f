/** An engine with the bodies of a scene: the worker steps it, shoots balls, and reads its poses. */
import { createEngine, type Engine, type EngineOptions, type RayHits, type Shape } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { type BodyScene, isWall } from '../../scenes/bodies.ts';
import { createBodyScene } from '../../scenes/bodyScenes.ts';
import type { Walk } from '../../scenes/character.ts';
import { rayCount } from '../../scenes/sensor.ts';
import { countHits, createScanner, writePoints } from '../shared/scanner.ts';
import { createWalker } from '../shared/walker.ts';
import { type Balls, createBalls, WALLS } from './balls.ts';
import { createInspector, type Inspector } from './inspector.ts';
import { MOST_BALLS, type Poses, STEP_FIELDS, TIME_STEP } from './protocol.ts';
import type { Settings } from './settings.ts';

const ORIGIN = [0, 0, 0] as const;
/** Capacity for candidate pairs, per body; pairs with children take eight rows. */
const PAIRS_PER_BODY = 32;
const PAIRS_PER_BODY_OF_CHILDREN = 64;

export interface SimulatedWorld {
  readonly engine: Engine;
  /** Whether the page can read the poses in place. */
  readonly shared: boolean;
  readonly balls: Balls;
  readonly inspector: Inspector;
  /**
   * Moves the character if there is one, steps once, and scans if there is a sensor. Writes the measurements to
   * out[at …], one per entry of FIELDS.
   */
  step(out: Float64Array, at: number, walk: Walk): Promise<void>;
  /** Views of the columns where memory is shared, else copies. @param used copies that may be overwritten */
  poses(used?: Poses): Poses;
  /** Checksum of the poses of all bodies. */
  checksum(): string;
  close(): Promise<void>;
}

/** @param workerPort of the page, which makes the workers @throws QueryError when the memory cannot be reserved */
export async function createSimulatedWorld(settings: Settings, workerPort?: MessagePort): Promise<SimulatedWorld> {
  const bodyScene = await createBodyScene(settings.scene, settings.count, settings.seed);
  const engine = await createEngine({ ...engineOptions(bodyScene, settings), ...(workerPort && { workerPort }) });
  const dynamics = await createDynamics(engine, { margin: settings.margin, ...bodyScene.stepping });
  const ids = addBodies(dynamics, bodyScene);
  const { scene } = engine;
  const shared = isShared(scene.positions);
  // a column that is not in shared memory is copied after each step
  const awake = shared && !isShared(dynamics.awake) ? sharedBytes(dynamics.awake.length) : dynamics.awake;
  const walker = bodyScene.character && createWalker(dynamics, bodyScene, bodyScene.character, ids);
  const scanner = bodyScene.sensor && createScanner(engine, bodyScene.sensor);
  let seen: RayHits | undefined; // of the last scan
  const scanBytes = 12 * (scanner?.rays.capacity ?? 0);
  const sharedScan = new Float32Array(shared ? new SharedArrayBuffer(scanBytes) : new ArrayBuffer(0));

  return {
    engine,
    shared,
    balls: createBalls(dynamics, bodyScene),
    inspector: createInspector(dynamics),
    async step(out, at, walk) {
      await walker?.move(walk, TIME_STEP);
      const stats = await dynamics.step(TIME_STEP);
      walker?.settle();
      STEP_FIELDS.forEach((field, k) => {
        out[at + k] = stats[field];
      });
      if (!scanner) return;
      const start = performance.now();
      seen = await scanner.scan(TIME_STEP);
      out.set([performance.now() - start, scanner.rays.count, countHits(seen)], at + STEP_FIELDS.length);
    },
    poses(used) {
      if (awake !== dynamics.awake) awake.set(dynamics.awake);
      const scan = shared ? sharedScan : (used?.scan ?? new Float32Array(scanBytes / 4));
      if (scanner && seen) writePoints(scan, scanner.rays, seen);
      const { positions, rotations } = scene;
      if (shared) return { positions, rotations, stride: 4, rotationAt: 0, awake, scan };
      const rows = bodyScene.bodies.length + MOST_BALLS;
      const instances = used?.rotations ?? new Float32Array(8 * rows);
      const copy = used?.awake ?? new Uint8Array(rows);
      scene.writeInstances(instances, ORIGIN);
      copy.set(dynamics.awake.subarray(0, rows));
      return { positions: instances, rotations: instances, stride: 8, rotationAt: 4, awake: copy, scan };
    },
    checksum: () =>
      checksumOf(scene.positions.subarray(0, 4 * scene.rows), scene.rotations.subarray(0, 4 * scene.rows)),
    close: () => engine.close(),
  };
}

function engineOptions({ bodies, sensor }: BodyScene, { workers, kernel }: Settings): EngineOptions<never> {
  const colliders = bodies.length + MOST_BALLS;
  const shapes = new Set(bodies.map(({ shape }) => shape)).size + 1;
  const hasChildren = bodies.some(({ shape, surface }) => surface || shape.kind === 'compound');
  const pairs = Math.max((hasChildren ? PAIRS_PER_BODY_OF_CHILDREN : PAIRS_PER_BODY) * colliders, 8192);
  const rays = 2 + (sensor ? rayCount(sensor) : 0); // one to aim, one of the cursor
  const capacity = { colliders, shapes, pairs, contacts: pairs, rays, rayHits: 1 };
  return { workers, kernel, capacity };
}

/** @returns their ids: body k has id k */
function addBodies(dynamics: Dynamics, { bodies }: BodyScene): number[] {
  const rows = new Map<Shape, number>();
  return bodies.map((body, index) => {
    const { shape, surface: _, ...options } = body;
    const group = isWall(body) && { membership: WALLS };
    const id = dynamics.addBody(rows.get(shape) ?? shape, { ...options, ...group });
    rows.set(shape, dynamics.engine.scene.shapes[id]);
    // the page relies on it
    if (id !== index) throw new Error(`world: expected body ${index}, got ${id}`);
    return id;
  });
}

function isShared({ buffer }: ArrayBufferView): boolean {
  return typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer;
}

function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

/** FNV-1a over 32-bit words. */
function checksumOf(...columns: (Float64Array | Float32Array)[]): string {
  let sum = 0x811c9dc5;
  for (const { buffer, byteOffset, byteLength } of columns) {
    for (const word of new Uint32Array(buffer, byteOffset, byteLength / 4)) sum = Math.imul(sum ^ word, 0x01000193);
  }
  return (sum >>> 0).toString(16).padStart(8, '0');
}
