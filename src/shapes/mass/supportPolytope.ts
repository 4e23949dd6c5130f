/**
 * A polytope of support points of a convex body: first in many directions, then between the faces at each edge above
 * which the body rises. Rims get more vertices than round parts: there the surface has an edge, too.
 */
import { hullAngles } from '../hull/angles.ts';
import { buildHull, type HullGeometry } from '../hull/build.ts';
import { dot, normalOf, plus, unit, type Vector, vectorsOf } from './vectors.ts';

/** The point of the body that is farthest along a unit vector. */
export type SupportOf = (n: Vector) => Vector;

/** Directions of the first polytope. */
const DIRECTIONS = 200;
/** The polytope is fine where the body rises above an edge by less than this part of its width. */
const ROUND = 4e-3;
/** …and where two faces meet at a rim. */
const RIM = 1e-4;
/** Cosine of the angle between two faces at a rim. */
const SHARP = 0.9;
const MOST_ROUNDS = 8;
const MOST_POINTS = 4000;

export function polytopeIn(support: SupportOf): HullGeometry {
  const points = spread(DIRECTIONS).map(support);
  const width = widthOf(points);
  let hull = buildHull(points.flat());
  for (let round = 0; round < MOST_ROUNDS && hull.dimension === 3 && points.length < MOST_POINTS; round++) {
    const before = points.length;
    const vertices = vectorsOf(hull.vertices);
    for (const { from, to, along, isSharp } of edgesOf(hull, vertices)) {
      const point = support(along);
      const rise = dot(along, point) - Math.max(dot(along, vertices[from]), dot(along, vertices[to]));
      if (rise > (isSharp ? RIM : ROUND) * width) points.push(point);
    }
    if (points.length === before) break;
    hull = buildHull(points.flat());
  }
  return hull;
}

/** Directions all over the sphere: the axes, and a spiral. */
function spread(count: number): Vector[] {
  const axes = [-1, 1].flatMap((s): Vector[] => [
    [s, 0, 0],
    [0, s, 0],
    [0, 0, s],
  ]);
  const spiral = Array.from({ length: count }, (_, k): Vector => {
    const y = 1 - (2 * k + 1) / count;
    const ring = Math.sqrt(1 - y * y);
    const turn = k * Math.PI * (3 - Math.sqrt(5));
    return [ring * Math.cos(turn), y, ring * Math.sin(turn)];
  });
  return [...axes, ...spiral];
}

/** Edges of a hull, each once, with the mean of the normals of their two faces. */
function edgesOf(hull: HullGeometry, vertices: readonly Vector[]) {
  const normals = new Map<string, Vector>();
  for (const face of hull.faces) {
    const n = unit(normalOf(face.map((vertex) => vertices[vertex])));
    face.forEach((from, k) => {
      normals.set(`${from} ${face[(k + 1) % face.length]}`, n);
    });
  }
  return hullAngles(hull).edges.map(({ from, to }) => {
    const one = normals.get(`${from} ${to}`)!;
    const other = normals.get(`${to} ${from}`)!;
    return { from, to, along: unit(plus(one, other)), isSharp: dot(one, other) < SHARP };
  });
}

/** The longest side of the box around points. */
export function widthOf(points: readonly Vector[]): number {
  const sides = [0, 1, 2].map((k) => {
    let [least, most] = [Infinity, -Infinity];
    for (const point of points) {
      least = Math.min(least, point[k]);
      most = Math.max(most, point[k]);
    }
    return most - least;
  });
  return Math.max(...sides);
}
