/** The triangles of a mesh between reading and baking: welded, without those that have no area. */
import type { MeshInput } from './options.ts';

export interface Triangles {
  /** x y z of each vertex of the user (m). */
  readonly positions: Float32Array;
  /** Three vertices per triangle. */
  readonly corners: Uint32Array;
  /** The user's number of each triangle. */
  readonly sources: Uint32Array;
}

/** Least height of a triangle, as a part of its longest edge. */
const LEAST_HEIGHT = 1e-6;

/** The triangles with an area. @param owners the vertex that stands for each vertex */
export function withArea({ positions, indices }: MeshInput, owners: Uint32Array): Triangles {
  const corners = new Uint32Array(indices.length);
  const sources = new Uint32Array(indices.length / 3);
  let kept = 0;
  for (let source = 0; source < sources.length; source++) {
    const a = owners[indices[3 * source]];
    const b = owners[indices[3 * source + 1]];
    const c = owners[indices[3 * source + 2]];
    if (!hasArea(positions, a, b, c)) continue;
    corners[3 * kept] = a;
    corners[3 * kept + 1] = b;
    corners[3 * kept + 2] = c;
    sources[kept++] = source;
  }
  return { positions, corners: corners.subarray(0, 3 * kept), sources: sources.subarray(0, kept) };
}

function hasArea(positions: Float32Array, a: number, b: number, c: number): boolean {
  if (a === b || b === c || c === a) return false;
  const ux = positions[3 * b] - positions[3 * a];
  const uy = positions[3 * b + 1] - positions[3 * a + 1];
  const uz = positions[3 * b + 2] - positions[3 * a + 2];
  const vx = positions[3 * c] - positions[3 * a];
  const vy = positions[3 * c + 1] - positions[3 * a + 1];
  const vz = positions[3 * c + 2] - positions[3 * a + 2];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const [wx, wy, wz] = [vx - ux, vy - uy, vz - uz];
  const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz);
  // twice the area is height times edge
  return Math.sqrt(nx * nx + ny * ny + nz * nz) >= LEAST_HEIGHT * longest;
}
