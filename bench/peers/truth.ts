/**
 * The true answers, in f64, by code that shares nothing with any kernel or peer: signed distance per pair (m), > 0 a
 * gap, < 0 minus the penetration depth, NaN without a certificate (main.ts prints how many).
 *
 *   gap      the minimum-norm point v of A − B, by trying every sub-simplex. |v| is an upper bound (two points at that
 *            distance). The minimum over both shapes of v̂ · (a − b) is a lower bound (a separating plane). Both have
 *            to meet.
 *   depth    boxes: the least overlap over the 15 axes (exact for boxes).
 *            others: an inner hull of A − B grows at its face nearest to the origin until that face is one of A − B.
 *            Its plane then is the lower bound (inner hull) and the upper bound (support).
 */
import { isRound, rotationMatrix, type Support, supportOf } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';

export interface Truth {
  readonly signed: Float64Array;
  readonly uncertified: number;
  readonly overlapping: number;
}

/** Largest difference of both bounds, in parts of the pair's size: 1e-4 of the threshold for a wrong flag. */
const CERTIFIED = 1e-8;
/** The same for a pair with a round shape, whose polytopes only approach the surface: 1e-2 of the threshold. */
const CERTIFIED_ROUND = 1e-6;
/** Supports of a round rim lie on the same cap up to rounding. In parts of the size. */
const COPLANAR = 1e-9;
/** Faces of the inner hull, above which it is given up. */
const MOST_FACES = 4000;

export function truthOf(workload: Workload): Truth {
  const { pairs, pairCount, positions, rotations, shapeOf, shapes, sizes } = workload;
  const signed = new Float64Array(pairCount);
  let uncertified = 0;
  let overlapping = 0;
  for (let p = 0; p < pairCount; p++) {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    const shapeA = shapes[shapeOf[a]];
    const shapeB = shapes[shapeOf[b]];
    const offset = [0, 1, 2].map((k) => positions[4 * b + k] - positions[4 * a + k]);
    const difference = new Difference(supportOf(shapeA, rotations, a), supportOf(shapeB, rotations, b), offset);
    const round = isRound(shapeA) || isRound(shapeB);
    const tolerance = (round ? CERTIFIED_ROUND : CERTIFIED) * sizes[p];
    if (shapeA.kind === 'box' && shapeB.kind === 'box') {
      const along = boxSeparation(workload, shapeA.halfExtents, shapeB.halfExtents, a, b, offset);
      signed[p] = along <= 0 ? along : gapOf(difference, sizes[p], tolerance);
      // the gap is at least that along any axis: the two methods check each other
      if (along > 0 && !(signed[p] >= along - CERTIFIED * sizes[p])) signed[p] = Number.NaN;
    } else {
      const gap = gapOf(difference, sizes[p], tolerance);
      signed[p] = gap > 0 ? gap : -depthOf(difference, tolerance, round ? COPLANAR * sizes[p] : 0);
    }
    if (Number.isNaN(signed[p])) uncertified++;
    if (signed[p] <= 0) overlapping++;
  }
  return { signed, uncertified, overlapping };
}

/**
 * Distance by which B must move along `normal` to leave A: an upper bound of the depth, exact if the normal is right.
 */
export function overlapAlong(workload: Workload, pair: number, normal: ArrayLike<number>): number {
  const { pairs, positions, rotations, shapeOf, shapes } = workload;
  const a = pairs[2 * pair];
  const b = pairs[2 * pair + 1];
  const offset = [0, 1, 2].map((k) => positions[4 * b + k] - positions[4 * a + k]);
  const world = (id: number) => supportOf(shapes[shapeOf[id]], rotations, id);
  const s = new Difference(world(a), world(b), offset).support(normal[0], normal[1], normal[2]);
  const length = Math.hypot(normal[0], normal[1], normal[2]);
  return (s[0] * normal[0] + s[1] * normal[1] + s[2] * normal[2]) / length;
}

type Vec = [number, number, number];

const dot = (v: Vec, w: Vec) => v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
const minus = (v: Vec, w: Vec): Vec => [v[0] - w[0], v[1] - w[1], v[2] - w[2]];
const cross = (v: Vec, w: Vec): Vec => [
  v[1] * w[2] - v[2] * w[1],
  v[2] * w[0] - v[0] * w[2],
  v[0] * w[1] - v[1] * w[0],
];

