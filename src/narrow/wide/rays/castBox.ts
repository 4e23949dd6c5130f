/**
 * A box without a radius against the ray: the arithmetic of `rayBody`, `meetBox` and `entered` (scalar/rays), so the
 * bits are the same. Rays whose numbers overflow are left to the host.
 */
import { EXTENT, HALF_X, HALF_Y, HALF_Z } from '../../../shapes/codes.ts';
import { LENGTH, MOST_T, ORIGIN, WAY } from '../../scalar/rays/places.ts';
import { POSITIONS, ROTATIONS } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
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
import type { Vec } from '../planes/placed.ts';
import { isNearer, keepInside, keepNearest } from './keepHit.ts';
import { HOST, SAME } from './tables.ts';

const ROUNDING: Double = 1 / 1_125_899_906_842_624;
const INFINITE = 1 / 0;
/** Reciprocals and places are below this: products with them are finite. */
const MOST: Double = 1e140;

/** Rows of a rotation matrix, local → world. */
interface Matrix {
  readonly a: Vec;
  readonly b: Vec;
  readonly c: Vec;
}

/** @param boundsT where the ray enters the bounds, as t. @returns SAME, NEARER or HOST */
export function castBox(context: Ints, f: Doubles, row: Int, shape: Floats, boundsT: Double): Int {
  const position = doublesAt(context[POSITIONS] + 32 * row);
  const turn = matrixOf(floatsAt(context[ROTATIONS] + 16 * row));
  const x = f[ORIGIN] - position[0];
  const y = f[ORIGIN + 1] - position[1];
  const z = f[ORIGIN + 2] - position[2];
  const way: Vec = { x: f[WAY], y: f[WAY + 1], z: f[WAY + 2] };
  const start = x * way.x + y * way.y + z * way.z;
  const foot: Vec = { x: x - start * way.x, y: y - start * way.y, z: z - start * way.z };
  const c = turned(turn, foot);
  const u = turned(turn, way);
  const size = double(shape[EXTENT]);
  const two: Double = 2;
  const none: Double = 0;
  const slack = ROUNDING * (abs(x) + abs(y) + abs(z) + two * size);
  const inverse: Vec = { x: inverseOf(u.x), y: inverseOf(u.y), z: inverseOf(u.z) };
  if (!(abs(start) + abs(inverse.x) + abs(inverse.y) + abs(inverse.z) < MOST)) return HOST;
  const slabX = slabOf(c.x, u.x, inverse.x, double(shape[HALF_X]), slack);
  const slabY = slabOf(c.y, u.y, inverse.y, double(shape[HALF_Y]), slack);
  const slabZ = slabOf(c.z, u.z, inverse.z, double(shape[HALF_Z]), slack);
  const sureEntry = max(max(slabX.entry - slabX.blur, slabY.entry - slabY.blur), slabZ.entry - slabZ.blur);
  const sureExit = min(min(slabX.exit + slabX.blur, slabY.exit + slabY.blur), slabZ.exit + slabZ.blur);
  if (sureEntry > sureExit) return SAME;
  let entry = max(max(slabX.entry, slabY.entry), slabZ.entry);
  let exit = min(min(slabX.exit, slabY.exit), slabZ.exit);
  const isX = entry === slabX.entry;
  const isY = !isX && entry === slabY.entry;
  // a line that passes beside the box, within the slack, touches it where it is nearest
  if (entry > exit) {
    entry = sureEntry;
    exit = sureExit;
  }
  if (start > exit) return SAME;
  if (start >= entry) return keepInside(context, f, row, max(none, boundsT));
  const own = max(none, entry - start) / f[LENGTH];
  if (!(own <= f[MOST_T] && own < INFINITE)) return SAME;
  const t = max(own, boundsT);
  if (isNearer(context, f, row, t) === SAME) return SAME;
  const one: Double = 1;
  const nx = select(isX, select(u.x > 0, -one, one), none);
  const ny = select(isY, select(u.y > 0, -one, one), none);
  const nz = select(isX || isY, none, select(u.z > 0, -one, one));
  const slope = abs(nx * u.x + ny * u.y + nz * u.z);
  const normal: Vec = {
    x: turn.a.x * nx + turn.a.y * ny + turn.a.z * nz,
    y: turn.b.x * nx + turn.b.y * ny + turn.b.z * nz,
    z: turn.c.x * nx + turn.c.y * ny + turn.c.z * nz,
  };
  keepNearest(f, row, t, normal, min(slack / slope, two * size), 0);
  return 1;
}

/** The arithmetic of scalar/rotation.ts. */
export function matrixOf(q: Floats): Matrix {
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
export function turned(turn: Matrix, v: Vec): Vec {
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
