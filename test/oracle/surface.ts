/**
 * Where points and planes are with respect to a body: by triangles and half spaces, in f64. What contact points are held to.
 *
 * Unlike `pointDistance` this measures the core alone: a contact point of a rounded shape is its core's contact point moved
 * by radius · normal, which is on the surface where the normal is the face's and a little below it elsewhere. So points are
 * taken back to the core before they are checked, and the check is as sharp for a rounded shape as for any.
 */
import { type Body, rotationMatrix, transformed, type Vec3 } from './body.ts';
import { coreFeatures } from './features.ts';

/** Signed distance (m) of a world-axes offset from the body's position to the surface of its core, < 0 inside. */
export function coreDistance(body: Body, offset: ArrayLike<number>): number {
  const m = rotationMatrix(body.rotation);
  const transpose = [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
  const p = transformed(Float64Array.from(offset), transpose, [0, 0, 0]);
  const { planes, pieces } = facesOf(body);
  let above = -Infinity;
  for (let k = 0; k < planes.length; k += 4) {
    above = Math.max(above, planes[k] * p[0] + planes[k + 1] * p[1] + planes[k + 2] * p[2] - planes[k + 3]);
  }
  if (planes.length > 0 && above <= 0) return above;
  let outside = Infinity;
  for (let k = 0; k < pieces.length; k += 9) outside = Math.min(outside, toTriangle(p, pieces, k));
  return outside;
}

/** Signed distance (m) of a world-axes offset from the body's position to its surface, radius and all, < 0 inside. */
export function surfaceDistance(body: Body, offset: ArrayLike<number>): number {
  return coreDistance(body, offset) - body.radius;
}

/** Largest distance of any of the body's points from its position (m). */
export function boundingRadius({ vertices, radius }: Body): number {
  let most = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    most = Math.max(most, Math.hypot(vertices[k], vertices[k + 1], vertices[k + 2]));
  }
  return most + radius;
}

/** The length that contact tolerances are relative to: the larger bounding radius; 1 for two bare points. */
export function sizeOf(a: Body, b: Body): number {
  return Math.max(boundingRadius(a), boundingRadius(b)) || 1;
}

/** max of n·x over the body, about its position (m); n of any length. */
export function supportHeight(body: Body, n: ArrayLike<number>): number {
  const m = rotationMatrix(body.rotation);
  const local = [0, 1, 2].map((c) => m[c] * n[0] + m[3 + c] * n[1] + m[6 + c] * n[2]);
  const p = body.vertices;
  let high = -Infinity;
  for (let k = 0; k < p.length; k += 3)
    high = Math.max(high, local[0] * p[k] + local[1] * p[k + 1] + local[2] * p[k + 2]);
  return high + body.radius * Math.hypot(n[0], n[1], n[2]);
}

/** How far the planes square to `n` part the bodies (m): never more than the signed distance, if n is a unit vector. */
export function partedBy(a: Body, b: Body, n: ArrayLike<number>): number {
  const back: Vec3 = [-n[0], -n[1], -n[2]];
  const between = [0, 1, 2].reduce((sum, c) => sum + n[c] * (b.position[c] - a.position[c]), 0);
  return between - supportHeight(a, n) - supportHeight(b, back);
}

interface Faces {
  /** nx ny nz height of each face; none where the core has no inside */
  planes: Float64Array;
  /** three corners of each triangle; two or three of them are equal in a segment or a point */
  pieces: Float64Array;
}

const known = new WeakMap<Float64Array, Faces>();

function facesOf(body: Body): Faces {
  const { vertices, faces } = body;
  const found = known.get(vertices);
  if (found) return found;
  const { normals, edges, used } = coreFeatures(body);
  const at = (v: number) => vertices.subarray(3 * v, 3 * v + 3);
  const solid = faces.length > 2;
  const triangles = faces.flatMap((face) => face.slice(2).map((_, k) => [face[0], face[k + 1], face[k + 2]]));
  if (faces.length === 0)
    triangles.push(edges.length > 0 ? [edges[0], edges[1], edges[1]] : [used[0], used[0], used[0]]);
  const middle = [0, 1, 2].map((c) => used.reduce((sum, v) => sum + at(v)[c], 0) / used.length);
  const planes = faces.flatMap((face, f) => {
    const n = normals.subarray(3 * f, 3 * f + 3);
    const height = dot(n, at(face[0]));
    // whichever way round a face is listed, the mean of the vertices is inside
    return dot(n, middle) <= height ? [...n, height] : [-n[0], -n[1], -n[2], -height];
  });
  const made = {
    planes: Float64Array.from(solid ? planes : []),
    pieces: Float64Array.from(triangles.flatMap((corners) => corners.flatMap((v) => [...at(v)]))),
  };
  known.set(vertices, made);
  return made;
}

/** Distance of p to the triangle at `k`: over it by its plane, else the nearest of its sides. */
function toTriangle(p: Float64Array, t: Float64Array, k: number): number {
  const edge = (i: number, j: number) => [0, 1, 2].map((c) => t[k + 3 * j + c] - t[k + 3 * i + c]);
  const [u, v] = [edge(0, 1), edge(0, 2)];
  const n = cross(u, v);
  const nn = dot(n, n);
  if (nn > 0) {
    const inside = [0, 1, 2].every((i) => {
      const side = edge(i, (i + 1) % 3);
      return (
        dot(
          n,
          cross(
            side,
            [0, 1, 2].map((c) => p[c] - t[k + 3 * i + c]),
          ),
        ) >= 0
      );
    });
    if (inside)
      return (
        Math.abs(
          dot(
            n,
            [0, 1, 2].map((c) => p[c] - t[k + c]),
          ),
        ) / Math.sqrt(nn)
      );
  }
  return Math.min(...[0, 1, 2].map((i) => toSide(p, t, k + 3 * i, k + 3 * ((i + 1) % 3))));
}

function toSide(p: Float64Array, t: Float64Array, from: number, to: number): number {
  const e = [0, 1, 2].map((c) => t[to + c] - t[from + c]);
  const r = [0, 1, 2].map((c) => p[c] - t[from + c]);
  const ee = dot(e, e);
  const s = ee > 0 ? Math.min(1, Math.max(0, dot(r, e) / ee)) : 0;
  return Math.hypot(r[0] - s * e[0], r[1] - s * e[1], r[2] - s * e[2]);
}

function dot(u: ArrayLike<number>, v: ArrayLike<number>): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross(u: ArrayLike<number>, v: ArrayLike<number>): number[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}