/** A − B as a support function; world axes, A's position the origin. */
class Difference {
  readonly a: Support;
  readonly b: Support;
  readonly offset: readonly number[];

  constructor(a: Support, b: Support, offset: readonly number[]) {
    this.a = a;
    this.b = b;
    this.offset = offset;
  }

  support(x: number, y: number, z: number): Vec {
    const s = this.a(x, y, z);
    const t = this.b(-x, -y, -z);
    const { offset } = this;
    return [s[0] - (t[0] + offset[0]), s[1] - (t[1] + offset[1]), s[2] - (t[2] + offset[2])];
  }
}

/** Certified gap (m); 0 if there is no separating plane; NaN if the bounds do not meet. */
function gapOf(difference: Difference, size: number, tolerance: number): number {
  let simplex: Vec[] = [];
  let v = difference.support(1, 0, 0);
  for (let step = 0; step < 200; step++) {
    const w = difference.support(-v[0], -v[1], -v[2]);
    const norm = Math.sqrt(dot(v, v));
    if (norm <= 1e-12 * size) return 0;
    if (norm - dot(v, w) / norm <= tolerance) return norm;
    const known = simplex.some((s) => s[0] === w[0] && s[1] === w[1] && s[2] === w[2]);
    if (known) return Number.NaN; // f64 cannot improve v any further, and the bounds still differ
    const next = nearestSubSimplex([...simplex, w]);
    simplex = next.points;
    v = next.v;
    if (simplex.length === 4) return 0; // the tetrahedron contains the origin: a common point
  }
  return Number.NaN;
}

/** The point of conv(points) nearest to the origin, and its face: tries every sub-simplex with the last point. */
function nearestSubSimplex(points: Vec[]): { points: Vec[]; v: Vec } {
  const last = points.length - 1;
  let best: { points: Vec[]; v: Vec } = { points: [points[last]], v: points[last] };
  let least = dot(best.v, best.v);
  for (let mask = 1; mask < 1 << last; mask++) {
    const face = [...points.filter((_, i) => i < last && mask & (1 << i)), points[last]];
    const v = projection(face);
    if (v && dot(v, v) < least) {
      least = dot(v, v);
      best = { points: face, v };
    }
  }
  return best;
}

/** The origin projected onto the affine hull of 2–4 points; undefined outside of their convex hull. */
function projection(face: Vec[]): Vec | undefined {
  const o = face[0];
  const edges = face.slice(1).map((q) => minus(q, o));
  let weights: number[];
  if (edges.length === 1) {
    weights = [-dot(o, edges[0]) / dot(edges[0], edges[0])];
  } else if (edges.length === 2) {
    const [e, f] = edges as [Vec, Vec];
    const n = cross(e, f);
    const n2 = dot(n, n);
    const h: Vec = [-o[0], -o[1], -o[2]];
    weights = [dot(cross(h, f), n) / n2, dot(cross(e, h), n) / n2];
  } else {
    const [e, f, g] = edges as [Vec, Vec, Vec];
    const det = dot(cross(e, f), g);
    const h: Vec = [-o[0], -o[1], -o[2]];
    weights = [dot(cross(h, f), g) / det, dot(cross(e, h), g) / det, dot(cross(e, f), h) / det];
  }
  // NaN (a degenerate face) fails every comparison, and the face is left out
  if (!(weights.every((weight) => weight >= 0) && weights.reduce((sum, weight) => sum + weight, 0) <= 1)) {
    return undefined;
  }
  if (edges.length === 3) return [0, 0, 0];
  return [0, 1, 2].map((k) => edges.reduce((sum, e, i) => sum + weights[i] * e[k], o[k])) as Vec;
}

interface Face {
  readonly corners: readonly [Vec, Vec, Vec];
  readonly normal: Vec;
  /** Signed distance of the origin below the face's plane; negative: the origin is outside. */
  readonly offset: number;
}

