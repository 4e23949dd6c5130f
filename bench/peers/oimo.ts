/**
 * OimoPhysics (Haxe → JS): `GjkEpa.computeDistance` for the flag and the gap, `computeClosestPoints` (with EPA) for the
 * depth. GJK margin 0 for every geometry. There is no cache, so every query is cold.
 */
import { rotationMatrix, type WorkloadShape } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import { type Answers, importPeer, installedVersion, MAX_POINTS, type Peer } from './peer.ts';

interface Vec3 {
  x: number;
  y: number;
  z: number;
}
interface Geometry {
  setGjkMergin(margin: number): void; // sic
  getType(): number;
}
interface Transform {
  setPosition(position: Vec3): Transform;
  setRotation(rotation: object): Transform;
}
type Solve = (a: Geometry, b: Geometry, poseA: Transform, poseB: Transform, cache: null) => number;
interface GjkEpa {
  computeDistance: Solve;
  computeClosestPoints: Solve;
  distance: number;
  closestPoint1: Vec3;
  closestPoint2: Vec3;
}
interface DetectorResult {
  numPoints: number;
  points: { position1: Vec3; depth: number }[];
  normal: Vec3;
}
interface Detector {
  detect(out: DetectorResult, a: Geometry, b: Geometry, poseA: Transform, poseB: Transform, cache: null): void;
}
interface Oimo {
  common: {
    Vec3: new (x: number, y: number, z: number) => Vec3;
    Mat3: new (
      e00: number,
      e01: number,
      e02: number,
      e10: number,
      e11: number,
      e12: number,
      e20: number,
      e21: number,
      e22: number,
    ) => object;
    Transform: new () => Transform;
  };
  collision: {
    geometry: {
      BoxGeometry: new (halfExtents: Vec3) => Geometry;
      ConvexHullGeometry: new (vertices: Vec3[]) => Geometry;
      CylinderGeometry: new (radius: number, halfHeight: number) => Geometry;
      ConeGeometry: new (radius: number, halfHeight: number) => Geometry;
    };
    narrowphase: {
      DetectorResult: new () => DetectorResult;
      CollisionMatrix: new () => { getDetector(typeA: number, typeB: number): Detector };
      detector: { gjkepa: { GjkEpa: { getInstance(): GjkEpa }; GjkEpaResultState: { SUCCEEDED: number } } };
    };
  };
}

function makeGeometry({ common: { Vec3 }, collision: { geometry } }: Oimo, shape: WorkloadShape): Geometry {
  if (shape.kind === 'cylinder') return new geometry.CylinderGeometry(shape.radius, shape.halfHeight);
  if (shape.kind === 'cone') return new geometry.ConeGeometry(shape.radius, shape.halfHeight);
  const vectors: Vec3[] = [];
  const flat = shape.kind === 'hull' ? shape.points : shape.halfExtents;
  for (let i = 0; i < flat.length; i += 3) vectors.push(new Vec3(flat[i], flat[i + 1], flat[i + 2]));
  return shape.kind === 'hull' ? new geometry.ConvexHullGeometry(vectors) : new geometry.BoxGeometry(vectors[0]);
}

const NO_ANSWER = 255; // GJK or EPA failed: `distance` then is that of an earlier pair

