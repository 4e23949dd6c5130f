/**
 * The depth of an overlap: an inner hull of A − B grows at its face nearest to the origin until that face is one of
 * A − B. Its plane then is the lower bound (inner hull) and the upper bound (support).
 */
import { cross, dot, minus, type Vec } from '../../vectors.ts';
import type { Difference } from './difference.ts';

/** Faces of the inner hull, above which it is given up. */
const MOST_FACES = 4000;

interface Face {
  readonly corners: readonly [Vec, Vec, Vec];
  readonly normal: Vec;
  /** Signed distance of the origin below the face's plane; negative: the origin is outside. */
  readonly offset: number;
}

/** Certified depth (m) of an overlap; negative if a separating plane is found; NaN without progress. */
export function depthOf(difference: Difference, tolerance: number, slack: number): number {
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
