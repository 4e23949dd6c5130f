/**
 * Patches of a hull: neighbouring faces that are nearly one plane, on their way to be one contact face.
 *
 *   normal   the direction of the sum of the faces' vector areas
 *   flat     every vertex of the patch lies within the tolerance below the plane, across the normal, that the hull
 *            touches from inside
 *
 * f64, and only + − × ÷ and square roots: the same on every machine.
 */
import type { HullGeometry } from './hullBuild.ts';

/** Part of the hull's longest side: how far a vertex may lie from the contact face it belongs to. */
export const FACE_TOLERANCE = 1e-5;

/**
 * Cosine of the most a face may turn away from the patch it joins: 60°. A sliver along an edge lies within 45° of one of
 * the faces that meet there, at a box's corner within 55°; the sides of a plate thinner than the tolerance lie at 90°.
 */
const LEAST_COSINE = 0.5;

/** Faces of a hull as patches are made of them. */
export interface Surface {
  readonly hull: HullGeometry;
  /** Vector area of each face, x y z (m²), and its length. */
  readonly areas: Float64Array;
  readonly sizes: Float64Array;
  /** across[face][k] is the face beyond the edge from its vertex k to the next. */
  readonly across: readonly (readonly number[])[];
  /** m */
  readonly tolerance: number;
}

/** Neighbouring faces on their way to be one. */
export interface Patch {
  readonly faces: ReadonlySet<number>;
  readonly normal: readonly [number, number, number];
  /** Along the normal (m): the hull's highest vertex, and the patch's lowest. */
  readonly high: number;
  readonly low: number;
}

/** Areas, neighbours across edges, and the tolerance of a hull. */
export function surfaceOf(hull: HullGeometry): Surface {
  const { vertices, faces } = hull;
  const areas = new Float64Array(3 * faces.length);
  const sizes = new Float64Array(faces.length);
  const faceAt = new Map<number, number>(); // of each directed edge
  const keyOf = (from: number, to: number): number => from * 0x10000 + to;
  faces.forEach((face, f) => {
    const a = 3 * face[0]!;
    for (let k = 0; k < face.length; k++) {
      faceAt.set(keyOf(face[k]!, face[(k + 1) % face.length]!), f);
      const b = 3 * face[k]!;
      const c = 3 * face[(k + 1) % face.length]!;
      for (let x = 0; x < 3; x++) {
        const y = (x + 1) % 3;
        const z = (x + 2) % 3;
        areas[3 * f + x]! +=
          0.5 * (vertices[b + y]! - vertices[a + y]!) * (vertices[c + z]! - vertices[a + z]!) -
          0.5 * (vertices[b + z]! - vertices[a + z]!) * (vertices[c + y]! - vertices[a + y]!);
      }
    }
    sizes[f] = lengthOf(areas[3 * f]!, areas[3 * f + 1]!, areas[3 * f + 2]!);
  });
  const across = faces.map((face) => face.map((v, k) => faceAt.get(keyOf(face[(k + 1) % face.length]!, v))!));
  return { hull, areas, sizes, across, tolerance: FACE_TOLERANCE * longestSide(vertices) };
}

/** The patch that some neighbouring faces make. Its normal is NaN if they have no area. */
export function patchOf({ hull, areas }: Surface, faces: ReadonlySet<number>): Patch {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const f of faces) {
    x += areas[3 * f]!;
    y += areas[3 * f + 1]!;
    z += areas[3 * f + 2]!;
  }
  const length = lengthOf(x, y, z);
  const normal = [x / length, y / length, z / length] as const;
  let low = Infinity;
  let top = 0;
  let high = -Infinity;
  for (const f of faces) {
    for (const v of hull.faces[f]!) {
      const height = heightOf(hull, normal, v);
      low = Math.min(low, height);
      if (height > high) [top, high] = [v, height];
    }
  }
  return { faces, normal, high: climb(hull, normal, top, high), low };
}

/** Height of the hull along the normal: on a convex body every way up leads to the top. */
function climb(hull: HullGeometry, normal: Patch['normal'], from: number, height: number): number {
  let v = from;
  let high = height;
  for (let rising = true; rising; ) {
    rising = false;
    for (let k = hull.neighbourStarts[v]!; k < hull.neighbourStarts[v + 1]!; k++) {
      const other = heightOf(hull, normal, hull.neighbours[k]!);
      if (other > high) {
        v = hull.neighbours[k]!;
        high = other;
        rising = true;
        break;
      }
    }
  }
  return high;
}

/** Whether a face may join: it looks the same way, and no vertex of it lies too low. */
export function fits({ hull, areas, sizes, tolerance }: Surface, { normal, high }: Patch, f: number): boolean {
  const cosine = areas[3 * f]! * normal[0] + areas[3 * f + 1]! * normal[1] + areas[3 * f + 2]! * normal[2];
  if (!(cosine >= LEAST_COSINE * sizes[f]!)) return false;
  return hull.faces[f]!.every((v) => high - heightOf(hull, normal, v) <= tolerance);
}

/** NaN, of a patch without area, is not flat. */
export function isFlat({ tolerance }: Surface, { high, low }: Patch): boolean {
  return high - low <= tolerance;
}

/** Height of a vertex along a direction, from the local origin (m). */
export function heightOf({ vertices }: HullGeometry, [x, y, z]: readonly [number, number, number], v: number): number {
  return x * vertices[3 * v]! + y * vertices[3 * v + 1]! + z * vertices[3 * v + 2]!;
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
      low = Math.min(low, vertices[k]!);
      high = Math.max(high, vertices[k]!);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}
