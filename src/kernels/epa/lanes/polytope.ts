/**
 * A polytope that grows inside B − A. A new vertex removes the faces that see it. New faces from the border of the
 * hole, the horizon, to that vertex close it. Four faces at a time; a removed face keeps its row, at infinite height.
 */
import {
  bitmask,
  extractInt,
  type Float,
  type Int,
  int,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  min,
  select,
  splat,
  sqrt,
  trailingZeros,
  transpose,
} from '../../../language/lanes.ts';
import { cross, dot, scale, sub, type Vec3 } from '../../../math/lanes/vectors.ts';
import { type Edges, MAX_FACES, type Polytope } from './epaTables.ts';
import { FEW, horizonOfFew, horizonOfMany } from './horizon.ts';

const INFINITE = 1 / 0;
/** The height of a triangle without area: above all others, and below that of a removed face. */
export const NO_PLANE = 1e30;

/** Planes of triangles. */
interface Plane {
  readonly normal: Vec3;
  readonly height: Lane;
}

/** The planes of triangles u v w; a triangle without area has the height NO_PLANE. */
export function planeOf(u: Vec3, v: Vec3, w: Vec3): Plane {
  const n = cross(sub(u, w), sub(v, w));
  const nn = dot(n, n);
  const share = 1 / sqrt(nn);
  return { normal: scale(share, n), height: select(nn > 1e-37, share * dot(n, w), NO_PLANE) };
}

/**
 * Grows the polytope of `faces` faces by vertex `point` at (x, y, z), which is above some face by more than `eps`.
 * @returns the new number of faces, with the lowest of them in the high half of the word; −1 if the hole has no simple
 * border, or the table is full
 */
export function grow(
  polytope: Polytope,
  edges: Edges,
  faces: Int,
  point: Int,
  x: Float,
  y: Float,
  z: Float,
  eps: Float,
): Int {
  const w: Vec3 = { x: splat(x), y: splat(y), z: splat(z) };
  const slack = splat(eps);
  const seen = intsAt(polytope.seen);
  const corners = intsAt(polytope.corners);
  const horizon = intsAt(polytope.horizon);

  // the faces that see the vertex
  let lowest: Lane = INFINITE;
  let index: LaneInt = laneIndex();
  let at: LaneInt = laneIndex();
  let count: Int = 0;
  for (let chunk: Int = 0; chunk < faces; chunk += 32) {
    const end = min(chunk + 32, faces);
    let bits: Int = 0;
    for (let face: Int = chunk; face < end; face += 4) {
      const n = polytope.normal[face];
      const height = polytope.height[face];
      const above = dot(n, w) - height > slack;
      const left = select(above, INFINITE, height);
      polytope.height[face] = left;
      const lower = left < lowest;
      lowest = min(lowest, left);
      index = select(lower, at, index);
      at = at + 4;
      bits = bits | (bitmask(above) << (face - chunk));
    }
    seen[count] = corners[chunk + trailingZeros(bits)];
    count += int(bits !== 0);
    bits = bits & (bits - 1);
    seen[count] = corners[chunk + trailingZeros(bits)];
    count += int(bits !== 0);
    bits = bits & (bits - 1);
    seen[count] = corners[chunk + trailingZeros(bits)];
    count += int(bits !== 0);
    bits = bits & (bits - 1);
    while (bits !== 0) {
      seen[count] = corners[chunk + trailingZeros(bits)];
      count += 1;
      bits = bits & (bits - 1);
    }
  }
  let border: Int = -1;
  if (count <= FEW) border = horizonOfFew(polytope, count);
  else border = horizonOfMany(polytope, edges, count);
  if (border < 0 || faces + border + 8 > MAX_FACES) return -1;
  // edges are read four at a time: those behind the last are of vertex 0
  const first: LaneInt = 0;
  polytope.horizon[border] = first;

  // from each horizon edge a face to the new vertex
  at = laneIndex() + splat(faces);
  for (let k: Int = 0; k < border; k += 4) {
    const e0 = horizon[k];
    const e1 = horizon[k + 1];
    const e2 = horizon[k + 2];
    const e3 = horizon[k + 3];
    const us = transpose({
      a: polytope.points[4 * (e0 & 63)],
      b: polytope.points[4 * (e1 & 63)],
      c: polytope.points[4 * (e2 & 63)],
      d: polytope.points[4 * (e3 & 63)],
    });
    const vs = transpose({
      a: polytope.points[4 * (e0 >> 6)],
      b: polytope.points[4 * (e1 >> 6)],
      c: polytope.points[4 * (e2 >> 6)],
      d: polytope.points[4 * (e3 >> 6)],
    });
    const plane = planeOf({ x: us.a, y: us.b, z: us.c }, { x: vs.a, y: vs.b, z: vs.c }, w);
    const edge = polytope.horizon[k];
    const height = select(laneIndex() < splat(border - k), plane.height, INFINITE);
    polytope.normal[faces + k] = plane.normal;
    polytope.height[faces + k] = height;
    polytope.corners[faces + k] = edge | splat(point << 12) | ((edge & 63) << 18);
    const lower = height < lowest;
    lowest = min(lowest, height);
    index = select(lower, at, index);
    at = at + 4;
  }
  // scans read faces four at a time, so they also read the rows behind the last face
  const infinite: Lane = INFINITE;
  polytope.height[faces + border] = infinite;
  return (lowestOf(lowest, index) << 16) | (faces + border);
}

/** @returns the number of the vertex with this id, of `count` vertices; `count` if there is none */
export function numberOf(polytope: Polytope, count: Int, id: Int): Int {
  const wanted = splat(id);
  for (let k: Int = 0; k < count; k += 4) {
    const bits = bitmask(polytope.ids[k] === wanted);
    if (bits !== 0) return min(k + trailingZeros(bits), count);
  }
  return count;
}

/** Lets the next vertex of `grow`, which is `point`, see all faces that have it: they are made anew with the others. */
export function openFaces(polytope: Polytope, faces: Int, point: Int): void {
  const wanted = splat(point);
  for (let face: Int = 0; face < faces; face += 4) {
    const word = polytope.corners[face];
    const has = (word & 63) === wanted || ((word >>> 6) & 63) === wanted || ((word >>> 12) & 63) === wanted;
    const height = polytope.height[face];
    polytope.height[face] = select(has && height < INFINITE, -INFINITE, height);
  }
}

/** The index of the smallest of four heights. */
export function lowestOf(heights: Lane, index: LaneInt): Int {
  const each = transpose({ a: heights, b: heights, c: heights, d: heights });
  const least = min(min(each.a, each.b), min(each.c, each.d));
  const bits = bitmask(heights === least);
  const high = select((bits & 4) !== 0, extractInt(index, 2), extractInt(index, 3));
  const upper = select((bits & 2) !== 0, extractInt(index, 1), high);
  return select((bits & 1) !== 0, extractInt(index, 0), upper);
}
