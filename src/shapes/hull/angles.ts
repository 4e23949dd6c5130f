/**
 * The angles of a hull: exterior angles of edges, and solid angles of normal cones.
 *
 *   reads    HullGeometry of any dimension
 *   returns  HullAngles: exterior angle of each edge (rad), solid angle of each vertex's normal cone (sr, 4π in all)
 *
 * Computed from differences of the f32 coordinates, which are nearly exact in f64: features far smaller than the hull
 * keep their angles.
 */
import type { HullGeometry } from './build.ts';

/** The parts of a hull that angles and moments depend on. */
export type Polytope = Pick<HullGeometry, 'dimension' | 'vertices' | 'faces'>;

export interface HullEdge {
  readonly from: number;
  readonly to: number;
  /** Angle between the normals of the two faces (rad): π at the rim of a flat hull, 2π for a lone segment. */
  readonly angle: number;
}

export interface HullAngles {
  /** Each edge once. */
  readonly edges: readonly HullEdge[];
  /** Per vertex (sr). */
  readonly solidAngles: Float64Array;
}

type Vec3 = readonly [number, number, number];

/** If the area of a face is below this part of the summed products, its normal is rounding error. */
const SLIVER = 1e-14;

export function hullAngles(hull: Polytope): HullAngles {
  const { dimension, faces } = hull;
  if (dimension === 0) return { edges: [], solidAngles: Float64Array.of(4 * Math.PI) };
  if (dimension === 1) {
    const edges = [{ from: 0, to: 1, angle: 2 * Math.PI }];
    return { edges, solidAngles: Float64Array.of(2 * Math.PI, 2 * Math.PI) };
  }
  const middle = meanOf(hull.vertices);
  const normals = faces.map((face) => normalOf(hull, face, middle));
  const faceAt = new Map<number, number>(); // of each directed edge
  faces.forEach((face, f) => {
    for (const [k, from] of face.entries()) faceAt.set(from * 0x10000 + face[(k + 1) % face.length], f);
  });
  const edges: HullEdge[] = [];
  faces.forEach((face, f) => {
    for (const [k, from] of face.entries()) {
      const to = face[(k + 1) % face.length];
      if (from > to) continue;
      const across = faceAt.get(to * 0x10000 + from)!;
      const angle = dimension === 2 ? Math.PI : turn(minus(hull, to, from), normals[f], normals[across]);
      edges.push({ from, to, angle });
    }
  });
  return { edges, solidAngles: deficits(hull) };
}

/**
 * Angle from normal m to normal n about an edge (rad), in (−π/2, 3π/2]. It is signed, so that a small error in the
 * normal of a sliver cancels between its sides.
 */
function turn(along: Vec3, m: Vec3, n: Vec3): number {
  const length = Math.sqrt(dot(along, along));
  const angle = Math.atan2(dot(along, cross(m, n)) / length, dot(m, n));
  return angle < -Math.PI / 2 ? angle + 2 * Math.PI : angle;
}

/**
 * Solid angle of a vertex's normal cone: 2π minus the angles of its faces at the vertex (Descartes; Gauss and Bonnet).
 */
function deficits(hull: Polytope): Float64Array {
  const solidAngles = new Float64Array(hull.vertices.length / 3).fill(2 * Math.PI);
  for (const face of hull.faces) {
    for (const [k, v] of face.entries()) {
      const next = minus(hull, face[(k + 1) % face.length], v);
      const before = minus(hull, face[(k + face.length - 1) % face.length], v);
      const normal = cross(next, before);
      solidAngles[v] -= Math.atan2(Math.sqrt(dot(normal, normal)), dot(next, before));
    }
  }
  return solidAngles;
}

/** Outward unit normal. For a sliver: any normal between those of its neighbors; the sum of the angles is the same. */
function normalOf(hull: Polytope, face: readonly number[], middle: Vec3): Vec3 {
  let area: Vec3 = [0, 0, 0];
  let products = 0;
  for (let k = 2; k < face.length; k++) {
    const u = minus(hull, face[k - 1], face[0]);
    const v = minus(hull, face[k], face[0]);
    const c = cross(u, v);
    area = [area[0] + c[0], area[1] + c[1], area[2] + c[2]];
    products += Math.sqrt(dot(u, u)) * Math.sqrt(dot(v, v));
  }
  const size = Math.sqrt(dot(area, area));
  return size > SLIVER * products ? [area[0] / size, area[1] / size, area[2] / size] : awayFrom(middle, hull, face);
}

/**
 * Unit vector across the face's longest edge, away from a point inside the hull: within 90° of the normals of both
 * faces at the edge.
 */
function awayFrom(middle: Vec3, hull: Polytope, face: readonly number[]): Vec3 {
  let along: Vec3 = [0, 0, 0];
  let from = face[0];
  for (const [k, v] of face.entries()) {
    const edge = minus(hull, face[(k + 1) % face.length], v);
    if (dot(edge, edge) > dot(along, along)) [along, from] = [edge, v];
  }
  const out = [0, 1, 2].map((c) => hull.vertices[3 * from + c] - middle[c]) as [number, number, number];
  const part = dot(out, along) / dot(along, along);
  for (let c = 0; c < 3; c++) out[c] -= part * along[c];
  const size = Math.sqrt(dot(out, out));
  return size > 0 ? [out[0] / size, out[1] / size, out[2] / size] : out;
}

/** Mean of xyz triples: it lies inside their hull. */
export function meanOf(vertices: ArrayLike<number>): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  const count = vertices.length / 3;
  for (let k = 0; k < vertices.length; k++) mean[k % 3] += vertices[k] / count;
  return mean;
}

function minus({ vertices }: Polytope, v: number, w: number): Vec3 {
  return [
    vertices[3 * v] - vertices[3 * w],
    vertices[3 * v + 1] - vertices[3 * w + 1],
    vertices[3 * v + 2] - vertices[3 * w + 2],
  ];
}

function dot(u: Vec3, v: Vec3): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross(u: Vec3, v: Vec3): Vec3 {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}
