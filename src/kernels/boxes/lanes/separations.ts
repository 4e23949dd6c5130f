/**
 * Separations of two boxes along their 15 axes: the distance of the centers along the axis minus the extents of both.
 * In f32, whose rounding callers add as a proof. All lanes compute all axes, where f64 stops at the first one that
 * separates (boxes/intersect.ts).
 */
import { abs, type Lane, max } from '../../../language/lanes.ts';
import { dot, type Mat3, type Vec3 } from '../../../math/lanes/vectors.ts';

export interface FaceSeparations {
  readonly ofA: Vec3;
  readonly ofB: Vec3;
}

/** |r|, entry by entry. */
export function absolute(r: Mat3): Mat3 {
  return {
    x: { x: abs(r.x.x), y: abs(r.x.y), z: abs(r.x.z) },
    y: { x: abs(r.y.x), y: abs(r.y.y), z: abs(r.y.z) },
    z: { x: abs(r.z.x), y: abs(r.z.y), z: abs(r.z.z) },
  };
}

/**
 * Separations along the normals of faces. `t` is the position of B in frame A, `seen` the same in the axes of B, `m`
 * |rotation|.
 */
export function alongFaces(t: Vec3, seen: Vec3, m: Mat3, a: Vec3, b: Vec3): FaceSeparations {
  return {
    ofA: {
      x: abs(t.x) - (a.x + dot(b, m.x)),
      y: abs(t.y) - (a.y + dot(b, m.y)),
      z: abs(t.z) - (a.z + dot(b, m.z)),
    },
    ofB: {
      x: abs(seen.x) - (b.x + a.x * m.x.x + a.y * m.y.x + a.z * m.z.x),
      y: abs(seen.y) - (b.y + a.x * m.x.y + a.y * m.y.y + a.z * m.z.y),
      z: abs(seen.z) - (b.z + a.x * m.x.z + a.y * m.y.z + a.z * m.z.z),
    },
  };
}

/** The largest separation along the normals of faces. */
export function largestFace(faces: FaceSeparations): Lane {
  const ofA = faces.ofA;
  const ofB = faces.ofB;
  return max(max(max(max(ofA.x, ofA.y), ofA.z), ofB.x), max(ofB.y, ofB.z));
}

/** The largest of nine separations. */
export function largestEdge(e: Mat3): Lane {
  return max(max(max(e.x.x, e.x.y), max(e.x.z, e.y.x)), max(max(max(e.y.y, e.y.z), max(e.z.x, e.z.y)), e.z.z));
}

/**
 * Separations along cross products of an edge of A (rows) and one of B (columns), unnormalized: their length is the
 * sine of the angle between the edges.
 */
export function alongEdges(t: Vec3, r: Mat3, m: Mat3, a: Vec3, b: Vec3): Mat3 {
  const xx: Lane = abs(t.z * r.y.x - t.y * r.z.x) - (a.y * m.z.x + a.z * m.y.x + b.y * m.x.z + b.z * m.x.y);
  const xy: Lane = abs(t.z * r.y.y - t.y * r.z.y) - (a.y * m.z.y + a.z * m.y.y + b.x * m.x.z + b.z * m.x.x);
  const xz: Lane = abs(t.z * r.y.z - t.y * r.z.z) - (a.y * m.z.z + a.z * m.y.z + b.x * m.x.y + b.y * m.x.x);
  const yx: Lane = abs(t.x * r.z.x - t.z * r.x.x) - (a.x * m.z.x + a.z * m.x.x + b.y * m.y.z + b.z * m.y.y);
  const yy: Lane = abs(t.x * r.z.y - t.z * r.x.y) - (a.x * m.z.y + a.z * m.x.y + b.x * m.y.z + b.z * m.y.x);
  const yz: Lane = abs(t.x * r.z.z - t.z * r.x.z) - (a.x * m.z.z + a.z * m.x.z + b.x * m.y.y + b.y * m.y.x);
  const zx: Lane = abs(t.y * r.x.x - t.x * r.y.x) - (a.x * m.y.x + a.y * m.x.x + b.y * m.z.z + b.z * m.z.y);
  const zy: Lane = abs(t.y * r.x.y - t.x * r.y.y) - (a.x * m.y.y + a.y * m.x.y + b.x * m.z.z + b.z * m.z.x);
  const zz: Lane = abs(t.y * r.x.z - t.x * r.y.z) - (a.x * m.y.z + a.y * m.x.z + b.x * m.z.y + b.y * m.z.x);
  return { x: { x: xx, y: xy, z: xz }, y: { x: yx, y: yy, z: yz }, z: { x: zx, y: zy, z: zz } };
}
