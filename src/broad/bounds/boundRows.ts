/**
 * World bounding boxes of rows [begin, end), colliders or probes, exact: boxes from their axes, cores with few vertices
 * from all of these. The rows of all other cores are left to the caller (bounds.ts).
 *
 *   reads   placed, shapes
 *   writes  bounds: see bounds.ts; left: the rows that are left, and behind `most` of them the number of rows with an
 *           invalid pose
 *   returns the number of rows that are left
 *
 * Host and wide kernel compile this file.
 */
import type { Double, Flag, Floats, Int, Ints } from '../../narrow/wide/lanes.ts';
import {
  BOX,
  CELL_GRID,
  CORE,
  HALF_X,
  HALF_Y,
  HALF_Z,
  RADIUS,
  SHAPE_STRIDE,
  SMOOTH,
  VERTEX_BEGIN,
  VERTEX_ROWS,
} from '../../shapes/codes.ts';
import type { BoundsColumns, PlacedColumns, ShapeColumns } from '../columns.ts';
import { BOUNDS_STRIDE, MOST_LEFT } from './codes.ts';

/** Not a number. */
const EMPTY = 0 / 0;

export function boundRows(
  bounds: BoundsColumns,
  placed: PlacedColumns,
  shapes: ShapeColumns,
  coordinates: Floats,
  shapeCount: Int,
  left: Ints,
  begin: Int,
  end: Int,
): Int {
  let count: Int = 0;
  let invalid: Int = 0;
  let isRenewed: Flag = false;
  for (let row: Int = begin; row < end; row++) {
    // as an i32: no collider has a negative shape
    const shape = placed.shapes[row] | 0;
    if (shape < 0 || shape >= shapeCount) {
      const emptied = makeEmpty(bounds, row);
      bounds.renewed[begin] += emptied;
      continue;
    }
    if (isKnown(bounds, placed, row, shape)) continue;
    if (!isValid(placed, row)) {
      const emptied = makeEmpty(bounds, row);
      bounds.renewed[begin] += emptied;
      invalid++;
      continue;
    }
    // before the box: a worker that dies in between counts it, and its block runs again
    if (!isRenewed) bounds.renewed[begin]++;
    isRenewed = true;
    const word = SHAPE_STRIDE * shape;
    const code = shapes.words[word + CORE];
    if (code === BOX || ((code & SMOOTH) === 0 && shapes.words[word + CELL_GRID] === 0)) {
      boundBody(bounds, placed, shapes, coordinates, row, word);
      notePose(bounds, placed, row, shape);
    } else {
      left[count] = row;
      count++;
    }
  }
  left[MOST_LEFT] = invalid;
  return count;
}

/** Writes the box of a body whose core is a box, or has vertices. */
function boundBody(
  bounds: BoundsColumns,
  placed: PlacedColumns,
  shapes: ShapeColumns,
  coordinates: Floats,
  row: Int,
  word: Int,
): void {
  const rotations = placed.rotations;
  const x = Number(rotations[4 * row]);
  const y = Number(rotations[4 * row + 1]);
  const z = Number(rotations[4 * row + 2]);
  const w = Number(rotations[4 * row + 3]);
  // the matrix of narrow/scalar/rotation.ts
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  boundAxis(bounds, placed, shapes, coordinates, row, word, 0, 1 - sy * y - sz * z, sx * y - sz * w, sx * z + sy * w);
  boundAxis(bounds, placed, shapes, coordinates, row, word, 1, sx * y + sz * w, 1 - sx * x - sz * z, sy * z - sx * w);
  boundAxis(bounds, placed, shapes, coordinates, row, word, 2, sx * z - sy * w, sy * z + sx * w, 1 - sx * x - sy * y);
}

