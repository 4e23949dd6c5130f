/** An engine with the bodies of a scene: what the worker steps, and what the page may call. */
import { createEngine, type EngineOptions, type Shape, type WorkerPort } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { type BodyScene, isDynamic, isWall } from '../../scenes/bodies.ts';
import { createBodyScene } from '../../scenes/bodyScenes.ts';
import { STANDING } from '../../scenes/character.ts';
import { rayCount } from '../../scenes/sensor.ts';
import { countHits, createScanner, writePoints } from '../shared/scanner.ts';
import { createWalker } from '../shared/walker.ts';
import { createBalls, WALLS } from './balls.ts';
import { createGripper } from './grip.ts';
import { createInspector } from './inspector.ts';
import { type Calls, MOST_BALLS, STEP_FIELDS } from './protocol.ts';
import type { Settings } from './settings.ts';

/** Capacity for candidate pairs, per body; pairs with children take eight rows. */
const PAIRS_PER_BODY = 32;
const PAIRS_PER_BODY_OF_CHILDREN = 64;

/** @param workerPort of the page, which makes the workers @throws QueryError when the memory cannot be reserved */
export async function createSimulatedWorld(settings: Settings, workerPort?: WorkerPort) {
  const bodyScene = await createBodyScene(settings.scene, settings.count, settings.seed);
  const engine = await createEngine({ ...engineOptions(bodyScene, settings), ...(workerPort && { workerPort }) });
  const dynamics = await createDynamics(engine, { margin: settings.margin, ...bodyScene.stepping });
  const ids = addBodies(dynamics, bodyScene);
  const { scene } = engine;
  const walker = bodyScene.character && createWalker(dynamics, bodyScene, bodyScene.character, ids);
  const scanner = bodyScene.sensor && createScanner(engine, bodyScene.sensor);
  const scanBytes = 12 * (scanner?.rays.capacity ?? 0);
  const isShared = engine.info.shared;
  const scan = new Float32Array(isShared ? new SharedArrayBuffer(scanBytes) : new ArrayBuffer(scanBytes));
  const balls = createBalls(dynamics, bodyScene);
  const inspector = createInspector(dynamics);
  const { bodies } = bodyScene;
  const gripper = createGripper(dynamics, (id) => id >= bodies.length || isDynamic(bodies[id]));
  let walk = STANDING;
  let samples: number[] = [];

  const stepping = {
    engine,
    velocities: dynamics.velocities,
    awake: dynamics.awake,
    async step(dt: number) {
      await walker?.move(walk, dt);
      gripper.step();
      const stats = await dynamics.step(dt);
      walker?.settle();
      for (const field of STEP_FIELDS) samples.push(stats[field]);
      const start = performance.now();
      const seen = await scanner?.scan(dt);
      if (scanner && seen) {
        samples.push(performance.now() - start, scanner.rays.count, countHits(seen));
        writePoints(scan, scanner.rays, seen);
      } else samples.push(0, 0, 0);
    },
  };
  const calls: Calls = {
    open: () => ({ info: engine.info, bytes: scene.positions.buffer.byteLength, scan }),
    async frame({ shots, walk: told, look, pull, withContacts }) {
      walk = told;
      if (pull) gripper.pull(pull);
      const targets: number[] = [];
      for (const shot of shots) targets.push(await balls.shoot(shot));
      const taken = Float64Array.from(samples);
      samples = [];
      return {
        info: engine.info,
        samples: taken,
        balls: balls.count,
        targets,
        seen: look && (await inspector.see(look)),
        contacts: withContacts ? inspector.contacts() : undefined,
        scan: isShared ? undefined : scan,
      };
    },
    grip: gripper.take,
    letGo: gripper.letGo,
    checksum: () =>
      checksumOf(scene.positions.subarray(0, 4 * scene.rows), scene.rotations.subarray(0, 4 * scene.rows)),
  };
  return { dynamics: stepping, calls };
}

function engineOptions({ bodies, sensor }: BodyScene, { workers, kernel }: Settings): EngineOptions<never> {
  const colliders = bodies.length + MOST_BALLS;
  const shapes = new Set(bodies.map(({ shape }) => shape)).size + 1;
  const hasChildren = bodies.some(({ shape, surface }) => surface || shape.kind === 'compound');
  const pairs = Math.max((hasChildren ? PAIRS_PER_BODY_OF_CHILDREN : PAIRS_PER_BODY) * colliders, 8192);
  const rays = 3 + (sensor ? rayCount(sensor) : 0); // one to aim, one to drag, one of the cursor
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

/** FNV-1a over 32-bit words. */
function checksumOf(...columns: (Float64Array | Float32Array)[]): string {
  let sum = 0x811c9dc5;
  for (const { buffer, byteOffset, byteLength } of columns) {
    for (const word of new Uint32Array(buffer, byteOffset, byteLength / 4)) sum = Math.imul(sum ^ word, 0x01000193);
  }
  return (sum >>> 0).toString(16).padStart(8, '0');
}
