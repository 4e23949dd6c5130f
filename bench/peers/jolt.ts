/**
 * Jolt (C++, wasm): `TransformedShape.CollideShape`, with convex radius 0 (the default of 5 cm rounds the shapes and
 * misses two thirds of the overlaps in the settled heap) and the smallest hull tolerance (the default drops vertices
 * within 1 mm). A of a pair is the argument and B the TransformedShape, so Jolt's shape 1 is A, and its penetration
 * axis points from A to B.
 */
import { rotationMatrix } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import { type JoltModule, makeInterface, makeShape, type Shape, startJolt, type Vec3 } from './joltShapes.ts';
import { type Answers, CONTACT_MARGIN, installedVersion, MAX_POINTS, type Peer } from './peer.ts';

interface Result {
  mContactPointOn1: Vec3;
  mContactPointOn2: Vec3;
  mPenetrationAxis: Vec3;
  mPenetrationDepth: number;
}
interface Collector {
  Reset(): void;
  HadHit(): boolean;
}
interface ClosestCollector extends Collector {
  mHit: Result;
}
interface Settings {
  mMaxSeparationDistance: number;
  mCollectFacesMode: number;
}
interface TransformedShape {
  mShape: Shape;
  SetWorldTransform(position: Vec3, rotation: object, scale: Vec3): void;
  CollideShape(
    shape: Shape,
    scale: Vec3,
    centerOfMassTransform: object,
    settings: Settings,
    baseOffset: Vec3,
    collector: Collector,
    filter: object,
  ): void;
}
interface Jolt extends JoltModule {
  HEAPF32: Float32Array;
  ECollectFacesMode_CollectFaces: number;
  ECollectFacesMode_NoFaces: number;
  RMat44: new () => object;
  TransformedShape: new () => TransformedShape;
  CollideShapeSettings: new () => Settings;
  CollideShapeClosestHitCollisionCollector: new () => ClosestCollector;
  CollideShapeAnyHitCollisionCollector: new () => Collector;
  ShapeFilter: new () => object;
}

// m, above all gaps of the workloads; Jolt subtracts its f32 answer from it, so 1e4 would cost 1e-3 m
const ANY_DISTANCE = 4;

