/**
 * Clips the feature of one side, the subject, against the face of the other, the clipper, both projected along the
 * normal. The result is the contact patch, its corners in order. A tag stores the origin of each corner: a corner of
 * the subject, a corner of the clipper, or a crossing of two edges.
 *
 * The subject may be a segment: then the patch goes there and back, and `patch.ts` removes the duplicates.
 *
 * Method: Sutherland, Hodgman, Reentrant polygon clipping, 1974.
 */
import type { Flag, Int } from '../../language/lanes.ts';
import type { Manifold, Outline, Side } from './manifoldTables.ts';

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

/** Loads the corners of the subject: the patch before it is clipped. @returns the number of corners */
export function load(m: Manifold, subject: Side): Int {
  const corners = m.outline.corners;
  const tags = m.outline.tags;
  const count = subject.count;
  for (let k: Int = 0; k < 3 * count; k++) corners[k] = subject.corners[k];
  for (let k: Int = 0; k < count; k++) {
    tags[2 * k] = k;
    tags[2 * k + 1] = k;
  }
  return count;
}

/**
 * Clips the corners of one side against the face of the other.
 * @returns the number of corners, in `outline`
 */
export function clip(m: Manifold, subject: Side, clipper: Side): Int {
  let count = load(m, subject);
  let isSwapped: Flag = false;
  for (let edge: Int = 0; edge < clipper.count && count > 0; edge++) {
    const from = isSwapped ? m.clipped : m.outline;
    const to = isSwapped ? m.outline : m.clipped;
    count = cut(m, from, to, count, clipper, edge);
    isSwapped = !isSwapped;
  }
  if (isSwapped) {
    for (let k: Int = 0; k < 3 * count; k++) m.outline.corners[k] = m.clipped.corners[k];
    for (let k: Int = 0; k < 2 * count; k++) m.outline.tags[k] = m.clipped.tags[k];
  }
  return count;
}

/** Clips an outline against the line through edge `edge` of the clipper. @returns the number of corners */
function cut(m: Manifold, from: Outline, to: Outline, count: Int, clipper: Side, edge: Int): Int {
  const source = from.corners;
  const target = to.corners;
  const begin = 3 * edge;
  const end: Int = edge + 1 === clipper.count ? 0 : begin + 3;
  // faces are counter-clockwise seen from outside: along the normal for A, against it for B
  const turn = clipper.sign;
  const x0 = clipper.corners[begin];
  const y0 = clipper.corners[begin + 1];
  const ex = turn * (clipper.corners[end] - x0);
  const ey = turn * (clipper.corners[end + 1] - y0);
  // a point on the edge is inside, despite rounding; the tolerance is smaller for steep faces, whose heights change
  // fast
  const least = -m.wider * Math.sqrt(ex * ex + ey * ey) * Math.abs(clipper.plane[2]);
  let written: Int = 0;
  let last = count - 1;
  let x = source[3 * last];
  let y = source[3 * last + 1];
  let inside = ex * (y - y0) - ey * (x - x0);
  for (let k: Int = 0; k < count; k++) {
    const nextX = source[3 * k];
    const nextY = source[3 * k + 1];
    const nextInside = ex * (nextY - y0) - ey * (nextX - x0);
    const isIn: Flag = inside >= least;
    const isNextIn: Flag = nextInside >= least;
    if (isIn !== isNextIn) {
      // the edge last → k crosses the line
      const t = Math.min(1, Math.max(0, inside / (inside - nextInside)));
      const h = source[3 * last + 2];
      target[3 * written] = x + t * (nextX - x);
      target[3 * written + 1] = y + t * (nextY - y);
      target[3 * written + 2] = h + t * (source[3 * k + 2] - h);
      const label = from.tags[2 * last + 1];
      to.tags[2 * written] = tagOf(label, edge);
      to.tags[2 * written + 1] = isIn ? ON_CLIPPER | edge : label;
      written++;
    }
    if (isNextIn) {
      for (let c: Int = 0; c < 3; c++) target[3 * written + c] = source[3 * k + c];
      to.tags[2 * written] = from.tags[2 * k];
      to.tags[2 * written + 1] = from.tags[2 * k + 1];
      written++;
    }
    x = nextX;
    y = nextY;
    inside = nextInside;
    last = k;
  }
  return written;
}

/** The tag of the corner where an edge of the patch crosses edge `edge` of the clipper. */
function tagOf(label: Int, edge: Int): Int {
  if ((label & ON_CLIPPER) === 0) return (CROSSING << KIND_SHIFT) | (label << 8) | edge;
  // two edges of the clipper meet in the corner where the later one begins; the last one meets the first
  const other = label & 0xff;
  return (CLIPPER_CORNER << KIND_SHIFT) | (other === 0 && edge !== 1 ? 0 : edge);
}
