/**
 * Bounds of the signed distance of a point and a body, in f64: that of the box around the core, less the radius. For
 * boxes, segments and points it is the distance of the body but for rounding; for other cores it is a lower bound.
 */
import {
  BOX,
  CORE,
  EXTENT,
  HALF_X,
  HALF_Y,
  HALF_Z,
  POINT,
  RADIUS,
  SEGMENT,
  SHAPE_BYTES,
} from '../../../shapes/codes.ts';
import { COLLIDER_SHAPES, POSITIONS, SHAPE_WORDS } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  double,
  doublesAt,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  max,
  sqrt,
} from '../lanes.ts';
import { isTurn, toLocal, turnOf, type Vec } from '../planes/placed.ts';
import { LOWER, PLACE, UPPER } from './codes.ts';

/** Rounding of f64 as a part of the point's distance and of the size. */
const F64_PART = 1 / 281_474_976_710_656;
/** Rounding of f32 half extents, as a part of the size. */
const F32_PART = 1 / 524_288;
const INFINITE: Double = 1 / 0;

/** Writes f[LOWER] and f[UPPER] of the body in `row`. Its pose is valid. */
export function boundDistance(context: Ints, f: Doubles, row: Int): void {
  const position = doublesAt(context[POSITIONS] + 32 * row);
  const v: Vec = { x: f[PLACE] - position[0], y: f[PLACE + 1] - position[1], z: f[PLACE + 2] - position[2] };
  const turn = turnOf(context, row);
  const c = toLocal(turn, v);
  const words = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * intsAt(context[COLLIDER_SHAPES])[row]);
  const reals = floatsAt(words);
  const radius = double(reals[RADIUS]);
  const size = double(reals[EXTENT]) + radius;
  const x = abs(c.x) - double(reals[HALF_X]);
  const y = abs(c.y) - double(reals[HALF_Y]);
  const z = abs(c.z) - double(reals[HALF_Z]);
  const none: Double = 0;
  const overX = max(none, x);
  const overY = max(none, y);
  const overZ = max(none, z);
  const square = overX * overX + overY * overY + overZ * overZ;
  const distance = (square > 0 ? sqrt(square) : max(max(x, y), z)) - radius;
  const room = F64_PART * (abs(v.x) + abs(v.y) + abs(v.z) + size);
  const core = words[CORE];
  if (!isTurn(turn)) {
    // the scalar kernel decides
    f[LOWER] = -INFINITE;
    f[UPPER] = INFINITE;
    return;
  }
  if (core === BOX || core === SEGMENT || core === POINT) {
    f[LOWER] = distance - room;
    f[UPPER] = distance + room;
    return;
  }
  f[LOWER] = distance - room - F32_PART * size;
  f[UPPER] = INFINITE;
}
