/** The bits FLAT and CONCAVE of edge words: how the surface turns from each triangle to its neighbors. */
import {
  BORDER,
  CONCAVE,
  EDGES,
  FLAT,
  HALF_EDGE,
  ONE_WAY,
  TRIANGLE_STRIDE,
  triangleOf,
  VERTEX_STRIDE,
} from '../tables/meshWords.ts';

/** The sine of 0.1°. */
const FLAT_SINE = 0.0017453283658983088;

/** The tables of a mesh that this file reads, and the edge words, which it completes. */
interface Surface {
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
}

export function markTurns(surface: Surface): void {
  const { triangles, edges } = surface;
  const normals = normalsOf(surface);
  for (let half = 0; half < edges.length; half++) {
    const word = edges[half];
    if (word & BORDER) continue;
    const other = word & HALF_EDGE;
    // neighbors that name each other have the same bits
    if (other < half && !(word & ONE_WAY)) edges[half] |= edges[other] & (FLAT | CONCAVE);
    else edges[half] |= turnOf(surface, normals, half, other, cornerOf(triangles, half) === cornerOf(triangles, other));
  }
}

/** The vertex at which a half edge begins. */
function cornerOf(triangles: Uint32Array, half: number): number {
  return triangles[TRIANGLE_STRIDE * triangleOf(half) + half - EDGES * triangleOf(half)];
}

/** Unit normals. */
function normalsOf({ vertices, triangles }: Surface): Float64Array {
  const normals = new Float64Array((triangles.length / TRIANGLE_STRIDE) * 3);
  for (let k = 0, to = 0; k < triangles.length; k += TRIANGLE_STRIDE, to += 3) {
    const a = VERTEX_STRIDE * triangles[k];
    const b = VERTEX_STRIDE * triangles[k + 1];
    const c = VERTEX_STRIDE * triangles[k + 2];
    const [ux, uy, uz] = [
      vertices[b] - vertices[a],
      vertices[b + 1] - vertices[a + 1],
      vertices[b + 2] - vertices[a + 2],
    ];
    const [vx, vy, vz] = [
      vertices[c] - vertices[a],
      vertices[c + 1] - vertices[a + 1],
      vertices[c + 2] - vertices[a + 2],
    ];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    normals[to] = x * scale;
    normals[to + 1] = y * scale;
    normals[to + 2] = z * scale;
  }
  return normals;
}

/** @param isTurned the neighbor has the other turn: its back continues the front of the triangle */
function turnOf(surface: Surface, normals: Float64Array, half: number, other: number, isTurned: boolean): number {
  const { vertices, triangles } = surface;
  const n = 3 * triangleOf(half);
  const m = 3 * triangleOf(other);
  const a = VERTEX_STRIDE * cornerOf(triangles, half);
  const opposite = VERTEX_STRIDE * cornerOf(triangles, other % EDGES === 0 ? other + 2 : other - 1);
  const height =
    normals[n] * (vertices[opposite] - vertices[a]) +
    normals[n + 1] * (vertices[opposite + 1] - vertices[a + 1]) +
    normals[n + 2] * (vertices[opposite + 2] - vertices[a + 2]);
  return turnBits(normals, n, m, isTurned, height);
}

/**
 * FLAT, CONCAVE or neither, of the unit normals at n and m.
 * @param height of the neighbor's opposite corner over the plane of the triangle
 */
export function turnBits(normals: Float64Array, n: number, m: number, isTurned: boolean, height: number): number {
  const [nx, ny, nz] = [normals[n], normals[n + 1], normals[n + 2]];
  const [mx, my, mz] = [normals[m], normals[m + 1], normals[m + 2]];
  const [x, y, z] = [ny * mz - nz * my, nz * mx - nx * mz, nx * my - ny * mx];
  const along = nx * mx + ny * my + nz * mz;
  const isAlong = isTurned ? along < 0 : along > 0;
  if (isAlong && x * x + y * y + z * z <= FLAT_SINE * FLAT_SINE) return FLAT;
  return height > 0 ? CONCAVE : 0;
}
