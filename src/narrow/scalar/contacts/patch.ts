/**
 * Builds the contact patch from a clipped feature: heights on both surfaces, persistent feature ids, no duplicate
 * corners, none beyond the margin.
 *
 * A corner that lies on a corner of a face, or so near that rounding decides its tag, gets the id of that corner. So
 * boxes of one size that stand on each other keep their points while they jitter.
 *
 *   reads   the first WORK, TAGS, CORNERS, IDS, PLANE
 *   writes  PATCH, FEATURES
 *   returns the number of corners
 */
import { EDGE_BITS, EDGES, KIND_SHIFT, VERTEX_OF_A, VERTEX_OF_B } from '../../../queries/contacts/featureIds.ts';
import type { Doubles, Flag, Int, Ints } from '../../wide/lanes.ts';
import { CLIPPER_CORNER, CROSSING, clipperPart, kindOf, subjectPart } from './clip.ts';
import {
  A,
  AS_DEEP,
  B,
  CORNERS,
  CORNERS_STRIDE,
  DISTANCE,
  FEATURES,
  IDS,
  MARGIN,
  MAX_CORNERS,
  type Manifold,
  PATCH,
  PATCH_STRIDE,
  PLANE,
  PLANE_STRIDE,
  RADIUS_A,
  RADIUS_B,
  SNAP,
  TAGS,
  WIDER,
  WORK,
} from './contactScratch.ts';
import { dropCorner } from './reduce.ts';
import { SAME } from './tolerances.ts';

/**
 * Corners nearer to each other than this part of WIDER, 2e-7 of the larger extent, are one: f32 does not resolve them.
 */
const UNRESOLVED = 0.2;
/** Corners deeper than the pair by more than this part of AS_DEEP, 1e-5 of the extent, are dropped. */
const BELOW = 1.8;
const EDGE_MASK = (1 << EDGE_BITS) - 1;

/** Fills the patch from `count` clipped corners. @returns the number of corners of the patch */
export function fillPatch(m: Manifold, count: Int, subject: Int, subjectCount: Int, clipperCount: Int): Int {
  const f = m.f;
  const plane = PLANE + (1 - subject) * PLANE_STRIDE;
  const ahead: Int = subject === A ? 2 : 3;
  let kept: Int = 0;
  for (let k: Int = 0; k < count; k++) {
    const x = f[WORK + 3 * k];
    const y = f[WORK + 3 * k + 1];
    const to = PATCH + PATCH_STRIDE * kept;
    f[to] = x;
    f[to + 1] = y;
    f[to + ahead] = f[WORK + 3 * k + 2];
    f[to + 5 - ahead] = (f[plane + 3] - f[plane] * x - f[plane + 1] * y) / f[plane + 2];
    f[to + 2] += f[RADIUS_A];
    f[to + 3] -= f[RADIUS_B];
    // NaN is beyond every margin. Only the plane of a steep sliver, extrapolated far beyond its sides, is deeper than
    // the pair.
    const separation = f[to + 3] - f[to + 2];
    if (!(separation <= f[MARGIN] && separation >= f[DISTANCE] - BELOW * f[AS_DEEP])) continue;
    const tag = m.i[TAGS + 2 * k];
    if (subject === B) m.i[FEATURES + kept] = nameBA(m, kept, tag, subjectCount, clipperCount);
    else m.i[FEATURES + kept] = nameAB(m, kept, tag, subjectCount, clipperCount);
    kept = addCorner(m, kept);
  }
  return kept;
}

/**
 * Accepts the corner written behind the first `count`, unless one of them has its id or its position. Then the deeper
 * of the two stays, under the id of the earlier one.
 * @returns the number of corners
 */
export function addCorner(m: Manifold, count: Int): Int {
  const f = m.f;
  for (let k: Int = 0; k < count; k++) {
    const isSame = isSamePlace(f, k, count);
    if (m.i[FEATURES + k] !== m.i[FEATURES + count] && !isSame) continue;
    if (!isDeeper(f, count, k)) return count;
    takePlace(f, k, count);
    // the position of the accepted corner may be that of others, which have other ids
    let left = count;
    for (let other = count - 1; other > k; other--) {
      if (!isSamePlace(f, k, other)) continue;
      if (isDeeper(f, other, k)) takePlace(f, k, other);
      left = dropCorner(m, left, other);
    }
    return left;
  }
  return count + 1;
}

function isSamePlace(f: Doubles, k: Int, other: Int): Flag {
  const here = PATCH + PATCH_STRIDE * k;
  const there = PATCH + PATCH_STRIDE * other;
  const aside = Math.abs(f[here] - f[there]) + Math.abs(f[here + 1] - f[there + 1]);
  return aside < SAME * f[SNAP] || aside < UNRESOLVED * f[WIDER];
}

function isDeeper(f: Doubles, k: Int, than: Int): Flag {
  const here = PATCH + PATCH_STRIDE * k;
  const there = PATCH + PATCH_STRIDE * than;
  return f[here + 3] - f[here + 2] < f[there + 3] - f[there + 2];
}

