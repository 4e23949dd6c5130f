/**
 * Bodies with a closed form of the distance, measured in f64: with the bits of the host, which runs the same code
 * (scalar/points/closedForms.ts). The closest so far is kept by the rule of `keep` in broad/closest.ts.
 */
import { PLANE_ROW, PLANE_STRIDE } from '../../../broad/tree/codes.ts';
import {
  BOX,
  CORE,
  HALF_SPACE,
  HALF_X,
  SHAPE_BYTES,
  EXTENT as SHAPE_EXTENT,
  RADIUS as SHAPE_RADIUS,
} from '../../../shapes/codes.ts';
import { fromBox, fromPlane, fromSegment, placePoint, writeFound } from '../../scalar/points/closedForms.ts';
import {
  BEST,
  BEST_ROW,
  EXTENT,
  FOUND,
  FOUND_DISTANCE,
  FOUND_PLACES,
  HALF,
  IS_PROVEN,
  LIMIT,
  OFFSET,
  PLACE,
  RADIUS,
  ROTATION,
} from '../../scalar/points/codes.ts';
import {
  COLLIDER_GROUPS,
  COLLIDER_SHAPES,
  HALF_SPACES,
  POSITIONS,
  RAY_WORDS,
  ROTATIONS,
  SHAPE_WORDS,
} from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  double,
  doublesAt,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  min,
  shortsAt,
} from '../lanes.ts';
import { HALF_SPACE_COUNT } from '../rays/codes.ts';

/** The number of broad/closest.ts. */
const SLACK = 1 / 17_592_186_044_416;

/** Lowers the limit for a closest distance. */
export function limitTo(p: Doubles, distance: Double): void {
  const reach = abs(p[PLACE]) + abs(p[PLACE + 1]) + abs(p[PLACE + 2]) + abs(distance);
  p[LIMIT] = min(p[LIMIT], distance + SLACK * reach);
}

/** Measures the body in `row`, which has a closed form, and keeps it if it is closer than the best. */
export function measureBody(context: Ints, p: Doubles, row: Int): void {
  const position = doublesAt(context[POSITIONS] + 32 * row);
  const rotation = floatsAt(context[ROTATIONS] + 16 * row);
  const words = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * intsAt(context[COLLIDER_SHAPES])[row]);
  const reals = floatsAt(words);
  for (let c: Int = 0; c < 3; c++) {
    p[OFFSET + c] = p[PLACE + c] - position[c];
    p[HALF + c] = double(reals[HALF_X + c]);
  }
  for (let c: Int = 0; c < 4; c++) p[ROTATION + c] = double(rotation[c]);
  p[RADIUS] = double(reals[SHAPE_RADIUS]);
  p[EXTENT] = double(reals[SHAPE_EXTENT]);
  placePoint(p);
  const core = words[CORE];
  if (core === BOX) fromBox(p);
  else if (core === HALF_SPACE) fromPlane(p);
  else fromSegment(p);
  writeFound(p);
  keep(p, row);
}

export function measureHalfSpaces(context: Ints, p: Doubles, mask: Int): void {
  const count = intsAt(context[RAY_WORDS])[HALF_SPACE_COUNT];
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  for (let k: Int = 0; k < count; k++) {
    const plane = doublesAt(context[HALF_SPACES] + 8 * PLANE_STRIDE * k);
    const row = int(plane[PLANE_ROW]);
    // NaN is the plane of an invalid pose
    if ((groups[2 * row] & mask) !== 0 && plane[0] - plane[0] === 0) measureBody(context, p, row);
  }
}

function keep(p: Doubles, row: Int): void {
  const distance = p[FOUND + FOUND_DISTANCE];
  const best = p[BEST + FOUND_DISTANCE];
  const bestRow = p[BEST_ROW];
  if (!(distance <= best)) return;
  if (distance === best && bestRow >= 0 && double(row) > bestRow) return;
  for (let c: Int = 0; c < FOUND_PLACES; c++) p[BEST + c] = p[FOUND + c];
  p[BEST_ROW] = double(row);
  p[IS_PROVEN] = 1;
  limitTo(p, distance);
}
