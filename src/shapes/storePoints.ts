/** Vertices row by row, for kernels that gather. */
import type { VertexTable } from './vertexTable.ts';

/** Writes the points of `rows` rows from `begin` on, of which the first `count` are vertices, from their coordinates. */
export function storePoints({ coordinates, points }: VertexTable, begin: number, rows: number, count: number): void {
  const ids = new Uint32Array(points.buffer, points.byteOffset, points.length);
  for (let k = 0; k < rows; k++) {
    const point = 4 * (begin + k);
    for (let axis = 0; axis < 3; axis++) points[point + axis] = coordinates[3 * begin + axis * rows + k]!;
    ids[point + 3] = Math.min(k, count - 1);
  }
}
