/** Vectors of f64. The builds inline these functions. Hosts and wasm compile this file, with the same bits. */
import type { Double, Doubles, Floats, Int } from '../language/lanes.ts';
import { asFloat } from './asFloat.ts';

export interface Vec3 {
  x: Double;
  y: Double;
  z: Double;
}

/** Rows of a 3 × 3 matrix. */
export interface Mat3 {
  readonly x: Vec3;
  readonly y: Vec3;
  readonly z: Vec3;
}

/** x y z w */
export interface Quat {
  readonly x: Double;
  readonly y: Double;
  readonly z: Double;
  readonly w: Double;
}

export function zero(): Vec3 {
  return { x: 0, y: 0, z: 0 };
}

export function copy(to: Vec3, from: Vec3): void {
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
}

export function sub(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

export function dot(a: Vec3, b: Vec3): Double {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

/** Mᵀ v */
export function timesTransposed(m: Mat3, v: Vec3): Vec3 {
  return {
    x: m.x.x * v.x + m.y.x * v.y + m.z.x * v.z,
    y: m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
    z: m.x.z * v.x + m.y.z * v.y + m.z.z * v.z,
  };
}

/** 1 if x < 0, else 0, without a branch: V8 makes a branch of `?:`, and the sign is unpredictable here. */
export function negative(x: Double): Int {
  return Number(x < 0);
}

/** 1 for 0, −1 for 1. */
export function signOf(bit: Int): Double {
  return Number(1 - 2 * bit);
}

/** Loads three numbers of a column. */
export function load(to: Vec3, column: Doubles, at: Int): void {
  to.x = column[at];
  to.y = column[at + 1];
  to.z = column[at + 2];
}

/** Stores three numbers in a column. */
export function store(column: Doubles, at: Int, v: Vec3): void {
  column[at] = v.x;
  column[at + 1] = v.y;
  column[at + 2] = v.z;
}

/** The same, rounded to f32. */
export function storeFloats(column: Floats, at: Int, v: Vec3): void {
  column[at] = asFloat(v.x);
  column[at + 1] = asFloat(v.y);
  column[at + 2] = asFloat(v.z);
}

/** Stores four NaN. */
export function storeNothing(column: Floats, at: Int): void {
  column[at] = NaN;
  column[at + 1] = NaN;
  column[at + 2] = NaN;
  column[at + 3] = NaN;
}
