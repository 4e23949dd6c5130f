/**
 * The contact points of a pair, in the frame of its first body. The sides that look along the normal, one of each core,
 * are projected along it; the range that both cover ends in at most two points. A side is an edge, or a row of edges
 * whose corners are on one line, but for rounding.
 */
import { KIND_SHIFT, VERTEX_OF_A, VERTEX_OF_B, WITNESS_FEATURE } from '../queries/contacts/featureIds.ts';
import { COS, frame, LIMIT, SCALE, SIN, X, Y } from './frame.ts';
import { type Geometry, STRIDE } from './geometry.ts';
import { DISTANCE, NORMAL, POINT_A, POINT_B, row } from './measure.ts';
import { support } from './support.ts';

/** Maximum number of points of a pair. */
export const MAX_POINTS = 2;
/** Elements of `points` per point: x y on A minus A's position, x y on B minus B's position, separation. */
export const POINT = 5;
export const points = /* @__PURE__ */ new Float64Array(MAX_POINTS * POINT);
/** The feature ids of the points, as i32; A is the first body. */
export const features = /* @__PURE__ */ new Int32Array(MAX_POINTS);

/** Ranges shorter than this part of the scale are a point. */
const SHORT = 2 ** -44;
/** Largest slope between the edges of a contact of two points, if a shape is round: 3°, as in 3-D. */
const STEEPEST = 0.052;

/** Per core: the normal in its frame, and where its position is along the tangent and along the normal. */
const VIEW = 4;
const views = /* @__PURE__ */ new Float64Array(2 * VIEW);
/** Per core: where its edge begins and ends along the tangent, the heights of both ends along the normal, its slope. */
const LOW = 0;
const HIGH = 1;
const LOW_HEIGHT = 2;
const HIGH_HEIGHT = 3;
const SLOPE = 4;
const ENDS = 5;
const ends = /* @__PURE__ */ new Float64Array(2 * ENDS);
/** The ends of the range that both edges cover, along the tangent. */
const range = /* @__PURE__ */ new Float64Array(2);
/** Per core: the height of its edge at an end. */
const heights = /* @__PURE__ */ new Float64Array(2);
/** Part of the scale by which the line between the ends of a row of edges may be inside of its core. */
let slack = 0;
/** The vertex numbers of both ends, per core. */
const vertices = /* @__PURE__ */ new Int32Array(4);

/**
 * Finds the contact points of the pair that `row` measures. Writes `points` and `features`. The limit of `frame`
 * is the largest separation of a point; the distance of the pair is not larger.
 * @returns the number of points: 1 or 2
 */
export function findContacts(a: Geometry, b: Geometry): number {
  const nx = row[NORMAL];
  const ny = row[NORMAL + 1];
  const x = frame[X];
  const y = frame[Y];
  views[0] = nx;
  views[1] = ny;
  // the tangent turns with the normal
  views[4] = frame[COS] * nx + frame[SIN] * ny;
  views[5] = frame[COS] * ny - frame[SIN] * nx;
  views[6] = nx * y - ny * x;
  views[7] = nx * x + ny * y;
  slack = 0;
  loadEdge(a, 0);
  loadEdge(b, 1);
  const tolerance = SHORT * frame[SCALE];
  const low = Math.max(ends[LOW], ends[ENDS + LOW]);
  const high = Math.min(ends[HIGH], ends[ENDS + HIGH]);
  range[0] = low;
  range[1] = high;
  const isFlat = Math.abs(ends[SLOPE] - ends[ENDS + SLOPE]) < STEEPEST;
  let count = 0;
  if (high - low > tolerance && (isFlat || a.radius + b.radius === 0)) {
    // of two ends in one place, that of A
    count = addEnd(count, a, b, ends[LOW] === low ? VERTEX_OF_A : VERTEX_OF_B, 0);
    count = addEnd(count, a, b, ends[HIGH] === high ? VERTEX_OF_A : VERTEX_OF_B, 1);
  }
  const most = row[DISTANCE] + tolerance + slack * frame[SCALE];
  for (let k = 0; k < count; k++) if (points[POINT * k + 4] <= most) return count;
  addWitnesses();
  return 1;
}

