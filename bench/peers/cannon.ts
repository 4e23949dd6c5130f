/**
 * cannon-es (JS): `ConvexPolyhedron.findSeparatingAxis`, a separating-axis test of all faces and all pairs of edges. It
 * takes 0.4 ms per pair of 16-vertex hulls and 15 ms per pair of 64, so hulls get few pairs. It gives the flag only:
 * the axis has no depth, and there is no distance. Faces come from our hull builder, because cannon has none.
 */
import { buildHull } from '../../src/shapes/hull/build.ts';
import { isRound, type WorkloadShape } from '../workloadShapes.ts';
import { ROUND, type Workload } from '../workloads.ts';
import { type Answers, importPeer, installedVersion, type Peer } from './peer.ts';

type Vec3 = object;
interface ConvexPolyhedron {
  findSeparatingAxis(
    other: ConvexPolyhedron,
    positionA: Vec3,
    rotationA: object,
    positionB: Vec3,
    rotationB: object,
    axis: Vec3,
  ): boolean;
}
interface Cannon {
  Vec3: new (x?: number, y?: number, z?: number) => Vec3;
  Quaternion: new (x: number, y: number, z: number, w: number) => object;
  Box: new (halfExtents: Vec3) => { convexPolyhedronRepresentation: ConvexPolyhedron };
  ConvexPolyhedron: new (o: { vertices: Vec3[]; faces: number[][] }) => ConvexPolyhedron;
}

const HULL_PAIRS: Readonly<Record<string, number>> = { h16: 200, h64: 20, h256: 0 };

export async function loadCannon(): Promise<Peer> {
  const cannon = await importPeer<Cannon>('cannon-es');
  const axis = new cannon.Vec3();
  let shapes: ConvexPolyhedron[] = [];
  let shapeOf = new Uint32Array();
  let positions: Vec3[] = [];
  let rotations: object[] = [];
  let pairs = new Uint32Array();

  function makeShape(shape: WorkloadShape): ConvexPolyhedron {
    if (shape.kind === 'box') {
      const [hx, hy, hz] = shape.halfExtents;
      return new cannon.Box(new cannon.Vec3(hx!, hy!, hz!)).convexPolyhedronRepresentation;
    }
    if (isRound(shape)) throw new Error(`no ${shape.kind}`);
    const { vertices: xyz, faces } = buildHull(shape.points);
    const vertices: Vec3[] = [];
    for (let i = 0; i < xyz.length; i += 3) vertices.push(new cannon.Vec3(xyz[i], xyz[i + 1], xyz[i + 2]));
    return new cannon.ConvexPolyhedron({ vertices, faces: faces.map((face) => [...face]) });
  }

  return {
    name: 'cannon-es',
    version: installedVersion('cannon-es'),
    notes: ['asked about 200 pairs of h16, 20 of h64, none of h256 (minutes per round); flag only'],
    maxPairs: (workload) => HULL_PAIRS[workload.name] ?? workload.pairCount,
    lacks: (workload) => workload.name === ROUND,
    setup(workload: Workload) {
      shapeOf = Uint32Array.from(workload.shapeOf);
      pairs = Uint32Array.from(workload.pairs);
      shapes = workload.shapes.map(makeShape);
      const { positions: p, rotations: q, colliderCount } = workload;
      positions = [];
      rotations = [];
      for (let i = 0; i < 4 * colliderCount; i += 4) {
        positions.push(new cannon.Vec3(p[i], p[i + 1], p[i + 2]));
        rotations.push(new cannon.Quaternion(q[i], q[i + 1], q[i + 2], q[i + 3]));
      }
    },
    intersect(out: Answers, count: number) {
      for (let p = 0; p < count; p++) {
        const a = pairs[2 * p];
        const b = pairs[2 * p + 1];
        const overlap = shapes[shapeOf[a]].findSeparatingAxis(
          shapes[shapeOf[b]],
          positions[a],
          rotations[a],
          positions[b],
          rotations[b],
          axis,
        );
        out.overlap[p] = overlap ? 1 : 0;
      }
    },
    dispose() {
      shapes = [];
      positions = [];
      rotations = [];
    },
  };
}
