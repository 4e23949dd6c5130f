/**
 * The ray in the frame of a body. It is moved along itself to the point nearest to the body's position before it is
 * turned, so a distant origin costs the bits of its own coordinates only. The slack covers this rounding: a ray that
 * passes within it meets the body, so no ray passes between two bodies that touch.
 */
import { POSITIONS, ROTATIONS } from '../context.ts';
import {
  abs,
  type Double,
  double,
  doublesAt,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  max,
  min,
  select,
} from '../lanes.ts';
import { add, inner, lengthOf, type Vec } from '../planes/placed.ts';
import type { Ray } from './ray.ts';

/** Rounding of the local ray, as a part of the origin's distance and of the size. */
const ROUNDING: Double = 1 / 1_125_899_906_842_624;
/** Directions less along an axis count as across it: their reciprocals would overflow in products. */
const LEAST_PART: Double = 1e-140;

/** Rows of a rotation matrix, local → world. */
interface Matrix {
  readonly a: Vec;
  readonly b: Vec;
  readonly c: Vec;
}

export interface LocalRay {
  readonly turn: Matrix;
  /** The point of the line nearest to the position of the body, and the unit direction. */
  readonly center: Vec;
  readonly unit: Vec;
  /** Reciprocals of the unit direction; 0 for 0. */
  readonly inverse: Vec;
  /** The ray's origin, counted along the line from `center` (m). */
  readonly start: Double;
  /** A ray that passes within this distance of a body meets it: more than the rounding of the local ray (m). */
  readonly slack: Double;
  /** Extent and radius of the body together (m). */
  readonly size: Double;
}

export function localRay(context: Ints, ray: Ray, row: Int, size: Double): LocalRay {
  const position = doublesAt(context[POSITIONS] + 32 * row);
  const turn = matrixOf(floatsAt(context[ROTATIONS] + 16 * row));
  const offset: Vec = {
    x: ray.origin.x - position[0],
    y: ray.origin.y - position[1],
    z: ray.origin.z - position[2],
  };
  const start = inner(offset, ray.unit);
  const unit = turned(turn, ray.unit);
  const two: Double = 2;
  return {
    turn,
    center: turned(turn, add(offset, -start, ray.unit)),
    unit,
    inverse: { x: inverseOf(unit.x), y: inverseOf(unit.y), z: inverseOf(unit.z) },
    start,
    slack: ROUNDING * (lengthOf(offset) + two * size),
    size,
  };
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

/** @param half half extents of the box */
export function passBox(local: LocalRay, half: Vec, slack: Double): Passage {
  const x = slabOf(local.center.x, local.inverse.x, half.x, slack);
  const y = slabOf(local.center.y, local.inverse.y, half.y, slack);
  const z = slabOf(local.center.z, local.inverse.z, half.z, slack);
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
  return select(abs(part) < LEAST_PART, 0, 1 / part);
}

interface Slab {
  readonly entry: Double;
  readonly exit: Double;
  /** The slack, counted along the ray. */
  readonly blur: Double;
}

/** Where the line passes the two planes of an axis. Along the faces: everywhere, or nowhere. */
function slabOf(c: Double, inverse: Double, half: Double, slack: Double): Slab {
  const share = abs(inverse);
  const middle = -(c * inverse);
  const everywhere: Double = 1 / 0;
  const room = select(inverse === 0, select(abs(c) > half + slack, -everywhere, everywhere), half * share);
  return { entry: middle - room, exit: middle + room, blur: slack * share };
}