/** Loads the side of a core that looks most along the normal, or for B against it. Writes `ends` and `vertices`. */
function loadEdge(core: Geometry, side: number): void {
  const sign = side === 0 ? 1 : -1;
  const nx = views[VIEW * side];
  const ny = views[VIEW * side + 1];
  const along = views[VIEW * side + 2];
  const above = views[VIEW * side + 3];
  const { count, faces, reals, straight, ids } = core;
  const corner = support(core, sign * nx, sign * ny);
  const before = (corner + count - 1) % count;
  let first = corner;
  if (count > 1) {
    const p = STRIDE * before;
    const q = STRIDE * corner;
    const ahead = nx * (faces[p] - faces[q]) + ny * (faces[p + 1] - faces[q + 1]);
    if (sign * ahead > 0) first = before;
  }
  let second = (first + 1) % count;
  slack = Math.max(slack, straight[first], straight[second]);
  while (straight[first] > 0) first = (first + count - 1) % count;
  while (straight[second] > 0) second = (second + 1) % count;
  const p = STRIDE * first;
  const q = STRIDE * second;
  const t1 = along + nx * reals[p + 1] - ny * reals[p];
  const t2 = along + nx * reals[q + 1] - ny * reals[q];
  const h1 = above + nx * reals[p] + ny * reals[p + 1];
  const h2 = above + nx * reals[q] + ny * reals[q + 1];
  const at = ENDS * side;
  const isTurned = t1 > t2;
  ends[at + LOW] = isTurned ? t2 : t1;
  ends[at + HIGH] = isTurned ? t1 : t2;
  ends[at + LOW_HEIGHT] = isTurned ? h2 : h1;
  ends[at + HIGH_HEIGHT] = isTurned ? h1 : h2;
  vertices[2 * side] = ids[isTurned ? second : first];
  vertices[2 * side + 1] = ids[isTurned ? first : second];
  ends[at + SLOPE] = t1 === t2 ? 0 : (h2 - h1) / (t2 - t1);
}

/** Writes the height of a core's edge at an end of the range. */
function writeHeight(side: number, end: number): void {
  const at = ENDS * side;
  const length = ends[at + HIGH] - ends[at + LOW];
  const part = length > 0 ? Math.min(1, Math.max(0, (range[end] - ends[at + LOW]) / length)) : 0;
  heights[side] = ends[at + LOW_HEIGHT] + part * (ends[at + HIGH_HEIGHT] - ends[at + LOW_HEIGHT]);
}

/** Adds the points at an end of the range, unless they are farther apart than the limit. */
function addEnd(count: number, a: Geometry, b: Geometry, kind: number, end: number): number {
  writeHeight(0, end);
  writeHeight(1, end);
  const heightA = heights[0] + a.radius;
  const heightB = heights[1] - b.radius;
  const separation = heightB - heightA;
  if (!(separation <= frame[LIMIT])) return count;
  const t = range[end];
  const nx = row[NORMAL];
  const ny = row[NORMAL + 1];
  const at = POINT * count;
  points[at] = heightA * nx - t * ny;
  points[at + 1] = heightA * ny + t * nx;
  points[at + 2] = heightB * nx - t * ny - frame[X];
  points[at + 3] = heightB * ny + t * nx - frame[Y];
  points[at + 4] = separation;
  features[count] = (kind << KIND_SHIFT) | vertices[2 * (kind - VERTEX_OF_A) + end];
  return count + 1;
}

/** Writes the witness points as the only point. It is named by the core that ends in one place there, if one does. */
function addWitnesses(): void {
  const tolerance = SHORT * frame[SCALE];
  for (let k = 0; k < 2; k++) {
    points[k] = row[POINT_A + k];
    points[2 + k] = row[POINT_B + k];
  }
  points[4] = row[DISTANCE];
  features[0] = WITNESS_FEATURE;
  for (let side = 1; side >= 0; side--) {
    const at = ENDS * side;
    if (ends[at + HIGH] - ends[at + LOW] > tolerance) continue;
    // an edge seen along its length ends in the corner that is nearer to the other core
    const isLow = (side === 0) === ends[at + LOW_HEIGHT] >= ends[at + HIGH_HEIGHT];
    features[0] = ((side + VERTEX_OF_A) << KIND_SHIFT) | vertices[2 * side + (isLow ? 0 : 1)];
  }
}
