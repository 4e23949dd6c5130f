/** A shape, prepared: the corners of its core counter-clockwise, and tables for supports, f64. */
import { convexHull } from './convexHull.ts';

/** Part of a length, far above all rounding errors. */
export const ROUNDING = 1e-12;
/** A corner nearer to a line than this part of the extent is on it: of points in f64, and of points rounded to f32. */
export const SLACK_F64 = 2 ** -44;
export const SLACK_F32 = 2 ** -22;
/** Elements of `reals` per corner. */
export const STRIDE = 4;
/** Edges of a quadrant in `fans`. */
export const FAN = 4;

export interface Geometry {
  /** Number of corners, ≥ 1. */
  readonly count: number;
  readonly radius: number;
  /** Largest distance of a corner from the local origin. */
  readonly extent: number;
  /**
   * Per corner: x y, then the edge to the next corner, x y. Corner 0 is the support along +x, the first one of two.
   * Row `count` repeats row 0. The edge of a single corner is 0.
   */
  readonly reals: Float64Array;
  /** Per edge: outward unit normal x y, its height over the local origin, and its length. NaN for a single corner. */
  readonly faces: Float64Array;
  /**
   * Per corner: above 0 if it is within this part of the extent of the line of its side. A side is a row of edges whose
   * inner corners are such ones: points that were on a line before they were rounded.
   */
  readonly straight: Float64Array;
  /** A point of the core, and the radii of circles around it: one in the core, and one around the core. */
  readonly centerX: number;
  readonly centerY: number;
  readonly inner: number;
  readonly outer: number;
  /** The supports along +x, +y, −x, −y, and then `count`. */
  readonly starts: Int32Array;
  /**
   * The edges of each quadrant, x y, padded with zeros to FAN edges. Empty if a quadrant has more.
   */
  readonly fans: Float64Array;
  /** The number of each corner in the shape, as in feature ids. */
  readonly ids: Int32Array;
}

/**
 * The tables of the convex hull of points, x y each, grown by a radius. Coordinates that underflow are set to 0.
 * `slack` is SLACK_F64 or SLACK_F32, as the points were rounded.
 */
export function buildGeometry(points: Float64Array, radius: number, slack: number): Geometry {
  const xs = points.filter((_, k) => k % 2 === 0);
  const ys = points.filter((_, k) => k % 2 === 1);
  const hull = convexHull(xs, ys);
  const count = hull.length;
  // corners begin with the support along +x; of two, the lower one
  let first = 0;
  for (let k = 1; k < count; k++) {
    const ahead = xs[hull[k]] - xs[hull[first]] || ys[hull[first]] - ys[hull[k]];
    if (ahead > 0) first = k;
  }
  const ids = Int32Array.from(hull, (_, k) => hull[(first + k) % count]);
  const reals = new Float64Array(STRIDE * (count + 1));
  const faces = new Float64Array(STRIDE * count).fill(Number.NaN);
  let extent = 0;
  for (let k = 0; k <= count; k++) {
    const p = ids[k % count];
    const q = ids[(k + 1) % count];
    const edgeX = xs[q] - xs[p];
    const edgeY = ys[q] - ys[p];
    reals.set([xs[p], ys[p], edgeX, edgeY], STRIDE * k);
    extent = Math.max(extent, Math.hypot(xs[p], ys[p]));
    if (k === count || count === 1) continue;
    const length = Math.hypot(edgeX, edgeY);
    const normalX = edgeY / length;
    const normalY = -edgeX / length;
    faces.set([normalX, normalY, normalX * xs[p] + normalY * ys[p], length], STRIDE * k);
  }
  const starts = startsOf(reals, count);
  const fans = fansOf(reals, starts);
  const straight = straightCorners(reals, count, extent, slack);
  return {
    count,
    radius,
    extent,
    reals,
    faces,
    straight,
    starts,
    fans,
    ids,
    ...circlesOf(reals, faces, extent),
  };
}

function straightCorners(reals: Float64Array, count: number, extent: number, slack: number): Float64Array {
  const straight = new Float64Array(count);
  // the corner farthest from the origin is on no line between others
  let start = 0;
  while (Math.hypot(reals[STRIDE * start], reals[STRIDE * start + 1]) < extent) start++;
  let p = STRIDE * start;
  for (let k = start + 1; k < start + count; k++) {
    const q = STRIDE * (k % count);
    const r = STRIDE * ((k + 1) % count);
    const x = reals[r] - reals[p];
    const y = reals[r + 1] - reals[p + 1];
    const u = reals[q] - reals[p];
    const v = reals[q + 1] - reals[p + 1];
    // the corner is between the two others: a part of the way, and beside it by little
    const part = x * u + y * v;
    const square = x * x + y * y;
    const isOn = part > 0 && part < square && Math.abs(x * v - y * u) <= slack * extent * Math.sqrt(square);
    if (isOn) straight[k % count] = slack;
    else p = q;
  }
  return straight;
}

/** Circles around the middle of the corners. Both leave room for rounding. */
function circlesOf(
  reals: Float64Array,
  faces: Float64Array,
  extent: number,
): Pick<Geometry, 'centerX' | 'centerY' | 'inner' | 'outer'> {
  const count = faces.length / STRIDE;
  let centerX = 0;
  let centerY = 0;
  for (let at = 0; at < faces.length; at += STRIDE) {
    centerX += reals[at] / count;
    centerY += reals[at + 1] / count;
  }
  let inner = count > 1 ? Infinity : 0;
  let outer = 0;
  for (let at = 0; at < faces.length; at += STRIDE) {
    if (count > 1) inner = Math.min(inner, faces[at + 2] - faces[at] * centerX - faces[at + 1] * centerY);
    outer = Math.max(outer, Math.hypot(reals[at] - centerX, reals[at + 1] - centerY));
  }
  return { centerX, centerY, inner: inner - ROUNDING * extent, outer: outer + ROUNDING * extent };
}

/** Where the four quadrants of directions begin. A corner is passed while the edge after it leads forward. */
function startsOf(reals: Float64Array, count: number): Int32Array {
  const starts = new Int32Array(5);
  let k = 0;
  for (const [quadrant, x, y] of [
    [1, 0, 1],
    [2, -1, 0],
    [3, 0, -1],
  ]) {
    while (k < count && x * reals[STRIDE * k + 2] + y * reals[STRIDE * k + 3] > 0) k++;
    starts[quadrant] = k;
  }
  starts[4] = count;
  return starts;
}

function fansOf(reals: Float64Array, starts: Int32Array): Float64Array {
  const fans = new Float64Array(2 * FAN * 4);
  for (let quadrant = 0; quadrant < 4; quadrant++) {
    const begin = starts[quadrant];
    const end = starts[quadrant + 1];
    if (end - begin > FAN) return new Float64Array(0);
    for (let k = begin; k < end; k++) {
      const at = 2 * (FAN * quadrant + k - begin);
      fans[at] = reals[STRIDE * k + 2];
      fans[at + 1] = reals[STRIDE * k + 3];
    }
  }
  return fans;
}
