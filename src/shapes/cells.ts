/**
 * Direction cells: which vertices of a hull can be its support in which directions.
 *
 * Directions are looked up on the six faces of a cube, cut into grid × grid cells each:
 *
 *   face    2 · major axis + (1 if that component is negative); on ties x before y before z
 *   s, t    the next two components in cyclic order (x→y→z→x), over |major component|, each in [−1, 1]
 *   cell    (face · grid + row) · grid + column, with column = min(grid − 1, ⌊(s + 1) · grid / 2⌋) and row from t
 *
 * The list of a cell holds every vertex that is the support of some direction in it, ascending, and no other beyond
 * rounding: scanning the list instead of all vertices gives the same support, exactly.
 */
import type { HullGeometry } from './hullBuild.ts';

/** Below this many vertices a scan over all of them is as fast. */
export const CELLS_FROM_VERTICES = 32;
export const FINE_CELLS_FROM_VERTICES = 128;
export const COARSE_GRID = 4;
export const FINE_GRID = 6;

/** Cells are this much larger than they are, in s and t: a direction may be rounded to f32 before it is looked up. */
const CELL_MARGIN = 1e-6;
/** A vertex stays while it is within this angle (rad) of winning: f64 rounding of the clipping is 1e-6 of it. */
const TIE_ANGLE = 1e-9;

/** Cells per cube edge for a hull of this many vertices; 0: no map. */
export function cellGrid(vertexCount: number): number {
  if (vertexCount < CELLS_FROM_VERTICES) return 0;
  return vertexCount < FINE_CELLS_FROM_VERTICES ? COARSE_GRID : FINE_GRID;
}

/** The cell of a direction of any length > 0. Zero and NaN get some cell: kernels need no branch for them. */
export function cellOf(dx: number, dy: number, dz: number, grid: number): number {
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  const onX = ax >= ay && ax >= az;
  const onY = !onX && ay >= az;
  const major = onX ? dx : onY ? dy : dz;
  const size = Math.abs(major);
  const s = (onX ? dy : onY ? dz : dx) / size;
  const t = (onX ? dz : onY ? dx : dy) / size;
  const face = (onX ? 0 : onY ? 2 : 4) + (major < 0 ? 1 : 0);
  // | 0 is the floor of what is never negative, and turns NaN into 0
  const column = Math.min(grid - 1, ((s + 1) * grid * 0.5) | 0);
  const row = Math.min(grid - 1, ((t + 1) * grid * 0.5) | 0);
  return (face * grid + row) * grid + column;
}

/**
 * Candidates of cell c are ids[starts[c] … starts[c + 1]).
 *
 * Method: on a convex hull a vertex is the support where it beats its neighbours, (v − n) · d ≥ 0 for each n. On one
 * face of the cube those are half-planes in (s, t): clip the face by them, and see which cells the rest touches.
 */
export function buildCells(hull: HullGeometry, grid: number): { starts: Uint32Array; ids: Uint16Array } {
  const lists = Array.from({ length: 6 * grid * grid }, (): number[] => []);
  for (let v = 0; grid > 0 && 3 * v < hull.vertices.length; v++) {
    for (let face = 0; face < 6; face++) {
      const region = winningRegion(hull, v, face);
      if (region.length > 0) addToCells(lists, grid, face, region, v);
    }
  }
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, c) => {
    starts[c + 1] = starts[c]! + list.length;
  });
  return { starts, ids: Uint16Array.from(lists.flat()) };
}

/** A convex polygon as s, t pairs; empty: no point at all. */
type Polygon = readonly number[];

/** Where on this face of the cube vertex v is the support. */
function winningRegion({ vertices, neighbourStarts, neighbours }: HullGeometry, v: number, face: number): Polygon {
  const axis = face >> 1;
  const sign = face & 1 ? -1 : 1;
  const edge = 1 + CELL_MARGIN;
  let region: Polygon = [-edge, -edge, edge, -edge, edge, edge, -edge, edge];
  for (let k = neighbourStarts[v]!; k < neighbourStarts[v + 1]! && region.length > 0; k++) {
    const n = neighbours[k]!;
    const major = sign * (vertices[3 * v + axis]! - vertices[3 * n + axis]!);
    const s = vertices[3 * v + ((axis + 1) % 3)]! - vertices[3 * n + ((axis + 1) % 3)]!;
    const t = vertices[3 * v + ((axis + 2) % 3)]! - vertices[3 * n + ((axis + 2) % 3)]!;
    const slack = TIE_ANGLE * (Math.abs(major) + Math.abs(s) + Math.abs(t));
    region = clip(region, s, t, major + slack);
  }
  return region;
}

/** Adds v to every cell that its region touches. */
function addToCells(lists: number[][], grid: number, face: number, region: Polygon, v: number): void {
  const side = 2 / grid;
  const [firstColumn, lastColumn] = cellRange(region, 0, grid);
  const [firstRow, lastRow] = cellRange(region, 1, grid);
  for (let row = firstRow; row <= lastRow; row++) {
    const low = clip(region, 0, 1, CELL_MARGIN + 1 - row * side); // t ≥ row's lower border
    const strip = clip(low, 0, -1, CELL_MARGIN - 1 + (row + 1) * side);
    for (let column = firstColumn; column <= lastColumn; column++) {
      const left = clip(strip, 1, 0, CELL_MARGIN + 1 - column * side);
      const rest = clip(left, -1, 0, CELL_MARGIN - 1 + (column + 1) * side);
      if (rest.length > 0) lists[(face * grid + row) * grid + column]!.push(v);
    }
  }
}

/** First and last column (offset 0) or row (offset 1) that the region can touch. */
function cellRange(region: Polygon, offset: 0 | 1, grid: number): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = offset; k < region.length; k += 2) {
    low = Math.min(low, region[k]!);
    high = Math.max(high, region[k]!);
  }
  const cell = (value: number) => Math.min(grid - 1, Math.max(0, Math.floor(((value + 1) * grid) / 2)));
  return [cell(low - CELL_MARGIN), cell(high + CELL_MARGIN)];
}

/** The part of a convex polygon where a s + b t + c ≥ 0 (Sutherland and Hodgman, 1974, one half-plane). */
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