export async function loadJolt(): Promise<Peer> {
  const jolt = await startJolt<Jolt>();
  makeInterface(jolt);
  const unitScale = new jolt.Vec3(1, 1, 1);
  const origin = new jolt.RVec3(0, 0, 0);
  const settings = new jolt.CollideShapeSettings();
  const filter = new jolt.ShapeFilter();
  const closest = new jolt.CollideShapeClosestHitCollisionCollector();
  const any = new jolt.CollideShapeAnyHitCollisionCollector();
  const hit = closest.mHit;

  let shapes: Shape[] = [];
  let shapeOf = new Uint32Array();
  let pairs = new Uint32Array();
  let transforms: object[] = []; // center of mass → world, of colliders that are A of some pair
  let placed: TransformedShape[] = []; // of colliders that are B of some pair

  function collide(p: number, collector: Collector): boolean {
    const a = pairs[2 * p];
    collector.Reset();
    placed[pairs[2 * p + 1]].CollideShape(
      shapes[shapeOf[a]],
      unitScale,
      transforms[a],
      settings,
      origin,
      collector,
      filter,
    );
    return collector.HadHit();
  }

  /** Column-major 4 × 4 in the wasm heap: rotation, and position + rotated center of mass. */
  function makeTransform(workload: Workload, id: number): object {
    const { positions, rotations } = workload;
    const transform = new jolt.RMat44();
    const center = shapes[shapeOf[id]].GetCenterOfMass();
    const [cx, cy, cz] = [center.GetX(), center.GetY(), center.GetZ()];
    const m = new Float64Array(9);
    rotationMatrix(m, rotations, id);
    const at = jolt.getPointer(transform) / 4;
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 3; c++) jolt.HEAPF32[at + 4 * c + k] = m[3 * k + c];
      jolt.HEAPF32[at + 12 + k] = positions[4 * id + k] + m[3 * k] * cx + m[3 * k + 1] * cy + m[3 * k + 2] * cz;
      jolt.HEAPF32[at + 4 * k + 3] = 0;
    }
    jolt.HEAPF32[at + 15] = 1;
    return transform;
  }

  function place(workload: Workload, id: number): TransformedShape {
    const { positions: p, rotations: q } = workload;
    const position = new jolt.RVec3(p[4 * id], p[4 * id + 1], p[4 * id + 2]);
    const rotation = new jolt.Quat(q[4 * id], q[4 * id + 1], q[4 * id + 2], q[4 * id + 3]);
    const shape = new jolt.TransformedShape();
    shape.mShape = shapes[shapeOf[id]];
    shape.SetWorldTransform(position, rotation, unitScale);
    jolt.destroy(position);
    jolt.destroy(rotation);
    return shape;
  }

  function writePoints(out: Answers, p: number): void {
    const onA = hit.mContactPointOn1;
    const onB = hit.mContactPointOn2;
    out.pointA[3 * p] = onA.GetX();
    out.pointA[3 * p + 1] = onA.GetY();
    out.pointA[3 * p + 2] = onA.GetZ();
    out.pointB[3 * p] = onB.GetX();
    out.pointB[3 * p + 1] = onB.GetY();
    out.pointB[3 * p + 2] = onB.GetZ();
  }

  return {
    name: 'jolt',
    version: installedVersion('jolt-physics'),
    notes: [
      'convex radius 0, hull tolerance 1e-6 m, otherwise its defaults; intersect uses the any-hit collector',
      'contacts: CollideShape that collects the two faces as well: the deepest point, faces neither clipped nor read',
    ],
    setup(workload: Workload) {
      shapeOf = Uint32Array.from(workload.shapeOf);
      pairs = Uint32Array.from(workload.pairs);
      shapes = workload.shapes.map((shape) => makeShape(jolt, shape));
      transforms = [];
      placed = [];
      for (let p = 0; p < workload.pairCount; p++) {
        transforms[pairs[2 * p]] ??= makeTransform(workload, pairs[2 * p]);
        placed[pairs[2 * p + 1]] ??= place(workload, pairs[2 * p + 1]);
      }
    },
    intersect(out: Answers, count: number) {
      settings.mMaxSeparationDistance = 0;
      for (let p = 0; p < count; p++) out.overlap[p] = collide(p, any) ? 1 : 0;
    },
    distance(out: Answers, count: number) {
      settings.mMaxSeparationDistance = ANY_DISTANCE;
      for (let p = 0; p < count; p++) {
        if (!collide(p, closest)) {
          out.overlap[p] = 0;
          out.distance[p] = Number.NaN;
          continue;
        }
        const depth = hit.mPenetrationDepth;
        out.overlap[p] = depth >= 0 ? 1 : 0;
        out.distance[p] = depth >= 0 ? 0 : -depth;
        writePoints(out, p);
      }
    },
    signed(out: Answers, count: number) {
      settings.mMaxSeparationDistance = ANY_DISTANCE;
      for (let p = 0; p < count; p++) {
        if (!collide(p, closest)) {
          out.overlap[p] = 0;
          out.distance[p] = Number.NaN;
          continue;
        }
        const depth = hit.mPenetrationDepth;
        const axis = hit.mPenetrationAxis;
        out.overlap[p] = depth >= 0 ? 1 : 0;
        out.distance[p] = -depth;
        writePoints(out, p);
        writeUnit(out.normal, 3 * p, axis.GetX(), axis.GetY(), axis.GetZ());
      }
    },
    depth(out: Answers, count: number) {
      settings.mMaxSeparationDistance = 0;
      for (let p = 0; p < count; p++) {
        if (!collide(p, closest)) {
          out.overlap[p] = 0;
          continue;
        }
        const axis = hit.mPenetrationAxis;
        out.overlap[p] = 1;
        out.distance[p] = -hit.mPenetrationDepth;
        writeUnit(out.normal, 3 * p, axis.GetX(), axis.GetY(), axis.GetZ());
      }
    },
    contacts(out: Answers, count: number) {
      settings.mMaxSeparationDistance = CONTACT_MARGIN;
      settings.mCollectFacesMode = jolt.ECollectFacesMode_CollectFaces;
      for (let p = 0; p < count; p++) {
        if (!collide(p, closest)) continue;
        const onA = hit.mContactPointOn1;
        const axis = hit.mPenetrationAxis;
        const at = 4 * MAX_POINTS * p;
        out.pointCount[p] = 1;
        out.points[at] = onA.GetX();
        out.points[at + 1] = onA.GetY();
        out.points[at + 2] = onA.GetZ();
        out.points[at + 3] = -hit.mPenetrationDepth;
        writeUnit(out.normal, 3 * p, axis.GetX(), axis.GetY(), axis.GetZ());
      }
      settings.mCollectFacesMode = jolt.ECollectFacesMode_NoFaces;
    },
    dispose() {
      for (const object of [...Object.values(transforms), ...Object.values(placed)]) jolt.destroy(object);
      for (const shape of shapes) shape.Release();
      shapes = [];
      transforms = [];
      placed = [];
    },
  };
}

function writeUnit(out: Float32Array, at: number, x: number, y: number, z: number): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  out[at] = x * scale;
  out[at + 1] = y * scale;
  out[at + 2] = z * scale;
}
