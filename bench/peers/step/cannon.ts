/**
 * cannon-es (JS): `World.step` with its defaults, with sleep. It tests all pairs, so it is not for large heaps. It
 * multiplies the frictions of the two materials of a contact; the other engines take their mean.
 */
import type { BodyScene } from '../../../scenes/bodies.ts';
import { importPeer, installedVersion } from '../peer.ts';
import { cuboid, GRAVITY, POSE, type StepPeer, volumeOf } from './stepPeer.ts';

interface Vec3 {
  x: number;
  y: number;
  z: number;
}
interface Quat extends Vec3 {
  w: number;
}
interface Body {
  readonly position: Vec3;
  readonly quaternion: Quat;
}
interface BodySettings {
  mass: number;
  shape: object;
  position: Vec3;
  quaternion: Quat;
  velocity: Vec3;
  angularVelocity: Vec3;
  material: object;
}
interface World {
  addBody(body: Body): void;
  step(dt: number): void;
}
interface Cannon {
  Vec3: new (x: number, y: number, z: number) => Vec3;
  Quaternion: new (x: number, y: number, z: number, w: number) => Quat;
  Box: new (halfExtents: Vec3) => object;
  Material: new (o: { friction: number; restitution: number }) => object;
  Body: new (o: BodySettings) => Body;
  World: new (o: { gravity: Vec3; allowSleep: boolean }) => World;
}

export const cannon: StepPeer = {
  name: 'cannon-es',
  version: installedVersion('cannon-es'),
  mostBodies: 1000,
  async load(scene: BodyScene) {
    const module = await importPeer<Cannon>('cannon-es');
    const world = new module.World({ gravity: new module.Vec3(...GRAVITY), allowSleep: true });
    const bodies = scene.bodies.map((spec) => {
      const body = cuboid(spec);
      const made = new module.Body({
        mass: body.isStatic ? 0 : body.density * volumeOf(body),
        shape: new module.Box(new module.Vec3(...body.half)),
        position: new module.Vec3(...body.position),
        quaternion: new module.Quaternion(...body.rotation),
        velocity: new module.Vec3(...body.velocity),
        angularVelocity: new module.Vec3(...body.spin),
        material: new module.Material({ friction: Math.sqrt(body.friction), restitution: Math.sqrt(body.restitution) }),
      });
      world.addBody(made);
      return made;
    });
    return {
      threads: 1,
      step: (dt: number) => world.step(dt),
      read(out: Float64Array) {
        bodies.forEach(({ position: { x, y, z }, quaternion: q }, k) => {
          out.set([x, y, z, q.x, q.y, q.z, q.w], POSE * k);
        });
      },
      close() {},
    };
  },
};
