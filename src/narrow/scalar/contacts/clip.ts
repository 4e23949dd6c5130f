/**
 * Clips the feature of one side, the subject, against the face of the other, the clipper, both projected along the
 * normal. The result is the contact patch, its corners in order. A tag stores the origin of each corner: a corner of
 * the subject, a corner of the clipper, or a crossing of two edges.
 *
 * The subject may be a segment: then the patch goes there and back, and `patch.ts` removes the duplicates.
 *
 * Method: Sutherland, Hodgman, Reentrant polygon clipping, 1974.
 */
import type { Double, Flag, Int } from '../../wide/lanes.ts';
import {
  A,
  CORNERS,
  CORNERS_STRIDE,
  type Manifold,
  PLANE,
  PLANE_STRIDE,
  TAGS,
  TAGS_STRIDE,
  WIDER,
  WORK,
  WORK_STRIDE,
} from './contactScratch.ts';

// Kinds of tags: the origin of a corner of the patch, with the number of the corner or edge in its feature. Kind 0 is a
// corner of the subject.
export const CLIPPER_CORNER = 1;
export const CROSSING = 2;

const KIND_SHIFT = 16;
/** An edge of the patch that lies on an edge of the clipper. */
const ON_CLIPPER = 0x100;

export function kindOf(tag: Int): Int {
  return tag >> KIND_SHIFT;
}

/** Number of the corner, or of the clipper's edge. */
export function clipperPart(tag: Int): Int {
  return tag & 0xff;
}

/** Number of the subject's edge of a crossing. */
export function subjectPart(tag: Int): Int {
  return (tag >> 8) & 0xff;
}

/**
 * Loads the corners of the subject: the patch before it is clipped.
 * @returns the number of corners; they are in the first WORK
 */
export function load(m: Manifold, subject: Int, count: Int): Int {
  const corners = CORNERS + subject * CORNERS_STRIDE;
  for (let k: Int = 0; k < 3 * count; k++) m.f[WORK + k] = m.f[corners + k];
  for (let k: Int = 0; k < count; k++) {
    m.i[TAGS + 2 * k] = k;
    m.i[TAGS + 2 * k + 1] = k;
  }
  return count;
}

/**
 * Clips the `subjectCount` corners of one side against the `clipperCount` ≥ 3 corners of the face of the other.
 * @returns the number of corners; they are in the first WORK
 */
export function clip(m: Manifold, subject: Int, subjectCount: Int, clipper: Int, clipperCount: Int): Int {
  let count = load(m, subject, subjectCount);
  let from: Int = 0;
  for (let edge: Int = 0; edge < clipperCount && count > 0; edge++) {
    count = cut(m, count, from, clipper, edge, edge + 1 === clipperCount ? 0 : edge + 1);
    from = 1 - from;
  }
  if (from === 1) {
    for (let k: Int = 0; k < 3 * count; k++) m.f[WORK + k] = m.f[WORK + WORK_STRIDE + k];
    for (let k: Int = 0; k < 2 * count; k++) m.i[TAGS + k] = m.i[TAGS + TAGS_STRIDE + k];
  }
  return count;
}

/**
 * Clips the patch against the line through one edge of the clipper, from its corner `edge` to `next`.
 * @returns the number of corners, in the other WORK
 */
function cut(m: Manifold, count: Int, from: Int, clipper: Int, edge: Int, next: Int): Int {
  const f = m.f;
  const i = m.i;
  const source = WORK + from * WORK_STRIDE;
  const target = WORK + (1 - from) * WORK_STRIDE;
  const tags = TAGS + from * TAGS_STRIDE;
  const newTags = TAGS + (1 - from) * TAGS_STRIDE;
  const begin = CORNERS + clipper * CORNERS_STRIDE + 3 * edge;
  const end = CORNERS + clipper * CORNERS_STRIDE + 3 * next;
  // faces are counter-clockwise seen from outside: along the normal for A, against it for B
  const turn: Double = clipper === A ? 1 : -1;
  const x0 = f[begin];
  const y0 = f[begin + 1];
  const ex = turn * (f[end] - x0);
  const ey = turn * (f[end + 1] - y0);
  // a point on the edge is inside, despite rounding; the tolerance is smaller for steep faces, whose heights change
  // fast
  const least = -f[WIDER] * Math.sqrt(ex * ex + ey * ey) * Math.abs(f[PLANE + clipper * PLANE_STRIDE + 2]);
  let kept: Int = 0;
  let last = count - 1;
  let x = f[source + 3 * last];
  let y = f[source + 3 * last + 1];
  let inside = ex * (y - y0) - ey * (x - x0);
  for (let k: Int = 0; k < count; k++) {
    const nextX = f[source + 3 * k];
    const nextY = f[source + 3 * k + 1];
    const nextInside = ex * (nextY - y0) - ey * (nextX - x0);
    const isIn: Flag = inside >= least;
    const isNextIn: Flag = nextInside >= least;
    if (isIn !== isNextIn) {
      // the edge last → k crosses the line
      const t = Math.min(1, Math.max(0, inside / (inside - nextInside)));
      const h = f[source + 3 * last + 2];
      f[target + 3 * kept] = x + t * (nextX - x);
      f[target + 3 * kept + 1] = y + t * (nextY - y);
      f[target + 3 * kept + 2] = h + t * (f[source + 3 * k + 2] - h);
      const label = i[tags + 2 * last + 1];
      i[newTags + 2 * kept] = tagOf(label, edge);
      i[newTags + 2 * kept + 1] = isIn ? ON_CLIPPER | edge : label;
      kept++;
    }
    if (isNextIn) {
      for (let c: Int = 0; c < 3; c++) f[target + 3 * kept + c] = f[source + 3 * k + c];
      i[newTags + 2 * kept] = i[tags + 2 * k];
      i[newTags + 2 * kept + 1] = i[tags + 2 * k + 1];
      kept++;
    }
    x = nextX;
    y = nextY;
    inside = nextInside;
    last = k;
  }
  return kept;
}

/** The tag of the corner where an edge of the patch crosses edge `edge` of the clipper. */
function tagOf(label: Int, edge: Int): Int {
  if ((label & ON_CLIPPER) === 0) return (CROSSING << KIND_SHIFT) | (label << 8) | edge;
  // two edges of the clipper meet in the corner where the later one begins; the last one meets the first
  const other = label & 0xff;
  return (CLIPPER_CORNER << KIND_SHIFT) | (other === 0 && edge !== 1 ? 0 : edge);
}
