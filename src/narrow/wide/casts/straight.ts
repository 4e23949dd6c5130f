/**
 * One cast without turns, in f64: the sweep of the boxes around two shapes, the contact of boxes, and the sweep of
 * cores with vertices. The same functions as on the host, and the same bits. What has no proof is left to the host.
 */

import { CastStatus } from '../../../queries/casts/status.ts';
import { CORNERED, EXTENT, HALF_X, RADIUS, SHAPE_BYTES, TRAITS } from '../../../shapes/codes.ts';
import { AT_START, countEdges, NEVER, startSweep, sweepBoxes } from '../../scalar/cast/boxSweep.ts';
import { touchBoxes } from '../../scalar/cast/boxTouch.ts';
import { startAlong } from '../../scalar/cast/coreSweep.ts';
import {
  AXIS,
  BODY_A,
  ENTER,
  EXTENT_A,
  EXTENT_B,
  GAP,
  HALF_A,
  HALF_B,
  OFFSET,
  PAIR_SIZE,
  POINT,
  RADIUS_A,
  RADIUS_B,
  ROTATION,
  ROUNDING,
  SINCE,
  TIME,
  VELOCITY,
} from '../../scalar/cast/places.ts';
import { F32_ROUNDING, F64_ROUNDING } from '../../scalar/rounding.ts';
import {
  CAST_NORMALS,
  CAST_OFFSETS_A,
  CAST_OFFSETS_B,
  CAST_STATUS,
  CAST_T,
  COLLIDER_SHAPES,
  ROTATIONS,
  SHAPE_WORDS,
} from '../context.ts';
import {
  addressOf,
  bytesAt,
  type Double,
  type Doubles,
  double,
  doublesAt,
  float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  select,
} from '../lanes.ts';
import { sweepCores } from './sweepCores.ts';

const NAN_BITS = 0x7fc00000;
const INFINITE: Double = 1 / 0;

/** Loads the shape and the rotation of a row. @returns the traits of its core; −1 if the quaternion is no rotation */
export function loadBody(context: Ints, c: Doubles, row: Int, body: Int): Int {
  const words = wordsOf(context, row);
  const reals = floatsAt(words);
  const rotation = floatsAt(context[ROTATIONS] + 16 * row);
  const isA = body === BODY_A;
  const half: Int = isA ? HALF_A : HALF_B;
  const extent: Int = isA ? EXTENT_A : EXTENT_B;
  const radius: Int = isA ? RADIUS_A : RADIUS_B;
  c[extent] = double(reals[EXTENT]);
  c[radius] = double(reals[RADIUS]);
  for (let k: Int = 0; k < 3; k++) c[half + k] = double(reals[HALF_X + k]);
  let square: Double = 0;
  for (let k: Int = 0; k < 4; k++) {
    const q = double(rotation[k]);
    c[body + ROTATION + k] = q;
    square += q * q;
  }
  if (square > 0 && square < INFINITE) return words[TRAITS];
  return -1;
}

/**
 * Sweeps the boxes of a cast without turns that has begun.
 * @param traits those of the cores of A and B
 * @returns the axis along which they meet at c[ENTER], or NEVER, AT_START
 */
export function sweepLoaded(c: Doubles, leaving: Int, traits: Ints): Int {
  startSweep(c, leaving, traits[0], traits[1]);
  return sweepBoxes(c, countEdges(traits[0], traits[1]));
}

/**
 * Goes on after the sweep of the boxes of two rows.
 * @param traits those of the cores of A and B
 * @returns a `CastStatus`, or LEFT for the host
 */
export function meetStraight(context: Ints, c: Doubles, axis: Int, rowA: Int, rowB: Int, traits: Ints): Int {
  if (axis === NEVER) return CastStatus.Free;
  c[TIME] = 0;
  if (axis !== AT_START) {
    c[TIME] = c[ENTER];
    c[SINCE] = c[ENTER];
    if ((traits[0] & traits[1] & CORNERED) !== 0) {
      const isTouch = touchBoxes(c, axis);
      if (isTouch === 1) return CastStatus.Hit;
    }
  }
  startAlong(c, axis);
  return sweepCores(context, c, wordsOf(context, rowA), wordsOf(context, rowB));
}

/** The row of the shape table. */
function wordsOf(context: Ints, row: Int): Ints {
  return intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * intsAt(context[COLLIDER_SHAPES])[row]);
}

/** Writes a row of the results but its id. @param isSwapped 1 if A of the cast is B of the row */
export function writeHit(context: Ints, c: Doubles, row: Int, isSwapped: Int): void {
  const normals = floatsAt(context[CAST_NORMALS] + 16 * row);
  const offsetsA = floatsAt(context[CAST_OFFSETS_A] + 16 * row);
  const offsetsB = floatsAt(context[CAST_OFFSETS_B] + 16 * row);
  const isTurned = isSwapped === 1;
  const onA = floatsAt(select(isTurned, addressOf(offsetsB), addressOf(offsetsA)));
  const onB = floatsAt(select(isTurned, addressOf(offsetsA), addressOf(offsetsB)));
  const sign: Double = isSwapped === 1 ? -1 : 1;
  const distance = c[GAP];
  bytesAt(context[CAST_STATUS])[row] = CastStatus.Hit;
  doublesAt(context[CAST_T])[row] = c[TIME];
  for (let k: Int = 0; k < 3; k++) {
    const normal = c[AXIS + k];
    const point = c[POINT + k];
    normals[k] = float(sign * normal);
    onA[k] = float(point);
    onB[k] = float(point + distance * normal - (c[OFFSET + k] + c[TIME] * c[VELOCITY + k]));
  }
  normals[3] = float(distance);
  offsetsA[3] = float(F32_ROUNDING * distance + F64_ROUNDING * c[PAIR_SIZE] + c[ROUNDING]);
  offsetsB[3] = 0;
}

export function writeFree(context: Ints, row: Int): void {
  bytesAt(context[CAST_STATUS])[row] = CastStatus.Free;
  doublesAt(context[CAST_T])[row] = 1;
  const normals = intsAt(context[CAST_NORMALS] + 16 * row);
  const offsetsA = intsAt(context[CAST_OFFSETS_A] + 16 * row);
  const offsetsB = intsAt(context[CAST_OFFSETS_B] + 16 * row);
  for (let k: Int = 0; k < 4; k++) {
    normals[k] = NAN_BITS;
    offsetsA[k] = NAN_BITS;
    offsetsB[k] = NAN_BITS;
  }
}
