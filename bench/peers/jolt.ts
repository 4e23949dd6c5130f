/**
 * Jolt (C++, wasm): `TransformedShape.CollideShape`, with convex radius 0 (the default of 5 cm rounds the shapes and
 * misses two thirds of the overlaps in the settled heap) and the smallest hull tolerance (the default drops vertices
 * within 1 mm). A of a pair is the argument and B the TransformedShape, so Jolt's shape 1 is A, and its penetration
 * axis points from A to B.
 */
import type { Workload } from '../workloads.ts';
import { type JoltPoses, type PlacedShape, placeShape, transformOf } from './joltPoses.ts';
import { makeInterface, makeShape, type Shape, startJolt, type Vec3 } from './joltShapes.ts';
import { type Answers, CONTACT_MARGIN, installedVersion, type Peer } from './peer.ts';
import { writePoint, writeUnit, writeVector } from './writeAnswers.ts';

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
interface Placed extends PlacedShape {
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
interface Jolt extends JoltPoses<Placed> {
  ECollectFacesMode_CollectFaces: number;
  ECollectFacesMode_NoFaces: number;
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
  return new JoltPeer(jolt);
}

class JoltPeer implements Peer {
  readonly name = 'jolt';
  readonly version = installedVersion('jolt-physics');
  readonly notes = [
    'convex radius 0, hull tolerance 1e-6 m, otherwise its defaults; intersect uses the any-hit collector',
    'contacts: CollideShape that collects the two faces as well: the deepest point, faces neither clipped nor read',
  ];
  readonly #jolt: Jolt;
  readonly #unitScale: Vec3;
  readonly #origin: Vec3;
  readonly #settings: Settings;
  readonly #filter: object;
  readonly #closest: ClosestCollector;
  readonly #any: Collector;
  /** The hit of `#closest`. */
  readonly #hit: Result;
  #shapes: Shape[] = [];
  #shapeOf = new Uint32Array();
  #pairs = new Uint32Array();
  /** Center of mass → world, of colliders that are A of some pair. */
  #transforms: object[] = [];
  /** Of colliders that are B of some pair. */
  #placed: Placed[] = [];

  constructor(jolt: Jolt) {
    this.#jolt = jolt;
    this.#unitScale = new jolt.Vec3(1, 1, 1);
    this.#origin = new jolt.RVec3(0, 0, 0);
    this.#settings = new jolt.CollideShapeSettings();
    this.#filter = new jolt.ShapeFilter();
    this.#closest = new jolt.CollideShapeClosestHitCollisionCollector();
    this.#any = new jolt.CollideShapeAnyHitCollisionCollector();
    this.#hit = this.#closest.mHit;
  }

  setup(workload: Workload): void {
    const pairs = Uint32Array.from(workload.pairs);
    this.#pairs = pairs;
    this.#shapeOf = Uint32Array.from(workload.shapeOf);
    this.#shapes = workload.shapes.map((shape) => makeShape(this.#jolt, shape));
    this.#transforms = [];
    this.#placed = [];
    const shapeOf = (id: number) => this.#shapes[this.#shapeOf[id]];
    for (let p = 0; p < workload.pairCount; p++) {
      const a = pairs[2 * p];
      const b = pairs[2 * p + 1];
      this.#transforms[a] ??= transformOf(this.#jolt, shapeOf(a), workload, a);
      this.#placed[b] ??= placeShape(this.#jolt, shapeOf(b), workload, b);
    }
  }

  intersect(out: Answers, count: number): void {
    this.#settings.mMaxSeparationDistance = 0;
    for (let p = 0; p < count; p++) out.overlap[p] = this.#collide(p, this.#any) ? 1 : 0;
  }

  distance(out: Answers, count: number): void {
    this.#settings.mMaxSeparationDistance = ANY_DISTANCE;
    for (let p = 0; p < count; p++) out.distance[p] = Math.max(this.#measure(out, p), 0);
  }

  signed(out: Answers, count: number): void {
    this.#settings.mMaxSeparationDistance = ANY_DISTANCE;
    for (let p = 0; p < count; p++) {
      const gap = this.#measure(out, p);
      out.distance[p] = gap;
      if (!Number.isNaN(gap)) this.#writeNormal(out, p);
    }
  }

  depth(out: Answers, count: number): void {
    this.#settings.mMaxSeparationDistance = 0;
    for (let p = 0; p < count; p++) {
      const isHit = this.#collide(p, this.#closest);
      out.overlap[p] = isHit ? 1 : 0;
      if (!isHit) continue;
      out.distance[p] = -this.#hit.mPenetrationDepth;
      this.#writeNormal(out, p);
    }
  }

  contacts(out: Answers, count: number): void {
    const hit = this.#hit;
    this.#settings.mMaxSeparationDistance = CONTACT_MARGIN;
    this.#settings.mCollectFacesMode = this.#jolt.ECollectFacesMode_CollectFaces;
    for (let p = 0; p < count; p++) {
      if (!this.#collide(p, this.#closest)) continue;
      const onA = hit.mContactPointOn1;
      out.pointCount[p] = 1;
      writePoint(out, p, 0, onA.GetX(), onA.GetY(), onA.GetZ(), -hit.mPenetrationDepth);
      this.#writeNormal(out, p);
    }
    this.#settings.mCollectFacesMode = this.#jolt.ECollectFacesMode_NoFaces;
  }

  dispose(): void {
    for (const object of [...Object.values(this.#transforms), ...Object.values(this.#placed)]) {
      this.#jolt.destroy(object);
    }
    for (const shape of this.#shapes) shape.Release();
    this.#shapes = [];
    this.#transforms = [];
    this.#placed = [];
  }

  /** Whether pair `p` has a hit. The collector has it then. */
  #collide(p: number, collector: Collector): boolean {
    const a = this.#pairs[2 * p];
    collector.Reset();
    this.#placed[this.#pairs[2 * p + 1]].CollideShape(
      this.#shapes[this.#shapeOf[a]],
      this.#unitScale,
      this.#transforms[a],
      this.#settings,
      this.#origin,
      collector,
      this.#filter,
    );
    return collector.HadHit();
  }

  /** Writes the flag and the witness points of pair `p`. @returns its signed distance (m); NaN: Jolt has no answer */
  #measure(out: Answers, p: number): number {
    if (!this.#collide(p, this.#closest)) {
      out.overlap[p] = 0;
      return Number.NaN;
    }
    const gap = -this.#hit.mPenetrationDepth;
    out.overlap[p] = gap <= 0 ? 1 : 0;
    const onA = this.#hit.mContactPointOn1;
    const onB = this.#hit.mContactPointOn2;
    writeVector(out.pointA, p, onA.GetX(), onA.GetY(), onA.GetZ());
    writeVector(out.pointB, p, onB.GetX(), onB.GetY(), onB.GetZ());
    return gap;
  }

  #writeNormal(out: Answers, p: number): void {
    const axis = this.#hit.mPenetrationAxis;
    writeUnit(out.normal, p, axis.GetX(), axis.GetY(), axis.GetZ());
  }
}
