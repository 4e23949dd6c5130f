/**
 * Where a ray meets one body, in f64: closed forms for boxes, balls and capsules, portals for all other cores.
 *
 * Hosts without wasm have the same arithmetic in scalar/rays. It is not made from this source yet, because of its size
 * (docs/lab/rays.md).
 */
import {
  BOX,
  CORE,
  EXTENT,
  FACE_COUNT,
  HALF_X,
  HALF_Y,
  HALF_Z,
  POINT,
  RADIUS,
  SEGMENT,
  SHAPE_BYTES,
} from '../../../shapes/codes.ts';
import { COLLIDER_SHAPES, SHAPE_WORDS } from '../context.ts';
import {
  type Double,
  double,
  type Flag,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  max,
  select,
} from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { acrossOf, regrown } from './across.ts';
import { type Span, spanOfBall, spanOfBox, spanOfCapsule } from './closed.ts';
import { type Crossing, ENTERS, INSIDE, MISSES, noEntry } from './hit.ts';
import { faceOfEntry, NO_FACE, UNKNOWN } from './hullFace.ts';
import { portalOn } from './hullPortal.ts';
import { type LocalRay, localRay, type Passage, passBox } from './localRay.ts';
import { findPortal, GRAZING, noPortal, THROUGH } from './portal.ts';
import type { Ray } from './ray.ts';
import { refine } from './refine.ts';

/** A body that a ray only touches is grown by this part of its size, and by so many slacks: then it has an inside. */
const TOUCHED: Double = 1 / 1_099_511_627_776;
const TOUCHED_SLACKS: Double = 16;
/** The half extents of smooth cores are rounded to f32. */
const HALF_ROUNDING: Double = 1 / 1_048_576;
/** More than the rounding of places along the ray, as a part of the size, and in slacks. */
const ROOM: Double = 1 / 1_048_576;
const ROOM_SLACKS: Double = 4;

/** The row of the shape of a collider. */
export function shapeOf(context: Ints, row: Int): Ints {
  return intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * intsAt(context[COLLIDER_SHAPES])[row]);
}

/** The ray in the frame of a collider with this shape. */
export function rayTo(context: Ints, ray: Ray, row: Int, words: Ints): LocalRay {
  const reals = floatsAt(words);
  return localRay(context, ray, row, double(reals[EXTENT]) + double(reals[RADIUS]));
}

/** Whether a row is a box without a radius. */
export function isBox(words: Ints): Flag {
  return words[CORE] === BOX && floatsAt(words)[RADIUS] === 0;
}

/** How the line passes the box around a body: of a box exactly, of other bodies generously. */
export function boxPassage(local: LocalRay, words: Ints): Passage {
  const reals = floatsAt(words);
  const room = select(isBox(words), 0, HALF_ROUNDING * local.size);
  return passBox(local, halfOf(reals, double(reals[RADIUS])), local.slack + room);
}

/**
 * Whether the ray may meet the body in a box. Most bodies are left out here.
 * @param end hits beyond it, along the ray, may be left out (m)
 */
export function isNear(local: LocalRay, box: Passage, end: Double): Flag {
  const exit = select(box.entry > box.exit, box.sureExit, box.exit);
  const slack = local.slack + HALF_ROUNDING * local.size;
  const isBefore = box.sureEntry <= lastOf(local, end);
  return !(box.sureEntry > box.sureExit) && exit + slack >= local.start && isBefore;
}

/** The end of the ray along the line, by more than rounding (m). */
function lastOf(local: LocalRay, end: Double): Double {
  return end + local.start + (ROOM * local.size + ROOM_SLACKS * local.slack);
}

/** Where the line enters a body that is no box. @param end as above */
export function castBody(context: Ints, words: Ints, local: LocalRay, end: Double): Crossing {
  const reals = floatsAt(words);
  const radius = double(reals[RADIUS]);
  if (words[CORE] === POINT) return crossingOf(local, spanOfBall(local, 0, radius));
  if (words[CORE] === SEGMENT) return crossingOf(local, spanOfCapsule(local, double(reals[HALF_Y]), radius));
  return castPortal(context, words, local, end);
}

/** Where the line enters a box that is near: without branches, so that no box takes a call. */
export function castBox(local: LocalRay, box: Passage): Crossing {
  return crossingOf(local, spanOfBox(local, box));
}

function crossingOf(local: LocalRay, span: Span): Crossing {
  const met: Int = select(local.start >= span.entry, INSIDE, ENTERS);
  const isMet = span.meets && !(local.start > span.exit);
  return { code: select(isMet, met, MISSES), entry: span.entry, gap: 0, normal: span.normal };
}

function halfOf(reals: Floats, radius: Double): Vec {
  return {
    x: double(reals[HALF_X]) + radius,
    y: double(reals[HALF_Y]) + radius,
    z: double(reals[HALF_Z]) + radius,
  };
}

/** Any core with a support. */
function castPortal(context: Ints, words: Ints, local: LocalRay, end: Double): Crossing {
  const radius = double(floatsAt(words)[RADIUS]);
  let face: Int = UNKNOWN;
  if (words[FACE_COUNT] > 0) {
    face = faceOfEntry(context, words, local, radius, lastOf(local, end));
    if (face === NO_FACE) return noEntry(MISSES);
  }
  let across = acrossOf(local, radius);
  let portal = noPortal(GRAZING);
  if (face >= 0 && radius === 0) portal = portalOn(context, words, face, across);
  if (portal.found === GRAZING) portal = findPortal(context, words, across);
  let gap: Double = 0;
  if (portal.found === GRAZING) {
    gap = max(TOUCHED * local.size, TOUCHED_SLACKS * local.slack);
    across = regrown(across, radius + gap);
    portal = findPortal(context, words, across);
  }
  if (portal.found !== THROUGH) return noEntry(MISSES);
  const front = refine(context, words, across, local.size, portal, 1);
  // a polytope is entered exactly here: inner is outer but for rounding
  if (local.start < front.inner) {
    return { code: ENTERS, entry: front.outer, gap: gap + (front.inner - front.outer), normal: front.normal };
  }
  const back = refine(context, words, across, local.size, portal, -1);
  return noEntry(local.start <= -back.inner ? INSIDE : MISSES);
}
