/** The supports of cores whose vertices are stored. An id is the number of a vertex. */
import type { Double, Doubles, Floats, Int, Shorts } from '../../language/lanes.ts';
import { CELL_BEGIN, CELL_GRID, VERTEX_BEGIN, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import type { VertexPools } from '../cores/enginePools.ts';

const LOWEST: Double = -1 / 0;

/** Replaces a direction by the vertex that is farthest along it. @returns the number of the vertex */
export function supportVertex(direction: Doubles, pools: VertexPools, word: Int): Int {
  const { words } = pools.shapes;
  const { coordinates, cells } = pools.vertices;
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN];
  const grid = words[word + CELL_GRID];
  const id =
    grid === 0
      ? scan(direction, coordinates, x, rows)
      : scanCell(direction, coordinates, x, rows, cells, words[word + CELL_BEGIN], grid);
  loadVertex(direction, pools, word, id);
  return id;
}

/** Writes vertex `id`. */
export function loadVertex(point: Doubles, pools: VertexPools, word: Int, id: Int): void {
  const { words } = pools.shapes;
  const { coordinates } = pools.vertices;
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN] + id;
  point[0] = Number(coordinates[x]);
  point[1] = Number(coordinates[x + rows]);
  point[2] = Number(coordinates[x + 2 * rows]);
}

/** Scans all vertices, four at a time: the block is padded to a multiple of four. @returns the farthest */
export function scan(direction: Doubles, coordinates: Floats, x: Int, rows: Int): Int {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const y = x + rows;
  const z = y + rows;
  let best: Double = LOWEST;
  let id: Int = 0;
  for (let k: Int = 0; k < rows; k += 4) {
    const d0 = Number(coordinates[x + k]) * dx + Number(coordinates[y + k]) * dy + Number(coordinates[z + k]) * dz;
    const d1 =
      Number(coordinates[x + k + 1]) * dx + Number(coordinates[y + k + 1]) * dy + Number(coordinates[z + k + 1]) * dz;
    const d2 =
      Number(coordinates[x + k + 2]) * dx + Number(coordinates[y + k + 2]) * dy + Number(coordinates[z + k + 2]) * dz;
    const d3 =
      Number(coordinates[x + k + 3]) * dx + Number(coordinates[y + k + 3]) * dy + Number(coordinates[z + k + 3]) * dz;
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

/**
 * Scans the vertices that can be the support for a direction in the cell of this one: the indexing of
 * shapes/hull/cells.ts. @returns the farthest
 */
export function scanCell(
  direction: Doubles,
  coordinates: Floats,
  x: Int,
  rows: Int,
  cells: Shorts,
  cellBegin: Int,
  grid: Int,
): Int {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const middle = 0.5 * Number(grid);
  const perUnit = middle / (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  // | 0 turns the NaN of a zero direction into cell 0: any vertex is a support of it
  const column = Math.min(grid - 1, Math.trunc(dx * perUnit + middle) | 0);
  const row = Math.min(grid - 1, Math.trunc(dy * perUnit + middle) | 0);
  const cell = cellBegin + (Number(dz < 0) * grid + row) * grid + column;
  const ids = cellBegin + 2 * grid * grid + 1;
  const end = ids + cells[cell + 1];
  const y = x + rows;
  const z = y + rows;
  let best: Double = LOWEST;
  let id: Int = 0;
  for (let k = ids + cells[cell]; k < end; k++) {
    const vertex = cells[k];
    const d =
      Number(coordinates[x + vertex]) * dx +
      Number(coordinates[y + vertex]) * dy +
      Number(coordinates[z + vertex]) * dz;
    if (d > best) {
      best = d;
      id = vertex;
    }
  }
  return id;
}
