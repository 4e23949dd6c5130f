/**
 * crashcat (TypeScript, a port of Jolt's narrow phase): `gjkClosestPoints` for the flag and the gap. Overlapping pairs
 * get their depth from `penetrationDepthStepEPA`. Convex radius 0, and the default tolerance of 1e-4 m. Each call fills
 * the `Support`s and B's pose in A's frame, as its own narrow phase does, so that is part of the measured time.
 */
import { isRound, rotationMatrix } from '../workloadShapes.ts';
import { ROUND, type Workload } from '../workloads.ts';
import { type Answers, importPeer, installedVersion, type Peer } from './peer.ts';

type Vec3 = [number, number, number];
type Shape = object;
interface Support {
  hasTransform: boolean;
  /** Column-major, B → A. */
  transform: number[];
}
interface ClosestPoints {
  squaredDistance: number;
  pointA: Vec3;
  pointB: Vec3;
  simplex: object;
}
interface Penetration {
  penetrationAxis: Vec3;
  pointA: Vec3;
  pointB: Vec3;
}
interface Crashcat {
  registerAll(): void;
  box: { create(o: { halfExtents: Vec3; convexRadius: number }): Shape };
  convexHull: { create(o: { positions: number[]; convexRadius: number; hullTolerance: number }): Shape };
  createSupport(): Support;
  setShapeSupport(out: Support, shape: Shape, mode: number, scale: Vec3): void;
  SupportFunctionMode: { INCLUDE_CONVEX_RADIUS: number };
  createGjkClosestPoints(): ClosestPoints;
  gjkClosestPoints(
    out: ClosestPoints,
    a: Support,
    b: Support,
    tolerance: number,
    direction: Vec3,
    maxDistanceSquared: number,
  ): void;
  createPenetrationDepth(): Penetration;
  penetrationDepthStepEPA(out: Penetration, a: Support, b: Support, tolerance: number, simplex: object): boolean;
}

const TOLERANCE = 1e-4; // m, crashcat's default for both steps
const ANY_DISTANCE = 1e8; // m², above all gaps of the workloads

export async function loadCrashcat(): Promise<Peer> {
  const crashcat = await importPeer<Crashcat>('crashcat');
  crashcat.registerAll();
  const supportA = crashcat.createSupport();
  const supportB = crashcat.createSupport();
  const closest = crashcat.createGjkClosestPoints();
  const penetration = crashcat.createPenetrationDepth();
  const mode = crashcat.SupportFunctionMode.INCLUDE_CONVEX_RADIUS;
  const unitScale: Vec3 = [1, 1, 1];
  const direction: Vec3 = [0, 0, 0];
  let shapes: Shape[] = [];
  let shapeOf = new Uint32Array();
  let pairs = new Uint32Array();
  let positions = new Float64Array();
  let matrices = new Float64Array(); // 9 per collider, row-major, body → world

  /** Fills both supports, B in A's frame, and runs GJK. */
  function solve(p: number, maxDistanceSquared: number): void {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    const m = 9 * a;
    const n = 9 * b;
    const x = positions[4 * b] - positions[4 * a];
    const y = positions[4 * b + 1] - positions[4 * a + 1];
    const z = positions[4 * b + 2] - positions[4 * a + 2];
    crashcat.setShapeSupport(supportA, shapes[shapeOf[a]], mode, unitScale);
    crashcat.setShapeSupport(supportB, shapes[shapeOf[b]], mode, unitScale);
    supportB.hasTransform = true;
    const out = supportB.transform;
    for (let k = 0; k < 3; k++) {
      const mx = matrices[m + k];
      const my = matrices[m + 3 + k];
      const mz = matrices[m + 6 + k];
      out[k] = mx * matrices[n] + my * matrices[n + 3] + mz * matrices[n + 6];
      out[4 + k] = mx * matrices[n + 1] + my * matrices[n + 4] + mz * matrices[n + 7];
      out[8 + k] = mx * matrices[n + 2] + my * matrices[n + 5] + mz * matrices[n + 8];
      out[12 + k] = mx * x + my * y + mz * z;
      direction[k] = out[12 + k];
    }
    if (direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2 <= 1e-12) direction[0] = 1;
    crashcat.gjkClosestPoints(closest, supportA, supportB, TOLERANCE, direction, maxDistanceSquared);
  }

  /** `v`, a direction in A's frame, to world axes; for a point, plus A's position. */
  function toWorld(out: Float32Array, p: number, v: Vec3, isPoint: boolean): void {
    const a = pairs[2 * p];
    const m = 9 * a;
    for (let k = 0; k < 3; k++) {
      const turned = matrices[m + 3 * k] * v[0] + matrices[m + 3 * k + 1] * v[1] + matrices[m + 3 * k + 2] * v[2];
      out[3 * p + k] = isPoint ? turned + positions[4 * a + k] : turned;
    }
  }

  return {
    name: 'crashcat',
    version: installedVersion('crashcat'),
    notes: [
      'its GJK calls some small gaps overlaps at any tolerance (same counts at 1e-4, 1e-6, 1e-8 m); EPA then ' +
        'rejects them',
    ],
    lacks: (workload) => workload.name === ROUND,
    setup(workload: Workload) {
      shapeOf = Uint32Array.from(workload.shapeOf);
      pairs = Uint32Array.from(workload.pairs);
      positions = Float64Array.from(workload.positions);
      matrices = new Float64Array(9 * workload.colliderCount);
      for (let i = 0; i < workload.colliderCount; i++) {
        rotationMatrix(matrices.subarray(9 * i), workload.rotations, i);
      }
      shapes = workload.shapes.map((shape) => {
        if (isRound(shape)) throw new Error(`no ${shape.kind}`);
        return shape.kind === 'hull'
          ? crashcat.convexHull.create({ positions: [...shape.points], convexRadius: 0, hullTolerance: 1e-6 })
          : crashcat.box.create({ halfExtents: [...shape.halfExtents] as Vec3, convexRadius: 0 });
      });
    },
    intersect(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        solve(p, 0);
        out.overlap[p] = closest.squaredDistance === 0 ? 1 : 0;
      }
    },
    distance(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        solve(p, ANY_DISTANCE);
        const squared = closest.squaredDistance;
        out.overlap[p] = squared === 0 ? 1 : 0;
        out.distance[p] = Math.sqrt(squared);
        toWorld(out.pointA, p, closest.pointA, true);
        toWorld(out.pointB, p, closest.pointB, true);
      }
    },
    depth(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        solve(p, 0);
        const overlap =
          closest.squaredDistance === 0 &&
          crashcat.penetrationDepthStepEPA(penetration, supportA, supportB, TOLERANCE, closest.simplex);
        out.overlap[p] = overlap ? 1 : 0;
        if (!overlap) continue;
        const { pointA, pointB, penetrationAxis } = penetration;
        const depth = Math.hypot(pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]);
        out.distance[p] = -depth;
        const scale = 1 / Math.hypot(penetrationAxis[0], penetrationAxis[1], penetrationAxis[2]);
        for (let k = 0; k < 3; k++) direction[k] = penetrationAxis[k] * scale;
        toWorld(out.normal, p, direction, false);
      }
    },
    dispose() {
      shapes = [];
    },
  };
}
