/**
 * The most frequent contact face of a curved hull: a triangle without a nearly coplanar neighbor. The result equals
 * that of the general search (contactFaces.ts), bit for bit, but it does not measure the hull along the normal.
 *
 * It decides by twice the tolerance. Rounding, and the height of the hull above the triangle in the general search, are
 * far below that. The general search decides cases nearer to the limit.
 */
import { flatten, type Outline } from './loop.ts';
import type { Patch, Surface } from './patch.ts';

/** Writes a face and its polygon to `patch` and `outline` if it is such a triangle. @returns whether it is */
export function loneTriangle(
  surface: Surface,
  free: Int32Array,
  patch: Patch,
  outline: Outline,
  face: number,
): boolean {
  const { starts, ids, across, areas, sizes, hull, tolerance } = surface;
  const { vertices } = hull;
  const begin = starts[face];
  if (starts[face + 1] !== begin + 3) return false;
  const size = sizes[face];
  const longest = longestSquare(vertices, ids, begin);
  // so the heights of the triangle are more than twice the tolerance
  if (!(size * size > tolerance * tolerance * longest)) return false;
  // 0 + turns −0 into 0
  const x = (0 + areas[3 * face]) / size;
  const y = (0 + areas[3 * face + 1]) / size;
  const z = (0 + areas[3 * face + 2]) / size;
  const a = 3 * ids[begin];
  for (let c = begin; c < begin + 3; c++) {
    const other = across[c];
    if (free[other] === 0) continue;
    let k = starts[other];
    const end = starts[other + 1];
    for (; k < end; k++) {
      const b = 3 * ids[k];
      const dx = vertices[a] - vertices[b];
      const dy = vertices[a + 1] - vertices[b + 1];
      const dz = vertices[a + 2] - vertices[b + 2];
      if (x * dx + y * dy + z * dz > 2 * tolerance) break;
    }
    if (k === end) return false;
  }
  patch.begin(face);
  patch.x = x;
  patch.y = y;
  patch.z = z;
  for (let k = 0; k < 3; k++) outline.ids[k] = ids[begin + k];
  outline.count = 3;
  flatten(vertices, patch, outline);
  setCorners(outline);
  return true;
}

/** Square of the longest side of a triangle (m²). */
function longestSquare(vertices: Float32Array, ids: Int32Array, begin: number): number {
  let longest = 0;
  let from = 3 * ids[begin + 2];
  for (let k = begin; k < begin + 3; k++) {
    const to = 3 * ids[k];
    const dx = vertices[to] - vertices[from];
    const dy = vertices[to + 1] - vertices[from + 1];
    const dz = vertices[to + 2] - vertices[from + 2];
    const square = dx * dx + dy * dy + dz * dz;
    if (square > longest) longest = square;
    from = to;
  }
  return longest;
}

/**
 * Sets the corners to 0, 1, 2, from the one with which contactLoop (loop.ts) begins: the farthest from the middle,
 * summed in the order of u.
 */
function setCorners(outline: Outline): void {
  const { u, v, corners } = outline;
  let first = 0;
  for (let k = 1; k < 3; k++) if (u[k] < u[first] || (u[k] === u[first] && v[k] < v[first])) first = k;
  let x = 0;
  let y = 0;
  for (let c = 0; c < 3; c++) {
    x += u[(first + c) % 3] / 3;
    y += v[(first + c) % 3] / 3;
  }
  let begin = 0;
  let farthest = -1;
  for (let c = 0; c < 3; c++) {
    const k = (first + c) % 3;
    const square = (u[k] - x) * (u[k] - x) + (v[k] - y) * (v[k] - y);
    if (square > farthest) {
      begin = k;
      farthest = square;
    }
  }
  for (let c = 0; c < 3; c++) corners[c] = (begin + c) % 3;
  outline.cornerCount = 3;
}
