/** The relative pose of a pair: B in frame A, and the way back to the world. Hosts and wasm compile this file. */
import type { Double, Flag } from '../../language/lanes.ts';
import type { Mat3, Quat, Vec3 } from '../../math/vectors.ts';

export interface RelativePose {
  /** Rotation B → A. */
  readonly rotation: Mat3;
  /** Position of B in frame A. */
  readonly shift: Vec3;
  /** Position of B minus position of A, world axes. */
  readonly offset: Vec3;
  /** Rotation of A, of any length but zero, and 2 / its squared length. */
  readonly quatA: Quat;
  readonly scaleA: Double;
  /** All numbers are finite, and no quaternion is zero. */
  readonly valid: Flag;
}

/**
 * Relates two poses by their rotations, and the offset from A to B, world axes.
 *
 * conjugate(a) b rotates B's frame into A's; s = 2 / |q|² normalizes on the way: R = 1 + s (w [u]× + [u]×²), u = q.xyz.
 */
export function relativePose(a: Quat, b: Quat, offset: Vec3): RelativePose {
  const x = a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y;
  const y = a.w * b.y - a.y * b.w - a.z * b.x + a.x * b.z;
  const z = a.w * b.z - a.z * b.w - a.x * b.y + a.y * b.x;
  const w = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  const scaleA = 2 / (a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  return {
    rotation: {
      x: { x: 1 - sy * y - sz * z, y: sx * y - sz * w, z: sx * z + sy * w },
      y: { x: sx * y + sz * w, y: 1 - sx * x - sz * z, z: sy * z - sx * w },
      z: { x: sx * z - sy * w, y: sy * z + sx * w, z: 1 - sx * x - sy * y },
    },
    shift: fromWorld(a, scaleA, offset),
    offset,
    quatA: a,
    scaleA,
    valid:
      scaleA + s + offset.x * offset.x + offset.y * offset.y + offset.z * offset.z < Infinity && scaleA > 0 && s > 0,
  };
}

/** World → A: v − w t + u × t, with t = s (u × v), u = q.xyz. */
export function fromWorld(q: Quat, s: Double, v: Vec3): Vec3 {
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
export function toWorld(q: Quat, s: Double, v: Vec3): Vec3 {
  const tx = s * (q.y * v.z - q.z * v.y);
  const ty = s * (q.z * v.x - q.x * v.z);
  const tz = s * (q.x * v.y - q.y * v.x);
  return {
    x: v.x + q.w * tx + (q.y * tz - q.z * ty),
    y: v.y + q.w * ty + (q.z * tx - q.x * tz),
    z: v.z + q.w * tz + (q.x * ty - q.y * tx),
  };
}
