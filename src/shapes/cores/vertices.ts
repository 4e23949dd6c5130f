/**
 * Cores whose vertices are stored: points, segments and hulls. An id is the number of a vertex.
 */
import { alignUp } from '../../memory/units.ts';
import { CELL_BEGIN, CELL_GRID, EXTENT, VERTEX_BEGIN, VERTEX_COUNT, VERTEX_ROWS } from '../codes.ts';
import { PAD_VERTICES } from '../vertexTable.ts';
import { DIR, type Geometry, isExtent, type PreparedShape, type SnapshotShapes } from './core.ts';

/** Empty lists. All shapes share them: a list of many prepared shapes is smaller. */
export const NO_COORDINATES = /* @__PURE__ */ new Float32Array(0);
export const NO_NEIGHBORS = /* @__PURE__ */ new Uint32Array(0);
export const NO_CELLS = /* @__PURE__ */ new Uint16Array(0);

/** Prepares a shape whose core is stored as vertices. */
export function prepareVertices(
  core: number,
  vertices: Float32Array,
  radius: number,
  neighbors: Uint32Array,
  grid = 0,
  cells: Uint16Array = NO_CELLS,
): PreparedShape {
  const vertexCount = vertices.length / 3;
  const half: [number, number, number] = [0, 0, 0];
  for (const [k, x] of vertices.entries()) half[k % 3] = Math.max(half[k % 3], Math.abs(x));
  return {
    core,
    radius,
    half,
    vertices,
    vertexCount,
    vertexRows: alignUp(vertexCount, PAD_VERTICES),
    neighbors,
    cells,
    grid,
    extent: farthest(vertices),
  };
}

/** Largest distance of a vertex from the local origin (m). */
export function farthest(vertices: Float32Array): number {
  let extent = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    const x = vertices[k];
    const y = vertices[k + 1];
    const z = vertices[k + 2];
    extent = Math.max(extent, Math.sqrt(x * x + y * y + z * z));
  }
  return extent;
}

// ---- supports -----------------------------------------------------------------------------------------------------

/** The support of the row at `word`: see SupportCore.support. */
export function supportVertex(f: Float64Array, geometry: Geometry, word: number): number {
  const { words } = geometry.shapes;
  const { coordinates, cells } = geometry.vertices;
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN];
  const grid = words[word + CELL_GRID];
  const id =
    grid === 0
      ? scan(f, coordinates, x, rows)
      : scanCell(f, coordinates, x, rows, cells, words[word + CELL_BEGIN], grid);
  f[DIR] = coordinates[x + id];
  f[DIR + 1] = coordinates[x + rows + id];
  f[DIR + 2] = coordinates[x + 2 * rows + id];
  return id;
}

/** Writes vertex `id` to f[at …]. */
export function loadVertex(f: Float64Array, at: number, geometry: Geometry, word: number, id: number): void {
  const { words } = geometry.shapes;
  const { coordinates } = geometry.vertices;
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN] + id;
  f[at] = coordinates[x];
  f[at + 1] = coordinates[x + rows];
  f[at + 2] = coordinates[x + 2 * rows];
}

/** Scans all vertices, four at a time: the block is padded to a multiple of four. */
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

/**
 * Scans the vertices that can be the support for a direction in the cell of f[DIR …]: the indexing of
 * shapes/hull/cells.ts.
 */
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

/** 1 if x < 0, else 0, without a branch: V8 makes a branch of `?:`, and the sign is unpredictable here. */
export function negative(x: number): number {
  return ((x < 0) as unknown as number) | 0;
}

// ---- snapshots ----------------------------------------------------------------------------------------------------

/** Vertex ids are u16, and one value means "none". */
const UNUSED_ID = 0xffff;

/** Whether the block of vertices, the direction cells and the extent of the row at `word` are consistent. */
export function areVerticesSound({ words, reals, coordinates, cells }: SnapshotShapes, word: number): boolean {
  const count = words[word + VERTEX_COUNT];
  const rows = words[word + VERTEX_ROWS];
  if (count < 1 || count >= UNUSED_ID || rows !== alignUp(count, PAD_VERTICES)) return false;
  const x = 3 * words[word + VERTEX_BEGIN];
  if (x + 3 * rows > coordinates.length) return false;
  let farthest = 0;
  for (let k = x; k < x + rows; k++) {
    farthest = Math.max(farthest, Math.hypot(coordinates[k], coordinates[k + rows], coordinates[k + 2 * rows]));
  }
  const grid = words[word + CELL_GRID];
  const hasCells = grid === 0 || (grid <= 256 && isList(cells, words[word + CELL_BEGIN], 2 * grid * grid, count, 1));
  return hasCells && isExtent(reals, word + EXTENT, farthest);
}

/**
 * Whether a list of `runs` runs of vertex ids lies at `begin`, each of `least` or more: ascending starts from 0, then
 * ids below `vertexCount`.
 */
export function isList(
  pool: Uint32Array | Uint16Array,
  begin: number,
  runs: number,
  vertexCount: number,
  least = 0,
): boolean {
  const ids = begin + runs + 1;
  if (ids > pool.length || pool[begin] !== 0) return false;
  for (let k = 0; k < runs; k++) if (pool[begin + k] + least > pool[begin + k + 1]) return false;
  const end = ids + pool[begin + runs];
  if (end > pool.length) return false;
  for (let k = ids; k < end; k++) if (pool[k] >= vertexCount) return false;
  return true;
}
