/**
 * One convex body as the oracle sees it: a convex core in local coordinates (m), a radius around it, and a pose.
 * A sphere is a point core with a radius, a capsule a segment core along local y, a rounded box a box core.
 *
 * Every vertex, half extent, radius and quaternion component is an f32 value, rounded before anybody uses it, so the
 * oracle and the engine are asked about the same numbers. Positions are f64.
 * Imports nothing from src/: the oracle must not inherit the engine's mistakes.
 */
import { convexHullFaces } from './hull.ts';

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export interface Body {
  /** xyz triples, local frame (m), f32 values; duplicates and points inside the hull are allowed */
  vertices: Float64Array;
  /**
   * Faces of the core's hull, counter-clockwise seen from outside, indices into `vertices`. Empty for a segment or a
   * point; a flat polygon is given as two opposite faces.
   */
  faces: number[][];
  /** m, f32, ≥ 0 */
  radius: number;
  /** m, f64 */
  position: Vec3;
  /** x y z w, f32 values, unit only up to f32 rounding: normalised in f64 wherever it is used */
  rotation: Quat;
  kind: 'box' | 'hull' | 'point' | 'segment';
  /** box only: half extents (m), f32 */
  half?: Vec3;
}

export const IDENTITY: Quat = [0, 0, 0, 1];

const BOX_FACES = [
  [0, 2, 6, 4],
  [1, 5, 7, 3],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 1, 3, 2],
  [4, 6, 7, 5],
]; // −x +x −y +y −z +z; bit 0 of a vertex index is x, bit 1 is y, bit 2 is z

export function boxBody(hx: number, hy: number, hz: number, radius = 0): Body {
  const half: Vec3 = [Math.fround(hx), Math.fround(hy), Math.fround(hz)];
  const vertices = new Float64Array(24);
  for (let v = 0; v < 8; v++) {
    for (let axis = 0; axis < 3; axis++) vertices[3 * v + axis] = (v >> axis) & 1 ? half[axis] : -half[axis];
  }
  return { ...posed(vertices, radius), faces: BOX_FACES, kind: 'box', half };
}

/** The hull of xyz triples; points are rounded to f32 first. Flat, collinear and repeated points are fine. */
export function hullBody(points: ArrayLike<number>, radius = 0): Body {
  const vertices = Float64Array.from(points, Math.fround);
  return { ...posed(vertices, radius), faces: convexHullFaces(vertices), kind: 'hull' };
}

export function sphereBody(radius: number): Body {
  return { ...posed(new Float64Array(3), radius), kind: 'point' };
}

/** Along local y from −halfHeight to +halfHeight; `radius` 0 gives a bare segment. */
export function capsuleBody(halfHeight: number, radius = 0): Body {
  const h = Math.fround(halfHeight);
  return { ...posed(Float64Array.of(0, -h, 0, 0, h, 0), radius), kind: 'segment' };
}

export function place(body: Body, position: Vec3, rotation: Quat = IDENTITY): Body {
  return { ...body, position: [...position], rotation: rotation.map(Math.fround) as Quat };
}

/** Row-major rotation matrix local → world, from the quaternion normalised in f64. */
export function rotationMatrix(rotation: Quat): number[] {
  const length = Math.hypot(...rotation);
  const [x, y, z, w] = rotation.map((c) => c / length);
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** Rotates xyz triples and adds an offset (m). */
export function transformed(points: Float64Array, m: number[], offset: Vec3): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    out[i] = m[0] * x + m[1] * y + m[2] * z + offset[0];
    out[i + 1] = m[3] * x + m[4] * y + m[5] * z + offset[1];
    out[i + 2] = m[6] * x + m[7] * y + m[8] * z + offset[2];
  }
  return out;
}

/** B's position minus A's (m), subtracted in f64 before anything else happens. */
export function relativePosition(a: Body, b: Body): Vec3 {
  return [b.position[0] - a.position[0], b.position[1] - a.position[1], b.position[2] - a.position[2]];
}

/** Diagonal of the local bounding box plus twice the radius (m); 0 for a bare point. */
export function extent(body: Body): number {
  const sides = [0, 1, 2].map((axis) => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < body.vertices.length; i += 3) {
      low = Math.min(low, body.vertices[i]);
      high = Math.max(high, body.vertices[i]);
    }
    return high - low;
  });
  return Math.hypot(...sides) + 2 * body.radius;
}

function posed(vertices: Float64Array, radius: number): Omit<Body, 'kind'> {
  return { vertices, faces: [], radius: Math.fround(radius), position: [0, 0, 0], rotation: IDENTITY };
}
