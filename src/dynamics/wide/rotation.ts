/** Rotations and inertia of four bodies. */
import { type Lane, sqrt } from '../../language/lanes.ts';
import { cross, type Mat3, type Quat, scale, times, timesTransposed, type Vec3 } from '../../math/lanes/vectors.ts';

/** Six numbers of a symmetric matrix. */
export interface Symmetric {
  readonly xx: Lane;
  readonly xy: Lane;
  readonly xz: Lane;
  readonly yy: Lane;
  readonly yz: Lane;
  readonly zz: Lane;
}

export function transform(m: Symmetric, v: Vec3): Vec3 {
  return {
    x: m.xx * v.x + m.xy * v.y + m.xz * v.z,
    y: m.xy * v.x + m.yy * v.y + m.yz * v.z,
    z: m.xz * v.x + m.yz * v.y + m.zz * v.z,
  };
}

/** R diag(d) Rᵀ */
export function turned(r: Mat3, d: Vec3): Symmetric {
  return {
    xx: r.x.x * r.x.x * d.x + r.x.y * r.x.y * d.y + r.x.z * r.x.z * d.z,
    xy: r.x.x * r.y.x * d.x + r.x.y * r.y.y * d.y + r.x.z * r.y.z * d.z,
    xz: r.x.x * r.z.x * d.x + r.x.y * r.z.y * d.y + r.x.z * r.z.z * d.z,
    yy: r.y.x * r.y.x * d.x + r.y.y * r.y.y * d.y + r.y.z * r.y.z * d.z,
    yz: r.y.x * r.z.x * d.x + r.y.y * r.z.y * d.y + r.y.z * r.z.z * d.z,
    zz: r.z.x * r.z.x * d.x + r.z.y * r.z.y * d.y + r.z.z * r.z.z * d.z,
  };
}

/** R diag(d) Rᵀ v */
export function turnedTimes(r: Mat3, d: Vec3, v: Vec3): Vec3 {
  const own = timesTransposed(r, v);
  return times(r, { x: d.x * own.x, y: d.y * own.y, z: d.z * own.z });
}

/**
 * Normalizes a quaternion. 1 / √ of a number just above 1 rounds to 1, so such quaternions would stay slightly too
 * long: their matrices would stretch, and spins would grow. A second step, finer near 1, corrects this.
 */
export function unit(q: Quat): Quat {
  const s = 1 / sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  const p: Quat = { x: s * q.x, y: s * q.y, z: s * q.z, w: s * q.w };
  const excess = 0.5 * (p.x * p.x + p.y * p.y + p.z * p.z + (p.w * p.w - 1));
  return { x: p.x - excess * p.x, y: p.y - excess * p.y, z: p.z - excess * p.z, w: p.w - excess * p.w };
}

/** The product a b: rotation b, then a. */
export function product(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

/** The matrix of a unit quaternion. */
export function matrixOf(q: Quat): Mat3 {
  const x = q.x + q.x;
  const y = q.y + q.y;
  const z = q.z + q.z;
  return {
    x: { x: 1 - y * q.y - z * q.z, y: x * q.y - z * q.w, z: x * q.z + y * q.w },
    y: { x: x * q.y + z * q.w, y: 1 - x * q.x - z * q.z, z: y * q.z - x * q.w },
    z: { x: x * q.z - y * q.w, y: y * q.z + x * q.w, z: 1 - x * q.x - y * q.y },
  };
}

/** Rotates a vector by a unit quaternion. */
export function rotate(q: Quat, v: Vec3): Vec3 {
  const u: Vec3 = { x: q.x, y: q.y, z: q.z };
  const t = scale(2, cross(u, v));
  const d = cross(u, t);
  return { x: v.x + q.w * t.x + d.x, y: v.y + q.w * t.y + d.y, z: v.z + q.w * t.z + d.z };
}

/**
 * Rotates `q` by a rotation vector (rad, world). Sine and cosine of half the angle are Taylor polynomials, exact to
 * 1e-7 up to a quarter turn, and to 3e-5 up to half a turn. Beyond it, the axis is exact and the angle too small.
 */
export function turnBy(v: Vec3, q: Quat): Quat {
  const h = 0.25 * (v.x * v.x + v.y * v.y + v.z * v.z);
  const cosine = 1 - h * (1 / 2 - h * (1 / 24 - h * (1 / 720 - h * (1 / 40320))));
  const sine = 0.5 * (1 - h * (1 / 6 - h * (1 / 120 - h * (1 / 5040 - h * (1 / 362880)))));
  return unit(product({ x: sine * v.x, y: sine * v.y, z: sine * v.z, w: cosine }, q));
}
