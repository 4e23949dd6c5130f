/**
 * Ids of supports: the number of a vertex, or for round cores the code of the direction, with the rounding of
 * supports/directionCode.ts.
 */
import { abs, type Lane, type LaneInt, min, select, signBit, toInt, where } from '../../../language/lanes.ts';
import { flipped } from '../../../math/lanes/signs.ts';
import type { Vec3 } from '../../../math/lanes/vectors.ts';
import { BOX, HULL, POINT, SEGMENT } from '../../../tables/shapeWords.ts';
import type { RoundSet } from './support.ts';

const COLUMNS = 256;
const ROWS = 255;

/** The codes of directions. */
function directionCode(d: Vec3): LaneInt {
  const share = 1 / (abs(d.x) + abs(d.y) + abs(d.z));
  const x = d.x * share;
  const y = d.y * share;
  const below = d.z < 0;
  const u: Lane = select(below, flipped(1 - abs(y), signBit(x) << 31), x);
  const v: Lane = select(below, flipped(1 - abs(x), signBit(y) << 31), y);
  const column = min(toInt(0.5 * COLUMNS * (u + 1)), COLUMNS - 1);
  const row = min(toInt(0.5 * ROWS * (v + 1)), ROWS - 1);
  return (row << 8) + column;
}

/** The ids of the supports along d, in the frames of the shapes. `vertex`: those of hulls. */
export function idsAlong(set: RoundSet, d: Vec3, vertex: LaneInt): LaneInt {
  const core = set.core[0];
  const corner = signBit(d.x) | (signBit(d.y) << 1) | (signBit(d.z) << 2);
  const ofBox = where(core === BOX, corner);
  // a segment has its lower end first
  const ofSegment = where(core === SEGMENT, 1 - signBit(d.y));
  const ofHull = where(core === HULL, vertex);
  const hasVertices = core === POINT || core === SEGMENT || core === BOX || core === HULL;
  return select(hasVertices, ofBox | ofSegment | ofHull, directionCode(d));
}
