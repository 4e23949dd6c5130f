/**
 * The point of a simplex that is nearest to the origin.
 *
 *   reads   c[NOW …]: up to four points, x y z
 *   writes  c[NEAREST …], c[NEAREST_SQUARE], c[WEIGHTS …]: the point, its squared length, the weight of each corner
 *
 * All faces, edges and corners count, not only those of the newest point. Far from slivers the bits of the point are
 * right to the rounding of the corners. What a caller concludes has a proof of its own.
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: Ericson, Real-Time Collision Detection, 2005, §5.1.5 and §5.1.6.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { NEAREST, NEAREST_SQUARE, NOW, TRY, WEIGHTS } from './places.ts';

/** In c[TRY …]: the three weights, the point, and its squared length. */
const POINT = 3;
const SQUARE = 6;

/** @returns 1, or 0 if a tetrahedron has the origin inside */
export function nearestOf(c: Doubles, count: Int): Int {
  for (let k: Int = 0; k < 4; k++) c[WEIGHTS + k] = 0;
  if (count === 1) {
    c[WEIGHTS] = 1;
    for (let k: Int = 0; k < 3; k++) c[NEAREST + k] = c[NOW + k];
    return 1;
  }
  if (count === 2) {
    nearestOfSegment(c);
    return 1;
  }
  if (count === 3) {
    nearestOfTriangle(c, 0, 1, 2);
    take(c, 0, 1, 2);
    return 1;
  }
  c[NEAREST_SQUARE] = 1 / 0;
  const first = tryFace(c, 0, 1, 2, 3);
  const second = tryFace(c, 0, 1, 3, 2);
  const third = tryFace(c, 0, 2, 3, 1);
  const fourth = tryFace(c, 1, 2, 3, 0);
  return first + second + third + fourth > 0 ? 1 : 0;
}

/** Takes the face i j k if the origin is not on the side of corner m, and its point is the nearest so far. */
function tryFace(c: Doubles, i: Int, j: Int, k: Int, m: Int): Int {
  const a = NOW + 3 * i;
  const b = NOW + 3 * j;
  const d = NOW + 3 * k;
  const e = NOW + 3 * m;
  const ux = c[b] - c[a];
  const uy = c[b + 1] - c[a + 1];
  const uz = c[b + 2] - c[a + 2];
  const sx = c[d] - c[a];
  const sy = c[d + 1] - c[a + 1];
  const sz = c[d + 2] - c[a + 2];
  const nx = uy * sz - uz * sy;
  const ny = uz * sx - ux * sz;
  const nz = ux * sy - uy * sx;
  const origin = -(nx * c[a] + ny * c[a + 1] + nz * c[a + 2]);
  const corner = nx * (c[e] - c[a]) + ny * (c[e + 1] - c[a + 1]) + nz * (c[e + 2] - c[a + 2]);
  if (origin * corner > 0) return 0;
  nearestOfTriangle(c, i, j, k);
  if (c[TRY + SQUARE] < c[NEAREST_SQUARE]) {
    c[WEIGHTS + m] = 0;
    take(c, i, j, k);
  }
  return 1;
}

/** Copies c[TRY …], of the corners i j k. */
function take(c: Doubles, i: Int, j: Int, k: Int): void {
  c[WEIGHTS + i] = c[TRY];
  c[WEIGHTS + j] = c[TRY + 1];
  c[WEIGHTS + k] = c[TRY + 2];
  for (let n: Int = 0; n < 3; n++) c[NEAREST + n] = c[TRY + POINT + n];
  c[NEAREST_SQUARE] = c[TRY + SQUARE];
}

