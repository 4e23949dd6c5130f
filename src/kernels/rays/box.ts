/** Where a line meets the box around a body, in the frame of the body. */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { greater, lesser } from '../../math/extremes.ts';
import { BOX, CORE, HALF_X, HALF_Y, HALF_Z } from '../../tables/shapeWords.ts';
import { ENTERS, INSIDE, MISSES } from './hit.ts';
import type { RayShapes } from './pools.ts';
import type { BestHit, BodyRay } from './rayNumbers.ts';

/** Directions less along an axis count as across it: their reciprocals would overflow in products. */
const LEAST_PART: Double = 1e-140;
const INFINITE: Double = 1 / 0;
/** The half extents of smooth cores are rounded to f32. */
const HALF_ROUNDING: Double = 1 / 1_048_576;
/** More than the rounding of places along the ray, as a part of the size, and in slacks. */
const ROOM: Double = 1 / 1_048_576;
const ROOM_SLACKS: Double = 4;

/** Whether a row is a box without a radius. Takes the body, since V8 may allocate an f64 argument. */
export function isBox(shapes: RayShapes, word: Int, body: BodyRay): Flag {
  return shapes.words[word + CORE] === BOX && body.growth === 0;
}

/**
 * Whether the ray may meet a body in the box around it, not beyond the best hit. Most bodies are left out here. The box
 * of a box is exact, those of other bodies are generous. Writes where the line enters and leaves the box, the same for
 * a box larger by the slack, and the axis of the entry: the first of equal ones.
 *
 * Without branches: which side is the last that a ray enters cannot be predicted.
 */
export function passesBox(body: BodyRay, shapes: RayShapes, word: Int, best: BestHit): Flag {
  const c = body.center;
  const u = body.unit;
  const growth = body.growth;
  const rounding = HALF_ROUNDING * body.size;
  const slack = body.slack + (isBox(shapes, word, body) ? 0 : rounding);
  const inverseX = inverseOf(u[0]);
  const inverseY = inverseOf(u[1]);
  const inverseZ = inverseOf(u[2]);
  const middleX = -(c[0] * inverseX);
  const middleY = -(c[1] * inverseY);
  const middleZ = -(c[2] * inverseZ);
  const roomX = roomOf(c[0], inverseX, Number(shapes.reals[word + HALF_X]) + growth, slack);
  const roomY = roomOf(c[1], inverseY, Number(shapes.reals[word + HALF_Y]) + growth, slack);
  const roomZ = roomOf(c[2], inverseZ, Number(shapes.reals[word + HALF_Z]) + growth, slack);
  // the slack, counted along the line
  const blurX = slack * Math.abs(inverseX);
  const blurY = slack * Math.abs(inverseY);
  const blurZ = slack * Math.abs(inverseZ);
  const entryX = middleX - roomX;
  const entryY = middleY - roomY;
  const entryZ = middleZ - roomZ;
  const exitX = middleX + roomX;
  const exitY = middleY + roomY;
  const exitZ = middleZ + roomZ;
  const entry = greater(greater(entryX, entryY), entryZ);
  const exit = lesser(lesser(exitX, exitY), exitZ);
  const sureEntry = greater(greater(entryX - blurX, entryY - blurY), entryZ - blurZ);
  const sureExit = lesser(lesser(exitX + blurX, exitY + blurY), exitZ + blurZ);
  body.entry = entry;
  body.exit = exit;
  body.sureEntry = sureEntry;
  body.sureExit = sureExit;
  body.axis = Number(entry !== entryX) * (1 + Number(entry !== entryY));
  const last = (entry > exit ? sureExit : exit) + (body.slack + rounding);
  return !(sureEntry > sureExit) && last >= body.start && sureEntry <= lastOf(body, best);
}

/** A reciprocal; 0 for a direction along the faces. */
function inverseOf(part: Double): Double {
  return Math.abs(part) < LEAST_PART ? 0 : 1 / part;
}

/** From the middle to the planes of an axis, along the line. Along the faces: it passes everywhere, or nowhere. */
function roomOf(c: Double, inverse: Double, half: Double, slack: Double): Double {
  return inverse !== 0 ? half * Math.abs(inverse) : Math.abs(c) > half + slack ? -INFINITE : INFINITE;
}

/** Where later hits do not count, along the line, by more than rounding (m). */
export function lastOf(body: BodyRay, best: BestHit): Double {
  return best.end + body.start + (ROOM * body.size + ROOM_SLACKS * body.slack);
}

/** What a box that is near is to the ray. Writes its entry and the normal there. */
export function meetBox(body: BodyRay): Int {
  // a line that passes beside the box, within the slack, touches it where it is nearest
  const isBeside = body.entry > body.exit;
  const entry = isBeside ? body.sureEntry : body.entry;
  const exit = isBeside ? body.sureExit : body.exit;
  const axis = body.axis;
  body.normal[0] = 0;
  body.normal[1] = 0;
  body.normal[2] = 0;
  body.normal[axis] = Number(1 - 2 * Number(body.unit[axis] > 0));
  body.entry = entry;
  body.gap = 0;
  const met: Int = body.start >= entry ? INSIDE : ENTERS;
  return body.start > exit ? MISSES : met;
}
