/**
 * Rapier's simd build in a world of its own, because it creates manifolds and candidate pairs only inside of
 * `World.step`. Every body is kinematic, so nothing is solved. The world's profiler gives the times of the stages.
 * Poses are set before.
 */
import type { WorkloadShape } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import { answeredPairs, type Motion, makeMotion, type Poses, spread, walkToRest, worldPairs } from './motion.ts';
import type { PairFinder } from './pairFinder.ts';
import { type Answers, CONTACT_MARGIN, installedVersion, type Peer } from './peer.ts';
import { loadRapierSimd, PACKAGE, type Quat, type Vec3 } from './rapierModule.ts';
import { writeSeparations } from './writeAnswers.ts';

interface Body {
  setTranslation(v: Vec3, wake: boolean): void;
  setRotation(q: Quat, wake: boolean): void;
}
interface Collider {
  readonly handle: number;
}
interface ColliderDesc {
  setActiveCollisionTypes(types: number): ColliderDesc;
}
interface Manifold {
  numContacts(): number;
  contactDist(i: number): number;
}
interface World {
  profilerEnabled: boolean;
  integrationParameters: { normalizedPredictionDistance: number };
  createRigidBody(desc: object): Body;
  createCollider(desc: ColliderDesc, body: Body): Collider;
  step(): void;
  /** ms */
  timingBroadPhase(): number;
  timingNarrowPhase(): number;
  contactPair(a: Collider, b: Collider, visit: (manifold: Manifold) => void): void;
  contactPairsWith(a: Collider, visit: (b: Collider) => void): void;
  free(): void;
}
interface Rapier {
  World: new (gravity: Vec3) => World;
  RigidBodyDesc: { kinematicPositionBased(): object };
  ColliderDesc: {
    cuboid(hx: number, hy: number, hz: number): ColliderDesc;
    convexHull(points: Float32Array): ColliderDesc | null;
    cylinder(halfHeight: number, radius: number): ColliderDesc;
    cone(halfHeight: number, radius: number): ColliderDesc;
  };
  ActiveCollisionTypes: { ALL: number };
}

function makeDesc({ ColliderDesc }: Rapier, shape: WorkloadShape): ColliderDesc | null {
  if (shape.kind === 'hull') return ColliderDesc.convexHull(shape.points);
  if (shape.kind === 'cylinder') return ColliderDesc.cylinder(shape.halfHeight, shape.radius);
  if (shape.kind === 'cone') return ColliderDesc.cone(shape.halfHeight, shape.radius);
  const [hx, hy, hz] = shape.halfExtents;
  return ColliderDesc.cuboid(hx, hy, hz);
}

class KinematicWorld {
  readonly world: World;
  readonly bodies: Body[] = [];
  readonly colliders: Collider[] = [];

  constructor(rapier: Rapier, { shapes, shapeOf, colliderCount, positions, rotations }: Workload) {
    this.world = new rapier.World({ x: 0, y: 0, z: 0 });
    this.world.profilerEnabled = true;
    this.world.integrationParameters.normalizedPredictionDistance = CONTACT_MARGIN;
    const descs = shapes.map((shape) => {
      const desc = makeDesc(rapier, shape);
      if (!desc) throw new Error('rapier: no convex hull');
      return desc.setActiveCollisionTypes(rapier.ActiveCollisionTypes.ALL);
    });
    for (let id = 0; id < colliderCount; id++) {
      const body = this.world.createRigidBody(rapier.RigidBodyDesc.kinematicPositionBased());
      this.bodies.push(body);
      this.colliders.push(this.world.createCollider(descs[shapeOf[id]], body));
    }
    this.move({ positions, rotations });
    this.world.step();
  }

  move({ positions: p, rotations: q }: Poses): void {
    this.bodies.forEach((body, id) => {
      const i = 4 * id;
      body.setTranslation({ x: p[i], y: p[i + 1], z: p[i + 2] }, true);
      body.setRotation({ x: q[i], y: q[i + 1], z: q[i + 2], w: q[i + 3] }, true);
    });
  }
}

export async function loadRapierStep(): Promise<Peer> {
  const rapier = await loadRapierSimd<Rapier>();
  let at: KinematicWorld | undefined;
  let motion: Motion | undefined;
  let pairs = new Uint32Array();

  return {
    name: 'rapier-step',
    version: installedVersion(PACKAGE),
    notes: [
      'the simd build, World.step of kinematic bodies that moved (as for hullstorm-coherent), prediction ' +
        `distance ${CONTACT_MARGIN} m;`,
      'the time is its profiler’s narrow phase alone; manifolds stay in the world; generated pairs are set apart ' +
        'from each other',
    ],
    maxPairs: worldPairs,
    answeredPairs,
    setup(workload: Workload) {
      const apart = spread(workload);
      pairs = Uint32Array.from(apart.pairs);
      motion = makeMotion(apart);
      at = new KinematicWorld(rapier, apart);
    },
    reset() {
      at!.move(motion!.next());
    },
    contacts() {
      at!.world.step();
    },
    ownClock: () => 1e6 * at!.world.timingNarrowPhase(),
    collect(_query, out: Answers, count: number) {
      const { world, colliders } = at!;
      walkToRest(motion!, (poses) => {
        at!.move(poses);
        world.step();
      });
      for (let p = 0; p < count; p++) {
        const separations: number[] = [];
        world.contactPair(colliders[pairs[2 * p]], colliders[pairs[2 * p + 1]], (manifold) => {
          for (let k = 0; k < manifold.numContacts(); k++) separations.push(manifold.contactDist(k));
        });
        writeSeparations(out, p, separations);
      }
    },
    dispose() {
      at?.world.free();
      at = undefined;
    },
  };
}

export async function loadRapierPairs(): Promise<PairFinder> {
  const rapier = await loadRapierSimd<Rapier>();
  let at: KinematicWorld | undefined;

  return {
    name: 'rapier',
    version: installedVersion(PACKAGE),
    includes:
      "the simd build's own profiler, broad phase of World.step: boxes of moved colliders, its tree of fat boxes, " +
      'new and lost pairs',
    setup(workload: Workload) {
      at = new KinematicWorld(rapier, workload);
    },
    move(poses: Poses) {
      at!.move(poses);
    },
    find() {
      at!.world.step();
    },
    ownClock: () => 1e6 * at!.world.timingBroadPhase(),
    count() {
      let found = 0;
      for (const collider of at!.colliders) at!.world.contactPairsWith(collider, () => found++);
      return found / 2;
    },
    dispose() {
      at?.world.free();
      at = undefined;
    },
  };
}
