/** The projection of the origin onto the lowest face of a polytope, and the vertex opposite to it. */
import {
  abs,
  any,
  type Column,
  type Float,
  floatsAt,
  type Int,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  max,
  min,
  select,
  splat,
  transpose,
} from '../../../language/lanes.ts';
import { cross, dot, scale, sub, type Vec3 } from '../../../math/lanes/vectors.ts';
import { MAX_FACES, type Polytope } from './epaTables.ts';
import { lowestOf } from './polytope.ts';

/** Twice the areas of the triangles of a point with the edge opposite to each corner. */
export interface Barycentric {
  readonly u: Lane;
  readonly v: Lane;
  readonly w: Lane;
}

/** Barycentric areas of `point` in triangles u v w with unit normal n. */
export function barycentricOf(n: Vec3, point: Vec3, u: Vec3, v: Vec3, w: Vec3): Barycentric {
  const a = sub(u, point);
  const b = sub(v, point);
  const c = sub(w, point);
  return { u: dot(n, cross(b, c)), v: dot(n, cross(c, a)), w: dot(n, cross(a, b)) };
}

/**
 * The triangle in the plane of `face`, within `slack`, that best contains the projection of the origin: a face may
 * consist of many triangles.
 */
export function projectOrigin(polytope: Polytope, faces: Int, face: Int, slack: Float): Int {
  const normals = floatsAt(polytope.normal);
  const level = splat(floatsAt(polytope.height)[face]);
  const width = splat(slack);
  const n: Vec3 = {
    x: splat(normals[face]),
    y: splat(normals[MAX_FACES + face]),
    z: splat(normals[2 * MAX_FACES + face]),
  };
  const projection = scale(level, n);
  const corners = intsAt(polytope.corners);
  const points = polytope.points;
  let best: Lane = 1e30;
  let index: LaneInt = splat(face);
  for (let k: Int = 0; k < faces; k += 4) {
    const low = polytope.height[k] - level <= width;
    if (any(low)) {
      const f0 = corners[k];
      const f1 = corners[k + 1];
      const f2 = corners[k + 2];
      const f3 = corners[k + 3];
      const us = transpose({
        a: points[4 * (f0 & 63)],
        b: points[4 * (f1 & 63)],
        c: points[4 * (f2 & 63)],
        d: points[4 * (f3 & 63)],
      });
      const vs = transpose({
        a: points[4 * ((f0 >> 6) & 63)],
        b: points[4 * ((f1 >> 6) & 63)],
        c: points[4 * ((f2 >> 6) & 63)],
        d: points[4 * ((f3 >> 6) & 63)],
      });
      const ws = transpose({
        a: points[4 * ((f0 >> 12) & 63)],
        b: points[4 * ((f1 >> 12) & 63)],
        c: points[4 * ((f2 >> 12) & 63)],
        d: points[4 * ((f3 >> 12) & 63)],
      });
      const u: Vec3 = { x: us.a, y: us.b, z: us.c };
      const v: Vec3 = { x: vs.a, y: vs.b, z: vs.c };
      const w: Vec3 = { x: ws.a, y: ws.b, z: ws.c };
      const off = max(max(abs(dot(n, u) - level), abs(dot(n, v) - level)), abs(dot(n, w) - level));
      const shares = barycentricOf(n, projection, u, v, w);
      const least = min(min(shares.u, shares.v), shares.w) / (shares.u + shares.v + shares.w);
      const outside = select(low && off <= width && least <= 1, -least, 1e30);
      const better = outside < best;
      best = min(best, outside);
      index = select(better, laneIndex() + splat(k), index);
    }
  }
  return lowestOf(best, index);
}

/**
 * The vertex, of `count` points, deepest in the cone opposite to a face: with the corners of the face it makes a
 * tetrahedron around the origin.
 */
export function apexOf(points: Column, face: Int, count: Int): Int {
  const at = floatsAt(points);
  const i = 4 * (face & 63);
  const j = 4 * ((face >> 6) & 63);
  const k = 4 * ((face >> 12) & 63);
  const u: Vec3 = { x: splat(at[i]), y: splat(at[i + 1]), z: splat(at[i + 2]) };
  const v: Vec3 = { x: splat(at[j]), y: splat(at[j + 1]), z: splat(at[j + 2]) };
  const w: Vec3 = { x: splat(at[k]), y: splat(at[k + 1]), z: splat(at[k + 2]) };
  const overU = cross(v, w);
  const overV = cross(w, u);
  const overW = cross(u, v);
  let best: Lane = 1 / 0;
  let index: LaneInt = 0;
  for (let point: Int = 0; point < count; point += 4) {
    const four = transpose({
      a: points[4 * point],
      b: points[4 * point + 4],
      c: points[4 * point + 8],
      d: points[4 * point + 12],
    });
    const p: Vec3 = { x: four.a, y: four.b, z: four.c };
    const most = max(max(dot(overU, p), dot(overV, p)), dot(overW, p));
    const value = select(laneIndex() < splat(count - point), most, 1 / 0);
    const better = value < best;
    best = min(best, value);
    index = select(better, laneIndex() + splat(point), index);
  }
  return lowestOf(best, index);
}