/** Moves corner `k` to the position of another; its id stays. */
function takePlace(f: Doubles, k: Int, other: Int): void {
  for (let c: Int = 0; c < PATCH_STRIDE; c++) f[PATCH + PATCH_STRIDE * k + c] = f[PATCH + PATCH_STRIDE * other + c];
}

/** Feature id of corner `k` of the patch if B is the subject. */
function nameBA(m: Manifold, k: Int, tag: Int, countB: Int, countA: Int): Int {
  const kind = kindOf(tag);
  if (kind === CLIPPER_CORNER) return vertexName(m.i, A, clipperPart(tag));
  if (kind === CROSSING) return crossingName(m, k, clipperPart(tag), countA, subjectPart(tag), countB);
  return cornerOfB(m, k, tag, countA);
}

/** Feature id of corner `k` of the patch if A is the subject. */
function nameAB(m: Manifold, k: Int, tag: Int, countA: Int, countB: Int): Int {
  const kind = kindOf(tag);
  if (kind === CLIPPER_CORNER) return cornerOfB(m, k, clipperPart(tag), countA);
  if (kind === CROSSING) return crossingName(m, k, subjectPart(tag), countA, clipperPart(tag), countB);
  return vertexName(m.i, A, tag);
}

/** Feature id of corner `number` of B: that of a corner of A at the same position, if there is one. */
function cornerOfB(m: Manifold, k: Int, number: Int, countA: Int): Int {
  for (let a: Int = 0; a < countA; a++) if (isAt(m.f, k, A, a)) return vertexName(m.i, A, a);
  return vertexName(m.i, B, number);
}

/**
 * Feature id of the crossing of an edge of A and one of B: that of an end at the crossing if there is one, A's first.
 */
function crossingName(m: Manifold, k: Int, edgeA: Int, countA: Int, edgeB: Int, countB: Int): Int {
  const f = m.f;
  const i = m.i;
  const endA: Int = edgeA + 1 === countA ? 0 : edgeA + 1;
  const endB: Int = edgeB + 1 === countB ? 0 : edgeB + 1;
  if (isAt(f, k, A, edgeA)) return vertexName(i, A, edgeA);
  if (isAt(f, k, A, endA)) return vertexName(i, A, endA);
  if (isAt(f, k, B, edgeB)) return vertexName(i, B, edgeB);
  if (isAt(f, k, B, endB)) return vertexName(i, B, endB);
  // a segment's two edges are the same
  const beginA = i[IDS + (countA === 2 ? 0 : edgeA)] & EDGE_MASK;
  const beginB = i[IDS + MAX_CORNERS + (countB === 2 ? 0 : edgeB)] & EDGE_MASK;
  return (EDGES << KIND_SHIFT) | (beginA << EDGE_BITS) | beginB;
}

export function vertexName(i: Ints, side: Int, corner: Int): Int {
  const kind: Int = side === A ? VERTEX_OF_A : VERTEX_OF_B;
  return (kind << KIND_SHIFT) | i[IDS + side * MAX_CORNERS + corner];
}

/** Whether corner `k` of the patch lies on corner `corner` of a side, across the normal. */
function isAt(f: Doubles, k: Int, side: Int, corner: Int): Flag {
  const at = PATCH + PATCH_STRIDE * k;
  const of = CORNERS + side * CORNERS_STRIDE + 3 * corner;
  return Math.abs(f[at] - f[of]) + Math.abs(f[at + 1] - f[of + 1]) < f[SNAP];
}

/**
 * Drops crossings on a straight line between their neighbors, unless they are deeper: flush edges cross anywhere.
 * @returns the number of corners
 */
export function dropStraight(m: Manifold, count: Int): Int {
  let left = count;
  let k: Int = 0;
  while (k < left && left > 2) {
    const isCrossing = m.i[FEATURES + k] >>> KIND_SHIFT === EDGES;
    if (isCrossing && isStraight(m.f, left, k)) left = dropCorner(m, left, k);
    else k++;
  }
  return left;
}

/** Whether corner `k` is on the line between its neighbors, between them, and no deeper than both. */
function isStraight(f: Doubles, count: Int, k: Int): Flag {
  const last = PATCH + PATCH_STRIDE * (k === 0 ? count - 1 : k - 1);
  const here = PATCH + PATCH_STRIDE * k;
  const next = PATCH + PATCH_STRIDE * (k + 1 === count ? 0 : k + 1);
  const dx = f[next] - f[last];
  const dy = f[next + 1] - f[last + 1];
  const x = f[here] - f[last];
  const y = f[here + 1] - f[last + 1];
  const along = x * dx + y * dy;
  const square = dx * dx + dy * dy;
  if (!(along > 0 && along < square)) return false;
  const beside = Math.abs(x * dy - y * dx);
  if (!(beside * beside < f[SNAP] * f[SNAP] * square)) return false;
  const shallow = Math.min(f[last + 3] - f[last + 2], f[next + 3] - f[next + 2]);
  return !(f[here + 3] - f[here + 2] < shallow);
}
