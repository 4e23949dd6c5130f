/**
 * Direction cells: which vertices of a hull can be its support in which directions.
 *
 * Directions are projected onto an octahedron, d / (|x| + |y| + |z|), seen from above and from below. This lookup has
 * no branch; that of a cube has three unpredictable ones.
 *
 *   u, v    x and y of the direction on the octahedron, each in [−1, 1], |u| + |v| ≤ 1
 *   cell    (half · grid + row) · grid + column, with half = 1 if z < 0, column = min(grid − 1, ⌊(u + 1) · grid / 2⌋),
 *           row the same from v; grid is even, so that no cell crosses an edge of the octahedron
 *
 * The list of a cell holds every vertex that is the support of some direction in it, and no others except by rounding.
 * A scan of the list gives exactly the same support as a scan of all vertices. The support of the middle of the cell
 * comes first, so that a scan seldom replaces its best vertex. Cells off the octahedron, where |u| + |v| > 1, hold
 * vertex 0.
 */
import type { HullGeometry } from './build.ts';
import { octantsOf } from './cellOctants.ts';
import { Clipper } from './clipper.ts';
import { scratch } from './scratch.ts';
import { sortDown } from './sortRows.ts';

/**
 * Hulls with this many vertices or more have cells; for smaller ones a full scan is as fast. Measured:
 * docs/lab/scalar-kernel.md.
 */
export const CELLS_FROM_VERTICES = 12;
/** Vertices from which the grid is finer. */
export const MEDIUM_CELLS_FROM_VERTICES = 48;
export const FINE_CELLS_FROM_VERTICES = 128;
export const COARSE_GRID = 8;
export const MEDIUM_GRID = 16;
export const FINE_GRID = 20;

/** Enlargement of cells in u and v: a direction may be rounded to f32 before the lookup. */
const CELL_MARGIN = 1e-6;
/**
 * A vertex stays in a region within this angle (rad) of being the support: the f64 rounding of the clipping is 1e-6 of
 * it.
 */
const TIE_ANGLE = 1e-9;

/** Cells per edge for a hull of this many vertices; 0: no cells. */
export function cellGrid(vertexCount: number): number {
  if (vertexCount < CELLS_FROM_VERTICES) return 0;
  if (vertexCount < MEDIUM_CELLS_FROM_VERTICES) return COARSE_GRID;
  return vertexCount < FINE_CELLS_FROM_VERTICES ? MEDIUM_GRID : FINE_GRID;
}

/**
 * The cell of a direction of any length from 1e-300 to 1e300. Others get an arbitrary cell: kernels need no branch for
 * them.
 */
