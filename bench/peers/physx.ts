/**
 * PhysX (C++, wasm): `PxGeometryQuery.overlap` for the flag, and `PxGjkQuery.proximityInfo` with margin 0 for the rest.
 * Cooking keeps at most 255 vertices.
 */
import { ROUND, type Workload } from '../workloads.ts';
import { type Answers, CONTACT_MARGIN, installedVersion, MAX_POINTS, type Peer, type Query } from './peer.ts';
import { PHYSX, startPhysx } from './physxModule.ts';
import { type PhysxShapes, posesOf, ShapeMaker, type Vec3 } from './physxShapes.ts';
import { writePoint, writeVector } from './writeAnswers.ts';

interface Proximity {
  get_pointA(): Vec3;
  get_pointB(): Vec3;
  get_separatingAxis(): Vec3;
  get_separation(): number;
}
interface ContactBuffer {
  reset(): void;
  get_count(): number;
  get_contacts(index: number): { get_point(): Vec3; get_normal(): Vec3; get_separation(): number };
}
/** A query on two supports or geometries at their poses, within a distance (m). */
type QueryOf<Result> = (
  a: object,
  b: object,
  poseA: object,
  poseB: object,
  contactDistance: number,
  toleranceLength: number,
  result: Result,
) => boolean;
interface GeometryQuery {
  overlap(geometryA: object, poseA: object, geometryB: object, poseB: object): boolean;
}
interface GjkQuery {
  proximityInfo: QueryOf<Proximity>;
}
interface ContactQuery {
  generateContacts: QueryOf<ContactBuffer>;
}
interface PhysX extends PhysxShapes {
  PxGeometryQuery: { prototype: GeometryQuery };
  PxGjkQuery: { prototype: GjkQuery };
  PxGjkQueryProximityInfoResult: new () => Proximity;
  PxGjkQueryExt: { prototype: ContactQuery };
  PxContactBuffer: new () => ContactBuffer;
  wrapPointer(address: number, type: new () => ContactBuffer): ContactBuffer;
  _malloc(bytes: number): number;
}

const ANY_DISTANCE = 4; // m, above all gaps of the workloads
const TOLERANCE_LENGTH = 1; // m, PhysX's typical object size: its default, and that of the workloads

export async function loadPhysx(): Promise<Peer> {
  const { px, scale } = await startPhysx<PhysX, object>();
  return new PhysxPeer(px, scale);
}

class PhysxPeer implements Peer {
  readonly name = 'physx';
  readonly version = installedVersion(PHYSX);
  readonly #px: PhysX;
  readonly #maker: ShapeMaker;
  readonly #overlaps: GeometryQuery;
  readonly #gjk: GjkQuery;
  readonly #contacts: ContactQuery;
  readonly #result: Proximity;
  readonly #buffer: ContactBuffer;
  #geometries: object[] = [];
  /** In the rows of `#geometries`. A workload with round shapes has `intersect` alone, which uses none. */
  #supports: object[] = [];
  #poses: object[] = [];
  #shapeOf = new Uint32Array();
  #pairs = new Uint32Array();

  constructor(px: PhysX, scale: object) {
    this.#px = px;
    this.#maker = new ShapeMaker(px, scale);
    this.#overlaps = px.PxGeometryQuery.prototype;
    this.#gjk = px.PxGjkQuery.prototype;
    this.#contacts = px.PxGjkQueryExt.prototype;
    this.#result = new px.PxGjkQueryProximityInfoResult();
    // the bindings have no constructor for the buffer: 64 contacts and a count, aligned to 16 bytes
    this.#buffer = px.wrapPointer((px._malloc(65_536) + 15) & ~15, px.PxContactBuffer);
  }

  get notes(): string[] {
    return [
      'flags from PxGeometryQuery.overlap, the rest from PxGjkQuery.proximityInfo with margin 0',
      'contacts: PxGjkQueryExt.generateContacts, one point per call; its manifolds grow over the frames of a ' +
        'scene, not measured',
      ...this.#maker.notes,
    ];
  }

  /** PxGjkQuery has no support for convex cores. */
  lacks(workload: Workload, query: Query): boolean {
    return workload.name === ROUND && query !== 'intersect';
  }

