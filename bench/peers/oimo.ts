/**
 * OimoPhysics (Haxe → JS): `GjkEpa.computeDistance` for the flag and the gap, `computeClosestPoints` (with EPA) for the
 * depth. GJK margin 0 for every geometry. There is no cache, so every query is cold.
 */
import type { Workload } from '../workloads.ts';
import { type Geometry, makeGeometry, type OimoShapes, posesOf, type Transform, type Vec3 } from './oimoShapes.ts';
import { type Answers, importPeer, installedVersion, MAX_POINTS, type Peer } from './peer.ts';
import { writePoint, writeUnit, writeVector } from './writeAnswers.ts';

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
interface CollisionMatrix {
  getDetector(typeA: number, typeB: number): Detector;
}
interface Oimo extends OimoShapes {
  collision: OimoShapes['collision'] & {
    narrowphase: {
      DetectorResult: new () => DetectorResult;
      CollisionMatrix: new () => CollisionMatrix;
      detector: { gjkepa: { GjkEpa: { getInstance(): GjkEpa }; GjkEpaResultState: { SUCCEEDED: number } } };
    };
  };
}

const NO_ANSWER = 255; // GJK or EPA failed: `distance` then is that of an earlier pair

export async function loadOimo(): Promise<Peer> {
  const { oimo } = await importPeer<{ oimo: Oimo }>('oimophysics');
  return new OimoPeer(oimo);
}

class OimoPeer implements Peer {
  readonly name = 'oimo';
  readonly version = installedVersion('oimophysics');
  readonly notes = [
    'intersect and distance are both computeDistance (it has no cheaper flag)',
    'contacts: Detector.detect of its CollisionMatrix: no margin, overlaps only; boxes get up to 4 points, hulls one',
  ];
  readonly #oimo: Oimo;
  readonly #solver: GjkEpa;
  readonly #succeeded: number;
  readonly #matrix: CollisionMatrix;
  readonly #detected: DetectorResult;
  #shapes: Geometry[] = [];
  #shapeOf = new Uint32Array();
  #poses: Transform[] = [];
  #pairs = new Uint32Array();

  constructor(oimo: Oimo) {
    const { detector, CollisionMatrix, DetectorResult } = oimo.collision.narrowphase;
    this.#oimo = oimo;
    this.#solver = detector.gjkepa.GjkEpa.getInstance();
    this.#succeeded = detector.gjkepa.GjkEpaResultState.SUCCEEDED;
    this.#matrix = new CollisionMatrix();
    this.#detected = new DetectorResult();
  }

  setup(workload: Workload): void {
    this.#shapeOf = Uint32Array.from(workload.shapeOf);
    this.#pairs = Uint32Array.from(workload.pairs);
    this.#shapes = workload.shapes.map((shape) => makeGeometry(this.#oimo, shape));
    this.#poses = posesOf(this.#oimo, workload);
  }

  intersect(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) this.#computeDistance(out, p);
  }

  distance(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      this.#computeDistance(out, p);
      out.distance[p] = Math.max(this.#solver.distance, 0);
      this.#writePoints(out, p);
    }
  }

  depth(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      this.#computeClosestPoints(out, p);
      if (out.overlap[p] !== 1) continue;
      out.distance[p] = this.#solver.distance;
      this.#writeNormal(out, p);
    }
  }

  signed(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      this.#computeClosestPoints(out, p);
      out.distance[p] = this.#solver.distance;
      this.#writePoints(out, p);
      this.#writeNormal(out, p);
    }
  }

  contacts(out: Answers, count: number): void {
    const poses = this.#poses;
    const detected = this.#detected;
    for (let p = 0; p < count; p++) {
      const a = this.#pairs[2 * p];
      const b = this.#pairs[2 * p + 1];
      const shapeA = this.#shapes[this.#shapeOf[a]];
      const shapeB = this.#shapes[this.#shapeOf[b]];
      const detector = this.#matrix.getDetector(shapeA.getType(), shapeB.getType());
      detector.detect(detected, shapeA, shapeB, poses[a], poses[b], null);
      const points = Math.min(detected.numPoints, MAX_POINTS);
      out.pointCount[p] = points;
      for (let k = 0; k < points; k++) {
        const { position1, depth } = detected.points[k];
        writePoint(out, p, k, position1.x, position1.y, position1.z, -depth);
      }
      // its normal points from B to A
      writeVector(out.normal, p, -detected.normal.x, -detected.normal.y, -detected.normal.z);
    }
  }

  dispose(): void {
    this.#shapes = [];
    this.#poses = [];
  }

  /** Runs GJK on pair `p`, and writes the flag. */
  #computeDistance(out: Answers, p: number): void {
    const a = this.#pairs[2 * p];
    const b = this.#pairs[2 * p + 1];
    const shapeA = this.#shapes[this.#shapeOf[a]];
    const shapeB = this.#shapes[this.#shapeOf[b]];
    this.#writeFlag(out, p, this.#solver.computeDistance(shapeA, shapeB, this.#poses[a], this.#poses[b], null));
  }

  /** Runs GJK on pair `p`, and EPA if it overlaps, and writes the flag. */
  #computeClosestPoints(out: Answers, p: number): void {
    const a = this.#pairs[2 * p];
    const b = this.#pairs[2 * p + 1];
    const shapeA = this.#shapes[this.#shapeOf[a]];
    const shapeB = this.#shapes[this.#shapeOf[b]];
    this.#writeFlag(out, p, this.#solver.computeClosestPoints(shapeA, shapeB, this.#poses[a], this.#poses[b], null));
  }

  #writeFlag(out: Answers, p: number, state: number): void {
    out.overlap[p] = state !== this.#succeeded ? NO_ANSWER : this.#solver.distance <= 0 ? 1 : 0;
  }

  #writePoints(out: Answers, p: number): void {
    const { closestPoint1: onA, closestPoint2: onB } = this.#solver;
    writeVector(out.pointA, p, onA.x, onA.y, onA.z);
    writeVector(out.pointB, p, onB.x, onB.y, onB.z);
  }

  /** Of an overlap: from B's deepest point to A's is along A → B. */
  #writeNormal(out: Answers, p: number): void {
    const { closestPoint1: onA, closestPoint2: onB } = this.#solver;
    writeUnit(out.normal, p, onA.x - onB.x, onA.y - onB.y, onA.z - onB.z);
  }
}
