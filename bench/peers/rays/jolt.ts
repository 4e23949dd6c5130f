/** Jolt: `NarrowPhaseQuery.CastRay` with a collector of the closest hit, into static bodies. */
import { type JoltModule, makeBox, makeInterface, type Shape, startJolt } from '../joltShapes.ts';
import { installedVersion } from '../peer.ts';
import { type RayPeer, tripleAt } from './rayPeer.ts';

interface Settable {
  Set(x: number, y: number, z: number): void;
}
interface System {
  GetBodyInterface(): {
    CreateBody(settings: object): { GetID(): object };
    AddBody(id: object, activation: number): void;
  };
  OptimizeBroadPhase(): void;
  GetNarrowPhaseQuery(): { CastRay(ray: object, settings: object, collector: object, ...filters: object[]): void };
}
interface Jolt extends JoltModule<{ GetPhysicsSystem(): System }> {
  BodyCreationSettings: new (shape: Shape, at: object, turn: object, motion: number, layer: number) => object;
  EMotionType_Static: number;
  EActivation_DontActivate: number;
  RRayCast: new (origin: object, direction: object) => { mOrigin: Settable; mDirection: Settable };
  RayCastSettings: new () => object;
  CastRayClosestHitCollisionCollector: new () => { Reset(): void; HadHit(): boolean; mHit: { mFraction: number } };
  BroadPhaseLayerFilter: new () => object;
  ObjectLayerFilter: new () => object;
  BodyFilter: new () => object;
  ShapeFilter: new () => object;
}

export function jolt(): RayPeer {
  let cast: RayPeer['cast'] | undefined;
  return {
    name: 'jolt',
    version: installedVersion('jolt-physics'),
    note: 'one CastRay per ray; no normal, which would be another call',
    async setup({ count, halves, positions, rotations }) {
      const module = await startJolt<Jolt>();
      const system = makeInterface(module, { bodies: count, pairs: 1024, contacts: 1024 }).GetPhysicsSystem();
      const bodies = system.GetBodyInterface();
      for (let k = 0; k < count; k++) {
        const shape = makeBox(module, tripleAt(halves, 3, k));
        const at = new module.RVec3(...tripleAt(positions, 4, k));
        const turn = new module.Quat(...tripleAt(rotations, 4, k), rotations[4 * k + 3]!);
        const settings = new module.BodyCreationSettings(shape, at, turn, module.EMotionType_Static, 0);
        bodies.AddBody(bodies.CreateBody(settings).GetID(), module.EActivation_DontActivate);
        for (const made of [settings, at, turn]) module.destroy(made);
      }
      system.OptimizeBroadPhase();
      const query = system.GetNarrowPhaseQuery();
      const ray = new module.RRayCast(new module.RVec3(0, 0, 0), new module.Vec3(0, 0, 0));
      const { mOrigin: origin, mDirection: way } = ray;
      const settings = new module.RayCastSettings();
      const collector = new module.CastRayClosestHitCollisionCollector();
      const layers = new module.BroadPhaseLayerFilter();
      const objects = new module.ObjectLayerFilter();
      const all = new module.BodyFilter();
      const shapes = new module.ShapeFilter();
      cast = ({ count: rays, origins, directions, far }, distances) => {
        for (let k = 0; k < rays; k++) {
          const at = 3 * k;
          origin.Set(origins[at]!, origins[at + 1]!, origins[at + 2]!);
          way.Set(far * directions[at]!, far * directions[at + 1]!, far * directions[at + 2]!);
          collector.Reset();
          query.CastRay(ray, settings, collector, layers, objects, all, shapes);
          distances[k] = collector.HadHit() ? far * collector.mHit.mFraction : Infinity;
        }
      };
    },
    cast: (rays, distances) => cast!(rays, distances),
    dispose() {
      cast = undefined;
    },
  };
}
