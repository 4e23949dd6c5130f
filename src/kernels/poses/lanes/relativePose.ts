/** Poses of four pairs, B relative to A. */
import { abs, type Int, type Ints, type Lane, type Mask } from '../../../language/lanes.ts';
import { cross, type Mat3, type Quat, type Vec3 } from '../../../math/lanes/vectors.ts';
import { CELL_BEGIN, RADIUS } from '../../../tables/shapeWords.ts';
import { offsetsOf, quatsOf, shapeWordsAt } from '../../rows/lanes/gather.ts';
import type { Rows } from '../../rows/lanes/rows.ts';

export interface RelativePose {
  /** Rotation B → A. */
  readonly rotation: Mat3;
  /** Position of B in frame A. */
  readonly shift: Vec3;
  /** Position of B minus position of A, world axes. */
  readonly offset: Vec3;
  /** Rotation of A, of any length but zero, and 2 / its squared length. */
  readonly quatA: Quat;
  readonly scaleA: Lane;
  /** All numbers are finite, and no quaternion is zero. */
  readonly valid: Mask;
}

/** Poses of pairs k … k + 3. */
export function relativePose(context: Ints, rows: Rows, k: Int): RelativePose {
  const a = rows.a[k];
  const b = rows.b[k];
  return poseBetween(quatsOf(context, a), quatsOf(context, b), offsetsOf(context, a, b));
}

/** The pose of B relative to A, by both rotations and the position of B minus that of A, world axes. */
export function poseBetween(a: Quat, b: Quat, offset: Vec3): RelativePose {
  // 2 / |q|² normalizes on the way
  const turn = between(a, b);
  const scaleA = 2 / squareOf(a);
  const scale = 2 / squareOf(turn);
  const finite = abs(offset.x) + abs(offset.y) + abs(offset.z) < 1e18;
  const turned = scaleA > 1e-18 && scaleA < 1e18 && scale > 1e-18 && scale < 1e18;
  return {
    rotation: rotationOf(turn, scale),
    shift: fromWorld(a, scaleA, offset),
    offset,
    quatA: a,
    scaleA,
    valid: finite && turned,
  };
}

/** conjugate(a) b: rotates B's frame into A's. */
export function between(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y,
    y: a.w * b.y - a.y * b.w - a.z * b.x + a.x * b.z,
    z: a.w * b.z - a.z * b.w - a.x * b.y + a.y * b.x,
    w: a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z,
  };
}

/** The squared length of a quaternion. */
export function squareOf(q: Quat): Lane {
  return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

/** The rotation by a quaternion: 1 + s (w [u]× + [u]×²), u = q.xyz. @param s 2 / its squared length */
export function rotationOf(q: Quat, s: Lane): Mat3 {
  const sx = s * q.x;
  const sy = s * q.y;
  const sz = s * q.z;
  return {
    x: { x: 1 - sy * q.y - sz * q.z, y: sx * q.y - sz * q.w, z: sx * q.z + sy * q.w },
    y: { x: sx * q.y + sz * q.w, y: 1 - sx * q.x - sz * q.z, z: sy * q.z - sx * q.w },
    z: { x: sx * q.z - sy * q.w, y: sy * q.z + sx * q.w, z: 1 - sx * q.x - sy * q.y },
  };
}

/** World → A: v − w t + u × t, with t = s (u × v), u = q.xyz. */
export function fromWorld(q: Quat, s: Lane, v: Vec3): Vec3 {
  const u: Vec3 = { x: q.x, y: q.y, z: q.z };
  const c = cross(u, v);
  const t: Vec3 = { x: s * c.x, y: s * c.y, z: s * c.z };
  const d = cross(u, t);
  return { x: v.x - q.w * t.x + d.x, y: v.y - q.w * t.y + d.y, z: v.z - q.w * t.z + d.z };
}

/** A → world: v + w t + u × t. */
export function toWorld(q: Quat, s: Lane, v: Vec3): Vec3 {
  const u: Vec3 = { x: q.x, y: q.y, z: q.z };
  const c = cross(u, v);
  const t: Vec3 = { x: s * c.x, y: s * c.y, z: s * c.z };
  const d = cross(u, t);
  return { x: v.x + q.w * t.x + d.x, y: v.y + q.w * t.y + d.y, z: v.z + q.w * t.z + d.z };
}

/** Radii and half extents of four shapes. */
export interface Sizes {
  readonly radius: Lane;
  readonly half: Vec3;
}

/** Sizes of the shapes at `shapes[k …]`: half extents come after the radius. */
export function sizes(shapes: Ints, k: Int): Sizes {
  const words = shapeWordsAt(shapes, k, RADIUS);
  return { radius: words.a, half: { x: words.b, y: words.c, z: words.d } };
}

/** Extents of the cores of the shapes at `shapes[k …]`: the last of the four words from CELL_BEGIN on. */
export function extentsOf(shapes: Ints, k: Int): Lane {
  return shapeWordsAt(shapes, k, CELL_BEGIN).d;
}

/** The size of a core, to which tolerances are relative: an upper bound of |half| and of the extent. */
export function lengthOf(half: Vec3): Lane {
  return abs(half.x) + abs(half.y) + abs(half.z);
}

/** Rounding error of f32, as a part of the size. */
export const ROUNDING = 2e-6;
/** Largest error of the point that weights give, as a part of the size. */
export const FIT = 2e-6;
