/**
 * Support vertices: the id of the vertex of a core that is farthest along f[DIR …] (the core's own frame).
 * Box corners are numbered by their signs: bit 0 set = −x, bit 1 = −y, bit 2 = −z.
 */
import {
  BOX,
  CELL_BEGIN,
  CELL_GRID,
  CORE,
  HALF_X,
  HALF_Y,
  HALF_Z,
  SHAPE_STRIDE,
  VERTEX_BEGIN,
  VERTEX_ROWS,
} from '../../shapes/shapeTable.ts';
import { DIR, type Geometry } from './scratch.ts';

/** Id of the vertex of shape `row` that is farthest along f[DIR …]. */
export function supportVertex(f: Float64Array, geometry: Geometry, row: number): number {
  const word = row * SHAPE_STRIDE;
  const { words } = geometry.shapes;
  if (words[word + CORE] === BOX) {
    return (f[DIR] < 0 ? 1 : 0) | (f[DIR + 1] < 0 ? 2 : 0) | (f[DIR + 2] < 0 ? 4 : 0);
  }
  const { coordinates, cells } = geometry.vertices;
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN];
  const grid = words[word + CELL_GRID];
  if (grid === 0) return scan(f, coordinates, x, rows);
  return scanCell(f, coordinates, x, rows, cells, words[word + CELL_BEGIN], grid);
}

/** All vertices, four at a time: the block is padded to a multiple of four. */
export function scan(f: Float64Array, coordinates: Float32Array, x: number, rows: number): number {
  const dx = f[DIR];
  const dy = f[DIR + 1];
  const dz = f[DIR + 2];
  const y = x + rows;
  const z = y + rows;
  let best = -Infinity;
  let id = 0;
  for (let k = 0; k < rows; k += 4) {
    const d0 = coordinates[x + k] * dx + coordinates[y + k] * dy + coordinates[z + k] * dz;
    const d1 = coordinates[x + k + 1] * dx + coordinates[y + k + 1] * dy + coordinates[z + k + 1] * dz;
    const d2 = coordinates[x + k + 2] * dx + coordinates[y + k + 2] * dy + coordinates[z + k + 2] * dz;
    const d3 = coordinates[x + k + 3] * dx + coordinates[y + k + 3] * dy + coordinates[z + k + 3] * dz;
    if (d0 > best) {
      best = d0;
      id = k;
    }
    if (d1 > best) {
      best = d1;
      id = k + 1;
    }
    if (d2 > best) {
      best = d2;
      id = k + 2;
    }
    if (d3 > best) {
      best = d3;
      id = k + 3;
    }
  }
  return id;
}

/** Only the vertices that can win for a direction in the cell of f[DIR …]: the indexing of shapes/hull/cells.ts. */
export function scanCell(
  f: Float64Array,
  coordinates: Float32Array,
  x: number,
  rows: number,
  cells: Uint16Array,
  cellBegin: number,
  grid: number,
): number {
  const dx = f[DIR];
  const dy = f[DIR + 1];
  const dz = f[DIR + 2];
  const perUnit = (0.5 * grid) / (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  // | 0 turns the NaN of a zero direction into cell 0: any vertex is a support of it
  const column = Math.min(grid - 1, (dx * perUnit + 0.5 * grid) | 0);
  const row = Math.min(grid - 1, (dy * perUnit + 0.5 * grid) | 0);
  const cell = cellBegin + (negative(dz) * grid + row) * grid + column;
  const ids = cellBegin + 2 * grid * grid + 1;
  const end = ids + cells[cell + 1];
  const y = x + rows;
  const z = y + rows;
  let best = -Infinity;
  let id = 0;
  for (let k = ids + cells[cell]; k < end; k++) {
    const vertex = cells[k];
    const d = coordinates[x + vertex] * dx + coordinates[y + vertex] * dy + coordinates[z + vertex] * dz;
    if (d > best) {
      best = d;
      id = vertex;
    }
  }
  return id;
}

/** 1 if x < 0, else 0, without a branch: V8 turns `?:` into one, and a sign is as good as random here. */
export function negative(x: number): number {
  return ((x < 0) as unknown as number) | 0;
}

/** Writes vertex `id` of shape `row`, in the shape's own frame, to f[at …]. */
export function loadVertex(f: Float64Array, at: number, geometry: Geometry, row: number, id: number): void {
  const word = row * SHAPE_STRIDE;
  const { words, reals } = geometry.shapes;
  if (words[word + CORE] === BOX) {
    const hx = reals[word + HALF_X];
    const hy = reals[word + HALF_Y];
    const hz = reals[word + HALF_Z];
    f[at] = hx - 2 * hx * (id & 1);
    f[at + 1] = hy - hy * (id & 2);
    f[at + 2] = hz - 0.5 * hz * (id & 4);
    return;
  }
  const { coordinates } = geometry.vertices;
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN] + id;
  f[at] = coordinates[x];
  f[at + 1] = coordinates[x + rows];
  f[at + 2] = coordinates[x + 2 * rows];
}
