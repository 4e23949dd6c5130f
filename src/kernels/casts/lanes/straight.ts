/**
 * One cast without turns, in f64: the sweep of the boxes around two shapes, the contact of boxes, and the sweep of
 * cores with vertices. The same functions as on the host, and the same bits. What has no proof is left to the host.
 */
import { CastStatus } from '../../../queries/casts/status.ts';
import { EXTENT, HALF_X, RADIUS, SHAPE_BYTES, TRAITS } from '../../../shapes/codes.ts';
import {
  addressOf,
  bytesAt,
  type Double,
  double,
  doublesAt,
  float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  select,
} from '../../lanes.ts';
import { F32_ROUNDING, F64_ROUNDING } from '../../math/rounding.ts';
import {
  CAST_NORMALS,
  CAST_OFFSETS_A,
  CAST_OFFSETS_B,
  CAST_STATUS,
  CAST_T,
  COLLIDER_SHAPES,
  ROTATIONS,
  SHAPE_WORDS,
} from '../../rows/lanes/context.ts';
import { AT_START, areBoxes, NEVER } from '../boxSweep.ts';
import { touchBoxes } from '../boxTouch.ts';
import { startAlong } from '../coreSweep.ts';
import type { CastBody, CastNumbers } from '../tables.ts';
import { sweepCores } from './sweepCores.ts';

const NAN_BITS = 0x7fc00000;
const INFINITE: Double = 1 / 0;

/** Loads the shape and the rotation of a row. @returns 0 for a quaternion that is no rotation, else 1 */
export function loadBody(context: Ints, body: CastBody, row: Int): Int {
  const words = wordsOf(context, row);
  const reals = floatsAt(words);
  const rotation = floatsAt(context[ROTATIONS] + 16 * row);
  body.traits = words[TRAITS];
  body.extent = double(reals[EXTENT]);
  body.radius = double(reals[RADIUS]);
  for (let k: Int = 0; k < 3; k++) body.half[k] = double(reals[HALF_X + k]);
  let square: Double = 0;
  for (let k: Int = 0; k < 4; k++) {
    const q = double(rotation[k]);
    body.rotation[k] = q;
    square += q * q;
  }
  if (square > 0 && square < INFINITE) return 1;
  return 0;
}

/**
 * Goes on after the sweep of the boxes of two rows.
 * @returns a `CastStatus`, or LEFT for the host
 */
export function meetStraight(context: Ints, c: CastNumbers, axis: Int, rowA: Int, rowB: Int): Int {
  if (axis === NEVER) return CastStatus.Free;
  c.time = 0;
  if (axis !== AT_START) {
    c.time = c.boxes.enter;
    if (areBoxes(c)) {
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
export function writeHit(context: Ints, c: CastNumbers, row: Int, isSwapped: Int): void {
  const normals = floatsAt(context[CAST_NORMALS] + 16 * row);
  const offsetsA = floatsAt(context[CAST_OFFSETS_A] + 16 * row);
  const offsetsB = floatsAt(context[CAST_OFFSETS_B] + 16 * row);
  const isTurned = isSwapped === 1;
  const onA = floatsAt(select(isTurned, addressOf(offsetsB), addressOf(offsetsA)));
  const onB = floatsAt(select(isTurned, addressOf(offsetsA), addressOf(offsetsB)));
  const sign: Double = isSwapped === 1 ? -1 : 1;
  const distance = c.gap;
  bytesAt(context[CAST_STATUS])[row] = CastStatus.Hit;
  doublesAt(context[CAST_T])[row] = c.time;
  for (let k: Int = 0; k < 3; k++) {
    const normal = c.axis[k];
    const point = c.point[k];
    normals[k] = float(sign * normal);
    onA[k] = float(point);
    onB[k] = float(point + distance * normal - (c.offset[k] + c.time * c.move[k]));
  }
  normals[3] = float(distance);
  offsetsA[3] = float(F32_ROUNDING * distance + F64_ROUNDING * c.extent + c.rounding);
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
