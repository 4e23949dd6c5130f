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
  type ManifoldScratch,
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
const EDGE_MASK = 2 ** EDGE_BITS - 1;

/** Fills the patch from `count` clipped corners. @returns the number of corners of the patch */
export function fillPatch(
  scratch: ManifoldScratch,
  count: number,
  subject: number,
  subjectCount: number,
  clipperCount: number,
): number {
  const { f, i } = scratch;
  const clipper = 1 - subject;
  const plane = PLANE + clipper * PLANE_STRIDE;
  const ahead = subject === A ? 2 : 3;
  let kept = 0;
  for (let k = 0; k < count; k++) {
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
    const tag = i[TAGS + 2 * k];
    i[FEATURES + kept] =
      subject === B
        ? nameBA(scratch, kept, tag, subjectCount, clipperCount)
        : nameAB(scratch, kept, tag, subjectCount, clipperCount);
    kept = addCorner(scratch, kept);
  }
  return kept;
}

/**
 * Accepts the corner written behind the first `count`, unless one of them has its id or its position. Then the deeper
 * of the two stays, under the id of the earlier one.
 * @returns the number of corners
 */
export function addCorner(scratch: ManifoldScratch, count: number): number {
  const { f, i } = scratch;
  for (let k = 0; k < count; k++) {
    if (i[FEATURES + k] !== i[FEATURES + count] && !isSamePlace(f, k, count)) continue;
    if (!isDeeper(f, count, k)) return count;
    takePlace(f, k, count);
    // the position of the accepted corner may be that of others, which have other ids
    let left = count;
    for (let twin = count - 1; twin > k; twin--) {
      if (!isSamePlace(f, k, twin)) continue;
      if (isDeeper(f, twin, k)) takePlace(f, k, twin);
      left = dropCorner(f, i, left, twin);
    }
    return left;
  }
  return count + 1;
}

function isSamePlace(f: Float64Array, k: number, other: number): boolean {
  const here = PATCH + PATCH_STRIDE * k;
  const there = PATCH + PATCH_STRIDE * other;
  const aside = Math.abs(f[here] - f[there]) + Math.abs(f[here + 1] - f[there + 1]);
  return aside < SAME * f[SNAP] || aside < UNRESOLVED * f[WIDER];
}

function isDeeper(f: Float64Array, k: number, than: number): boolean {
  const here = PATCH + PATCH_STRIDE * k;
  const there = PATCH + PATCH_STRIDE * than;
  return f[here + 3] - f[here + 2] < f[there + 3] - f[there + 2];
}

/** Moves corner `k` to the position of another; its id stays. */
function takePlace(f: Float64Array, k: number, other: number): void {
  const from = PATCH + PATCH_STRIDE * other;
  f.copyWithin(PATCH + PATCH_STRIDE * k, from, from + PATCH_STRIDE);
}

/** Feature id of corner `k` of the patch if B is the subject. */
function nameBA(scratch: ManifoldScratch, k: number, tag: number, countB: number, countA: number): number {
  const { i } = scratch;
  const kind = kindOf(tag);
  if (kind === CLIPPER_CORNER) return vertexName(i, A, clipperPart(tag));
  if (kind === CROSSING) return crossingName(scratch, k, clipperPart(tag), countA, subjectPart(tag), countB);
  return cornerOfB(scratch, k, tag, countA);
}

/** Feature id of corner `k` of the patch if A is the subject. */
function nameAB(scratch: ManifoldScratch, k: number, tag: number, countA: number, countB: number): number {
  const { i } = scratch;
  const kind = kindOf(tag);
  if (kind === CLIPPER_CORNER) return cornerOfB(scratch, k, clipperPart(tag), countA);
  if (kind === CROSSING) return crossingName(scratch, k, subjectPart(tag), countA, clipperPart(tag), countB);
  return vertexName(i, A, tag);
}

/** Feature id of corner `number` of B: that of a corner of A at the same position, if there is one. */
function cornerOfB(scratch: ManifoldScratch, k: number, number: number, countA: number): number {
  for (let a = 0; a < countA; a++) if (isAt(scratch, k, A, a)) return vertexName(scratch.i, A, a);
  return vertexName(scratch.i, B, number);
}

/**
 * Feature id of the crossing of an edge of A and one of B: that of an end at the crossing if there is one, A's first.
 */
function crossingName(
  scratch: ManifoldScratch,
  k: number,
  edgeA: number,
  countA: number,
  edgeB: number,
  countB: number,
): number {
  const { i } = scratch;
  const endA = (edgeA + 1) % countA;
  const endB = (edgeB + 1) % countB;
  if (isAt(scratch, k, A, edgeA)) return vertexName(i, A, edgeA);
  if (isAt(scratch, k, A, endA)) return vertexName(i, A, endA);
  if (isAt(scratch, k, B, edgeB)) return vertexName(i, B, edgeB);
  if (isAt(scratch, k, B, endB)) return vertexName(i, B, endB);
  // a segment's two edges are the same
  const beginA = i[IDS + (countA === 2 ? 0 : edgeA)] & EDGE_MASK;
  const beginB = i[IDS + MAX_CORNERS + (countB === 2 ? 0 : edgeB)] & EDGE_MASK;
  return (EDGES << KIND_SHIFT) | (beginA << EDGE_BITS) | beginB;
}

export function vertexName(i: Int32Array, side: number, corner: number): number {
  return ((side === A ? VERTEX_OF_A : VERTEX_OF_B) << KIND_SHIFT) | i[IDS + side * MAX_CORNERS + corner];
}

/** Whether corner `k` of the patch lies on corner `corner` of a side, across the normal. */
function isAt({ f }: ManifoldScratch, k: number, side: number, corner: number): boolean {
  const at = PATCH + PATCH_STRIDE * k;
  const of = CORNERS + side * CORNERS_STRIDE + 3 * corner;
  return Math.abs(f[at] - f[of]) + Math.abs(f[at + 1] - f[of + 1]) < f[SNAP];
}

/**
 * Drops crossings on a straight line between their neighbors, unless they are deeper: flush edges cross anywhere.
 * @returns the number of corners
 */
export function dropStraight({ f, i }: ManifoldScratch, count: number): number {
  let left = count;
  for (let k = 0; k < left && left > 2; k++) {
    if (i[FEATURES + k] >>> KIND_SHIFT !== EDGES) continue;
    const last = PATCH + PATCH_STRIDE * ((k + left - 1) % left);
    const here = PATCH + PATCH_STRIDE * k;
    const next = PATCH + PATCH_STRIDE * ((k + 1) % left);
    const dx = f[next] - f[last];
    const dy = f[next + 1] - f[last + 1];
    const x = f[here] - f[last];
    const y = f[here + 1] - f[last + 1];
    const along = x * dx + y * dy;
    const square = dx * dx + dy * dy;
    if (!(along > 0 && along < square)) continue;
    const beside = Math.abs(x * dy - y * dx);
    if (!(beside * beside < f[SNAP] * f[SNAP] * square)) continue;
    const shallow = Math.min(f[last + 3] - f[last + 2], f[next + 3] - f[next + 2]);
    if (f[here + 3] - f[here + 2] < shallow) continue;
    left = dropCorner(f, i, left, k);
    k--;
  }
  return left;
}