/** Writes its sides along axis `c` of the world, which is (x, y, z) in the body's frame. */
function boundAxis(
  bounds: BoundsColumns,
  placed: PlacedColumns,
  shapes: ShapeColumns,
  coordinates: Floats,
  row: Int,
  word: Int,
  c: Int,
  x: Double,
  y: Double,
  z: Double,
): void {
  const boxes = bounds.boxes;
  const at = BOUNDS_STRIDE * row + c;
  const place = placed.positions[4 * row + c];
  const radius = Number(shapes.reals[word + RADIUS]);
  if (shapes.words[word + CORE] === BOX) {
    const reach =
      radius +
      Math.abs(x) * Number(shapes.reals[word + HALF_X]) +
      Math.abs(y) * Number(shapes.reals[word + HALF_Y]) +
      Math.abs(z) * Number(shapes.reals[word + HALF_Z]);
    boxes[at] = place - reach;
    boxes[at + 3] = place + reach;
    return;
  }
  const rows = shapes.words[word + VERTEX_ROWS];
  const first = 3 * shapes.words[word + VERTEX_BEGIN];
  let low: Double = Infinity;
  let high: Double = -Infinity;
  for (let k: Int = first; k < first + rows; k++) {
    const reach =
      x * Number(coordinates[k]) + y * Number(coordinates[k + rows]) + z * Number(coordinates[k + 2 * rows]);
    if (reach < low) low = reach;
    if (reach > high) high = reach;
  }
  boxes[at] = place + low - radius;
  boxes[at + 3] = place + high + radius;
}

/** Whether the box of a row was made for its shape and pose. */
function isKnown(bounds: BoundsColumns, placed: PlacedColumns, row: Int, shape: Int): Flag {
  const places = bounds.places;
  const turns = bounds.turns;
  const positions = placed.positions;
  const rotations = placed.rotations;
  const place = 3 * row;
  const at = 4 * row;
  return (
    places[place] === positions[at] &&
    places[place + 1] === positions[at + 1] &&
    places[place + 2] === positions[at + 2] &&
    turns[at] === rotations[at] &&
    turns[at + 1] === rotations[at + 1] &&
    turns[at + 2] === rotations[at + 2] &&
    turns[at + 3] === rotations[at + 3] &&
    bounds.known[row] === shape + 1
  );
}

/** Notes for which shape and pose the box of a row is made. */
export function notePose(bounds: BoundsColumns, placed: PlacedColumns, row: Int, shape: Int): void {
  for (let c: Int = 0; c < 3; c++) bounds.places[3 * row + c] = placed.positions[4 * row + c];
  for (let c: Int = 0; c < 4; c++) bounds.turns[4 * row + c] = placed.rotations[4 * row + c];
  bounds.known[row] = shape + 1;
}

/** Gives a row without a collider, or with an invalid pose, an empty box. @returns 1 if it had another */
function makeEmpty(bounds: BoundsColumns, row: Int): Int {
  const boxes = bounds.boxes;
  const at = BOUNDS_STRIDE * row;
  const isNew = bounds.known[row] !== 0 || !Number.isNaN(boxes[at]);
  bounds.known[row] = 0;
  if (!isNew) return 0;
  for (let c: Int = 0; c < BOUNDS_STRIDE; c++) boxes[at + c] = EMPTY;
  return 1;
}

/** Whether a position is finite, and a rotation too and not zero. */
function isValid(placed: PlacedColumns, row: Int): Flag {
  const positions = placed.positions;
  const rotations = placed.rotations;
  const at = 4 * row;
  // x − x is 0 for finite numbers only
  const away =
    positions[at] - positions[at] + (positions[at + 1] - positions[at + 1]) + (positions[at + 2] - positions[at + 2]);
  const x = Number(rotations[at]);
  const y = Number(rotations[at + 1]);
  const z = Number(rotations[at + 2]);
  const w = Number(rotations[at + 3]);
  const s = 2 / (x * x + y * y + z * z + w * w);
  return away === 0 && s > 0 && s < Infinity;
}