export function cellOf(dx: number, dy: number, dz: number, grid: number): number {
  const perUnit = (0.5 * grid) / (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  const half = dz < 0 ? grid : 0;
  // | 0 is the floor of numbers ≥ 0, and turns NaN into 0
  const column = Math.min(grid - 1, (dx * perUnit + 0.5 * grid) | 0);
  const row = Math.min(grid - 1, (dy * perUnit + 0.5 * grid) | 0);
  return (half + row) * grid + column;
}

/** Number of cells of a grid. */
export function cellCount(grid: number): number {
  return 2 * grid * grid;
}

/**
 * Candidates of cell c are ids[starts[c] … starts[c + 1]).
 *
 * Method: on a convex hull a vertex v is the support where (v − n) · d ≥ 0 for each neighbor n. On one face of the
 * octahedron those are half-planes in (|u|, |v|): clip the face by them, and find the cells that the rest overlaps.
 */
export function buildCells(hull: HullGeometry, grid: number): { starts: Uint32Array; ids: Uint16Array } {
  scratch.begin();
  const search: Search = {
    hull,
    grid,
    region: new Clipper(),
    range: new Float64Array(2),
    found: [],
  };
  const octants = grid > 0 ? octantsOf(hull) : [];
  for (let v = 0; v < octants.length; v++) {
    for (let octant = 0; octant < 8; octant++) {
      if ((octants[v] & (1 << octant)) === 0) continue;
      setRegion(search, v, octant);
      if (search.region.count > 0) addToCells(search, octant, v);
    }
  }
  return listed(search);
}

interface Search {
  readonly hull: HullGeometry;
  readonly grid: number;
  /**
   * The region of an octant in which a vertex is the support: a polygon of |u|, |v|; and its range of |u| in one row of
   * cells.
   */
  readonly region: Clipper;
  readonly range: Float64Array;
  /** Results, each as cell · 2¹⁶ + vertex. Vertices ascend. */
  readonly found: number[];
}

/** The lists, each sorted by the dot product of its vertices with the middle of the cell, the largest first. */
function listed({ hull, grid, found }: Search): { starts: Uint32Array; ids: Uint16Array } {
  const starts = new Uint32Array(cellCount(grid) + 1);
  for (let k = 0; k < found.length; k++) starts[(found[k] >> 16) + 1]++;
  for (let c = 0; c + 1 < starts.length; c++) {
    // a cell off the octahedron holds vertex 0
    starts[c + 1] = starts[c] + Math.max(1, starts[c + 1]);
  }
  const ids = new Uint16Array(starts[starts.length - 1]);
  const ends = scratch.ints(starts.length);
  ends.set(starts);
  for (let k = 0; k < found.length; k++) ids[ends[found[k] >> 16]++] = found[k] & 0xffff;

  const xyz = hull.vertices;
  const reach = scratch.reals(xyz.length / 3);
  const spare = scratch.ints(ids.length);
  for (let c = 0; c + 1 < starts.length; c++) {
    const begin = starts[c];
    const end = starts[c + 1];
    if (end - begin < 2) continue;
    const column = c % grid;
    const row = ((c - column) / grid) % grid;
    const u = (2 * column + 1) / grid - 1;
    const v = (2 * row + 1) / grid - 1;
    const z = Math.max(0, 1 - Math.abs(u) - Math.abs(v)) * (c < grid * grid ? 1 : -1);
    for (let k = begin; k < end; k++) {
      const at = 3 * ids[k];
      reach[ids[k]] = xyz[at] * u + xyz[at + 1] * v + xyz[at + 2] * z;
    }
    sortDown(ids, begin, end, reach, spare);
  }
  return { starts, ids };
}

/** Finds the region of this octant in which vertex v is the support. Bit 0, 1, 2 of an octant set: x, y, z negative. */
function setRegion({ hull, region }: Search, v: number, octant: number): void {
  const { vertices, neighborStarts, neighbors } = hull;
  const signX = octant & 1 ? -1 : 1;
  const signY = octant & 2 ? -1 : 1;
  const signZ = octant & 4 ? -1 : 1;
  const { line } = region;
  region.setTriangle(-CELL_MARGIN, 1 + 3 * CELL_MARGIN);
  for (let k = neighborStarts[v]; k < neighborStarts[v + 1] && region.count > 0; k++) {
    const n = neighbors[k];
    const x = signX * (vertices[3 * v] - vertices[3 * n]);
    const y = signY * (vertices[3 * v + 1] - vertices[3 * n + 1]);
    const z = signZ * (vertices[3 * v + 2] - vertices[3 * n + 2]);
    const slack = TIE_ANGLE * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    // d = (|u|, |v|, 1 − |u| − |v|) with the octant's signs
    line[0] = x - z;
    line[1] = y - z;
    line[2] = z + slack;
    region.clip();
  }
}

/** Adds v to every cell of the octant that its region overlaps. */
function addToCells({ grid, region, range, found }: Search, octant: number, v: number): void {
  const side = 2 / grid;
  const cells = grid / 2; // per edge of the octant
  const half = octant & 4 ? grid : 0;
  const firstColumn = cellAt(region.low(0) - CELL_MARGIN, cells);
  const lastColumn = cellAt(region.high(0) + CELL_MARGIN, cells);
  const bottom = region.low(1);
  const top = region.high(1);
  const lastRow = cellAt(top + CELL_MARGIN, cells);
  for (let row = cellAt(bottom - CELL_MARGIN, cells); row <= lastRow; row++) {
    range[0] = CELL_MARGIN - row * side; // |v| ≥ the row's lower border
    range[1] = CELL_MARGIN + (row + 1) * side;
    region.rangeBetween(range); // an empty range, +∞ … −∞, overlaps no column
    const low = range[0];
    const high = range[1];
    const r = octant & 2 ? cells - 1 - row : cells + row;
    for (let column = firstColumn; column <= lastColumn; column++) {
      if (high + (CELL_MARGIN - column * side) < 0 || CELL_MARGIN + (column + 1) * side - low < 0) continue;
      const c = octant & 1 ? cells - 1 - column : cells + column;
      found.push((((half + r) * grid + c) << 16) | v);
    }
  }
}

/** Column or row of an octant of cells × cells; outside of it the nearest one. */
function cellAt(place: number, cells: number): number {
  return Math.min(cells - 1, Math.max(0, Math.floor(place * cells)));
}
