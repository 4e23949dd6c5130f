/**
 * PhysX (C++, wasm): `PxGeometryQuery.overlap` for the flag, and `PxGjkQuery.proximityInfo` with margin 0 for the rest.
 * Cooking keeps at most 255 vertices.
 */
import { isRound, type RoundShape, verticesOf } from '../workloadShapes.ts';
import { ROUND, type Workload } from '../workloads.ts';
import { type Answers, CONTACT_MARGIN, installedVersion, MAX_POINTS, type Peer } from './peer.ts';
import { PHYSX, type PhysxModule, type PhysxStart, startPhysx } from './physxModule.ts';

interface Vec3 {
  get_x(): number;
  get_y(): number;
  get_z(): number;
}
interface Proximity {
  get_pointA(): Vec3;
  get_pointB(): Vec3;
  get_separatingAxis(): Vec3;
  get_separation(): number;
}
interface ContactPoint {
  get_point(): Vec3;
  get_normal(): Vec3;
  get_separation(): number;
}
interface ContactBuffer {
  reset(): void;
  get_count(): number;
  get_contacts(index: number): ContactPoint;
}
interface PhysX extends PhysxModule<object> {
  destroy(object: object): void;
  PxArray_PxVec3: new () => { pushBack(v: Vec3): void; begin(): object };
  PxCookingParams: new (scale: object) => object;
  PxConvexMeshDesc: new () => {
    points: { stride: number; count: number; data: unknown };
    flags: object;
  };
  PxConvexFlags: new (flags: number) => object;
  PxConvexFlagEnum: { eCOMPUTE_CONVEX: number };
  PxVec3: new (x: number, y: number, z: number) => Vec3;
  PxQuat: new (x: number, y: number, z: number, w: number) => object;
  PxTransform: new (position: Vec3, rotation: object) => object;
  PxBoxGeometry: new (hx: number, hy: number, hz: number) => object;
  PxConvexMeshGeometry: new (mesh: object) => object;
  BoxSupport: new (halfExtents: Vec3, margin: number) => object;
  ConvexGeomSupport: new (geometry: object, margin: number) => object;
  PxContactBuffer: new () => ContactBuffer;
  wrapPointer(address: number, type: new () => ContactBuffer): ContactBuffer;
  _malloc(bytes: number): number;
  PxConvexCoreCylinder: new (height: number, radius: number) => object;
  PxConvexCoreCone: new (height: number, radius: number) => object;
  PxConvexCoreGeometryFactory: {
    prototype: {
      createFromCylinder(cylinder: object, margin: number): object;
      createFromCone(cone: object, margin: number): object;
    };
  };
  PxGjkQueryExt: {
    prototype: {
      generateContacts(
        a: object,
        b: object,
        poseA: object,
        poseB: object,
        contactDistance: number,
        toleranceLength: number,
        buffer: ContactBuffer,
      ): boolean;
    };
  };
  PxGjkQueryProximityInfoResult: new () => Proximity;
  PxTopLevelFunctions: {
    prototype: PhysxStart<object> & {
      CreateConvexMesh(params: object, desc: object): { getNbVertices(): number } & object;
    };
  };
  PxGeometryQuery: {
    prototype: { overlap(geometryA: object, poseA: object, geometryB: object, poseB: object): boolean };
  };
  PxGjkQuery: {
    prototype: {
      proximityInfo(
        a: object,
        b: object,
        poseA: object,
        poseB: object,
        contactDistance: number,
        toleranceLength: number,
        result: Proximity,
      ): boolean;
    };
  };
}

const ANY_DISTANCE = 4; // m, above all gaps of the workloads
const TOLERANCE_LENGTH = 1; // m, PhysX's typical object size: its default, and that of the workloads

