/**
 * The point of a simplex that is nearest to the origin.
 *
 *   reads   up to four points, x y z: `now`
 *   writes  `nearest`
 *
 * All faces, edges and corners count, not only those of the newest point. Far from slivers the bits of the point are
 * right to the rounding of the corners. What a caller concludes has a proof of its own.
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: Ericson, Real-Time Collision Detection, 2005, §5.1.5 and §5.1.6.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import type { CastSimplex, NearestPoint } from './castNumbers.ts';
import { copy, dot } from './vectors.ts';

/** @returns 1, or 0 if a tetrahedron has the origin inside */
export function nearestOf(s: CastSimplex, count: Int): Int {
  const best = s.nearest;
  for (let k: Int = 0; k < 4; k++) best.weights[k] = 0;
  if (count === 1) {
    best.weights[0] = 1;
    copy(best.point, s.now);
    return 1;
  }
  if (count === 2) {
    nearestOfSegment(best, s.now);
    return 1;
  }
  if (count === 3) {
    nearestOfTriangle(s.trial, s.now, 0, 3, 6);
    take(s, 0, 1, 2);
    return 1;
  }
  best.square = 1 / 0;
  const first = tryFace(s, 0, 1, 2, 3);
  const second = tryFace(s, 0, 1, 3, 2);
  const third = tryFace(s, 0, 2, 3, 1);
  const fourth = tryFace(s, 1, 2, 3, 0);
  return first + second + third + fourth > 0 ? 1 : 0;
}

/** Takes the face i j k if the origin is not on the side of corner m, and its point is the nearest so far. */
function tryFace(s: CastSimplex, i: Int, j: Int, k: Int, m: Int): Int {
  const p = s.now;
  const a = 3 * i;
  const b = 3 * j;
  const d = 3 * k;
  const e = 3 * m;
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const sx = p[d] - p[a];
  const sy = p[d + 1] - p[a + 1];
  const sz = p[d + 2] - p[a + 2];
  const nx = uy * sz - uz * sy;
  const ny = uz * sx - ux * sz;
  const nz = ux * sy - uy * sx;
  const origin = -(nx * p[a] + ny * p[a + 1] + nz * p[a + 2]);
  const corner = nx * (p[e] - p[a]) + ny * (p[e + 1] - p[a + 1]) + nz * (p[e + 2] - p[a + 2]);
  if (origin * corner > 0) return 0;
  nearestOfTriangle(s.trial, p, a, b, d);
  if (s.trial.square < s.nearest.square) {
    s.nearest.weights[m] = 0;
    take(s, i, j, k);
  }
  return 1;
}

/** Takes the trial, of the corners i j k. */
function take(s: CastSimplex, i: Int, j: Int, k: Int): void {
  const best = s.nearest;
  const trial = s.trial;
  best.weights[i] = trial.weights[0];
  best.weights[j] = trial.weights[1];
  best.weights[k] = trial.weights[2];
  copy(best.point, trial.point);
  best.square = trial.square;
}

function nearestOfSegment(to: NearestPoint, p: Doubles): void {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const along = -(ux * p[0] + uy * p[1] + uz * p[2]);
  const length = ux * ux + uy * uy + uz * uz;
  let share: Double = 0;
  if (along > 0) share = along < length ? along / length : 1;
  to.weights[0] = 1 - share;
  to.weights[1] = share;
  to.point[0] = p[0] + share * ux;
  to.point[1] = p[1] + share * uy;
  to.point[2] = p[2] + share * uz;
}

/** The same of the triangle whose corners begin at p[a], p[b], p[d]: of the region in which the origin lies. */
function nearestOfTriangle(to: NearestPoint, p: Doubles, a: Int, b: Int, d: Int): void {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const sx = p[d] - p[a];
  const sy = p[d + 1] - p[a + 1];
  const sz = p[d + 2] - p[a + 2];
  // along both edges at a: the origin seen from each of the three corners
  const ua = -(ux * p[a] + uy * p[a + 1] + uz * p[a + 2]);
  const sa = -(sx * p[a] + sy * p[a + 1] + sz * p[a + 2]);
  const ub = -(ux * p[b] + uy * p[b + 1] + uz * p[b + 2]);
  const sb = -(sx * p[b] + sy * p[b + 1] + sz * p[b + 2]);
  const ud = -(ux * p[d] + uy * p[d + 1] + uz * p[d + 2]);
  const sd = -(sx * p[d] + sy * p[d + 1] + sz * p[d + 2]);
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
    const height = (nx * p[a] + ny * p[a + 1] + nz * p[a + 2]) / (nx * nx + ny * ny + nz * nz);
    const whole = overA + overB + overD;
    to.weights[1] = overB / whole;
    to.weights[2] = overD / whole;
    // along the normal of the face, whose direction does not depend on how near it is
    to.point[0] = height * nx;
    to.point[1] = height * ny;
    to.point[2] = height * nz;
    endTry(to);
    return;
  }
  to.weights[1] = onB;
  to.weights[2] = onD;
  to.point[0] = p[a] + onB * ux + onD * sx;
  to.point[1] = p[a + 1] + onB * uy + onD * sy;
  to.point[2] = p[a + 2] + onB * uz + onD * sz;
  endTry(to);
}

function endTry(to: NearestPoint): void {
  to.weights[0] = 1 - to.weights[1] - to.weights[2];
  to.square = dot(to.point, to.point);
}
