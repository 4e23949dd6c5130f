/**
 * The plane across a ray: its axes, and supports of a body in them. The origin is a point of the line, so the line is
 * x = y = 0, and z counts along it.
 */
import { abs, type Double, double, type Flag, type Ints, int, sqrt } from '../lanes.ts';
import { add, inner, outer, type Vec } from '../planes/placed.ts';
import { supportOf } from './composites.ts';
import type { LocalRay } from './localRay.ts';

/** A body as a ray sees it: its axes are local. */
export interface Across {
  readonly x: Vec;
  readonly y: Vec;
  /** The unit direction of the ray. */
  readonly z: Vec;
  /** The origin. */
  readonly center: Vec;
  /** Radius by which the core is grown (m). */
  readonly growth: Double;
  /** A line that passes within it meets the body (m). */
  readonly slack: Double;
}

/** The axes are those of the local frame if the ray is along one. */
export function acrossOf(local: LocalRay, growth: Double): Across {
  const u = local.unit;
  const x = abs(u.x);
  const y = abs(u.y);
  const z = abs(u.z);
  // the axis that is most across
  const isX: Flag = x <= y && x <= z;
  const isY: Flag = !isX && y <= z;
  // integers, because V8 makes a branch of a choice of floats
  const axis: Vec = { x: double(int(isX)), y: double(int(isY)), z: double(int(!(isX || isY))) };
  const v = add(axis, -inner(axis, u), u);
  const one: Double = 1;
  const share = one / sqrt(inner(v, v));
  const first: Vec = { x: v.x * share, y: v.y * share, z: v.z * share };
  return {
    x: first,
    y: outer(u, first),
    z: u,
    center: local.center,
    growth,
    slack: local.slack,
  };
}

/** The same body, grown otherwise. */
export function regrown(across: Across, growth: Double): Across {
  return { x: across.x, y: across.y, z: across.z, center: across.center, growth, slack: across.slack };
}

/** A local point in the axes of the plane. */
export function seenAcross(across: Across, point: Vec): Vec {
  const offset = add(point, -1, across.center);
  return { x: inner(offset, across.x), y: inner(offset, across.y), z: inner(offset, across.z) };
}

/** A direction of the plane in the local frame. */
export function localAcross(across: Across, v: Vec): Vec {
  return {
    x: v.x * across.x.x + v.y * across.y.x + v.z * across.z.x,
    y: v.x * across.x.y + v.y * across.y.y + v.z * across.z.y,
    z: v.x * across.x.z + v.y * across.y.z + v.z * across.z.z,
  };
}

/** Seen along the ray, twice the area of the origin and two points: > 0 if they are counter-clockwise. */
export function areaOf(a: Vec, b: Vec): Double {
  return a.x * b.y - a.y * b.x;
}

/**
 * The point of the grown body that is farthest along a direction, both in the axes of the plane.
 * @param words the row of its shape @param toward of any length but zero
 */
export function supportAcross(context: Ints, words: Ints, across: Across, toward: Vec): Vec {
  const point = supportOf(context, words, localAcross(across, toward));
  const grow = across.growth > 0 ? across.growth / sqrt(inner(toward, toward)) : 0;
  return add(seenAcross(across, point), grow, toward);
}
