/** Vectors, rotations and places of one pair, in f64. */
import {
  abs,
  type Double,
  double,
  doublesAt,
  type Flag,
  floatsAt,
  type Int,
  type Ints,
} from '../../../language/lanes.ts';
import { POSITIONS, ROTATIONS } from '../../../tables/kernelContext.ts';

/** A vector of one pair. */
export interface Vec {
  readonly x: Double;
  readonly y: Double;
  readonly z: Double;
}

/** A rotation by a quaternion of any length but zero. */
export interface Turn {
  readonly u: Vec;
  readonly w: Double;
  /** 2 / its squared length. */
  readonly scale: Double;
}

export function inner(a: Vec, b: Vec): Double {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/** a + s b */
export function add(a: Vec, s: Double, b: Vec): Vec {
  return { x: a.x + s * b.x, y: a.y + s * b.y, z: a.z + s * b.z };
}

export function negative(v: Vec): Vec {
  return { x: -v.x, y: -v.y, z: -v.z };
}

export function outer(a: Vec, b: Vec): Vec {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

/** The rotation of a collider. */
export function turnOf(context: Ints, id: Int): Turn {
  const q = floatsAt(context[ROTATIONS] + 16 * id);
  const u: Vec = { x: double(q[0]), y: double(q[1]), z: double(q[2]) };
  const w = double(q[3]);
  return { u, w, scale: 2 / (inner(u, u) + w * w) };
}

/** Whether a rotation is finite, and not zero. The scalar kernel computes rows with very short or long quaternions. */
export function isTurn(turn: Turn): Flag {
  return turn.scale > 1e-18 && turn.scale < 1e18;
}

/** World → local: v − w t + u × t, with t = scale (u × v). */
export function toLocal(turn: Turn, v: Vec): Vec {
  const c = outer(turn.u, v);
  const t: Vec = { x: turn.scale * c.x, y: turn.scale * c.y, z: turn.scale * c.z };
  return add(add(v, -turn.w, t), 1, outer(turn.u, t));
}

/** Local → world: v + w t + u × t. */
export function toWorld(turn: Turn, v: Vec): Vec {
  const c = outer(turn.u, v);
  const t: Vec = { x: turn.scale * c.x, y: turn.scale * c.y, z: turn.scale * c.z };
  return add(add(v, turn.w, t), 1, outer(turn.u, t));
}

/** The position of collider `to` minus that of `from`. */
export function offsetOf(context: Ints, from: Int, to: Int): Vec {
  const a = doublesAt(context[POSITIONS] + 32 * from);
  const b = doublesAt(context[POSITIONS] + 32 * to);
  return { x: b[0] - a[0], y: b[1] - a[1], z: b[2] - a[2] };
}

/** |x| + |y| + |z| */
export function lengthOf(v: Vec): Double {
  return abs(v.x) + abs(v.y) + abs(v.z);
}
