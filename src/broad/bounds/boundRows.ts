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
import type { Double, Flag, Floats, Int, Ints } from '../../language/lanes.ts';
import { BOUNDS_STRIDE, MOST_LEFT } from '../../tables/boundsWords.ts';
import {
  CELL_GRID,
  CORNERED,
  HALF_X,
  HALF_Y,
  HALF_Z,
  RADIUS,
  SHAPE_STRIDE,
  SMOOTH,
  TRAITS,
  VERTEX_BEGIN,
  VERTEX_ROWS,
} from '../../tables/shapeWords.ts';
import type { BoundsColumns, PlacedColumns, ShapeColumns } from '../columns.ts';
import { notePose } from './notePose.ts';

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
    const traits = shapes.words[word + TRAITS];
    if ((traits & CORNERED) !== 0 || ((traits & SMOOTH) === 0 && shapes.words[word + CELL_GRID] === 0)) {
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

/** Writes the box of a body whose core is a box, or has vertices. One function: V8 allocates for doubles of a call. */
function boundBody(
  bounds: BoundsColumns,
  placed: PlacedColumns,
  shapes: ShapeColumns,
  coordinates: Floats,
  row: Int,
  word: Int,
): void {
  const boxes = bounds.boxes;
  const rotations = placed.rotations;
  const reals = shapes.reals;
  const at = BOUNDS_STRIDE * row;
  const x = Number(rotations[4 * row]);
  const y = Number(rotations[4 * row + 1]);
  const z = Number(rotations[4 * row + 2]);
  const w = Number(rotations[4 * row + 3]);
  // the matrix of math/rotation.ts
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  const xx = 1 - sy * y - sz * z;
  const xy = sx * y - sz * w;
  const xz = sx * z + sy * w;
  const yx = sx * y + sz * w;
  const yy = 1 - sx * x - sz * z;
  const yz = sy * z - sx * w;
  const zx = sx * z - sy * w;
  const zy = sy * z + sx * w;
  const zz = 1 - sx * x - sy * y;
  const placeX = placed.positions[4 * row];
  const placeY = placed.positions[4 * row + 1];
  const placeZ = placed.positions[4 * row + 2];
  const radius = Number(reals[word + RADIUS]);
  if ((shapes.words[word + TRAITS] & CORNERED) !== 0) {
    const halfX = Number(reals[word + HALF_X]);
    const halfY = Number(reals[word + HALF_Y]);
    const halfZ = Number(reals[word + HALF_Z]);
    const reachX = radius + Math.abs(xx) * halfX + Math.abs(xy) * halfY + Math.abs(xz) * halfZ;
    const reachY = radius + Math.abs(yx) * halfX + Math.abs(yy) * halfY + Math.abs(yz) * halfZ;
    const reachZ = radius + Math.abs(zx) * halfX + Math.abs(zy) * halfY + Math.abs(zz) * halfZ;
    boxes[at] = placeX - reachX;
    boxes[at + 1] = placeY - reachY;
    boxes[at + 2] = placeZ - reachZ;
    boxes[at + 3] = placeX + reachX;
    boxes[at + 4] = placeY + reachY;
    boxes[at + 5] = placeZ + reachZ;
    return;
  }
  const rows = shapes.words[word + VERTEX_ROWS];
  const first = 3 * shapes.words[word + VERTEX_BEGIN];
  let lowX: Double = Infinity;
  let lowY: Double = Infinity;
  let lowZ: Double = Infinity;
  let highX: Double = -Infinity;
  let highY: Double = -Infinity;
  let highZ: Double = -Infinity;
  for (let k: Int = first; k < first + rows; k++) {
    const u = Number(coordinates[k]);
    const v = Number(coordinates[k + rows]);
    const t = Number(coordinates[k + 2 * rows]);
    const reachX = xx * u + xy * v + xz * t;
    const reachY = yx * u + yy * v + yz * t;
    const reachZ = zx * u + zy * v + zz * t;
    if (reachX < lowX) lowX = reachX;
    if (reachX > highX) highX = reachX;
    if (reachY < lowY) lowY = reachY;
    if (reachY > highY) highY = reachY;
    if (reachZ < lowZ) lowZ = reachZ;
    if (reachZ > highZ) highZ = reachZ;
  }
  boxes[at] = placeX + lowX - radius;
  boxes[at + 1] = placeY + lowY - radius;
  boxes[at + 2] = placeZ + lowZ - radius;
  boxes[at + 3] = placeX + highX + radius;
  boxes[at + 4] = placeY + highY + radius;
  boxes[at + 5] = placeZ + highZ + radius;
}

/** Whether the box of a row was made for its shape and pose. */
function isKnown(bounds: BoundsColumns, placed: PlacedColumns, row: Int, shape: Int): Flag {
  const origins = bounds.origins;
  const turns = bounds.turns;
  const positions = placed.positions;
  const rotations = placed.rotations;
  const place = 3 * row;
  const at = 4 * row;
  return (
    origins[place] === positions[at] &&
    origins[place + 1] === positions[at + 1] &&
    origins[place + 2] === positions[at + 2] &&
    turns[at] === rotations[at] &&
    turns[at + 1] === rotations[at + 1] &&
    turns[at + 2] === rotations[at + 2] &&
    turns[at + 3] === rotations[at + 3] &&
    bounds.known[row] === shape + 1
  );
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
  const square = x * x + y * y + z * z + w * w;
  return away === 0 && square > 0 && square < Infinity;
}
