/** A ray of the table. */
import { RAY_DIRECTIONS, RAY_ORIGINS } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  doublesAt,
  type Flag,
  type Int,
  type Ints,
  max,
  select,
  sqrt,
} from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import type { RayRow } from './tables.ts';

const INFINITE = 1 / 0;
/** A reciprocal that stands for that of 0: a product with a difference of 0 is 0, not NaN. */
const MOST_INVERSE: Double = 1e300;
/** Beyond the nearest hit by more than rounding. */
const BEYOND = 1 + 1 / 281_474_976_710_656;

/** Lengths along a ray are in meters: a point of it is origin + s · unit, and t = s / length. */
export interface Ray {
  readonly origin: Vec;
  /** Unit direction, and its reciprocals. */
  readonly unit: Vec;
  readonly inverse: Vec;
  /** Length of the direction as given. */
  readonly length: Double;
  /** The largest t of a hit. */
  readonly mostT: Double;
}

/** Whether a ray is finite, with a direction of finite length > 0, and mostT ≥ 0. */
export function isValid(ray: Ray): Flag {
  const o = ray.origin;
  const sum = o.x - o.x + (o.y - o.y) + (o.z - o.z);
  // NaN fails every comparison
  return sum === 0 && ray.length > 0 && ray.length < INFINITE && ray.mostT >= 0;
}

/** Keeps a ray in the tables: in locals it would take the registers of the search. */
export function storeRay(to: RayRow, ray: Ray): void {
  storeVec(to.origin, ray.origin);
  storeVec(to.unit, ray.unit);
  storeVec(to.inverse, ray.inverse);
  to.length[0] = ray.length;
  to.mostT[0] = ray.mostT;
}

function storeVec(to: Doubles, v: Vec): void {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

export function rayIn(row: RayRow): Ray {
  return {
    origin: vecIn(row.origin),
    unit: vecIn(row.unit),
    inverse: vecIn(row.inverse),
    length: row.length[0],
    mostT: row.mostT[0],
  };
}

function vecIn(values: Doubles): Vec {
  return { x: values[0], y: values[1], z: values[2] };
}

/** A ray of the table. */
export function rayOf(context: Ints, row: Int): Ray {
  const origin = doublesAt(context[RAY_ORIGINS] + 32 * row);
  const direction = doublesAt(context[RAY_DIRECTIONS] + 32 * row);
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  // scaled, so that no square overflows or vanishes
  const most = max(max(abs(x), abs(y)), abs(z));
  const partX = x / most;
  const partY = y / most;
  const partZ = z / most;
  const norm = sqrt(partX * partX + partY * partY + partZ * partZ);
  const length = most * norm;
  const mostT = origin[3];
  const place: Vec = { x: origin[0], y: origin[1], z: origin[2] };
  const unit: Vec = { x: partX / norm, y: partY / norm, z: partZ / norm };
  return {
    origin: place,
    unit,
    inverse: { x: inverseOf(unit.x), y: inverseOf(unit.y), z: inverseOf(unit.z) },
    length,
    mostT,
  };
}

function inverseOf(part: Double): Double {
  const inverse = 1 / part;
  const isBounded: Flag = abs(inverse) < MOST_INVERSE;
  return select(isBounded, inverse, MOST_INVERSE);
}

/** Where a ray ends for which hits beyond `t` do not count (m). */
export function endOf(ray: Ray, t: Double): Double {
  return t * ray.length * BEYOND;
}

/** Whether `t` is on the ray. NaN is not. */
export function isInReach(ray: Ray, t: Double): Flag {
  return t <= ray.mostT && t < INFINITE;
}
