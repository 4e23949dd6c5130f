/**
 * Direction cells: which vertices of a hull can be its support in which directions.
 *
 * Directions are looked up on an octahedron, d / (|x| + |y| + |z|), seen from above and from below: finding the cell
 * takes no branch, where a cube takes three that no processor predicts.
 *
 *   u, v    x and y of the direction on the octahedron, each in [−1, 1], |u| + |v| ≤ 1
 *   cell    (half · grid + row) · grid + column, with half = 1 if z < 0, column = min(grid − 1, ⌊(u + 1) · grid / 2⌋),
 *           row the same from v; grid is even, so that no cell crosses an edge of the octahedron
 *
 * The list of a cell holds every vertex that is the support of some direction in it, and no other beyond rounding:
 * scanning the list instead of all vertices gives the same support, exactly. The vertex that wins in the middle of the
 * cell comes first, so that a scan seldom changes its mind. Cells off the octahedron, where |u| + |v| > 1, hold vertex 0.
 */
import type { HullGeometry } from './hullBuild.ts';

/** From this many vertices on a hull has cells; below, a scan over all of them is as fast. Measured: docs/lab/scalar-kernel.md. */
export const CELLS_FROM_VERTICES = 12;
/** Vertices from which the grid is finer. */
export const MEDIUM_CELLS_FROM_VERTICES = 48;
export const FINE_CELLS_FROM_VERTICES = 128;
export const COARSE_GRID = 8;
export const MEDIUM_GRID = 16;
export const FINE_GRID = 20;

/** Cells are this much larger than they are, in u and v: a direction may be rounded to f32 before it is looked up. */
const CELL_MARGIN = 1e-6;
/** A vertex stays while it is within this angle (rad) of winning: f64 rounding of the clipping is 1e-6 of it. */
const TIE_ANGLE = 1e-9;

/** Cells per edge for a hull of this many vertices; 0: no map. */
export function cellGrid(vertexCount: number): number {
  if (vertexCount < CELLS_FROM_VERTICES) return 0;
  if (vertexCount < MEDIUM_CELLS_FROM_VERTICES) return COARSE_GRID;
  return vertexCount < FINE_CELLS_FROM_VERTICES ? MEDIUM_GRID : FINE_GRID;
}

