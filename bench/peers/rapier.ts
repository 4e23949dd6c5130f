/**
 * Rapier (Rust, wasm): raw `intersectsShape` and `contactShape`. The public methods of `Shape` create both wasm shapes
 * and four wasm vectors on every call (3–4× slower), so `setup` calls `intoRaw` once for shapes and poses.
 */
import { verticesOf } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import { type Answers, CONTACT_MARGIN, importPeer, installedVersion, MAX_POINTS, type Peer } from './peer.ts';

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
  let shapes: RawShape[] = [];
  let shapeOf = new Uint32Array();
  let positions: Raw[] = [];
  let rotations: Raw[] = [];
  let pairs = new Uint32Array();
  const scratch = new Float32Array(13);

  const contact = (a: number, b: number, prediction: number) =>
    shapes[shapeOf[a]].contactShape(
      positions[a],
      rotations[a],
      shapes[shapeOf[b]],
      positions[b],
      rotations[b],
      prediction,
    );

  return {
    name: 'rapier',
    version: installedVersion('@dimforge/rapier3d-compat'),
    notes: [
      'raw wasm calls (intoRaw once); depth is contactShape with prediction 0, contacts with 0.02 m: one point, ' +
        'no manifold',
    ],
    setup(workload: Workload) {
      shapeOf = Uint32Array.from(workload.shapeOf);
      pairs = Uint32Array.from(workload.pairs);
      shapes = workload.shapes.map((shape) => {
        if (shape.kind === 'cylinder') return new rapier.Cylinder(shape.halfHeight, shape.radius).intoRaw();
        if (shape.kind === 'cone') return new rapier.Cone(shape.halfHeight, shape.radius).intoRaw();
        if (shape.kind === 'hull') return new rapier.ConvexPolyhedron(verticesOf(shape), null).intoRaw();
        const [hx, hy, hz] = shape.halfExtents;
        return new rapier.Cuboid(hx, hy, hz).intoRaw();
      });
      const { positions: p, rotations: q, colliderCount } = workload;
      positions = [];
      rotations = [];
      for (let i = 0; i < 4 * colliderCount; i += 4) {
        positions.push(rapier.VectorOps.intoRaw({ x: p[i], y: p[i + 1], z: p[i + 2] }));
        rotations.push(rapier.RotationOps.intoRaw({ x: q[i], y: q[i + 1], z: q[i + 2], w: q[i + 3] }));
      }
    },
    intersect(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        const hit = shapes[shapeOf[a]].intersectsShape(
          positions[a],
          rotations[a],
          shapes[shapeOf[b]],
          positions[b],
          rotations[b],
        );
        out.overlap[p] = hit ? 1 : 0;
      }
    },
    distance(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const found = contact(pairs[2 * p], pairs[2 * p + 1], ANY_DISTANCE);
        if (!found) {
          out.overlap[p] = 0;
          out.distance[p] = Number.NaN;
          continue;
        }
        found.getComponents(scratch);
        found.free();
        const distance = scratch[0];
        out.overlap[p] = distance <= 0 ? 1 : 0;
        out.distance[p] = Math.max(distance, 0);
        for (let k = 0; k < 3; k++) {
          out.pointA[3 * p + k] = scratch[1 + k];
          out.pointB[3 * p + k] = scratch[4 + k];
        }
      }
    },
    signed(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const found = contact(pairs[2 * p], pairs[2 * p + 1], ANY_DISTANCE);
        if (!found) {
          out.overlap[p] = 0;
          out.distance[p] = Number.NaN;
          continue;
        }
        found.getComponents(scratch);
        found.free();
        out.overlap[p] = scratch[0] <= 0 ? 1 : 0;
        out.distance[p] = scratch[0];
        for (let k = 0; k < 3; k++) {
          out.pointA[3 * p + k] = scratch[1 + k];
          out.pointB[3 * p + k] = scratch[4 + k];
          out.normal[3 * p + k] = scratch[7 + k];
        }
      }
    },
    depth(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const found = contact(pairs[2 * p], pairs[2 * p + 1], 0);
        if (!found) {
          out.overlap[p] = 0;
          continue;
        }
        found.getComponents(scratch);
        found.free();
        out.overlap[p] = scratch[0] <= 0 ? 1 : 0;
        out.distance[p] = scratch[0];
        for (let k = 0; k < 3; k++) out.normal[3 * p + k] = scratch[7 + k];
      }
    },
    contacts(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const found = contact(pairs[2 * p], pairs[2 * p + 1], CONTACT_MARGIN);
        if (!found) continue;
        found.getComponents(scratch);
        found.free();
        out.pointCount[p] = 1;
        const at = 4 * MAX_POINTS * p;
        for (let k = 0; k < 3; k++) {
          out.points[at + k] = scratch[1 + k];
          out.normal[3 * p + k] = scratch[7 + k];
        }
        out.points[at + 3] = scratch[0];
      }
    },
    dispose() {
      for (const raw of [...shapes, ...positions, ...rotations]) raw.free();
      shapes = [];
      positions = [];
      rotations = [];
    },
  };
}
