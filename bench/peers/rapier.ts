/**
 * Rapier (Rust, wasm): raw `intersectsShape` and `contactShape`. The public methods of `Shape` create both wasm shapes
 * and four wasm vectors on every call (3–4× slower), so `setup` calls `intoRaw` once for shapes and poses.
 */
import { verticesOf, type WorkloadShape } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import { type Answers, CONTACT_MARGIN, importPeer, installedVersion, type Peer } from './peer.ts';
import { writePoint } from './writeAnswers.ts';

interface Raw {
  free(): void;
}
interface RawContact extends Raw {
  /** Distance, point 1, point 2, normal 1 (out of shape 1), normal 2; world frame. */
  getComponents(scratch: Float32Array): void;
}
interface RawShape extends Raw {
  intersectsShape(position1: Raw, rotation1: Raw, shape2: RawShape, position2: Raw, rotation2: Raw): boolean;
  contactShape(
    position1: Raw,
    rotation1: Raw,
    shape2: RawShape,
    position2: Raw,
    rotation2: Raw,
    prediction: number,
  ): RawContact | undefined;
}
interface Rapier {
  init(): Promise<void>;
  Cylinder: new (halfHeight: number, radius: number) => { intoRaw(): RawShape };
  Cone: new (halfHeight: number, radius: number) => { intoRaw(): RawShape };
  Cuboid: new (hx: number, hy: number, hz: number) => { intoRaw(): RawShape };
  ConvexPolyhedron: new (points: Float32Array, indices: null) => { intoRaw(): RawShape };
  VectorOps: { intoRaw(v: { x: number; y: number; z: number }): Raw };
  RotationOps: { intoRaw(q: { x: number; y: number; z: number; w: number }): Raw };
}

const ANY_DISTANCE = 4; // m, above all gaps of the workloads

export async function loadRapier(): Promise<Peer> {
  const { default: rapier } = await importPeer<{ default: Rapier }>('@dimforge/rapier3d-compat');
  await rapier.init();
  return new RapierPeer(rapier);
}

class RapierPeer implements Peer {
  readonly name = 'rapier';
  readonly version = installedVersion('@dimforge/rapier3d-compat');
  readonly notes = [
    'raw wasm calls (intoRaw once); depth is contactShape with prediction 0, contacts with 0.02 m: one point, ' +
      'no manifold',
  ];
  readonly #rapier: Rapier;
  /** The components of the last contact. */
  readonly #found = new Float32Array(13);
  #shapes: RawShape[] = [];
  #shapeOf = new Uint32Array();
  #positions: Raw[] = [];
  #rotations: Raw[] = [];
  #pairs = new Uint32Array();

  constructor(rapier: Rapier) {
    this.#rapier = rapier;
  }

  setup(workload: Workload): void {
    const { VectorOps, RotationOps } = this.#rapier;
    const { positions: p, rotations: q, colliderCount } = workload;
    this.#shapeOf = Uint32Array.from(workload.shapeOf);
    this.#pairs = Uint32Array.from(workload.pairs);
    this.#shapes = workload.shapes.map((shape) => makeShape(this.#rapier, shape));
    this.#positions = [];
    this.#rotations = [];
    for (let i = 0; i < 4 * colliderCount; i += 4) {
      this.#positions.push(VectorOps.intoRaw({ x: p[i], y: p[i + 1], z: p[i + 2] }));
      this.#rotations.push(RotationOps.intoRaw({ x: q[i], y: q[i + 1], z: q[i + 2], w: q[i + 3] }));
    }
  }

  intersect(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      const a = this.#pairs[2 * p];
      const b = this.#pairs[2 * p + 1];
      const hit = this.#shapes[this.#shapeOf[a]].intersectsShape(
        this.#positions[a],
        this.#rotations[a],
        this.#shapes[this.#shapeOf[b]],
        this.#positions[b],
        this.#rotations[b],
      );
      out.overlap[p] = hit ? 1 : 0;
    }
  }

  distance(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      const isFound = this.#contact(p, ANY_DISTANCE);
      this.#writeFlag(out, p, isFound);
      if (!isFound) continue;
      out.distance[p] = Math.max(this.#found[0], 0);
      this.#writeVector(out.pointA, p, 1);
      this.#writeVector(out.pointB, p, 4);
    }
  }

  signed(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      const isFound = this.#contact(p, ANY_DISTANCE);
      this.#writeFlag(out, p, isFound);
      if (!isFound) continue;
      out.distance[p] = this.#found[0];
      this.#writeVector(out.pointA, p, 1);
      this.#writeVector(out.pointB, p, 4);
      this.#writeVector(out.normal, p, 7);
    }
  }

  depth(out: Answers, count: number): void {
    for (let p = 0; p < count; p++) {
      const isFound = this.#contact(p, 0);
      this.#writeFlag(out, p, isFound);
      if (!isFound) continue;
      out.distance[p] = this.#found[0];
      this.#writeVector(out.normal, p, 7);
    }
  }

  contacts(out: Answers, count: number): void {
    const found = this.#found;
    for (let p = 0; p < count; p++) {
      if (!this.#contact(p, CONTACT_MARGIN)) continue;
      out.pointCount[p] = 1;
      writePoint(out, p, 0, found[1], found[2], found[3], found[0]);
      this.#writeVector(out.normal, p, 7);
    }
  }

  dispose(): void {
    for (const raw of [...this.#shapes, ...this.#positions, ...this.#rotations]) raw.free();
    this.#shapes = [];
    this.#positions = [];
    this.#rotations = [];
  }

  /** Whether pair `p` has a contact within `prediction` (m). `#found` has its components then. */
  #contact(p: number, prediction: number): boolean {
    const a = this.#pairs[2 * p];
    const b = this.#pairs[2 * p + 1];
    const contact = this.#shapes[this.#shapeOf[a]].contactShape(
      this.#positions[a],
      this.#rotations[a],
      this.#shapes[this.#shapeOf[b]],
      this.#positions[b],
      this.#rotations[b],
      prediction,
    );
    if (!contact) return false;
    contact.getComponents(this.#found);
    contact.free();
    return true;
  }

  #writeFlag(out: Answers, p: number, isFound: boolean): void {
    out.overlap[p] = isFound && this.#found[0] <= 0 ? 1 : 0;
  }

  /** Writes three components of the contact, from number `at` on. */
  #writeVector(column: Float32Array, p: number, at: number): void {
    for (let k = 0; k < 3; k++) column[3 * p + k] = this.#found[at + k];
  }
}

function makeShape(rapier: Rapier, shape: WorkloadShape): RawShape {
  if (shape.kind === 'cylinder') return new rapier.Cylinder(shape.halfHeight, shape.radius).intoRaw();
  if (shape.kind === 'cone') return new rapier.Cone(shape.halfHeight, shape.radius).intoRaw();
  if (shape.kind === 'hull') return new rapier.ConvexPolyhedron(verticesOf(shape), null).intoRaw();
  const [hx, hy, hz] = shape.halfExtents;
  return new rapier.Cuboid(hx, hy, hz).intoRaw();
}
