/**
 * Convex bodies of all kinds as a slow oracle sees them: the height of the support along a direction, and the distance of
 * a point from the body, both in local coordinates, in f64, written apart from src/. Lengths are rounded to f32 as the
 * tables hold them.
 */
import type { Shape } from '../../src/shapes/spec.ts';

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export interface RoundBody {
  readonly shape: Shape;
  /** Height of the support along n, |n| = 1 (m). */
  height(n: Vec3): number;
  /** A point of the body that is as far along n. */
  support(n: Vec3): Vec3;
  /** Distance of a point outside of the body, 0 inside (m). */
  beyond(p: Vec3): number;
  /** Largest distance of a point of the body from its origin (m). */
  readonly extent: number;
  /** Directions that may be normals of flat or ruled parts. */
  readonly special: readonly Vec3[];
}

const AXES: Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const f32 = Math.fround;

export function frustumBody(shape: Extract<Shape, { kind: 'frustum' }>): RoundBody {
  const [h, bottom, top, radius] = [shape.halfHeight, shape.bottomRadius, shape.topRadius, shape.radius].map(f32) as [
    number,
    number,
    number,
    number,
  ];
  // the profile as a polygon in (ρ, y)
  const profile: [number, number][] = [
    [0, -h],
    [bottom, -h],
    [top, h],
    [0, h],
  ];
  const slope = Math.atan2(bottom - top, 2 * h);
  const special: Vec3[] = [[0, 1, 0]];
  for (let k = 0; k < 8; k++) {
    const turn = (Math.PI * k) / 4;
    special.push([Math.cos(slope) * Math.cos(turn), Math.sin(slope), Math.cos(slope) * Math.sin(turn)]);
  }
  return {
    shape,
    height: ([x, y, z]) => Math.max(h * y + top * Math.hypot(x, z), -h * y + bottom * Math.hypot(x, z)) + radius,
    support: ([x, y, z]) => {
      const across = Math.hypot(x, z);
      const [rho, at] = h * y + top * across >= -h * y + bottom * across ? [top, h] : [bottom, -h];
      const share = across > 0 ? rho / across : 0;
      return [(share + radius) * x, at + radius * y, (share + radius) * z];
    },
    beyond: ([x, y, z]) => Math.max(0, outOfProfile(profile, Math.hypot(x, z), y) - radius),
    extent: Math.hypot(h, Math.max(bottom, top)) + radius,
    special,
  };
}

/** Distance of (ρ, y), ρ ≥ 0, from a convex profile whose corners go up along the outside. */
function outOfProfile(profile: [number, number][], rho: number, y: number): number {
  let nearest = Infinity;
  // the profile of a disk has no area: all points at its height are on its line
  let inside = rho <= Math.max(...profile.map(([r]) => r));
  for (let k = 0; k + 1 < profile.length; k++) {
    const [[r0, y0], [r1, y1]] = [profile[k]!, profile[k + 1]!];
    const [er, ey] = [r1 - r0, y1 - y0];
    const square = er * er + ey * ey;
    const t = square > 0 ? Math.min(1, Math.max(0, ((rho - r0) * er + (y - y0) * ey) / square)) : 0;
    nearest = Math.min(nearest, Math.hypot(rho - r0 - t * er, y - y0 - t * ey));
    if (er * (y - y0) - ey * (rho - r0) < 0) inside = false;
  }
  return inside ? 0 : nearest;
}

export function ellipsoidBody(shape: Extract<Shape, { kind: 'ellipsoid' }>): RoundBody {
  const axes = shape.radii.map(f32) as Vec3;
  const radius = f32(shape.radius);
  return {
    shape,
    height: (n) => Math.hypot(...n.map((c, k) => c * axes[k]!)) + radius,
    support: (n) => {
      const height = Math.hypot(...n.map((c, k) => c * axes[k]!));
      return n.map((c, k) => c * (axes[k]! ** 2 / height + radius)) as Vec3;
    },
    beyond: (p) => Math.max(0, outOfEllipsoid(axes, p) - radius),
    extent: Math.max(...axes) + radius,
    special: AXES,
  };
}

/** Distance of p from an ellipsoid: p = q + t ∇/2 with q on it, t by bisection. */
function outOfEllipsoid(axes: Vec3, p: Vec3): number {
  const level = (t: number) => p.reduce((sum, c, k) => sum + ((axes[k]! * c) / (axes[k]! ** 2 + t)) ** 2, 0);
  if (level(0) <= 1) return 0;
  let [low, high] = [0, Math.max(...axes) * Math.hypot(...p)];
  for (let k = 0; k < 200; k++) {
    const middle = (low + high) / 2;
    if (level(middle) > 1) low = middle;
    else high = middle;
  }
  return Math.hypot(...p.map((c, k) => (c * high) / (axes[k]! ** 2 + high)));
}

