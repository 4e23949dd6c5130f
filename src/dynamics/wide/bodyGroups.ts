/** What the passes over bodies share: groups of four successive rows, and the limits of their columns. */
import {
  any,
  type Flag,
  type Int,
  type Ints,
  intColumnAt,
  type Lane,
  max,
  min,
  select,
  sqrt,
  where,
} from '../../language/lanes.ts';
import { dot, type Quat, scale, type Vec3 } from '../../math/lanes/vectors.ts';
import { AWAKE, KINDS, KINEMATIC } from './context.ts';
import { FARTHEST_TURN, FASTEST } from './limits.ts';

/** Rows that a pass loads at once. */
export const GROUP = 4;

/** Whether none of four rows is awake or kinematic. */
export function isStill(context: Ints, id: Int): Flag {
  const kind = intColumnAt(context[KINDS])[id];
  return !any(kind === AWAKE || kind === KINEMATIC);
}

/** 1 / each component, and 0 for 0: a body that cannot rotate has no momentum. */
export function reciprocals(v: Quat): Vec3 {
  return { x: where(v.x > 0, 1 / v.x), y: where(v.y > 0, 1 / v.y), z: where(v.z > 0, 1 / v.z) };
}

/** Clamps each component to −most … most. */
export function within(most: Lane, v: Vec3): Vec3 {
  return { x: cut(v.x, most), y: cut(v.y, most), z: cut(v.z, most) };
}

/** Shortens the rotation vector of a step to FARTHEST_TURN. */
export function turnWithin(v: Vec3): Vec3 {
  // what is squared must not overflow
  return shorten(FARTHEST_TURN, within(FARTHEST_TURN, v));
}

/** Clamps a spin (rad/s) to FASTEST, and shortens it to FARTHEST_TURN in a step (s). */
export function spinWithin(step: Lane, v: Vec3): Vec3 {
  return shorten(FARTHEST_TURN / step, within(FASTEST, v));
}

function shorten(most: Lane, v: Vec3): Vec3 {
  const square = dot(v, v);
  return scale(select(square > most * most, most / sqrt(square), 1), v);
}

export function cut(x: Lane, most: Lane): Lane {
  return max(min(x, most), -most);
}
