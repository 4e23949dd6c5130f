/**
 * Jolt, the multithreaded build: `Step` with one collision step and defaults, except the capacity for contacts
 * (MOST_CONTACTS): beyond it Jolt drops contacts, and bodies fall through the ground.
 *
 * That build hangs in Node: its threads read `await import(…).workerData`, which is undefined, and never start. So they
 * get a script of one line that starts them (`startThreads`).
 */
import { createRequire } from 'node:module';
import os from 'node:os';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import type { BodyScene } from '../../../scenes/bodies.ts';
import {
  type JoltModule,
  MOST_CONTACTS,
  makeBox,
  makeInterface,
  type Shape,
  startJolt,
  type Vec3,
} from '../joltShapes.ts';
import { installedVersion } from '../peer.ts';
import { cuboid, GRAVITY, POSE, type StepPeer } from './stepPeer.ts';

interface Quat extends Vec3 {
  GetW(): number;
}
interface Body {
  GetID(): object;
  GetPosition(): Vec3;
  GetRotation(): Quat;
}
interface BodySettings {
  mFriction: number;
  mRestitution: number;
  mLinearVelocity: Vec3;
  mAngularVelocity: Vec3;
}
interface JoltInterface {
  GetPhysicsSystem(): {
    SetGravity(gravity: Vec3): void;
    GetBodyInterface(): {
      CreateBody(settings: BodySettings): Body;
      AddBody(id: object, activation: number): void;
    };
    OptimizeBroadPhase(): void;
  };
  Step(seconds: number, collisionSteps: number): void;
}
interface Jolt extends JoltModule<JoltInterface> {
  JoltSettings: new () => InstanceType<JoltModule['JoltSettings']> & { mMaxWorkerThreads: number };
  BodyCreationSettings: new (shape: Shape, at: Vec3, turn: object, motion: number, layer: number) => BodySettings;
  EMotionType_Static: number;
  EMotionType_Dynamic: number;
  EActivation_Activate: number;
  EActivation_DontActivate: number;
}
interface DenseShape extends Shape {
  SetDensity(density: number): void;
}

const BUILD = 'jolt-physics/wasm-compat-multithread';
const PAIRS = 65_536; // its default
/**
 * The default (m). It rounds edges by this radius and leaves faces as they are. With 0 a step of 5,000 took a sixth
 * longer.
 */
const CONVEX_RADIUS = 0.05;

export const jolt: StepPeer = {
  name: 'jolt',
  version: installedVersion('jolt-physics'),
  async load(scene: BodyScene) {
    startThreads();
    const module = await startJolt<Jolt>(BUILD);
    const room = { bodies: scene.bodies.length, pairs: PAIRS, contacts: MOST_CONTACTS };
    const world = makeInterface(module, room);
    const system = world.GetPhysicsSystem();
    system.SetGravity(new module.Vec3(...GRAVITY));
    const inside = system.GetBodyInterface();
    const bodies = scene.bodies.map((spec) => {
      const { half, position, rotation, isStatic, density, friction, restitution, velocity, spin } = cuboid(spec);
      const shape = makeBox(module, half, CONVEX_RADIUS) as DenseShape;
      shape.SetDensity(density);
      const motion = isStatic ? module.EMotionType_Static : module.EMotionType_Dynamic;
      const at = new module.RVec3(...position);
      const turn = new module.Quat(...rotation);
      const settings = new module.BodyCreationSettings(shape, at, turn, motion, 0);
      settings.mFriction = friction;
      settings.mRestitution = restitution;
      settings.mLinearVelocity = new module.Vec3(...velocity);
      settings.mAngularVelocity = new module.Vec3(...spin);
      const body = inside.CreateBody(settings);
      inside.AddBody(body.GetID(), isStatic ? module.EActivation_DontActivate : module.EActivation_Activate);
      for (const spent of [at, turn, settings]) module.destroy(spent);
      return body;
    });
    system.OptimizeBroadPhase();
    return {
      threads: 1 + Math.min(os.cpus().length - 1, new module.JoltSettings().mMaxWorkerThreads),
      step: (dt: number) => world.Step(dt, 1),
      read(out: Float64Array) {
        bodies.forEach((body, k) => {
          const at = body.GetPosition();
          out.set([at.GetX(), at.GetY(), at.GetZ()], POSE * k);
          const turn = body.GetRotation();
          out.set([turn.GetX(), turn.GetY(), turn.GetZ(), turn.GetW()], POSE * k + 3);
        });
      },
      close: () => module.destroy(world),
    };
  },
};

/** Replaces `Worker`: from here on each thread of this process starts Jolt, whatever its script. */
function startThreads(): void {
  const script = `import(${JSON.stringify(import.meta.resolve(BUILD))}).then((jolt) => jolt.default())`;
  const threads = createRequire(import.meta.url)('node:worker_threads') as {
    Worker: new (script: string | URL, options: WorkerOptions) => Worker;
  };
  threads.Worker = class extends threads.Worker {
    constructor(_script: string | URL, { workerData }: WorkerOptions) {
      super(script, { eval: true, workerData, execArgv: [] });
    }
  };
}