export function taperedCapsuleBody(shape: Extract<Shape, { kind: 'taperedCapsule' }>): RoundBody {
  const [h, a, b, radius] = [shape.halfHeight, shape.radiusA, shape.radiusB, shape.radius].map(f32) as [
    number,
    number,
    number,
    number,
  ];
  return {
    shape,
    height: ([, y]) => Math.max(h * y + a, b - h * y) + radius,
    support: ([x, y, z]) => {
      const [grown, at] = h * y + a >= b - h * y ? [a + radius, h] : [b + radius, -h];
      return [grown * x, at + grown * y, grown * z];
    },
    beyond: (p) => Math.max(0, signedBeyondBalls(h, a, b, p) - radius),
    extent: h + Math.max(a, b) + radius,
    special: AXES,
  };
}

/**
 * Signed distance of p from the hull of balls of radius a at y = h and b at y = −h. It is the least distance from the
 * balls between the two, whose radii go from a to b: |p − c| − r(c), a convex function of the center c.
 */
export function signedBeyondBalls(h: number, a: number, b: number, [x, y, z]: Vec3): number {
  const rho = Math.hypot(x, z);
  const slope = (a - b) / (2 * h);
  // where the ball grows as fast along the axis as it comes nearer to p
  const free = slope * slope < 1 ? y + (slope * rho) / Math.sqrt(1 - slope * slope) : Math.sign(slope) * h;
  const c = Math.min(h, Math.max(-h, free));
  return Math.hypot(rho, y - c) - (a + b) / 2 - slope * c;
}

export function boxBody(shape: Extract<Shape, { kind: 'box' }>): RoundBody {
  const half = shape.halfExtents.map(f32) as Vec3;
  const radius = f32(shape.radius);
  return {
    shape,
    height: (n) => n.reduce((sum, c, k) => sum + Math.abs(c) * half[k]!, radius),
    support: (n) => n.map((c, k) => Math.sign(c) * half[k]! + radius * c) as Vec3,
    beyond: (p) => Math.max(0, Math.hypot(...p.map((c, k) => Math.max(0, Math.abs(c) - half[k]!))) - radius),
    extent: Math.hypot(...half) + radius,
    special: AXES,
  };
}

/** A segment along y, or a point. */
export function capsuleBody(shape: Extract<Shape, { kind: 'segment' | 'point' }>): RoundBody {
  const h = shape.kind === 'point' ? 0 : f32(shape.halfHeight);
  const radius = f32(shape.radius);
  return {
    shape,
    height: ([, y]) => h * Math.abs(y) + radius,
    support: ([x, y, z]) => [radius * x, Math.sign(y) * h + radius * y, radius * z],
    beyond: ([x, y, z]) => Math.max(0, Math.hypot(x, Math.max(0, Math.abs(y) - h), z) - radius),
    extent: h + radius,
    special: AXES,
  };
}

/** A hull that is flat or small: `beyond` is the largest height above its supporting planes along `normals`. */
export function hullBody(shape: Extract<Shape, { kind: 'hull' }>, normals: readonly Vec3[]): RoundBody {
  const points = Array.from({ length: shape.points.length / 3 }, (_, k) =>
    [0, 1, 2].map((c) => f32(shape.points[3 * k + c]!)),
  ) as Vec3[];
  const radius = f32(shape.radius);
  const along = (p: Vec3, n: Vec3) => p[0] * n[0] + p[1] * n[1] + p[2] * n[2];
  const height = (n: Vec3) => Math.max(...points.map((p) => along(p, n))) + radius;
  return {
    shape,
    height,
    support: (n) => {
      const highest = points.reduce((best, p) => (along(p, n) > along(best, n) ? p : best));
      return highest.map((c, k) => c + radius * n[k]!) as Vec3;
    },
    beyond: (p) => Math.max(0, ...normals.map((n) => n[0] * p[0] + n[1] * p[1] + n[2] * p[2] - height(n))),
    extent: Math.max(...points.map((p) => Math.hypot(...p))) + radius,
    special: normals,
  };
}

/** A random rotation. */
export function quaternion(random: () => number): Quat {
  for (;;) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1) as Quat;
    const length = Math.hypot(...q);
    if (length > 0.1 && length < 1) return q.map((c) => c / length) as Quat;
  }
}

/** The rotation by `angle` about an axis of any length. */
export function turnAbout(axis: Vec3, angle: number): Quat {
  const share = Math.sin(angle / 2) / Math.hypot(...axis);
  return [axis[0] * share, axis[1] * share, axis[2] * share, Math.cos(angle / 2)];
}

/** The rotation b, then a. */
export function chained(a: Quat, b: Quat): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
    a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** Rotates a vector by a quaternion of any length but zero. */
export function rotated([x, y, z, w]: Quat, v: Vec3, back = false): Vec3 {
  const s = 2 / (x * x + y * y + z * z + w * w);
  const k = back ? -1 : 1;
  const [tx, ty, tz] = [s * (y * v[2] - z * v[1]), s * (z * v[0] - x * v[2]), s * (x * v[1] - y * v[0])];
  return [
    v[0] + k * w * tx + y * tz - z * ty,
    v[1] + k * w * ty + z * tx - x * tz,
    v[2] + k * w * tz + x * ty - y * tx,
  ];
}
