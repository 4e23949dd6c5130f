/** Vectors of lanes. */
import type { Lane } from '../../language/lanes.ts';

export interface Vec3 {
  readonly x: Lane;
  readonly y: Lane;
  readonly z: Lane;
}

export function sub(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

export function dot(a: Vec3, b: Vec3): Lane {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

/** a + s b */
export function along(a: Vec3, s: Lane, b: Vec3): Vec3 {
  return { x: a.x + s * b.x, y: a.y + s * b.y, z: a.z + s * b.z };
}

export function scale(s: Lane, a: Vec3): Vec3 {
  return { x: s * a.x, y: s * a.y, z: s * a.z };
}

/** Rows of a 3 × 3 matrix. */
export interface Mat3 {
  readonly x: Vec3;
  readonly y: Vec3;
  readonly z: Vec3;
}

/** M v */
export function times(m: Mat3, v: Vec3): Vec3 {
  return { x: dot(m.x, v), y: dot(m.y, v), z: dot(m.z, v) };
}

/** Mᵀ v */
export function timesTransposed(m: Mat3, v: Vec3): Vec3 {
  return {
    x: m.x.x * v.x + m.y.x * v.y + m.z.x * v.z,
    y: m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
    z: m.x.z * v.x + m.y.z * v.y + m.z.z * v.z,
  };
}

/** x y z w */
export interface Quat {
  readonly x: Lane;
  readonly y: Lane;
  readonly z: Lane;
  readonly w: Lane;
}