/** The cell of a direction of any length from 1e-300 to 1e300. Others get some cell: kernels need no branch for them. */
export function cellOf(dx: number, dy: number, dz: number, grid: number): number {
  const perUnit = (0.5 * grid) / (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  const half = dz < 0 ? grid : 0;
  // | 0 is the floor of what is never negative, and turns NaN into 0
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
 * Method: on a convex hull a vertex is the support where it beats its neighbours, (v − n) · d ≥ 0 for each n. On one
 * face of the octahedron those are half-planes in (|u|, |v|): clip the face by them, and see which cells the rest touches.
 */
export function buildCells(hull: HullGeometry, grid: number): { starts: Uint32Array; ids: Uint16Array } {
  const lists = Array.from({ length: cellCount(grid) }, (): number[] => []);
  for (let v = 0; grid > 0 && 3 * v < hull.vertices.length; v++) {
    for (let octant = 0; octant < 8; octant++) {
      const region = winningRegion(hull, v, octant);
      if (region.length > 0) addToCells(lists, grid, octant, region, v);
    }
  }
  const starts = new Uint32Array(lists.length + 1);
  for (const [c, list] of lists.entries()) {
    if (list.length === 0) list.push(0);
    sortByMiddle(list, hull, c, grid);
    starts[c + 1] = starts[c]! + list.length;
  }
  return { starts, ids: Uint16Array.from(lists.flat()) };
}

/** Puts the vertex that reaches farthest along the middle of cell `c` first, and so on. */
function sortByMiddle(list: number[], { vertices }: HullGeometry, c: number, grid: number): void {
  const column = c % grid;
  const row = ((c - column) / grid) % grid;
  const u = (2 * column + 1) / grid - 1;
  const v = (2 * row + 1) / grid - 1;
  const z = Math.max(0, 1 - Math.abs(u) - Math.abs(v)) * (c < grid * grid ? 1 : -1);
  const reach = (k: number) => vertices[3 * k]! * u + vertices[3 * k + 1]! * v + vertices[3 * k + 2]! * z;
  list.sort((k, m) => reach(m) - reach(k) || k - m);
}

/** A convex polygon as |u|, |v| pairs; empty: no point at all. */
type Polygon = readonly number[];

/** Sign of x, y and z in an octant: bit 0, 1, 2 set = negative. */
function signs(octant: number): [number, number, number] {
  return [octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1];
}

/** Where on this face of the octahedron vertex v is the support. */
function winningRegion({ vertices, neighbourStarts, neighbours }: HullGeometry, v: number, octant: number): Polygon {
  const [signX, signY, signZ] = signs(octant);
  const low = -CELL_MARGIN;
  const high = 1 + 3 * CELL_MARGIN;
  let region: Polygon = [low, low, high, low, low, high];
  for (let k = neighbourStarts[v]!; k < neighbourStarts[v + 1]! && region.length > 0; k++) {
    const n = neighbours[k]!;
    const x = signX * (vertices[3 * v]! - vertices[3 * n]!);
    const y = signY * (vertices[3 * v + 1]! - vertices[3 * n + 1]!);
    const z = signZ * (vertices[3 * v + 2]! - vertices[3 * n + 2]!);
    const slack = TIE_ANGLE * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    // d = (|u|, |v|, 1 − |u| − |v|) with the octant's signs
    region = clip(region, x - z, y - z, z + slack);
  }
  return region;
}

/** Adds v to every cell of the octant that its region touches. */
function addToCells(lists: number[][], grid: number, octant: number, region: Polygon, v: number): void {
  const [signX, signY, signZ] = signs(octant);
  const side = 2 / grid;
  const cells = grid / 2; // per edge of the octant
  const [firstColumn, lastColumn] = cellRange(region, 0, cells);
  const [firstRow, lastRow] = cellRange(region, 1, cells);
  for (let row = firstRow; row <= lastRow; row++) {
    const above = clip(region, 0, 1, CELL_MARGIN - row * side); // |v| ≥ the row's lower border
    const strip = clip(above, 0, -1, CELL_MARGIN + (row + 1) * side);
    for (let column = firstColumn; column <= lastColumn; column++) {
      const left = clip(strip, 1, 0, CELL_MARGIN - column * side);
      const rest = clip(left, -1, 0, CELL_MARGIN + (column + 1) * side);
      if (rest.length === 0) continue;
      const c = signX > 0 ? cells + column : cells - 1 - column;
      const r = signY > 0 ? cells + row : cells - 1 - row;
      lists[((signZ < 0 ? grid : 0) + r) * grid + c]!.push(v);
    }
  }
}

/** First and last column (offset 0) or row (offset 1) of an octant of cells × cells that the region can touch. */
function cellRange(region: Polygon, offset: 0 | 1, cells: number): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = offset; k < region.length; k += 2) {
    low = Math.min(low, region[k]!);
    high = Math.max(high, region[k]!);
  }
  const cell = (value: number) => Math.min(cells - 1, Math.max(0, Math.floor(value * cells)));
  return [cell(low - CELL_MARGIN), cell(high + CELL_MARGIN)];
}

/** The part of a convex polygon where a u + b v + c ≥ 0 (Sutherland and Hodgman, 1974, one half-plane). */
function clip(polygon: Polygon, a: number, b: number, c: number): Polygon {
  const kept: number[] = [];
  let cut = false;
  const last = polygon.length - 2;
  let s0 = polygon[last]!;
  let t0 = polygon[last + 1]!;
  let from = a * s0 + b * t0 + c;
  for (let k = 0; k < polygon.length; k += 2) {
    const s1 = polygon[k]!;
    const t1 = polygon[k + 1]!;
    const to = a * s1 + b * t1 + c;
    if (from < 0 !== to < 0) {
      const part = from / (from - to);
      kept.push(s0 + part * (s1 - s0), t0 + part * (t1 - t0));
    }
    if (to < 0) cut = true;
    else kept.push(s1, t1);
    s0 = s1;
    t0 = t1;
    from = to;
  }
  return cut ? kept : polygon;
}