/** Certified depth (m) of an overlap; negative if a separating plane is found; NaN without progress. */
function depthOf(difference: Difference, tolerance: number, slack: number): number {
  const start = firstTetrahedron(difference);
  let faces = start;
  for (let step = 0; step < 1000; step++) {
    let nearest = faces[0];
    for (const face of faces) {
      if (Number.isNaN(face.offset)) return Number.NaN;
      if (face.offset < nearest.offset) nearest = face;
    }
    const s = difference.support(...nearest.normal);
    const reach = dot(nearest.normal, s);
    if (reach - nearest.offset <= tolerance) return reach;
    faces = grown(faces, s, slack);
    if (faces.length > MOST_FACES) return Number.NaN;
  }
  return Number.NaN;
}

function firstTetrahedron(difference: Difference): Face[] {
  const p = difference.support(1, 0, 0);
  const q = difference.support(-1, 0, 0);
  const across = cross(minus(q, p), [0, 1, 0]);
  const sides = [difference.support(...across), difference.support(-across[0], -across[1], -across[2])];
  const reach = (v: Vec, n: Vec) => Math.abs(dot(minus(v, p), n));
  const r = reach(sides[0], across) > reach(sides[1], across) ? sides[0] : sides[1];
  const n = cross(minus(q, p), minus(r, p));
  const ends = [difference.support(...n), difference.support(-n[0], -n[1], -n[2])];
  const t = reach(ends[0], n) > reach(ends[1], n) ? ends[0] : ends[1];
  const [x, y] = dot(minus(t, p), n) > 0 ? [q, p] : [p, q]; // winding: the normal points away from t
  return [makeFace(x, y, r), makeFace(y, x, t), makeFace(r, y, t), makeFace(x, r, t)];
}

/** Counter-clockwise from outside. */
function makeFace(p: Vec, q: Vec, r: Vec): Face {
  const n = cross(minus(q, p), minus(r, p));
  const length = Math.sqrt(dot(n, n));
  const normal: Vec = [n[0] / length, n[1] / length, n[2] / length];
  return { corners: [p, q, r], normal, offset: dot(normal, p) };
}

/** The convex hull of `faces` and one point outside of it. @param slack height (m) up to which a point is on a face */
function grown(faces: readonly Face[], s: Vec, slack: number): Face[] {
  const kept: Face[] = [];
  const seen: Face[] = [];
  for (const face of faces) (dot(face.normal, s) > face.offset + slack ? seen : kept).push(face);
  const rim: [Vec, Vec][] = [];
  for (const { corners } of seen) {
    for (let k = 0; k < 3; k++) {
      const from = corners[k];
      const to = corners[(k + 1) % 3];
      const shared = rim.findIndex((edge) => edge[0] === to && edge[1] === from);
      if (shared >= 0) rim.splice(shared, 1);
      else rim.push([from, to]);
    }
  }
  return [...kept, ...rim.map(([from, to]) => makeFace(from, to, s))];
}

/** Largest signed separation of two boxes over the 15 axes (m): exact sign, exact depth, a lower bound on a gap. */
function boxSeparation(
  workload: Workload,
  halfA: Float32Array,
  halfB: Float32Array,
  a: number,
  b: number,
  offset: readonly number[],
): number {
  const columns = (id: number): Vec[] => {
    const m = new Float64Array(9);
    rotationMatrix(m, workload.rotations, id);
    return [0, 1, 2].map((k) => [m[k], m[3 + k], m[6 + k]]);
  };
  const axesA = columns(a);
  const axesB = columns(b);
  const reach = (half: Float32Array, axes: Vec[], n: Vec) =>
    axes.reduce((sum, axis, k) => sum + half[k] * Math.abs(dot(axis, n)), 0);
  let most = -Infinity;
  const test = (n: Vec) => {
    const length = Math.sqrt(dot(n, n));
    if (length < 1e-7) return; // parallel edges: the face axes cover this case
    const apart = Math.abs(dot(n, offset as Vec)) - reach(halfA, axesA, n) - reach(halfB, axesB, n);
    most = Math.max(most, apart / length);
  };
  axesA.forEach(test);
  axesB.forEach(test);
  for (const e of axesA) for (const f of axesB) test(cross(e, f));
  return most;
}
