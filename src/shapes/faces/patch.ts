/**
 * Patches of a hull: neighboring faces nearly in one plane, which may become one contact face.
 *
 *   normal   the direction of the sum of the faces' vector areas
 *   flat     every vertex of the patch lies at most the tolerance below the supporting plane of the hull along
 *            the normal
 *
 * f64, only + − × ÷ and square roots: the same result on every machine.
 */
import type { HullGeometry } from '../hull/build.ts';
import { scratch } from '../hull/scratch.ts';

/** Largest distance of a vertex from its contact face, as a part of the hull's longest side. */
export const FACE_TOLERANCE = 1e-5;

/**
 * Cosine of the largest angle between a face and the patch that it joins: 60°. A sliver along an edge lies within 45°
 * of one of the faces at the edge, at a box's corner within 55°. The sides of a plate thinner than the tolerance lie at
 * 90°.
 */
const LEAST_COSINE = 0.5;

/** The faces of a hull as input of patches. */
export interface Surface {
  readonly hull: HullGeometry;
  /** Corners of face f: starts[f] … starts[f + 1] − 1. */
  readonly starts: Int32Array;
  /** Vertex of each corner, and the face beyond the edge from there to the next corner. */
  readonly ids: Int32Array;
  readonly across: Int32Array;
  /** Vector area of each face, x y z (m²), and its length. */
  readonly areas: Float64Array;
  readonly sizes: Float64Array;
  /** m */
  readonly tolerance: number;
}

/** A patch: the first `count` of `faces`, which are marked with the number `search`. */
export class Patch {
  readonly faces: Int32Array;
  count = 0;
  readonly #marks: Int32Array;
  #search = 0;
  /**
   * Normal, NaN if the faces have no area. Then heights along it (m): the hull's highest vertex, and the patch's
   * lowest.
   */
  x = 0.5;
  y = 0.5;
  z = 0.5;
  high = 0.5;
  low = 0.5;

  constructor(faceCount: number) {
    this.faces = scratch.ints(faceCount);
    this.#marks = scratch.ints(faceCount);
  }

  /** Starts a new patch with one face. */
  begin(face: number): void {
    this.#search++;
    this.count = 0;
    this.add(face);
  }

  add(face: number): void {
    this.faces[this.count++] = face;
    this.#marks[face] = this.#search;
  }

  /** Undoes the last `add`. */
  dropLast(): void {
    this.#marks[this.faces[--this.count]] = 0;
  }

  has(face: number): boolean {
    return this.#marks[face] === this.#search;
  }
}

/** Areas, neighbors across edges, and the tolerance of a hull. */
export function surfaceOf(hull: HullGeometry): Surface {
  const { vertices, faces, neighborStarts } = hull;
  const count = faces.length;
  const starts = scratch.ints(count + 1);
  const corners = hull.neighbors.length; // each edge once in each direction
  const ids = scratch.ints(corners);
  const ends = scratch.ints(corners);
  const faceOf = scratch.ints(corners);
  const areas = scratch.reals(3 * count);
  const sizes = scratch.reals(count);
  for (let f = 0; f < count; f++) {
    const face = faces[f];
    const begin = starts[f];
    for (let k = 0; k < face.length; k++) {
      ids[begin + k] = face[k];
      ends[begin + k] = face[k + 1 < face.length ? k + 1 : 0];
      faceOf[begin + k] = f;
    }
    starts[f + 1] = begin + face.length;
    setArea(areas, f, vertices, face);
    sizes[f] = lengthOf(areas[3 * f], areas[3 * f + 1], areas[3 * f + 2]);
  }
  // the edges from v to w and from w to v: as many corners begin at a vertex as end there
  const leaving = grouped(ids, neighborStarts);
  const beyond = scratch.ints(neighborStarts.length); // by w, for the current v: the face of the edge from v to w
  const across = scratch.ints(corners);
  for (let v = 0; v + 1 < neighborStarts.length; v++) {
    const end = neighborStarts[v + 1];
    for (let k = neighborStarts[v]; k < end; k++) beyond[ends[leaving[k]]] = faceOf[leaving[k]];
    for (let k = neighborStarts[v]; k < end; k++) {
      const face = faceOf[leaving[k]];
      const before = (leaving[k] === starts[face] ? starts[face + 1] : leaving[k]) - 1;
      across[before] = beyond[ids[before]];
    }
  }
  return { hull, starts, ids, across, areas, sizes, tolerance: FACE_TOLERANCE * longestSide(vertices) };
}

