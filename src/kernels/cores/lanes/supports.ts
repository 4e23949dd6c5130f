/**
 * Supports of cores in f64: the point of the core that is farthest along a direction, all local. Directions have any
 * length but zero. Composites are in rays/composites.ts.
 */
import {
  AXIS_X,
  AXIS_Y,
  AXIS_Z,
  BOTTOM_RADIUS,
  BOX,
  CELL_BEGIN,
  CELL_GRID,
  CORE,
  ELLIPSOID,
  FRUSTUM,
  HALF_HEIGHT,
  HALF_X,
  HALF_Y,
  HALF_Z,
  TAKEN,
  TAPERED_CAPSULE,
  TOP_RADIUS,
  VERTEX_BEGIN,
  VERTEX_ROWS,
} from '../../../shapes/codes.ts';
import {
  abs,
  type Double,
  double,
  type Float,
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
  sqrt,
} from '../../lanes.ts';
import { inner, type Vec } from '../../planes/lanes/placed.ts';
import { CELLS, COORDINATES } from '../../rows/lanes/context.ts';

/** @param words the row of a shape, or of a part, that is no composite */
export function supportOfCore(context: Ints, words: Ints, toward: Vec): Vec {
  const reals = floatsAt(words);
  const core = words[CORE];
  if (core === BOX) return supportOfBox(reals, toward);
  if (core === FRUSTUM) return supportOfFrustum(reals, toward);
  if (core === ELLIPSOID) return supportOfEllipsoid(reals, toward);
  if (core === TAPERED_CAPSULE) return supportOfTaperedCapsule(reals, toward);
  return supportOfVertices(context, words, toward);
}

function supportOfBox(reals: Floats, toward: Vec): Vec {
  return {
    x: cornerOf(reals[HALF_X], toward.x),
    y: cornerOf(reals[HALF_Y], toward.y),
    z: cornerOf(reals[HALF_Z], toward.z),
  };
}

function cornerOf(half: Float, toward: Double): Double {
  return double(toward < 0 ? -half : half);
}

/** The hull of two disks: its support is that of the higher disk, and the center of the disk along the axis. */
function supportOfFrustum(reals: Floats, toward: Vec): Vec {
  const across = sqrt(toward.x * toward.x + toward.z * toward.z);
  const halfHeight = double(reals[HALF_Y]);
  const top = double(reals[TOP_RADIUS]);
  const bottom = double(reals[BOTTOM_RADIUS]);
  const isTop = 2 * halfHeight * toward.y + (top - bottom) * across >= 0;
  const share = across > 0 ? select(isTop, top, bottom) / across : 0;
  return { x: toward.x * share, y: select(isTop, halfHeight, -halfHeight), z: toward.z * share };
}

/** a²∘n / |a∘n| − ε n / |n|: see shapes/cores/ellipsoid.ts. */
function supportOfEllipsoid(reals: Floats, toward: Vec): Vec {
  const a = double(reals[AXIS_X]);
  const b = double(reals[AXIS_Y]);
  const c = double(reals[AXIS_Z]);
  const x = toward.x;
  const y = toward.y;
  const z = toward.z;
  const one: Double = 1;
  const share = one / sqrt(a * a * x * x + b * b * y * y + c * c * z * z);
  const less = double(reals[TAKEN]) / sqrt(inner(toward, toward));
  return { x: x * (a * a * share - less), y: y * (b * b * share - less), z: z * (c * c * share - less) };
}

/** The hull of two balls: the support of the higher one. */
function supportOfTaperedCapsule(reals: Floats, toward: Vec): Vec {
  const length = sqrt(inner(toward, toward));
  const halfHeight = double(reals[HALF_HEIGHT]);
  const top = double(reals[TOP_RADIUS]);
  const bottom = double(reals[BOTTOM_RADIUS]);
  const isTop = 2 * halfHeight * toward.y + (top - bottom) * length >= 0;
  const share = (select(isTop, top, bottom) - double(reals[TAKEN])) / length;
  return { x: toward.x * share, y: toward.y * share + select(isTop, halfHeight, -halfHeight), z: toward.z * share };
}

// ---- vertices -------------------------------------------------------------------------------------------------------

/** Vertex `id` of a shape. */
export function vertexOf(context: Ints, words: Ints, id: Int): Vec {
  const vertices = coordinatesOf(context, words);
  const rows = words[VERTEX_ROWS];
  return { x: double(vertices[id]), y: double(vertices[rows + id]), z: double(vertices[2 * rows + id]) };
}

/** The vertex that is farthest along a direction. */
export function supportOfVertices(context: Ints, words: Ints, toward: Vec): Vec {
  return vertexOf(context, words, farthestVertex(context, words, toward));
}

function coordinatesOf(context: Ints, words: Ints): Floats {
  return floatsAt(context[COORDINATES] + 12 * words[VERTEX_BEGIN]);
}

function farthestVertex(context: Ints, words: Ints, toward: Vec): Int {
  const vertices = coordinatesOf(context, words);
  const rows = words[VERTEX_ROWS];
  const grid = words[CELL_GRID];
  if (grid === 0) return scanAll(vertices, rows, toward);
  const cells = shortsAt(context[CELLS] + 2 * words[CELL_BEGIN]);
  return scanCell(vertices, rows, cells, grid, toward);
}

function heightOf(vertices: Floats, rows: Int, k: Int, toward: Vec): Double {
  const x = double(vertices[k]);
  const y = double(vertices[rows + k]);
  const z = double(vertices[2 * rows + k]);
  return x * toward.x + y * toward.y + z * toward.z;
}

function scanAll(vertices: Floats, rows: Int, toward: Vec): Int {
  let best: Double = -1 / 0;
  let id: Int = 0;
  for (let k: Int = 0; k < rows; k += 1) {
    const d = heightOf(vertices, rows, k, toward);
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
    const d = heightOf(vertices, rows, vertex, toward);
    id = select(d > best, vertex, id);
    best = max(best, d);
  }
  return id;
}