  setup(workload: Workload): void {
    this.#shapeOf = Uint32Array.from(workload.shapeOf);
    this.#pairs = Uint32Array.from(workload.pairs);
    const shapes = workload.shapes.map((shape) => this.#maker.make(shape));
    this.#geometries = shapes.map(({ geometry }) => geometry);
    this.#supports = shapes.flatMap(({ support }) => support ?? []);
    this.#poses = posesOf(this.#px, workload);
  }

  intersect(out: Answers, count: number): void {
    const geometries = this.#geometries;
    for (let p = 0; p < count; p++) {
      const a = this.#pairs[2 * p];
      const b = this.#pairs[2 * p + 1];
      const [geometryA, geometryB] = [geometries[this.#shapeOf[a]], geometries[this.#shapeOf[b]]];
      out.overlap[p] = this.#overlaps.overlap(geometryA, this.#poses[a], geometryB, this.#poses[b]) ? 1 : 0;
    }
  }

  distance(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) out.distance[p] = Math.max(this.#measure(out, p), 0);
  }

  signed(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      const separation = this.#measure(out, p);
      out.distance[p] = separation;
      if (!Number.isNaN(separation)) this.#writeNormal(out, p);
    }
  }

  depth(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      const touching = this.#proximity(p, 0) && this.#result.get_separation() <= 0;
      out.overlap[p] = touching ? 1 : 0;
      if (!touching) continue;
      out.distance[p] = this.#result.get_separation();
      this.#writeNormal(out, p);
    }
  }

  contacts(out: Answers, count: number): void {
    const buffer = this.#buffer;
    const supports = this.#supports;
    for (let p = 0; p < count; p++) {
      const a = this.#pairs[2 * p];
      const b = this.#pairs[2 * p + 1];
      const [shapeA, shapeB] = [supports[this.#shapeOf[a]], supports[this.#shapeOf[b]]];
      const [poseA, poseB] = [this.#poses[a], this.#poses[b]];
      buffer.reset();
      this.#contacts.generateContacts(shapeA, shapeB, poseA, poseB, CONTACT_MARGIN, TOLERANCE_LENGTH, buffer);
      const points = Math.min(buffer.get_count(), MAX_POINTS);
      out.pointCount[p] = points;
      for (let k = 0; k < points; k++) {
        const contact = buffer.get_contacts(k);
        const point = contact.get_point();
        writePoint(out, p, k, point.get_x(), point.get_y(), point.get_z(), contact.get_separation());
        if (k > 0) continue;
        // PhysX's normal points from B to A
        const normal = contact.get_normal();
        writeVector(out.normal, p, -normal.get_x(), -normal.get_y(), -normal.get_z());
      }
    }
  }
  dispose(): void {
    for (const object of [...this.#supports, ...this.#geometries, ...this.#poses]) this.#px.destroy(object);
    this.#geometries = [];
    this.#supports = [];
    this.#poses = [];
  }

  /** Whether the shapes of pair `p` are within a distance (m). `#result` has their closest points then. */
  #proximity(p: number, within: number): boolean {
    const a = this.#pairs[2 * p];
    const b = this.#pairs[2 * p + 1];
    return this.#gjk.proximityInfo(
      this.#supports[this.#shapeOf[a]],
      this.#supports[this.#shapeOf[b]],
      this.#poses[a],
      this.#poses[b],
      within,
      TOLERANCE_LENGTH,
      this.#result,
    );
  }

  /** Writes the flag and the witness points of pair `p`. @returns its signed distance (m); NaN: PhysX has no answer */
  #measure(out: Answers, p: number): number {
    if (!this.#proximity(p, ANY_DISTANCE)) {
      out.overlap[p] = 0;
      return Number.NaN;
    }
    const separation = this.#result.get_separation();
    out.overlap[p] = separation <= 0 ? 1 : 0;
    const onA = this.#result.get_pointA();
    writeVector(out.pointA, p, onA.get_x(), onA.get_y(), onA.get_z());
    const onB = this.#result.get_pointB();
    writeVector(out.pointB, p, onB.get_x(), onB.get_y(), onB.get_z());
    return separation;
  }

  /** PhysX's axis points from B to A. */
  #writeNormal(out: Answers, p: number): void {
    const axis = this.#result.get_separatingAxis();
    writeVector(out.normal, p, -axis.get_x(), -axis.get_y(), -axis.get_z());
  }
}