/** Corners by their vertex. */
function grouped(ids: Int32Array, starts: Uint32Array): Int32Array {
  const ends = scratch.ints(starts.length);
  ends.set(starts);
  const order = scratch.ints(ids.length);
  for (let k = 0; k < ids.length; k++) order[ends[ids[k]]++] = k;
  return order;
}

function setArea(areas: Float64Array, f: number, vertices: Float32Array, face: readonly number[]): void {
  const a = 3 * face[0];
  const ax = vertices[a];
  const ay = vertices[a + 1];
  const az = vertices[a + 2];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 1; k + 1 < face.length; k++) {
    const b = 3 * face[k];
    const c = 3 * face[k + 1];
    const ux = vertices[b] - ax;
    const uy = vertices[b + 1] - ay;
    const uz = vertices[b + 2] - az;
    const vx = vertices[c] - ax;
    const vy = vertices[c + 1] - ay;
    const vz = vertices[c + 2] - az;
    x += 0.5 * uy * vz - 0.5 * uz * vy;
    y += 0.5 * uz * vx - 0.5 * ux * vz;
    z += 0.5 * ux * vy - 0.5 * uy * vx;
  }
  areas[3 * f] = x;
  areas[3 * f + 1] = y;
  areas[3 * f + 2] = z;
}

/** Computes the normal and the heights of the patch. */
export function measure({ hull, starts, ids, areas }: Surface, patch: Patch): void {
  const { faces, count } = patch;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < count; k++) {
    const f = 3 * faces[k];
    x += areas[f];
    y += areas[f + 1];
    z += areas[f + 2];
  }
  const length = lengthOf(x, y, z);
  patch.x = x / length;
  patch.y = y / length;
  patch.z = z / length;
  let low = Infinity;
  let top = 0;
  let high = -Infinity;
  for (let k = 0; k < count; k++) {
    for (let c = starts[faces[k]]; c < starts[faces[k] + 1]; c++) {
      const height = heightOf(hull, patch.x, patch.y, patch.z, ids[c]);
      if (!(height >= low)) low = height; // NaN stays
      if (height > high) {
        top = ids[c];
        high = height;
      }
    }
  }
  patch.low = low;
  patch.high = high;
  climb(hull, patch, top);
}

/** Raises `high` to the height of the hull along the normal: on a convex body every ascent leads to the top. */
function climb(hull: HullGeometry, patch: Patch, from: number): void {
  const { neighborStarts, neighbors } = hull;
  let v = from;
  for (let k = neighborStarts[v]; k < neighborStarts[v + 1]; k++) {
    const other = heightOf(hull, patch.x, patch.y, patch.z, neighbors[k]);
    if (other > patch.high) {
      patch.high = other;
      v = neighbors[k];
      k = neighborStarts[v] - 1;
    }
  }
}

/** Whether a face may join: its normal is within 60°, and none of its vertices is too low. */
export function fits({ hull, starts, ids, areas, sizes, tolerance }: Surface, patch: Patch, f: number): boolean {
  const { x, y, z, high } = patch;
  const cosine = areas[3 * f] * x + areas[3 * f + 1] * y + areas[3 * f + 2] * z;
  if (!(cosine >= LEAST_COSINE * sizes[f])) return false;
  for (let c = starts[f]; c < starts[f + 1]; c++) {
    if (!(high - heightOf(hull, x, y, z, ids[c]) <= tolerance)) return false;
  }
  return true;
}

/** Whether the patch is flat. A patch without area (NaN) is not. */
export function isFlat({ tolerance }: Surface, { high, low }: Patch): boolean {
  return high - low <= tolerance;
}

/** Height of a vertex along a direction, from the local origin (m). */
export function heightOf({ vertices }: HullGeometry, x: number, y: number, z: number, v: number): number {
  return x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Longest side of the bounding box. */
function longestSide(vertices: Float32Array): number {
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < vertices.length; k += 3) {
      low = Math.min(low, vertices[k]);
      high = Math.max(high, vertices[k]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}
