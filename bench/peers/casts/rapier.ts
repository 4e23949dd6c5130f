/** Rapier's simd build: `World.castShape` into fixed bodies. */
import { type RapierBodies, type RapierWorld, rapierBodies } from '../bodies/rapier.ts';
import { installedVersion } from '../peer.ts';
import { PACKAGE, type Quat, type Vec3 } from '../rapierModule.ts';
import type { CastPeer } from './castPeer.ts';

interface World extends RapierWorld {
  castShape(
    position: Vec3,
    rotation: Quat,
    velocity: Vec3,
    shape: object,
    targetDistance: number,
    maxToi: number,
    stopAtPenetration: boolean,
  ): { time_of_impact: number } | null;
}
interface Rapier extends RapierBodies<World> {
  Cuboid: new (x: number, y: number, z: number) => object;
}

export function rapier(): CastPeer {
  let world: World | undefined;
  let boxes: object[];
  return {
    name: 'rapier',
    version: installedVersion(PACKAGE),
    note: 'the simd build, one castShape per cast, with points and normals',
    async setup(bodies, { halves }) {
      const made = await rapierBodies<Rapier, World>(bodies);
      world = made.world;
      boxes = halves.map(([x, y, z]) => new made.module.Cuboid(x!, y!, z!));
    },
    cast({ count, starts, rotations, moves }, times) {
      const position = { x: 0, y: 0, z: 0 };
      const velocity = { x: 0, y: 0, z: 0 };
      const rotation = { x: 0, y: 0, z: 0, w: 1 };
      for (let k = 0; k < count; k++) {
        const at = 3 * k;
        position.x = starts[at]!;
        position.y = starts[at + 1]!;
        position.z = starts[at + 2]!;
        velocity.x = moves[at]!;
        velocity.y = moves[at + 1]!;
        velocity.z = moves[at + 2]!;
        rotation.x = rotations[4 * k]!;
        rotation.y = rotations[4 * k + 1]!;
        rotation.z = rotations[4 * k + 2]!;
        rotation.w = rotations[4 * k + 3]!;
        const hit = world!.castShape(position, rotation, velocity, boxes[k % boxes.length]!, 0, 1, true);
        times[k] = hit?.time_of_impact ?? Infinity;
      }
    },
    dispose: () => world!.free(),
  };
}
