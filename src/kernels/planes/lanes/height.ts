/** The result of a pair whose distance is the height of one shape's lowest point over a plane of the other, in f64. */
import {
  abs,
  bytesAt,
  type Double,
  double,
  type Float,
  float,
  floatsAt,
  type Int,
  type Ints,
} from '../../../language/lanes.ts';
import { F32_ROUNDING, F64_ROUNDING } from '../../../math/rounding.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import {
  DEPTH,
  MAX_DISTANCE,
  OFFSET_A,
  OFFSET_B,
  OVERLAP_ONLY,
  SEPARATION,
  STATUS,
} from '../../../tables/kernelContext.ts';
import { writeNoSeparation, writeOverlap } from '../../rows/lanes/pairResult.ts';
import { add, type Vec } from './placed.ts';

const INFINITE: Float = 1 / 0;

/** The lowest point of the core of a body over a plane of its base; world axes, m. */
export interface Height {
  /** The outward normal of the plane. */
  readonly up: Vec;
  /** Position of the body minus position of the base. */
  readonly offset: Vec;
  /** The point minus the position of the body. */
  readonly arm: Vec;
  /** Its height over the plane. */
  readonly level: Double;
  readonly radius: Double;
  readonly baseRadius: Double;
  /** The length that the rounding of f64 is relative to. */
  readonly reach: Double;
  /** Error of the distance without rounding (m). */
  readonly error: Double;
}

/** Writes a row. `baseFirst` is 1 if the base is the caller's first collider. */
export function writeHeight(context: Ints, row: Int, baseFirst: Int, height: Height): void {
  const level = height.level;
  const radius = height.radius;
  const baseRadius = height.baseRadius;
  const up = height.up;
  const distance = level - (radius + baseRadius);
  if (context[OVERLAP_ONLY] === 1) {
    writeVerdict(context, row, distance);
    return;
  }
  if (context[DEPTH] !== 1 && distance <= 0) {
    if (level <= 0) writeOverlap(context, row);
    else writeNoSeparation(context, row);
    bytesAt(context[STATUS])[row] = Status.Overlapping;
    return;
  }
  let bound = F32_ROUNDING * abs(distance) + F64_ROUNDING * height.reach + height.error;
  if (distance > double(floatsAt(context)[MAX_DISTANCE])) {
    bytesAt(context[STATUS])[row] = Status.BeyondMaxDistance;
    bound = double(INFINITE);
  } else writeVerdict(context, row, distance);
  const onBody = add(height.arm, -radius, up);
  const onBase = add(add(height.offset, 1, height.arm), baseRadius - level, up);
  let sign: Double = -1;
  if (baseFirst === 1) sign = 1;
  const normal: Vec = { x: sign * up.x, y: sign * up.y, z: sign * up.z };
  put(context[SEPARATION] + 16 * row, normal, distance);
  if (baseFirst === 1) {
    put(context[OFFSET_A] + 16 * row, onBase, bound);
    put(context[OFFSET_B] + 16 * row, onBody, 0);
  } else {
    put(context[OFFSET_A] + 16 * row, onBody, bound);
    put(context[OFFSET_B] + 16 * row, onBase, 0);
  }
}

function writeVerdict(context: Ints, row: Int, distance: Double): void {
  let status: Int = Status.Overlapping;
  if (distance > 0) status = Status.Separated;
  bytesAt(context[STATUS])[row] = status;
}

/** Writes x y z w, rounded to f32. */
export function put(address: Int, v: Vec, w: Double): void {
  const to = floatsAt(address);
  to[0] = float(v.x);
  to[1] = float(v.y);
  to[2] = float(v.z);
  to[3] = float(w);
}
