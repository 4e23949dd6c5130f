/**
 * The ray in the frame of a body, and its passage through a box there: the arithmetic of `localRay` (scalar/rays/
 * rayBody.ts), scalar/rotation.ts and `meetBox` (scalar/rays/closed.ts), so the bits are the same.
 */
import { ORIGIN, WAY } from '../../scalar/rays/places.ts';
import { POSITIONS, ROTATIONS } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  double,
  doublesAt,
  type Flag,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  max,
  min,
  select,
} from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';

const ROUNDING: Double = 1 / 1_125_899_906_842_624;
/** Reciprocals and places are below this: products with them are finite. */
const MOST: Double = 1e140;

/** Rows of a rotation matrix, local → world. */
interface Matrix {
  readonly a: Vec;
  readonly b: Vec;
  readonly c: Vec;
}

/** The ray in the frame of a body: the fields of scalar/rays/places.ts. */
export interface LocalRay {
  readonly turn: Matrix;
  readonly center: Vec;
  readonly unit: Vec;
  /** Reciprocals of the unit direction; 0 for 0. */
  readonly inverse: Vec;
  readonly start: Double;
  readonly slack: Double;
}

export function localRay(context: Ints, f: Doubles, row: Int, size: Double): LocalRay {
  const position = doublesAt(context[POSITIONS] + 32 * row);
  const turn = matrixOf(floatsAt(context[ROTATIONS] + 16 * row));
  const x = f[ORIGIN] - position[0];
  const y = f[ORIGIN + 1] - position[1];
  const z = f[ORIGIN + 2] - position[2];
  const way: Vec = { x: f[WAY], y: f[WAY + 1], z: f[WAY + 2] };
  const start = x * way.x + y * way.y + z * way.z;
  const foot: Vec = { x: x - start * way.x, y: y - start * way.y, z: z - start * way.z };
  const unit = turned(turn, way);
  const two: Double = 2;
  return {
    turn,
    center: turned(turn, foot),
    unit,
    inverse: { x: inverseOf(unit.x), y: inverseOf(unit.y), z: inverseOf(unit.z) },
    start,
    slack: ROUNDING * (abs(x) + abs(y) + abs(z) + two * size),
  };
}

/** Whether no product with the numbers of the ray overflows. */
export function isTame(ray: LocalRay): Flag {
  return abs(ray.start) + abs(ray.inverse.x) + abs(ray.inverse.y) + abs(ray.inverse.z) < MOST;
}

/** Where the line passes the planes of a box. */
export interface Passage {
  readonly x: Slab;
  readonly y: Slab;
  readonly z: Slab;
  readonly entry: Double;
  readonly exit: Double;
  /** The same for a box larger by the slack. */
  readonly sureEntry: Double;
  readonly sureExit: Double;
}

/** @param half half extents of the box, from this address on */
export function passBox(c: Vec, u: Vec, inverse: Vec, half: Floats, slack: Double): Passage {
  const x = slabOf(c.x, u.x, inverse.x, double(half[0]), slack);
  const y = slabOf(c.y, u.y, inverse.y, double(half[1]), slack);
  const z = slabOf(c.z, u.z, inverse.z, double(half[2]), slack);
  return {
    x,
    y,
    z,
    entry: max(max(x.entry, y.entry), z.entry),
    exit: min(min(x.exit, y.exit), z.exit),
    sureEntry: max(max(x.entry - x.blur, y.entry - y.blur), z.entry - z.blur),
    sureExit: min(min(x.exit + x.blur, y.exit + y.blur), z.exit + z.blur),
  };
}

/** Local → world. */
export function turnedBack(turn: Matrix, v: Vec): Vec {
  return {
    x: turn.a.x * v.x + turn.a.y * v.y + turn.a.z * v.z,
    y: turn.b.x * v.x + turn.b.y * v.y + turn.b.z * v.z,
    z: turn.c.x * v.x + turn.c.y * v.y + turn.c.z * v.z,
  };
}

/** The arithmetic of scalar/rotation.ts. */
function matrixOf(q: Floats): Matrix {
  const x = double(q[0]);
  const y = double(q[1]);
  const z = double(q[2]);
  const w = double(q[3]);
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  return {
    a: { x: 1 - sy * y - sz * z, y: sx * y - sz * w, z: sx * z + sy * w },
    b: { x: sx * y + sz * w, y: 1 - sx * x - sz * z, z: sy * z - sx * w },
    c: { x: sx * z - sy * w, y: sy * z + sx * w, z: 1 - sx * x - sy * y },
  };
}

/** World → local. */
function turned(turn: Matrix, v: Vec): Vec {
  return {
    x: turn.a.x * v.x + turn.b.x * v.y + turn.c.x * v.z,
    y: turn.a.y * v.x + turn.b.y * v.y + turn.c.y * v.z,
    z: turn.a.z * v.x + turn.b.z * v.y + turn.c.z * v.z,
  };
}

/** A reciprocal; 0 for a direction along the faces. */
function inverseOf(part: Double): Double {
  return select(part === 0, 0, 1 / part);
}

interface Slab {
  readonly entry: Double;
  readonly exit: Double;
  /** The slack, counted along the ray. */
  readonly blur: Double;
}

/** Where the line passes the two planes of an axis. Along the faces: everywhere, or nowhere. */
function slabOf(c: Double, u: Double, inverse: Double, half: Double, slack: Double): Slab {
  const share = abs(inverse);
  const middle = -(c * inverse);
  const everywhere: Double = 1 / 0;
  const room = select(u === 0, select(abs(c) > half + slack, -everywhere, everywhere), half * share);
  return { entry: middle - room, exit: middle + room, blur: slack * share };
}
