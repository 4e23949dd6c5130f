/** hullstorm itself: `hullstorm/dynamics` with its defaults, in an engine with its defaults: a thread per core. */
import { readFileSync } from 'node:fs';
import type { Shape } from 'hullstorm';
import type { BodyScene } from '../../../scenes/bodies.ts';
import { createEngine, type Engine, importDynamics, roomFor } from '../../library.ts';
import { cuboid, GRAVITY, POSE, type StepPeer, type Triple } from './stepPeer.ts';

interface BodyOptions {
  type: 'dynamic' | 'static';
  position: Triple;
  rotation: readonly [number, number, number, number];
  velocity: Triple;
  spin: Triple;
  density: number;
  friction: number;
  restitution: number;
}
interface Dynamics {
  addBody(shape: Shape, options: BodyOptions): number;
  step(dt: number): Promise<unknown>;
}
interface DynamicsModule {
  createDynamics(engine: Engine, options: { gravity: Triple }): Promise<Dynamics>;
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const hullstorm: StepPeer = {
  name: 'hullstorm',
  version,
  async load(scene: BodyScene) {
    const { createDynamics } = await importDynamics<DynamicsModule>().catch(explain);
    const engine = await createEngine({ capacity: roomFor(scene.bodies.length) });
    const dynamics = await createDynamics(engine, { gravity: GRAVITY });
    const ids = scene.bodies.map((spec) => {
      const { position, rotation, isStatic, density, friction, restitution, velocity, spin } = cuboid(spec);
      const type = isStatic ? 'static' : 'dynamic';
      return dynamics.addBody(spec.shape, { type, position, rotation, velocity, spin, density, friction, restitution });
    });
    const { positions, rotations } = engine.scene;
    return {
      threads: engine.info.threads,
      async step(dt: number) {
        await dynamics.step(dt);
      },
      read(out: Float64Array) {
        ids.forEach((id, k) => {
          out.set(positions.subarray(4 * id, 4 * id + 3), POSE * k);
          out.set(rotations.subarray(4 * id, 4 * id + 4), POSE * k + 3);
        });
      },
      close: () => engine.close(),
    };
  },
};

function explain(error: unknown): never {
  const { code } = error as { code?: string };
  if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
    throw new Error('hullstorm/dynamics is missing: this build has no such entry');
  throw error;
}
