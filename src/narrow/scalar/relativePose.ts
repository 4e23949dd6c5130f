/** The relative pose of a pair: B in frame A, and the way back to the world. */
import type { PairContext } from './context.ts';
import type { Quat, Vec3 } from './vectors.ts';

/**
 * Relates the poses of colliders `a` and `b`. The offset is a difference in f64, world axes.
 *
 * conjugate(a) b rotates B's frame into A's; s = 2 / |q|² normalizes on the way: R = 1 + s (w [u]× + [u]×²), u = q.xyz.
 */
export function relativePose(context: PairContext, a: number, b: number) {
  const { positions, rotations } = context;
  const p = 4 * a;
  const q = 4 * b;
  const ax = rotations[p];
  const ay = rotations[p + 1];
  const az = rotations[p + 2];
  const aw = rotations[p + 3];
  const bx = rotations[q];
  const by = rotations[q + 1];
  const bz = rotations[q + 2];
  const bw = rotations[q + 3];
  const ox = positions[q] - positions[p];
  const oy = positions[q + 1] - positions[p + 1];
  const oz = positions[q + 2] - positions[p + 2];
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by - ay * bw - az * bx + ax * bz;
  const z = aw * bz - az * bw - ax * by + ay * bx;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  const scaleA = 2 / (ax * ax + ay * ay + az * az + aw * aw);
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  const quatA = { x: ax, y: ay, z: az, w: aw };
  const offset = { x: ox, y: oy, z: oz };
  return {
    /** Rotation B → A. */
    rotation: {
      x: { x: 1 - sy * y - sz * z, y: sx * y - sz * w, z: sx * z + sy * w },
      y: { x: sx * y + sz * w, y: 1 - sx * x - sz * z, z: sy * z - sx * w },
      z: { x: sx * z - sy * w, y: sy * z + sx * w, z: 1 - sx * x - sy * y },
    },
    /** Position of B in frame A. */
    shift: fromWorld(quatA, scaleA, offset),
    /** Position of B minus position of A, world axes. */
    offset,
    /** Rotation of A, of any length but zero, and 2 / its squared length. */
    quatA,
    scaleA,
    /** All numbers are finite, and no quaternion is zero. */
    valid: scaleA + s + ox * ox + oy * oy + oz * oz < Infinity && scaleA > 0 && s > 0,
  };
}

export type RelativePose = ReturnType<typeof relativePose>;

/** World → A: v − w t + u × t, with t = s (u × v), u = q.xyz. */
export function fromWorld(q: Quat, s: number, v: Vec3): Vec3 {
  const tx = s * (q.y * v.z - q.z * v.y);
  const ty = s * (q.z * v.x - q.x * v.z);
  const tz = s * (q.x * v.y - q.y * v.x);
  return {
    x: v.x - q.w * tx + (q.y * tz - q.z * ty),
    y: v.y - q.w * ty + (q.z * tx - q.x * tz),
    z: v.z - q.w * tz + (q.x * ty - q.y * tx),
  };
}

/** A → world: v + w t + u × t. */
export function toWorld(q: Quat, s: number, v: Vec3): Vec3 {
  const tx = s * (q.y * v.z - q.z * v.y);
  const ty = s * (q.z * v.x - q.x * v.z);
  const tz = s * (q.x * v.y - q.y * v.x);
  return {
    x: v.x + q.w * tx + (q.y * tz - q.z * ty),
    y: v.y + q.w * ty + (q.z * tx - q.x * tz),
    z: v.z + q.w * tz + (q.x * ty - q.y * tx),
  };
}
