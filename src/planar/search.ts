/**
 * The point of the difference D = B − A of two cores that is closest to the origin, if the cores are apart.
 *
 * Method: Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects, 1988, in the
 * plane: the simplex is a corner or a chord of D, whose next support lies along the normal of the chord. A step removes
 * a part of the boundary, so the search ends at an edge or a corner of D.
 */
import { COS, frame, LIMIT, SCALE, SIN, X, Y } from './frame.ts';
import { type Geometry, STRIDE } from './geometry.ts';
import { support } from './support.ts';

/** What the search proves. */
export const APART = 0;
/** The cores touch or overlap. */
export const TOUCHING = 1;
/** Farther apart than the limit: `found` has a separating direction and a lower bound. */
export const BEYOND = 2;
/** The step limit was reached; the lower bound and the simplex are the best known. */
export const OPEN = 3;

/** Elements of `found`: a direction from A to B, in the frame of A, and the distance along it that is proven. */
export const NORMAL_X = 0;
export const NORMAL_Y = 1;
export const LOWER = 2;
/** The distance of the closest point of the simplex: an upper bound. */
export const UPPER = 3;
/** The part of the way from the first corner of the simplex to the second. */
export const PART = 4;
export const found = /* @__PURE__ */ new Float64Array(5);

/** Corners of A and B of the simplex: first A, first B, second A, second B. */
export const corners = /* @__PURE__ */ new Int32Array(4);

/** Heights nearer than this part of the scale are equal. */
const SAME = 2 ** -51;
/** Most steps; 9 is the most seen in a million random pairs of test/pair2d/generate.ts, seed 5. */
const MOST_STEPS = 64;
/** Squared lengths below this count as 0 (m²). */
const LEAST_SQUARE = 1e-260;

/** Corners of the simplex that remain. */
const NONE = 0;
const FIRST = 1;
const SECOND = 2;
const FIRST_AS_SECOND = 3;

/**
 * Searches in the pose of `frame`. Writes `found` and `corners`, but not if the cores touch.
 * It ends when the shapes are proven to be farther apart than the limit of `frame`.
 * @returns APART, TOUCHING, BEYOND or OPEN
 */
export function search(a: Geometry, b: Geometry): number {
  const cos = frame[COS];
  const sin = frame[SIN];
  const offsetX = frame[X];
  const offsetY = frame[Y];
  const same = SAME * frame[SCALE];
  const limit = frame[LIMIT] + a.radius + b.radius;
  const least = limit * limit * (1 + 1e-12);
  const realsA = a.reals;
  const realsB = b.reals;
  let nx = offsetX;
  let ny = offsetY;
  if (nx * nx + ny * ny < LEAST_SQUARE) nx = 1;
  // the simplex, counter-clockwise around the origin: one corner of D while `size` is 1
  let x1 = 0;
  let y1 = 0;
  let x2 = 0;
  let y2 = 0;
  let i1 = -1;
  let j1 = -1;
  let i2 = -1;
  let j2 = -1;
  let size = 0;
  let isApart = false;
  let height = 0;
  let code = OPEN;
  for (let step = 0; step < MOST_STEPS; step++) {
    // the support of D against the normal
    const i = support(a, nx, ny);
    const j = support(b, -(cos * nx + sin * ny), sin * nx - cos * ny);
    const localX = realsB[STRIDE * j];
    const localY = realsB[STRIDE * j + 1];
    const x = offsetX + (cos * localX - sin * localY) - realsA[STRIDE * i];
    const y = offsetY + (sin * localX + cos * localY) - realsA[STRIDE * i + 1];
    height = nx * x + ny * y;
    const rounding = same * (Math.abs(nx) + Math.abs(ny));
    // a gap that could be rounding proves nothing, so that an early end contradicts no later one
    if (height > 2 * rounding) {
      isApart = true;
      if (height * height > least * (nx * nx + ny * ny)) {
        code = BEYOND;
        break;
      }
    }
    if (size > 0) {
      const gain = nx * x1 + ny * y1 - height;
      const isOld = (i === i1 && j === j1) || (size === 2 && i === i2 && j === j2);
      if (isOld || gain <= rounding) {
        code = APART;
        break;
      }
    }
    // what of the simplex remains beside the new corner
    let kept = NONE;
    if (size === 2) {
      // the origin against the new chords, from (x, y) to the first and from the second to (x, y); positive is inside
      const firstX = x1 - x;
      const firstY = y1 - y;
      const secondX = x2 - x;
      const secondY = y2 - y;
      const sideOfFirst = x * firstY - y * firstX;
      const sideOfSecond = secondX * y - secondY * x;
      if (sideOfFirst >= 0 && sideOfSecond >= 0) {
        if (!isApart) return TOUCHING;
        code = APART;
        break;
      }
      if (sideOfFirst < 0 && x * firstX + y * firstY < 0) kept = FIRST;
      else if (sideOfSecond < 0 && x * secondX + y * secondY < 0) kept = SECOND;
    } else if (size === 1 && x * (x - x1) + y * (y - y1) > 0) {
      kept = x1 * y - y1 * x > 0 ? FIRST : FIRST_AS_SECOND;
    }
    if (kept === FIRST) {
      x2 = x;
      y2 = y;
      i2 = i;
      j2 = j;
    } else {
      if (kept === FIRST_AS_SECOND) {
        x2 = x1;
        y2 = y1;
        i2 = i1;
        j2 = j1;
      }
      x1 = x;
      y1 = y;
      i1 = i;
      j1 = j;
    }
    size = kept === NONE ? 1 : 2;
    if (size === 1) {
      nx = x1;
      ny = y1;
      if (nx * nx + ny * ny < LEAST_SQUARE) return TOUCHING;
    } else {
      // the normal of the chord, away from the origin
      nx = y2 - y1;
      ny = x1 - x2;
      if (!(nx * x1 + ny * y1 > 0)) return TOUCHING;
    }
  }
  const square = nx * nx + ny * ny;
  const length = Math.sqrt(square);
  found[NORMAL_X] = nx / length;
  found[NORMAL_Y] = ny / length;
  found[LOWER] = Math.max(height / length, 0);
  found[UPPER] = (nx * x1 + ny * y1) / length;
  const part = size === 2 ? (x1 * (x1 - x2) + y1 * (y1 - y2)) / square : 0;
  found[PART] = part < 0 ? 0 : part > 1 ? 1 : part;
  corners[0] = i1;
  corners[1] = j1;
  corners[2] = size === 2 ? i2 : i1;
  corners[3] = size === 2 ? j2 : j1;
  return code;
}
