/** Rapier's simd build as a world of surfaces. */
import type { Shape } from 'hullstorm';
import { indicesOf, type Surface } from '../../../scenes/surfaces.ts';
import type { SurfaceWorld } from '../../../scenes/surfaceWorld.ts';
import { loadRapierSimd, type Quat, type Vec3 } from '../rapierModule.ts';

interface Body {
  translation(): Vec3;
  linvel(): Vec3;
  angvel(): Vec3;
}
interface BodyDesc {
  setTranslation(x: number, y: number, z: number): BodyDesc;
  setRotation(turn: Quat): BodyDesc;
  setLinvel(x: number, y: number, z: number): BodyDesc;
  setAngvel(spin: Vec3): BodyDesc;
  setCanSleep(can: boolean): BodyDesc;
}
interface ColliderDesc {
  setTranslation(x: number, y: number, z: number): ColliderDesc;
  setFriction(friction: number): ColliderDesc;
  setDensity(density: number): ColliderDesc;
}
export interface RapierWorld {
  timestep: number;
  createRigidBody(desc: BodyDesc): Body;
  createCollider(desc: ColliderDesc, body?: Body): object;
  step(): void;
  free(): void;
}
export interface RapierSurfaces<World extends RapierWorld = RapierWorld> {
  World: new (gravity: Vec3) => World;
  RigidBodyDesc: { dynamic(): BodyDesc };
  ColliderDesc: {
    cuboid(x: number, y: number, z: number): ColliderDesc;
    ball(radius: number): ColliderDesc;
    capsule(halfHeight: number, radius: number): ColliderDesc;
    convexHull(points: Float32Array): ColliderDesc | null;
    trimesh(vertices: Float32Array, indices: Uint32Array, flags?: number): ColliderDesc;
  };
  TriMeshFlags: { FIX_INTERNAL_EDGES: number };
}

/** @param fixEdges whether surfaces have the flag FIX_INTERNAL_EDGES */
export async function rapierWorld(fixEdges: boolean): Promise<SurfaceWorld> {
  const module = await loadRapierSimd<RapierSurfaces>();
  const world = new module.World({ x: 0, y: -9.81, z: 0 });
  const bodies: Body[] = [];
  return {
    addFloor(floor, friction) {
      if ('tiles' in floor) {
        for (const { surface, position } of floor.tiles) {
          world.createCollider(
            surfaceDesc(module, surface, fixEdges)
              .setTranslation(...position)
              .setFriction(friction),
          );
        }
      } else {
        const [x, y, z] = floor.halfExtents;
        world.createCollider(module.ColliderDesc.cuboid(x, y, z).setTranslation(0, -y, 0).setFriction(friction));
      }
    },
    addBody({ parts, position, rotation, velocity, spin, friction, canSleep }) {
      const [x, y, z, w] = rotation;
      const desc = module.RigidBodyDesc.dynamic()
        .setTranslation(...position)
        .setRotation({ x, y, z, w })
        .setLinvel(...velocity)
        .setAngvel({ x: spin[0], y: spin[1], z: spin[2] })
        .setCanSleep(canSleep);
      const body = world.createRigidBody(desc);
      for (const { shape, position: at } of parts) {
        const collider = shapeDesc(module, shape).setTranslation(...at);
        world.createCollider(collider.setFriction(friction).setDensity(1000), body);
      }
      return bodies.push(body) - 1;
    },
    step(dt) {
      world.timestep = dt;
      world.step();
    },
    read(body, { position, velocity, spin }) {
      const from = bodies[body]!;
      for (const [out, { x, y, z }] of [
        [position, from.translation()],
        [velocity, from.linvel()],
        [spin, from.angvel()],
      ] as const) {
        out.set([x, y, z]);
      }
    },
    close: () => world.free(),
  };
}

export function surfaceDesc(module: RapierSurfaces, surface: Surface, fixEdges: boolean): ColliderDesc {
  const flags = fixEdges ? module.TriMeshFlags.FIX_INTERNAL_EDGES : undefined;
  return module.ColliderDesc.trimesh(surface.positions, indicesOf(surface), flags);
}

function shapeDesc({ ColliderDesc: desc }: RapierSurfaces, shape: Shape): ColliderDesc {
  switch (shape.kind) {
    case 'box':
      return desc.cuboid(...shape.halfExtents);
    case 'point':
      return desc.ball(shape.radius);
    case 'segment':
      return desc.capsule(shape.halfHeight, shape.radius);
    case 'hull': {
      const made = desc.convexHull(Float32Array.from(shape.points));
      if (made) return made;
    }
  }
  throw new Error(`rapier refuses a ${shape.kind}`);
}