function nearestOfSegment(c: Doubles): void {
  const ux = c[NOW + 3] - c[NOW];
  const uy = c[NOW + 4] - c[NOW + 1];
  const uz = c[NOW + 5] - c[NOW + 2];
  const along = -(ux * c[NOW] + uy * c[NOW + 1] + uz * c[NOW + 2]);
  const length = ux * ux + uy * uy + uz * uz;
  let share: Double = 0;
  if (along > 0) share = along < length ? along / length : 1;
  c[WEIGHTS] = 1 - share;
  c[WEIGHTS + 1] = share;
  c[NEAREST] = c[NOW] + share * ux;
  c[NEAREST + 1] = c[NOW + 1] + share * uy;
  c[NEAREST + 2] = c[NOW + 2] + share * uz;
}

/** Writes c[TRY …] for the corners i j k: the region of the triangle in which the origin lies. */
function nearestOfTriangle(c: Doubles, i: Int, j: Int, k: Int): void {
  const a = NOW + 3 * i;
  const b = NOW + 3 * j;
  const d = NOW + 3 * k;
  const ux = c[b] - c[a];
  const uy = c[b + 1] - c[a + 1];
  const uz = c[b + 2] - c[a + 2];
  const sx = c[d] - c[a];
  const sy = c[d + 1] - c[a + 1];
  const sz = c[d + 2] - c[a + 2];
  // along both edges at a: the origin seen from each of the three corners
  const ua = -(ux * c[a] + uy * c[a + 1] + uz * c[a + 2]);
  const sa = -(sx * c[a] + sy * c[a + 1] + sz * c[a + 2]);
  const ub = -(ux * c[b] + uy * c[b + 1] + uz * c[b + 2]);
  const sb = -(sx * c[b] + sy * c[b + 1] + sz * c[b + 2]);
  const ud = -(ux * c[d] + uy * c[d + 1] + uz * c[d + 2]);
  const sd = -(sx * c[d] + sy * c[d + 1] + sz * c[d + 2]);
  const overA = ub * sd - ud * sb;
  const overB = ud * sa - ua * sd;
  const overD = ua * sb - ub * sa;
  let onB: Double = 0;
  let onD: Double = 0;
  if (overD <= 0 && ua >= 0 && ub <= 0) onB = ua > 0 ? ua / (ua - ub) : 0;
  else if (overB <= 0 && sa >= 0 && sd <= 0) onD = sa > 0 ? sa / (sa - sd) : 0;
  else if (overA <= 0 && sb - ub >= 0 && ud - sd >= 0) {
    const whole = sb - ub + (ud - sd);
    onD = whole > 0 ? (sb - ub) / whole : 0;
    onB = 1 - onD;
  } else if (ub >= 0 && sb <= ub) onB = 1;
  else if (sd >= 0 && ud <= sd) onD = 1;
  else if (!(ua <= 0 && sa <= 0)) {
    const nx = uy * sz - uz * sy;
    const ny = uz * sx - ux * sz;
    const nz = ux * sy - uy * sx;
    const height = (nx * c[a] + ny * c[a + 1] + nz * c[a + 2]) / (nx * nx + ny * ny + nz * nz);
    const whole = overA + overB + overD;
    c[TRY + 1] = overB / whole;
    c[TRY + 2] = overD / whole;
    // along the normal of the face, whose direction does not depend on how near it is
    c[TRY + POINT] = height * nx;
    c[TRY + POINT + 1] = height * ny;
    c[TRY + POINT + 2] = height * nz;
    endTry(c);
    return;
  }
  c[TRY + 1] = onB;
  c[TRY + 2] = onD;
  c[TRY + POINT] = c[a] + onB * ux + onD * sx;
  c[TRY + POINT + 1] = c[a + 1] + onB * uy + onD * sy;
  c[TRY + POINT + 2] = c[a + 2] + onB * uz + onD * sz;
  endTry(c);
}

function endTry(c: Doubles): void {
  const x = c[TRY + POINT];
  const y = c[TRY + POINT + 1];
  const z = c[TRY + POINT + 2];
  c[TRY] = 1 - c[TRY + 1] - c[TRY + 2];
  c[TRY + SQUARE] = x * x + y * y + z * z;
}
