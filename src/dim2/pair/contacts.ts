/**
 * The contact points of a pair, in the frame of its first body. The sides that look along the normal, one of each core,
 * are projected along it; the range that both cover ends in at most two points. A side is an edge, or a row of edges
 * whose corners are on one line, but for rounding.
 */
import { KIND_SHIFT, VERTEX_OF_A, VERTEX_OF_B, WITNESS_FEATURE } from '../../tables/featureIds.ts';
import { type Geometry, STRIDE } from './geometry.ts';
import { frame, row } from './pairState.ts';
import { support } from './support.ts';

/** Maximum number of points of a pair. */
export const MAX_POINTS = 2;

class ContactPoint {
  /** On A minus A's position, and on B minus B's position. */
  readonly onA = new Float64Array(2);
  readonly onB = new Float64Array(2);
  separation = NaN;
}

export const points = [/* @__PURE__ */ new ContactPoint(), /* @__PURE__ */ new ContactPoint()];
/** The feature ids of the points, as i32; A is the first body. */
export const features = /* @__PURE__ */ new Int32Array(MAX_POINTS);

/** Ranges shorter than this part of the scale are a point. */
const SHORT = 2 ** -44;
/** Largest slope between the edges of a contact of two points, if a shape is round: 3°, as in 3-D. */
const STEEPEST = 0.052;

/** An end of an edge: along the tangent, above along the normal, and its feature id. */
class End {
  along = NaN;
  above = NaN;
  feature = NaN;
}

/** The side of a core that looks along the normal. */
class Side {
  /** The normal in the frame of the core, and where its position is, of A at the origin. */
  nx = NaN;
  ny = NaN;
  along = 0;
  above = 0;
  /** Its edge, and the slope of that. */
  low = new End();
  high = new End();
  slope = NaN;
  /** Part of the scale by which the line between the ends of a row of edges may be inside of its core. */
  slack = NaN;
}

const sideA = /* @__PURE__ */ new Side();
const sideB = /* @__PURE__ */ new Side();

/**
 * Finds the contact points of the pair that `row` measures. Writes `points` and `features`. The limit of `frame`
 * is the largest separation of a point; the distance of the pair is not larger.
 * @returns the number of points: 1 or 2
 */
export function findContacts(a: Geometry, b: Geometry): number {
  const { cos, sin, x, y, scale } = frame;
  const nx = row.normal[0];
  const ny = row.normal[1];
  sideA.nx = nx;
  sideA.ny = ny;
  // the tangent turns with the normal
  sideB.nx = cos * nx + sin * ny;
  sideB.ny = cos * ny - sin * nx;
  sideB.along = nx * y - ny * x;
  sideB.above = nx * x + ny * y;
  loadEdge(a, sideA, 1);
  loadEdge(b, sideB, -1);
  const tolerance = SHORT * scale;
  const low = Math.max(sideA.low.along, sideB.low.along);
  const high = Math.min(sideA.high.along, sideB.high.along);
  const isFlat = Math.abs(sideA.slope - sideB.slope) < STEEPEST;
  let count = 0;
  if (high - low > tolerance && (isFlat || a.radius + b.radius === 0)) {
    // of two ends in one place, that of A
    count = addEnd(count, a, b, sideA.low.along === low ? sideA : sideB, false);
    count = addEnd(count, a, b, sideA.high.along === high ? sideA : sideB, true);
  }
  const most = row.distance + tolerance + Math.max(sideA.slack, sideB.slack) * scale;
  for (let k = 0; k < count; k++) if (points[k].separation <= most) return count;
  addWitnesses(tolerance);
  return 1;
}

/** Loads the side of a core that looks most along the normal. @param sign 1, or −1 for against it */
function loadEdge(core: Geometry, side: Side, sign: number): void {
  const { nx, ny } = side;
  const { count, faces, straight } = core;
  const corner = support(core, sign * nx, sign * ny);
  const before = (corner + count - 1) % count;
  const p = STRIDE * before;
  const q = STRIDE * corner;
  // NaN for a single corner
  const ahead = nx * (faces[p] - faces[q]) + ny * (faces[p + 1] - faces[q + 1]);
  let first = sign * ahead > 0 ? before : corner;
  let second = (first + 1) % count;
  side.slack = Math.max(straight[first], straight[second]);
  while (straight[first] > 0) first = (first + count - 1) % count;
  while (straight[second] > 0) second = (second + 1) % count;
  const { low, high } = side;
  loadEnd(low, core, first, side);
  loadEnd(high, core, second, side);
  side.slope = low.along === high.along ? 0 : (high.above - low.above) / (high.along - low.along);
  if (low.along > high.along) {
    side.low = high;
    side.high = low;
  }
}

/** Loads a corner. */
function loadEnd(end: End, { reals, ids }: Geometry, corner: number, side: Side): void {
  const { nx, ny, along, above } = side;
  const x = reals[STRIDE * corner];
  const y = reals[STRIDE * corner + 1];
  end.along = along + nx * y - ny * x;
  end.above = above + nx * x + ny * y;
  end.feature = ((side === sideA ? VERTEX_OF_A : VERTEX_OF_B) << KIND_SHIFT) | ids[corner];
}

/** Adds the points at an end of the range, that of a side, unless they are farther apart than the limit. */
function addEnd(count: number, a: Geometry, b: Geometry, side: Side, isHigh: boolean): number {
  const t = isHigh ? Math.min(sideA.high.along, sideB.high.along) : Math.max(sideA.low.along, sideB.low.along);
  const heightA = heightAt(sideA, t) + a.radius;
  const heightB = heightAt(sideB, t) - b.radius;
  const separation = heightB - heightA;
  if (!(separation <= frame.limit)) return count;
  const nx = row.normal[0];
  const ny = row.normal[1];
  const point = points[count];
  const { onA, onB } = point;
  onA[0] = heightA * nx - t * ny;
  onA[1] = heightA * ny + t * nx;
  onB[0] = heightB * nx - t * ny - frame.x;
  onB[1] = heightB * ny + t * nx - frame.y;
  point.separation = separation;
  features[count] = (isHigh ? side.high : side.low).feature;
  return count + 1;
}

/** The height of an edge at t along the tangent. */
function heightAt({ low, high }: Side, t: number): number {
  const length = high.along - low.along;
  const part = length > 0 ? Math.min(1, Math.max(0, (t - low.along) / length)) : 0;
  return low.above + part * (high.above - low.above);
}

/** Writes the witness points as the only point. It is named by the core that ends in one place there, if one does. */
function addWitnesses(tolerance: number): void {
  const point = points[0];
  for (let k = 0; k < 2; k++) {
    point.onA[k] = row.pointA[k];
    point.onB[k] = row.pointB[k];
  }
  point.separation = row.distance;
  features[0] = WITNESS_FEATURE;
  for (let k = 0; k < 2; k++) {
    const side = k === 0 ? sideB : sideA;
    const { low, high } = side;
    if (high.along - low.along > tolerance) continue;
    // an edge seen along its length ends in the corner that is nearer to the other core
    features[0] = ((side === sideA) === low.above < high.above ? high : low).feature;
  }
}