export async function loadPhysx(): Promise<Peer> {
  const { px, scale } = await startPhysx<PhysX, object>();
  const functions = px.PxTopLevelFunctions.prototype;
  const cooking = new px.PxCookingParams(scale);
  const convex = new px.PxConvexFlags(px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  const query = px.PxGeometryQuery.prototype;
  const gjk = px.PxGjkQuery.prototype;
  const result = new px.PxGjkQueryProximityInfoResult();
  const ext = px.PxGjkQueryExt.prototype;
  // the bindings have no constructor for the buffer: 64 contacts and a count, aligned to 16 bytes
  const buffer = px.wrapPointer((px._malloc(65_536) + 15) & ~15, px.PxContactBuffer);

  let geometries: object[] = [];
  let supports: object[] = [];
  let poses: object[] = [];
  let shapeOf = new Uint32Array();
  let pairs = new Uint32Array();
  const notes = [
    'flags from PxGeometryQuery.overlap, the rest from PxGjkQuery.proximityInfo with margin 0',
    'contacts: PxGjkQueryExt.generateContacts, one point per call; its manifolds grow over the frames of a ' +
      'scene, not measured',
  ];
  const ownNotes = notes.length;

  function cook(points: Float32Array): object {
    const array = new px.PxArray_PxVec3();
    for (let i = 0; i < points.length; i += 3) {
      const point = new px.PxVec3(points[i], points[i + 1], points[i + 2]);
      array.pushBack(point);
      px.destroy(point);
    }
    const desc = new px.PxConvexMeshDesc();
    desc.points.stride = 12;
    desc.points.count = points.length / 3;
    desc.points.data = array.begin();
    desc.flags = convex;
    const mesh = functions.CreateConvexMesh(cooking, desc);
    px.destroy(array);
    px.destroy(desc);
    const kept = mesh.getNbVertices();
    if (kept < points.length / 3 && notes.length === ownNotes) {
      notes.push(`cooking silently kept ${kept} of ${points.length / 3} vertices of a hull`);
    }
    return new px.PxConvexMeshGeometry(mesh);
  }

  /** Along x, with the apex of a cone at +x. */
  function roundCore({ kind, halfHeight, radius }: RoundShape): object {
    const factory = px.PxConvexCoreGeometryFactory.prototype;
    return kind === 'cone'
      ? factory.createFromCone(new px.PxConvexCoreCone(2 * halfHeight, radius), 0)
      : factory.createFromCylinder(new px.PxConvexCoreCylinder(2 * halfHeight, radius), 0);
  }

  const proximity = (p: number, contactDistance: number) => {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    return gjk.proximityInfo(
      supports[shapeOf[a]],
      supports[shapeOf[b]],
      poses[a],
      poses[b],
      contactDistance,
      TOLERANCE_LENGTH,
      result,
    );
  };

  function writePoints(out: Answers, p: number): void {
    const onA = result.get_pointA();
    out.pointA[3 * p] = onA.get_x();
    out.pointA[3 * p + 1] = onA.get_y();
    out.pointA[3 * p + 2] = onA.get_z();
    const onB = result.get_pointB();
    out.pointB[3 * p] = onB.get_x();
    out.pointB[3 * p + 1] = onB.get_y();
    out.pointB[3 * p + 2] = onB.get_z();
  }

  /** PhysX's axis points from B to A. */
  function writeNormal(out: Answers, p: number): void {
    const axis = result.get_separatingAxis();
    out.normal[3 * p] = -axis.get_x();
    out.normal[3 * p + 1] = -axis.get_y();
    out.normal[3 * p + 2] = -axis.get_z();
  }

  return {
    name: 'physx',
    version: installedVersion(PHYSX),
    notes,
    // PxGjkQuery has no support for convex cores
    lacks: (workload, query) => workload.name === ROUND && query !== 'intersect',
    setup(workload: Workload) {
      shapeOf = Uint32Array.from(workload.shapeOf);
      pairs = Uint32Array.from(workload.pairs);
      geometries = [];
      supports = [];
      for (const shape of workload.shapes) {
        if (isRound(shape)) {
          geometries.push(roundCore(shape));
        } else if (shape.kind === 'hull') {
          const geometry = cook(verticesOf(shape));
          geometries.push(geometry);
          supports.push(new px.ConvexGeomSupport(geometry, 0));
        } else {
          const [hx, hy, hz] = shape.halfExtents;
          const half = new px.PxVec3(hx, hy, hz);
          geometries.push(new px.PxBoxGeometry(hx, hy, hz));
          supports.push(new px.BoxSupport(half, 0));
          px.destroy(half);
        }
      }
      const { positions: t, rotations: q, colliderCount } = workload;
      poses = [];
      for (let i = 0; i < 4 * colliderCount; i += 4) {
        const position = new px.PxVec3(t[i], t[i + 1], t[i + 2]);
        const isAlongX = isRound(workload.shapes[shapeOf[i / 4]]);
        const [x, y, z, w] = isAlongX ? alongX(q.subarray(i, i + 4)) : q.subarray(i, i + 4);
        const rotation = new px.PxQuat(x, y, z, w);
        poses.push(new px.PxTransform(position, rotation));
        px.destroy(position);
        px.destroy(rotation);
      }
    },
    intersect(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        const hit = query.overlap(geometries[shapeOf[a]], poses[a], geometries[shapeOf[b]], poses[b]);
        out.overlap[p] = hit ? 1 : 0;
      }
    },
    distance(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        if (!proximity(p, ANY_DISTANCE)) {
          out.overlap[p] = 0;
          out.distance[p] = Number.NaN;
          continue;
        }
        const separation = result.get_separation();
        out.overlap[p] = separation <= 0 ? 1 : 0;
        out.distance[p] = Math.max(separation, 0);
        writePoints(out, p);
      }
    },
    signed(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        if (!proximity(p, ANY_DISTANCE)) {
          out.overlap[p] = 0;
          out.distance[p] = Number.NaN;
          continue;
        }
        const separation = result.get_separation();
        out.overlap[p] = separation <= 0 ? 1 : 0;
        out.distance[p] = separation;
        writePoints(out, p);
        writeNormal(out, p);
      }
    },
    depth(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const touching = proximity(p, 0) && result.get_separation() <= 0;
        out.overlap[p] = touching ? 1 : 0;
        if (!touching) continue;
        out.distance[p] = result.get_separation();
        writeNormal(out, p);
      }
    },
    contacts(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        buffer.reset();
        const [shapeA, shapeB] = [supports[shapeOf[a]], supports[shapeOf[b]]];
        ext.generateContacts(shapeA, shapeB, poses[a], poses[b], CONTACT_MARGIN, TOLERANCE_LENGTH, buffer);
        const points = Math.min(buffer.get_count(), MAX_POINTS);
        out.pointCount[p] = points;
        for (let k = 0; k < points; k++) {
          const contact = buffer.get_contacts(k);
          const at = 4 * (MAX_POINTS * p + k);
          const point = contact.get_point();
          out.points[at] = point.get_x();
          out.points[at + 1] = point.get_y();
          out.points[at + 2] = point.get_z();
          out.points[at + 3] = contact.get_separation();
          if (k > 0) continue;
          // PhysX's normal points from B to A
          const normal = contact.get_normal();
          out.normal[3 * p] = -normal.get_x();
          out.normal[3 * p + 1] = -normal.get_y();
          out.normal[3 * p + 2] = -normal.get_z();
        }
      }
    },
    dispose() {
      for (const object of [...supports, ...geometries, ...poses]) px.destroy(object);
      geometries = [];
      supports = [];
      poses = [];
    },
  };
}

/** q times the quarter turn about z that takes x to y: PhysX's bodies of revolution lie along x. */
function alongX([x, y, z, w]: Float32Array): number[] {
  const s = Math.SQRT1_2;
  return [s * (x + y), s * (y - x), s * (z + w), s * (w - z)];
}
