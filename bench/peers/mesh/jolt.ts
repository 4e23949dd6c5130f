/** Jolt: a system with one `MeshShape`. A module of its own; its memory holds no 1 M triangles. */
import type { JoltBodies } from '../bodies/jolt.ts';
import { makeBox, makeInterface, startJolt } from '../joltShapes.ts';
import { type JoltSurfaces, surfaceShape } from '../surfaces/jolt.ts';
import { FAR, HALF, type MeshPeer } from './meshPeer.ts';

interface Settable {
  Set(x: number, y: number, z: number): void;
}
interface Collector {
  Reset(): void;
  HadHit(): boolean;
  mHit: { mFraction: number };
}
interface Query {
  CastRay(ray: object, settings: object, collector: object, ...filters: object[]): void;
  CastShape(cast: object, settings: object, base: object, collector: object, ...filters: object[]): void;
}
type Jolt = JoltBodies<Query> & {
  RRayCast: new (origin: object, direction: object) => { mOrigin: Settable; mDirection: Settable };
  RayCastSettings: new () => object;
  CastRayClosestHitCollisionCollector: new () => Collector;
  RMat44: { prototype: { sRotationTranslation(turn: object, at: object): object } };
  RShapeCast: new (shape: object, scale: object, start: object, way: object) => object;
  ShapeCastSettings: new () => object;
  CastShapeClosestHitCollisionCollector: new () => Collector;
};

export async function jolt(): Promise<MeshPeer> {
  const module = await startJolt<Jolt>();
  const system = makeInterface(module, { bodies: 16, pairs: 1024, contacts: 1024 }).GetPhysicsSystem();
  const query = system.GetNarrowPhaseQuery();
  const [at, base] = [new module.RVec3(0, 0, 0), new module.RVec3(0, 0, 0)];
  const [way, scale, turn] = [new module.Vec3(0, 0, 0), new module.Vec3(1, 1, 1), new module.Quat(0, 0, 0, 1)];
  const ray = new module.RRayCast(at, way);
  const [raySettings, castSettings] = [new module.RayCastSettings(), new module.ShapeCastSettings()];
  const [rayHit, castHit] = [
    new module.CastRayClosestHitCollisionCollector(),
    new module.CastShapeClosestHitCollisionCollector(),
  ];
  const filters = [
    new module.BroadPhaseLayerFilter(),
    new module.ObjectLayerFilter(),
    new module.BodyFilter(),
    new module.ShapeFilter(),
  ] as const;
  const box = makeBox(module, HALF);
  return {
    name: 'jolt',
    bake(surface) {
      const shape = surfaceShape(module as unknown as JoltSurfaces, surface);
      const settings = new module.BodyCreationSettings(shape, base, turn, module.EMotionType_Static, 0);
      const adder = system.GetBodyInterface();
      adder.AddBody(adder.CreateBody(settings).GetID(), module.EActivation_DontActivate);
    },
    rays(origins, directions, distances) {
      for (let k = 0; k < distances.length; k++) {
        set(ray.mOrigin, origins, k);
        set(ray.mDirection, directions, k, FAR);
        rayHit.Reset();
        query.CastRay(ray, raySettings, rayHit, ...filters);
        distances[k] = rayHit.HadHit() ? FAR * rayHit.mHit.mFraction : Infinity;
      }
    },
    casts(starts, moves, times) {
      for (let k = 0; k < times.length; k++) {
        set(at as unknown as Settable, starts, k);
        set(way as unknown as Settable, moves, k);
        const cast = new module.RShapeCast(box, scale, module.RMat44.prototype.sRotationTranslation(turn, at), way);
        castHit.Reset();
        query.CastShape(cast, castSettings, base, castHit, ...filters);
        times[k] = castHit.HadHit() ? castHit.mHit.mFraction : Infinity;
        module.destroy(cast);
      }
    },
    dispose() {},
  };
}

function set(to: Settable, from: Float32Array, k: number, factor = 1): void {
  to.Set(factor * from[3 * k]!, factor * from[3 * k + 1]!, factor * from[3 * k + 2]!);
}
