/**
 * Cores whose vertices are stored: points, segments and hulls. kernels/supports/vertices.ts has their supports.
 */
import { alignUp } from '../../memory/units.ts';
import { CELL_BEGIN, CELL_GRID, EXTENT, VERTEX_BEGIN, VERTEX_COUNT, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import { PAD_VERTICES } from '../../tables/vertexTable.ts';
import { isExtent, type PreparedShape, type SnapshotShapes } from './core.ts';

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
