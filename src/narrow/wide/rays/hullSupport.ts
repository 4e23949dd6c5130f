/** Vertices of a hull in f64: the arithmetic of shapes/cores/vertices.ts, so the support is the same vertex. */
import { CELL_BEGIN, CELL_GRID, VERTEX_BEGIN, VERTEX_ROWS } from '../../../shapes/codes.ts';
import { CELLS, COORDINATES } from '../context.ts';
import {
  abs,
  type Double,
  double,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  int,
  max,
  min,
  type Shorts,
  select,
  shortsAt,
} from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';

/** Vertex `id` of the shape, local. */
export function vertexOf(context: Ints, words: Ints, id: Int): Vec {
  const vertices = coordinatesOf(context, words);
  const rows = words[VERTEX_ROWS];
  return { x: double(vertices[id]), y: double(vertices[rows + id]), z: double(vertices[2 * rows + id]) };
}

function coordinatesOf(context: Ints, words: Ints): Floats {
  return floatsAt(context[COORDINATES] + 12 * words[VERTEX_BEGIN]);
}

/** @returns the vertex farthest along a local direction */
export function supportOf(context: Ints, words: Ints, toward: Vec): Int {
  const vertices = coordinatesOf(context, words);
  const rows = words[VERTEX_ROWS];
  const grid = words[CELL_GRID];
  if (grid === 0) return scanAll(vertices, rows, toward);
  const cells = shortsAt(context[CELLS] + 2 * words[CELL_BEGIN]);
  return scanCell(vertices, rows, cells, grid, toward);
}

function scanAll(vertices: Floats, rows: Int, toward: Vec): Int {
  let best: Double = -1 / 0;
  let id: Int = 0;
  for (let k: Int = 0; k < rows; k += 1) {
    const d =
      double(vertices[k]) * toward.x +
      double(vertices[rows + k]) * toward.y +
      double(vertices[2 * rows + k]) * toward.z;
    id = select(d > best, k, id);
    best = max(best, d);
  }
  return id;
}

function scanCell(vertices: Floats, rows: Int, cells: Shorts, grid: Int, toward: Vec): Int {
  const half: Double = 0.5 * double(grid);
  const perUnit = half / (abs(toward.x) + abs(toward.y) + abs(toward.z));
  const column = min(grid - 1, int(toward.x * perUnit + half));
  const row = min(grid - 1, int(toward.y * perUnit + half));
  const cell = (int(toward.z < 0) * grid + row) * grid + column;
  const ids = 2 * grid * grid + 1;
  const end = ids + cells[cell + 1];
  let best: Double = -1 / 0;
  let id: Int = 0;
  for (let k = ids + cells[cell]; k < end; k += 1) {
    const vertex = cells[k];
    const d =
      double(vertices[vertex]) * toward.x +
      double(vertices[rows + vertex]) * toward.y +
      double(vertices[2 * rows + vertex]) * toward.z;
    id = select(d > best, vertex, id);
    best = max(best, d);
  }
  return id;
}