export async function loadOimo(): Promise<Peer> {
  const { oimo } = await importPeer<{ oimo: Oimo }>('oimophysics');
  const { Vec3, Mat3, Transform } = oimo.common;
  const { gjkepa } = oimo.collision.narrowphase.detector;
  const solver = gjkepa.GjkEpa.getInstance();
  const succeeded = gjkepa.GjkEpaResultState.SUCCEEDED;
  const matrix = new oimo.collision.narrowphase.CollisionMatrix();
  const detected = new oimo.collision.narrowphase.DetectorResult();
  let shapes: Geometry[] = [];
  let shapeOf = new Uint32Array();
  let poses: Transform[] = [];
  let pairs = new Uint32Array();

  function writePoints(out: Answers, p: number): void {
    out.pointA[3 * p] = solver.closestPoint1.x;
    out.pointA[3 * p + 1] = solver.closestPoint1.y;
    out.pointA[3 * p + 2] = solver.closestPoint1.z;
    out.pointB[3 * p] = solver.closestPoint2.x;
    out.pointB[3 * p + 1] = solver.closestPoint2.y;
    out.pointB[3 * p + 2] = solver.closestPoint2.z;
  }

  /** Of an overlap: from B's deepest point to A's is along A → B. */
  function writeNormal(out: Answers, p: number): void {
    const x = solver.closestPoint1.x - solver.closestPoint2.x;
    const y = solver.closestPoint1.y - solver.closestPoint2.y;
    const z = solver.closestPoint1.z - solver.closestPoint2.z;
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    out.normal[3 * p] = x * scale;
    out.normal[3 * p + 1] = y * scale;
    out.normal[3 * p + 2] = z * scale;
  }

  return {
    name: 'oimo',
    version: installedVersion('oimophysics'),
    notes: [
      'intersect and distance are both computeDistance (it has no cheaper flag)',
      'contacts: Detector.detect of its CollisionMatrix: no margin, overlaps only; boxes get up to 4 points, hulls one',
    ],
    setup(workload: Workload) {
      shapeOf = Uint32Array.from(workload.shapeOf);
      pairs = Uint32Array.from(workload.pairs);
      shapes = workload.shapes.map((shape) => {
        const geometry = makeGeometry(oimo, shape);
        geometry.setGjkMergin(0);
        return geometry;
      });
      const m = new Float64Array(9);
      poses = Array.from({ length: workload.colliderCount }, (_, id) => {
        rotationMatrix(m, workload.rotations, id);
        const [x, y, z] = workload.positions.subarray(4 * id);
        return new Transform()
          .setPosition(new Vec3(x, y, z))
          .setRotation(new Mat3(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]));
      });
    },
    intersect(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        const state = solver.computeDistance(shapes[shapeOf[a]], shapes[shapeOf[b]], poses[a], poses[b], null);
        out.overlap[p] = state !== succeeded ? NO_ANSWER : solver.distance <= 0 ? 1 : 0;
      }
    },
    distance(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        const state = solver.computeDistance(shapes[shapeOf[a]], shapes[shapeOf[b]], poses[a], poses[b], null);
        const distance = solver.distance;
        out.overlap[p] = state !== succeeded ? NO_ANSWER : distance <= 0 ? 1 : 0;
        out.distance[p] = Math.max(distance, 0);
        writePoints(out, p);
      }
    },
    depth(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        const state = solver.computeClosestPoints(shapes[shapeOf[a]], shapes[shapeOf[b]], poses[a], poses[b], null);
        const overlap = state === succeeded && solver.distance <= 0;
        out.overlap[p] = state !== succeeded ? NO_ANSWER : overlap ? 1 : 0;
        if (!overlap) continue;
        out.distance[p] = solver.distance;
        writeNormal(out, p);
      }
    },
    signed(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        const state = solver.computeClosestPoints(shapes[shapeOf[a]], shapes[shapeOf[b]], poses[a], poses[b], null);
        out.overlap[p] = state !== succeeded ? NO_ANSWER : solver.distance <= 0 ? 1 : 0;
        out.distance[p] = solver.distance;
        writePoints(out, p);
        writeNormal(out, p);
      }
    },
    contacts(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        const shapeA = shapes[shapeOf[a]];
        const shapeB = shapes[shapeOf[b]];
        const detector = matrix.getDetector(shapeA.getType(), shapeB.getType());
        detector.detect(detected, shapeA, shapeB, poses[a], poses[b], null);
        const points = Math.min(detected.numPoints, MAX_POINTS);
        out.pointCount[p] = points;
        for (let k = 0; k < points; k++) {
          const { position1, depth } = detected.points[k];
          const at = 4 * (MAX_POINTS * p + k);
          out.points[at] = position1.x;
          out.points[at + 1] = position1.y;
          out.points[at + 2] = position1.z;
          out.points[at + 3] = -depth;
        }
        // its normal points from B to A
        out.normal[3 * p] = -detected.normal.x;
        out.normal[3 * p + 1] = -detected.normal.y;
        out.normal[3 * p + 2] = -detected.normal.z;
      }
    },
    dispose() {
      shapes = [];
      poses = [];
    },
  };
}
