/**
 * Builds the contact patch from a clipped feature: heights on both surfaces, persistent feature ids, no duplicate
 * corners, none beyond the margin.
 *
 * A corner that lies on a corner of a face, or so near that rounding decides its tag, gets the id of that corner. So
 * boxes of one size that stand on each other keep their points while they jitter.
 */
import type { Flag, Int } from '../../language/lanes.ts';
import { EDGE_BITS, EDGES, KIND_SHIFT, VERTEX_OF_A, VERTEX_OF_B } from '../../tables/featureIds.ts';
import { CLIPPER_CORNER, CROSSING, clipperPart, kindOf, subjectPart } from './clip.ts';
import { CORNER, type Manifold, type Side } from './manifoldTables.ts';
import { dropCorner } from './reduce.ts';
import { SAME } from './tolerances.ts';

/**
 * Corners nearer to each other than this part of `wider`, 2e-7 of the larger extent, are one: f32 does not resolve
 * them.
 */
const UNRESOLVED = 0.2;
/** Corners deeper than the pair by more than this part of `asDeep`, 1e-5 of the extent, are dropped. */
const BELOW = 1.8;
const EDGE_MASK = (1 << EDGE_BITS) - 1;

/** Fills the patch from `count` corners of the outline. @returns the number of corners of the patch */
export function fillPatch(m: Manifold, count: Int, subject: Side, clipper: Side): Int {
  const from = m.outline.corners;
  const plane = clipper.plane;
  const corners = m.patch.corners;
  const ahead: Int = subject.sign > 0 ? 2 : 3;
  let written: Int = 0;
  for (let k: Int = 0; k < count; k++) {
    const x = from[3 * k];
    const y = from[3 * k + 1];
    const to = CORNER * written;
    corners[to] = x;
    corners[to + 1] = y;
    corners[to + ahead] = from[3 * k + 2];
    corners[to + 5 - ahead] = (plane[3] - plane[0] * x - plane[1] * y) / plane[2];
    corners[to + 2] += m.a.radius;
    corners[to + 3] -= m.b.radius;
    // NaN is beyond every margin. Only the plane of a steep sliver, extrapolated far beyond its sides, is deeper than
    // the pair.
    const separation = corners[to + 3] - corners[to + 2];
    if (!(separation <= m.margin && separation >= m.distance - BELOW * m.asDeep)) continue;
    m.patch.features[written] = nameOf(m, written, m.outline.tags[2 * k], ahead);
    written = addCorner(m, written);
  }
  return written;
}

/**
 * Accepts the corner written behind the first `count`, unless one of them has its id or its position. Then the deeper
 * of the two stays, under the id of the earlier one.
 * @returns the number of corners
 */
export function addCorner(m: Manifold, count: Int): Int {
  const features = m.patch.features;
  for (let k: Int = 0; k < count; k++) {
    const isSame = isSamePosition(m, k, count);
    if (features[k] !== features[count] && !isSame) continue;
    if (!isDeeper(m, count, k)) return count;
    takePlace(m, k, count);
    // the position of the accepted corner may be that of others, which have other ids
    let rest = count;
    for (let other = count - 1; other > k; other--) {
      if (!isSamePosition(m, k, other)) continue;
      if (isDeeper(m, other, k)) takePlace(m, k, other);
      rest = dropCorner(m.patch, rest, other);
    }
    return rest;
  }
  return count + 1;
}

function isSamePosition(m: Manifold, k: Int, other: Int): Flag {
  const corners = m.patch.corners;
  const here = CORNER * k;
  const there = CORNER * other;
  const aside = Math.abs(corners[here] - corners[there]) + Math.abs(corners[here + 1] - corners[there + 1]);
  return aside < SAME * m.snap || aside < UNRESOLVED * m.wider;
}

function isDeeper(m: Manifold, k: Int, than: Int): Flag {
  const corners = m.patch.corners;
  const here = CORNER * k;
  const there = CORNER * than;
  return corners[here + 3] - corners[here + 2] < corners[there + 3] - corners[there + 2];
}

/** Moves corner `k` to the position of another; its id stays. */
function takePlace(m: Manifold, k: Int, other: Int): void {
  for (let c: Int = 0; c < CORNER; c++) m.patch.corners[CORNER * k + c] = m.patch.corners[CORNER * other + c];
}

