/** Rapier's simd build: a world with one `trimesh`. */
import { loadRapierSimd, type Vec3 } from '../rapierModule.ts';
import { type RapierSurfaces, type RapierWorld, surfaceDesc } from '../surfaces/rapier.ts';
import { FAR, HALF, type MeshPeer } from './meshPeer.ts';

interface Ray {
  readonly origin: Vec3;
  readonly dir: Vec3;
}
interface World extends RapierWorld {
  castRayAndGetNormal(ray: Ray, far: number, isSolid: boolean): { timeOfImpact: number } | null;
  projectPoint(point: Vec3, isSolid: boolean): { point: Vec3 } | null;
  castShape(
    position: Vec3,
    rotation: object,
    velocity: Vec3,
    shape: object,
    targetDistance: number,
    maxToi: number,
    stopAtPenetration: boolean,
  ): { time_of_impact: number } | null;
}
interface Rapier extends RapierSurfaces<World> {
  Ray: new (origin: Vec3, dir: Vec3) => Ray;
  Cuboid: new (x: number, y: number, z: number) => object;
}

export async function rapier(): Promise<MeshPeer> {
  const module = await loadRapierSimd<Rapier>();
  const ray = new module.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
  const box = new module.Cuboid(...HALF);
  const [point, velocity, rotation] = [
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 0, z: 0, w: 1 },
  ];
  let world: World | undefined;
  return {
    name: 'rapier',
    bake(surface) {
      world?.free();
      world = new module.World({ x: 0, y: 0, z: 0 });
      world.createCollider(surfaceDesc(module as unknown as RapierSurfaces, surface, false));
      world.step();
    },
    rays(origins, directions, distances) {
      for (let k = 0; k < distances.length; k++) {
        read(ray.origin, origins, k);
        read(ray.dir, directions, k);
        distances[k] = world!.castRayAndGetNormal(ray, FAR, true)?.timeOfImpact ?? Infinity;
      }
    },
    closest(points, distances) {
      for (let k = 0; k < distances.length; k++) {
        read(point, points, k);
        const near = world!.projectPoint(point, false)!.point;
        distances[k] = Math.hypot(near.x - point.x, near.y - point.y, near.z - point.z);
      }
    },
    casts(starts, moves, times) {
      for (let k = 0; k < times.length; k++) {
        read(point, starts, k);
        read(velocity, moves, k);
        times[k] = world!.castShape(point, rotation, velocity, box, 0, 1, true)?.time_of_impact ?? Infinity;
      }
    },
    dispose: () => world?.free(),
  };
}

function read(to: Vec3, from: Float32Array, k: number): void {
  to.x = from[3 * k]!;
  to.y = from[3 * k + 1]!;
  to.z = from[3 * k + 2]!;
}
