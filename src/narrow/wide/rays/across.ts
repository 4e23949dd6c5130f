/**
 * The plane across a ray: its axes, and supports of a body in them. The origin is a point of the line, so the line is
 * x = y = 0, and z counts along it.
 */
import { abs, type Double, double, type Flag, type Ints, int, sqrt } from '../lanes.ts';
import { add, inner, type Vec } from '../planes/placed.ts';
import { supportOf } from './composites.ts';

export interface Across {
  readonly x: Vec;
  readonly y: Vec;
  /** The unit direction of the ray. */
  readonly z: Vec;
  readonly center: Vec;
}

/** @param center of the plane @param u the unit direction of the ray, local; axes of the frame if u is one */
export function acrossOf(center: Vec, u: Vec): Across {
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
    y: { x: u.y * first.z - u.z * first.y, y: u.z * first.x - u.x * first.z, z: u.x * first.y - u.y * first.x },
    z: u,
    center,
  };
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

/**
 * The point of the grown body that is farthest along a direction, both in the axes of the plane.
 * @param words the row of its shape @param growth radius by which the core is grown (m)
 * @param toward of any length but zero
 */
export function supportAcross(context: Ints, words: Ints, growth: Double, across: Across, toward: Vec): Vec {
  const point = supportOf(context, words, localAcross(across, toward));
  const grow = growth > 0 ? growth / sqrt(inner(toward, toward)) : 0;
  return add(seenAcross(across, point), grow, toward);
}
