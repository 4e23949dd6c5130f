/** Where a line meets a box, a ball and a capsule: closed forms in the frame of the body. */
import { abs, type Double, double, type Flag, type Int, int, max, select, sqrt } from '../lanes.ts';
import { add, inner, type Vec } from '../planes/placed.ts';
import type { LocalRay, Passage } from './localRay.ts';

/** The part of a line inside a body, along the line (m), and the outward unit normal at its entry. */
export interface Span {
  readonly meets: Flag;
  readonly entry: Double;
  readonly exit: Double;
  readonly normal: Vec;
}

const INFINITE = 1 / 0;

/** A box that the line passes. Of equal entries the first axis counts. */
export function spanOfBox(local: LocalRay, box: Passage): Span {
  const isX = box.entry === box.x.entry;
  const isY = !isX && box.entry === box.y.entry;
  // a line that passes beside the box, within the slack, touches it where it is nearest
  const isBeside = box.entry > box.exit;
  return {
    meets: true,
    entry: select(isBeside, box.sureEntry, box.entry),
    exit: select(isBeside, box.sureExit, box.exit),
    // integers, because V8 makes a branch of a choice of floats
    normal: {
      x: double(int(isX) * against(local.unit.x)),
      y: double(int(isY) * against(local.unit.y)),
      z: double(int(!(isX || isY)) * against(local.unit.z)),
    },
  };
}

/** The sign of the outward normal that the ray enters along. */
function against(part: Double): Int {
  return 1 - 2 * int(part > 0);
}

/** A ball around the local point (0, y, 0). */
export function spanOfBall(local: LocalRay, y: Double, radius: Double): Span {
  const c: Vec = { x: local.center.x, y: local.center.y - y, z: local.center.z };
  const along = -inner(c, local.unit);
  const nearest = add(c, along, local.unit);
  const across = sqrt(inner(nearest, nearest));
  if (!(across <= radius + local.slack)) return noSpan();
  const half = across < radius ? sqrt((radius - across) * (radius + across)) : 0;
  return {
    meets: true,
    entry: along - half,
    exit: along + half,
    normal: normalOf(add(nearest, -half, local.unit), local.unit),
  };
}

/** A capsule along y: the union of two balls and the cylinder between them. */
export function spanOfCapsule(local: LocalRay, halfHeight: Double, radius: Double): Span {
  const low = spanOfBall(local, -halfHeight, radius);
  const high = spanOfBall(local, halfHeight, radius);
  const side = spanOfSide(local, halfHeight, radius);
  return union(union(low, high), side);
}

/** The side of the cylinder around y, |y| ≤ halfHeight. The balls hold its caps. */
function spanOfSide(local: LocalRay, halfHeight: Double, radius: Double): Span {
  const c = local.center;
  const u = local.unit;
  const share2 = u.x * u.x + u.z * u.z;
  // along y a line enters and leaves through the balls
  if (!(share2 > 0)) return noSpan();
  const share = sqrt(share2);
  const across = abs(c.x * u.z - c.z * u.x) / share;
  if (!(across <= radius + local.slack)) return noSpan();
  const along = -(c.x * u.x + c.z * u.z) / share2;
  const half = across < radius ? sqrt((radius - across) * (radius + across)) / share : 0;
  const entry = along - half;
  const exit = along + half;
  const isEntry = abs(c.y + entry * u.y) <= halfHeight;
  const isExit = abs(c.y + exit * u.y) <= halfHeight;
  const outward: Vec = { x: c.x + entry * u.x, y: 0, z: c.z + entry * u.z };
  return {
    meets: isEntry || isExit,
    entry: select(isEntry, entry, INFINITE),
    exit: select(isExit, exit, -INFINITE),
    normal: normalOf(outward, u),
  };
}

function noSpan(): Span {
  const zero: Vec = { x: 0, y: 0, z: 0 };
  return { meets: false, entry: INFINITE, exit: -INFINITE, normal: zero };
}

function union(a: Span, b: Span): Span {
  const isB = b.entry < a.entry;
  return {
    meets: a.meets || b.meets,
    entry: select(isB, b.entry, a.entry),
    exit: max(a.exit, b.exit),
    normal: select(isB, b.normal, a.normal),
  };
}

/** A unit vector along `v`; against the line if it is zero. */
function normalOf(v: Vec, unit: Vec): Vec {
  const length = sqrt(inner(v, v));
  const isLong = length > 0;
  return {
    x: select(isLong, v.x / length, -unit.x),
    y: select(isLong, v.y / length, -unit.y),
    z: select(isLong, v.z / length, -unit.z),
  };
}
