/** Jolt: `NarrowPhaseQuery.CastShape` with a collector of the closest hit, into static bodies. */
import { type JoltBodies, joltBodies } from '../bodies/jolt.ts';
import { makeBox } from '../joltShapes.ts';
import { installedVersion } from '../peer.ts';
import type { CastPeer } from './castPeer.ts';

interface Settable {
  Set(x: number, y: number, z: number): void;
}
interface SettableTurn {
  Set(x: number, y: number, z: number, w: number): void;
}
interface Query {
  CastShape(cast: object, settings: object, base: object, collector: object, ...filters: object[]): void;
}
interface Jolt extends JoltBodies<Query> {
  RMat44: { prototype: { sRotationTranslation(turn: object, at: object): object } };
  RShapeCast: new (shape: object, scale: object, start: object, way: object) => object;
  ShapeCastSettings: new () => object;
  CastShapeClosestHitCollisionCollector: new () => { Reset(): void; HadHit(): boolean; mHit: { mFraction: number } };
}

export function jolt(): CastPeer {
  let cast: CastPeer['cast'] | undefined;
  return {
    name: 'jolt',
    version: installedVersion('jolt-physics'),
    note: 'one CastShape per cast, with point and normal; convex radius 0, and the default tolerance, 1e-4 m',
    async setup(bodies, { halves }) {
      const { module, query, filters } = await joltBodies<Jolt, Query>(bodies);
      const boxes = halves.map((half) => makeBox(module, half));
      const at = new module.RVec3(0, 0, 0);
      const way = new module.Vec3(0, 0, 0);
      const turn = new module.Quat(0, 0, 0, 1);
      const base = new module.RVec3(0, 0, 0);
      const scale = new module.Vec3(1, 1, 1);
      const settings = new module.ShapeCastSettings();
      const collector = new module.CastShapeClosestHitCollisionCollector();
      const [layers, objects, all, shapes] = filters as [object, object, object, object];
      cast = ({ count, starts, rotations, moves }, times) => {
        for (let k = 0; k < count; k++) {
          (at as unknown as Settable).Set(starts[3 * k]!, starts[3 * k + 1]!, starts[3 * k + 2]!);
          (way as unknown as Settable).Set(moves[3 * k]!, moves[3 * k + 1]!, moves[3 * k + 2]!);
          const q = 4 * k;
          (turn as SettableTurn).Set(rotations[q]!, rotations[q + 1]!, rotations[q + 2]!, rotations[q + 3]!);
          const start = module.RMat44.prototype.sRotationTranslation(turn, at);
          // its bounds are those of its constructor
          const shape = new module.RShapeCast(boxes[k % boxes.length]!, scale, start, way);
          collector.Reset();
          query.CastShape(shape, settings, base, collector, layers, objects, all, shapes);
          times[k] = collector.HadHit() ? collector.mHit.mFraction : Infinity;
          module.destroy(shape);
        }
      };
    },
    cast: (casts, times) => cast!(casts, times),
    dispose() {
      cast = undefined;
    },
  };
}
