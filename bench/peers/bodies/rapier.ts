/** Rapier's simd build: a world of fixed colliders, for rays and casts. */
import type { Bodies } from '../../castScenes.ts';
import { loadRapierSimd, type Quat, type Vec3 } from '../rapierModule.ts';

interface Desc {
  setTranslation(x: number, y: number, z: number): Desc;
  setRotation(q: Quat): Desc;
}
export interface RapierWorld {
  createCollider(desc: Desc): object;
  step(): void;
  free(): void;
}
export interface RapierBodies<World extends RapierWorld> {
  World: new (gravity: Vec3) => World;
  ColliderDesc: {
    cuboid(x: number, y: number, z: number): Desc;
    convexHull(points: Float32Array): Desc | null;
  };
}

/** Adds the bodies to a world, and steps it once. */
export async function rapierBodies<M extends RapierBodies<World>, World extends RapierWorld>(
  bodies: Bodies,
): Promise<{ module: M; world: World }> {
  const { colliderCount: count, shapeOf, shapes, positions, rotations } = bodies;
  const module = await loadRapierSimd<M>();
  const world = new module.World({ x: 0, y: 0, z: 0 });
  const { ColliderDesc } = module;
  for (let k = 0; k < count; k++) {
    const shape = shapes[shapeOf[k]!]!;
    const [x, y, z, w] = rotations.subarray(4 * k, 4 * k + 4);
    const desc =
      shape.kind === 'box'
        ? ColliderDesc.cuboid(shape.halfExtents[0]!, shape.halfExtents[1]!, shape.halfExtents[2]!)
        : ColliderDesc.convexHull(shape.points);
    if (!desc) throw new Error('rapier refuses a hull');
    desc.setTranslation(positions[4 * k]!, positions[4 * k + 1]!, positions[4 * k + 2]!);
    world.createCollider(desc.setRotation({ x: x!, y: y!, z: z!, w: w! }));
  }
  world.step();
  return { module, world };
}
