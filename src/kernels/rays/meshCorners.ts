/** The corners of the triangles of a mesh. Hosts and wasm compile this file, with the same bits. */
import type { Doubles, Floats, Int, Words } from '../../language/lanes.ts';
import { TRIANGLE_STRIDE, VERTEX_STRIDE } from '../../tables/meshWords.ts';

/** Triangles of a mesh, and their vertices. */
export interface TrianglePools {
  readonly triangles: Words;
  readonly vertices: Floats;
}

/**
 * Writes the three corners of a triangle (m): nine numbers.
 * @param triangle in the pool @param firstVertex of the mesh
 */
export function writeMeshCorners(to: Doubles, pools: TrianglePools, triangle: Int, firstVertex: Int): void {
  const { triangles, vertices } = pools;
  for (let corner: Int = 0; corner < 3; corner++) {
    const vertex = VERTEX_STRIDE * (firstVertex + triangles[TRIANGLE_STRIDE * triangle + corner]);
    for (let c: Int = 0; c < 3; c++) to[3 * corner + c] = Number(vertices[vertex + c]);
  }
}
