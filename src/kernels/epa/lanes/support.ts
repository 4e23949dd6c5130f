/**
 * Supports of hulls and boxes, one pair at a time. A hull has a scan over all its vertices, four at a time, or over the
 * few that its direction cell lists. A box has the corner at the signs of the direction.
 */
import {
  abs,
  bitsOf,
  type Column,
  columnAt,
  type Float,
  float,
  floatsAt,
  type Int,
  type IntColumn,
  type Ints,
  int,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  max,
  min,
  type Shorts,
  select,
  shortsAt,
  splat,
  type Table,
} from '../../../language/lanes.ts';
import { argMax } from '../../../math/lanes/argMax.ts';
import { CELLS, COORDINATES, POINTS } from '../../../tables/kernelContext.ts';
import { BOX, CELL_BEGIN, CELL_GRID, CORE, HALF_X, VERTEX_BEGIN, VERTEX_ROWS } from '../../../tables/shapeWords.ts';
import { rowsAt } from '../../rows/lanes/gather.ts';

/** Up to this number of vertices, a scan of all is faster than the cell. */
const SCAN_ROWS = 64;

/** The support vertices of four pairs, on one side. */
export interface Found extends Table<4> {
  readonly x: Column;
  readonly y: Column;
  readonly z: Column;
  readonly id: IntColumn;
}

/** Writes the support of the shape along (dx, dy, dz), in the shape's own frame, to lane `lane` of `found`. */
export function supportOf(context: Ints, found: Found, lane: Int, shape: Int, dx: Float, dy: Float, dz: Float): void {
  const words = intsAt(shape);
  if (words[CORE] === BOX) {
    takeVertex(context, found, lane, shape, int(dx < 0) | (int(dy < 0) << 1) | (int(dz < 0) << 2));
  } else {
    const rows = words[VERTEX_ROWS];
    const block = context[COORDINATES] + 12 * words[VERTEX_BEGIN];
    const points = context[POINTS] + 16 * words[VERTEX_BEGIN];
    const grid = words[CELL_GRID];
    let id: Int = 0;
    if (rows <= SCAN_ROWS || grid === 0) id = scan(block, rows, dx, dy, dz);
    else id = scanCell(points, shortsAt(context[CELLS] + 2 * words[CELL_BEGIN]), grid, dx, dy, dz);
    const vertex = floatsAt(points + 16 * id);
    intsAt(found.id)[lane] = id;
    floatsAt(found.x)[lane] = vertex[0];
    floatsAt(found.y)[lane] = vertex[1];
    floatsAt(found.z)[lane] = vertex[2];
  }
}

/** Writes vertex `id` of the shape to lane `lane` of `found`. */
export function takeVertex(context: Ints, found: Found, lane: Int, shape: Int, id: Int): void {
  const words = intsAt(shape);
  const x = floatsAt(found.x);
  const y = floatsAt(found.y);
  const z = floatsAt(found.z);
  intsAt(found.id)[lane] = id;
  if (words[CORE] === BOX) {
    const half = floatsAt(shape);
    x[lane] = half[HALF_X] * float(1 - 2 * (id & 1));
    y[lane] = half[HALF_X + 1] * float(1 - (id & 2));
    z[lane] = half[HALF_X + 2] * float(1 - ((id & 4) >> 1));
  } else {
    const vertex = floatsAt(context[POINTS] + 16 * (words[VERTEX_BEGIN] + id));
    x[lane] = vertex[0];
    y[lane] = vertex[1];
    z[lane] = vertex[2];
  }
}

/** Scans all vertices, four at a time: the block is padded to a multiple of four. */
function scan(block: Int, rows: Int, dx: Float, dy: Float, dz: Float): Int {
  const x = columnAt(block);
  const y = columnAt(block + 4 * rows);
  const z = columnAt(block + 8 * rows);
  const ux = splat(dx);
  const uy = splat(dy);
  const uz = splat(dz);
  let best: Lane = x[0] * ux + y[0] * uy + z[0] * uz;
  let index: LaneInt = laneIndex();
  let at: LaneInt = laneIndex();
  for (let k: Int = 4; k < rows; k += 4) {
    const d = x[k] * ux + y[k] * uy + z[k] * uz;
    at = at + 4;
    const better = d > best;
    best = max(best, d);
    index = select(better, at, index);
  }
  return argMax(best, index);
}

/** Scans the vertices listed for the cell of the direction, four at a time; cells as in shapes/hull/cells.ts. */
function scanCell(points: Int, cells: Shorts, grid: Int, dx: Float, dy: Float, dz: Float): Int {
  const half: Float = 0.5 * float(grid);
  const perUnit = half / (abs(dx) + abs(dy) + abs(dz));
  const column = min(grid - 1, int(dx * perUnit + half));
  const row = min(grid - 1, int(dy * perUnit + half));
  const cell = (int(dz < 0) * grid + row) * grid + column;
  const list = 2 * grid * grid + 1;
  const last = list + cells[cell + 1] - 1;
  let best: Lane = -1 / 0;
  let ids: LaneInt = 0;
  for (let k: Int = list + cells[cell]; k <= last; k += 4) {
    const four = rowsAt(
      points + (cells[k] << 4),
      points + (cells[min(k + 1, last)] << 4),
      points + (cells[min(k + 2, last)] << 4),
      points + (cells[min(k + 3, last)] << 4),
    );
    const reach = four.a * splat(dx) + four.b * splat(dy) + four.c * splat(dz);
    ids = select(reach > best, bitsOf(four.d), ids);
    best = max(best, reach);
  }
  return argMax(best, ids);
}