/** Feature id of corner `k` of the patch. @param ahead 2 if A is the subject, 3 if B is */
function nameOf(m: Manifold, k: Int, tag: Int, ahead: Int): Int {
  const kind = kindOf(tag);
  const isA = ahead === 2;
  const onClipper = clipperPart(tag);
  if (kind === CROSSING) {
    const onSubject = subjectPart(tag);
    return crossingName(m, k, isA ? onSubject : onClipper, isA ? onClipper : onSubject);
  }
  if (kind === CLIPPER_CORNER) {
    if (isA) return cornerOfB(m, k, onClipper);
    return vertexName(m.a, onClipper);
  }
  if (isA) return vertexName(m.a, tag);
  return cornerOfB(m, k, tag);
}

/** Feature id of corner `number` of B: that of a corner of A at the same position, if there is one. */
function cornerOfB(m: Manifold, k: Int, number: Int): Int {
  for (let a: Int = 0; a < m.a.count; a++) if (isAt(m, k, m.a, a)) return vertexName(m.a, a);
  return vertexName(m.b, number);
}

/**
 * Feature id of the crossing of an edge of A and one of B: that of an end at the crossing if there is one, A's first.
 */
function crossingName(m: Manifold, k: Int, edgeA: Int, edgeB: Int): Int {
  const a = m.a;
  const b = m.b;
  const endA: Int = edgeA + 1 === a.count ? 0 : edgeA + 1;
  const endB: Int = edgeB + 1 === b.count ? 0 : edgeB + 1;
  if (isAt(m, k, a, edgeA)) return vertexName(a, edgeA);
  if (isAt(m, k, a, endA)) return vertexName(a, endA);
  if (isAt(m, k, b, edgeB)) return vertexName(b, edgeB);
  if (isAt(m, k, b, endB)) return vertexName(b, endB);
  // a segment's two edges are the same
  const beginA = a.ids[a.count === 2 ? 0 : edgeA] & EDGE_MASK;
  const beginB = b.ids[b.count === 2 ? 0 : edgeB] & EDGE_MASK;
  return (EDGES << KIND_SHIFT) | (beginA << EDGE_BITS) | beginB;
}

export function vertexName(side: Side, corner: Int): Int {
  const kind: Int = side.sign > 0 ? VERTEX_OF_A : VERTEX_OF_B;
  return (kind << KIND_SHIFT) | side.ids[corner];
}

/** Whether corner `k` of the patch lies on corner `corner` of a side, across the normal. */
function isAt(m: Manifold, k: Int, side: Side, corner: Int): Flag {
  const corners = m.patch.corners;
  const at = CORNER * k;
  const of = 3 * corner;
  return Math.abs(corners[at] - side.corners[of]) + Math.abs(corners[at + 1] - side.corners[of + 1]) < m.snap;
}

/**
 * Drops crossings on a straight line between their neighbors, unless they are deeper: flush edges cross anywhere.
 * @returns the number of corners
 */
export function dropStraight(m: Manifold, count: Int): Int {
  let rest = count;
  let k: Int = 0;
  while (k < rest && rest > 2) {
    const isCrossing = m.patch.features[k] >>> KIND_SHIFT === EDGES;
    if (isCrossing && isStraight(m, rest, k)) rest = dropCorner(m.patch, rest, k);
    else k++;
  }
  return rest;
}

/** Whether corner `k` is on the line between its neighbors, between them, and no deeper than both. */
function isStraight(m: Manifold, count: Int, k: Int): Flag {
  const f = m.patch.corners;
  const last = CORNER * (k === 0 ? count - 1 : k - 1);
  const here = CORNER * k;
  const next = CORNER * (k + 1 === count ? 0 : k + 1);
  const dx = f[next] - f[last];
  const dy = f[next + 1] - f[last + 1];
  const x = f[here] - f[last];
  const y = f[here + 1] - f[last + 1];
  const along = x * dx + y * dy;
  const square = dx * dx + dy * dy;
  if (!(along > 0 && along < square)) return false;
  const beside = Math.abs(x * dy - y * dx);
  if (!(beside * beside < m.snap * m.snap * square)) return false;
  const shallow = Math.min(f[last + 3] - f[last + 2], f[next + 3] - f[next + 2]);
  return !(f[here + 3] - f[here + 2] < shallow);
}
