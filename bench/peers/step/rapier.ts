/** Rapier, the build with wasm SIMD: `World.step` with its defaults. Cuboids are exact, without a margin. */
import type { BodyScene } from '../../../scenes/bodies.ts';
import { installedVersion } from '../peer.ts';
import { loadRapierSimd, PACKAGE, type Quat, type Vec3 } from '../rapierModule.ts';
import { cuboid, GRAVITY, POSE, type StepPeer } from './stepPeer.ts';

interface Body {
  translation(): Vec3;
  rotation(): Quat;
}
interface BodyDesc {
  setTranslation(x: number, y: number, z: number): BodyDesc;
  setRotation(turn: Quat): BodyDesc;
  setLinvel(x: number, y: number, z: number): BodyDesc;
  setAngvel(spin: Vec3): BodyDesc;
}
interface ColliderDesc {
  setDensity(density: number): ColliderDesc;
  setFriction(friction: number): ColliderDesc;
  setRestitution(restitution: number): ColliderDesc;
}
interface World {
  timestep: number;
  createRigidBody(desc: BodyDesc): Body;
  createCollider(desc: ColliderDesc, body: Body): unknown;
  step(): void;
  free(): void;
}
interface Rapier {
  World: new (gravity: Vec3) => World;
  RigidBodyDesc: { dynamic(): BodyDesc; fixed(): BodyDesc };
  ColliderDesc: { cuboid(hx: number, hy: number, hz: number): ColliderDesc };
}

export const rapier: StepPeer = {
  name: 'rapier-simd',
  version: installedVersion(PACKAGE),
  async load(scene: BodyScene) {
    const module = await loadRapierSimd<Rapier>();
    const [gx, gy, gz] = GRAVITY;
    const world = new module.World({ x: gx, y: gy, z: gz });
    const bodies = scene.bodies.map((spec) => {
      const { half, position, rotation, isStatic, density, friction, restitution, velocity, spin } = cuboid(spec);
      const [x, y, z, w] = rotation;
      const desc = (isStatic ? module.RigidBodyDesc.fixed() : module.RigidBodyDesc.dynamic())
        .setTranslation(...position)
        .setRotation({ x, y, z, w })
        .setLinvel(...velocity)
        .setAngvel({ x: spin[0], y: spin[1], z: spin[2] });
      const body = world.createRigidBody(desc);
      const collider = module.ColliderDesc.cuboid(...half);
      world.createCollider(collider.setDensity(density).setFriction(friction).setRestitution(restitution), body);
      return body;
    });
    return {
      threads: 1,
      step(dt: number) {
        world.timestep = dt;
        world.step();
      },
      read(out: Float64Array) {
        bodies.forEach((body, k) => {
          const at = body.translation();
          const turn = body.rotation();
          out.set([at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w], POSE * k);
        });
      },
      close: () => world.free(),
    };
  },
};
