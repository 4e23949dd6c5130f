/**
 * hullstorm: `hullstorm/dynamics` and an engine, both with defaults (one thread per core), and the substeps of the
 * scene.
 */
import { readFileSync } from 'node:fs';
import { type BodyScene, roomForBodies } from '../../../scenes/bodies.ts';
import { createDynamics, createEngine } from '../../library.ts';
import { cuboid, GRAVITY, POSE, type StepPeer } from './stepPeer.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const hullstorm: StepPeer = {
  name: 'hullstorm',
  version,
  async load(scene: BodyScene) {
    const engine = await createEngine({ capacity: roomForBodies(scene.bodies) });
    const dynamics = await createDynamics(engine, { gravity: GRAVITY, ...scene.stepping });
    const ids = scene.bodies.map((spec) => {
      const { position, rotation, isStatic, density, friction, restitution, velocity, spin } = cuboid(spec);
      const type = isStatic ? 'static' : 'dynamic';
      return dynamics.addBody(spec.shape, { type, position, rotation, velocity, spin, density, friction, restitution });
    });
    const { positions, rotations } = engine.scene;
    return {
      get threads() {
        return engine.info.threads; // workers join during the first steps
      },
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
