/**
 * Whether two boxes overlap, by their 15 axes: the faces of A, the faces of B, the cross products of their edges.
 *
 * Methods: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §4.4.1.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { type Mat3, type Vec3, zero } from '../../math/vectors.ts';
import type { Row } from '../rows/row.ts';
import { PARALLEL } from './axes.ts';

/** The first face that separates two boxes. */
export interface SeparatingFace {
  /** Bit k for the face of A across axis k, or for that of B; the other is 0. */
  bitA: Int;
  bitB: Int;
  /** Position of B along the face's axis, and the gap along it (m); > 0 if the face separates. */
  along: Double;
  gap: Double;
  /** The axis, in frame A. */
  readonly normal: Vec3;
}

export function noFace(): SeparatingFace {
  return { bitA: 0, bitB: 0, along: 0, gap: 0, normal: zero() };
}

/** |m|, entry by entry. */
export function absolute(m: Mat3): Mat3 {
  return {
    x: { x: Math.abs(m.x.x), y: Math.abs(m.x.y), z: Math.abs(m.x.z) },
    y: { x: Math.abs(m.y.x), y: Math.abs(m.y.y), z: Math.abs(m.y.z) },
    z: { x: Math.abs(m.z.x), y: Math.abs(m.z.y), z: Math.abs(m.z.z) },
  };
}

/** Finds a face that separates the boxes; `m` is |rotation|. If there is none, the last gap is ≤ 0. */
export function separateByFaces(row: Row, m: Mat3, face: SeparatingFace): void {
  const a = row.a.half;
  const b = row.b.half;
  const { normal } = face;
  const r = row.pose.rotation;
  const t = row.pose.shift;
  face.along = t.x;
  face.gap = Math.abs(t.x) - (a.x + b.x * m.x.x + b.y * m.x.y + b.z * m.x.z);
  if (face.gap > 0) {
    face.bitA = 1;
    normal.x = 1;
    return;
  }
  face.along = t.y;
  face.gap = Math.abs(t.y) - (a.y + b.x * m.y.x + b.y * m.y.y + b.z * m.y.z);
  if (face.gap > 0) {
    face.bitA = 2;
    normal.y = 1;
    return;
  }
  face.along = t.z;
  face.gap = Math.abs(t.z) - (a.z + b.x * m.z.x + b.y * m.z.y + b.z * m.z.z);
  if (face.gap > 0) {
    face.bitA = 4;
    normal.z = 1;
    return;
  }
  face.along = t.x * r.x.x + t.y * r.y.x + t.z * r.z.x;
  face.gap = Math.abs(face.along) - (b.x + a.x * m.x.x + a.y * m.y.x + a.z * m.z.x);
  if (face.gap > 0) {
    face.bitB = 1;
    setNormal(normal, r.x.x, r.y.x, r.z.x);
    return;
  }
  face.along = t.x * r.x.y + t.y * r.y.y + t.z * r.z.y;
  face.gap = Math.abs(face.along) - (b.y + a.x * m.x.y + a.y * m.y.y + a.z * m.z.y);
  if (face.gap > 0) {
    face.bitB = 2;
    setNormal(normal, r.x.y, r.y.y, r.z.y);
    return;
  }
  face.along = t.x * r.x.z + t.y * r.y.z + t.z * r.z.z;
  face.gap = Math.abs(face.along) - (b.z + a.x * m.x.z + a.y * m.y.z + a.z * m.z.z);
  if (face.gap > 0) {
    face.bitB = 4;
    setNormal(normal, r.x.z, r.y.z, r.z.z);
  }
}

function setNormal(normal: Vec3, x: Double, y: Double, z: Double): void {
  normal.x = x;
  normal.y = y;
  normal.z = z;
}

/**
 * Whether the cross product of an edge of A and one of B separates the boxes; `m` is |rotation|. Nearly parallel edges
 * are skipped: the faces cover their axis.
 */
export function separateByEdges(row: Row, m: Mat3): Flag {
  const a = row.a.half;
  const b = row.b.half;
  const r = row.pose.rotation;
  const t = row.pose.shift;
  const long = 1 - PARALLEL;
  return (
    (m.x.x < long && Math.abs(t.z * r.y.x - t.y * r.z.x) > a.y * m.z.x + a.z * m.y.x + b.y * m.x.z + b.z * m.x.y) ||
    (m.x.y < long && Math.abs(t.z * r.y.y - t.y * r.z.y) > a.y * m.z.y + a.z * m.y.y + b.x * m.x.z + b.z * m.x.x) ||
    (m.x.z < long && Math.abs(t.z * r.y.z - t.y * r.z.z) > a.y * m.z.z + a.z * m.y.z + b.x * m.x.y + b.y * m.x.x) ||
    (m.y.x < long && Math.abs(t.x * r.z.x - t.z * r.x.x) > a.x * m.z.x + a.z * m.x.x + b.y * m.y.z + b.z * m.y.y) ||
    (m.y.y < long && Math.abs(t.x * r.z.y - t.z * r.x.y) > a.x * m.z.y + a.z * m.x.y + b.x * m.y.z + b.z * m.y.x) ||
    (m.y.z < long && Math.abs(t.x * r.z.z - t.z * r.x.z) > a.x * m.z.z + a.z * m.x.z + b.x * m.y.y + b.y * m.y.x) ||
    (m.z.x < long && Math.abs(t.y * r.x.x - t.x * r.y.x) > a.x * m.y.x + a.y * m.x.x + b.y * m.z.z + b.z * m.z.y) ||
    (m.z.y < long && Math.abs(t.y * r.x.y - t.x * r.y.y) > a.x * m.y.y + a.y * m.x.y + b.x * m.z.z + b.z * m.z.x) ||
    (m.z.z < long && Math.abs(t.y * r.x.z - t.x * r.y.z) > a.x * m.y.z + a.y * m.x.z + b.x * m.z.y + b.y * m.z.x)
  );
}
