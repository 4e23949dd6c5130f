/**
 * World bounding boxes of rows [begin, end), colliders or probes, exact: boxes from their axes, all other cores from
 * their supports along the six world directions.
 *
 *   reads   placed, shapes
 *   writes  bounds.boxes; NaN for a row without a collider or with an invalid pose, infinite for a half-space.
 *           A box is kept while the shape and the pose are the same; bounds.renewed[begin] counts the others
 *   returns the number of rows with an invalid pose
 */

import { writeRotation } from '../../narrow/scalar/rotation.ts';
import { DIR, type Geometry, ROT, type Scratch } from '../../narrow/scalar/scratch.ts';
import { support } from '../../narrow/scalar/support.ts';
import { NO_SHAPE, type PlacedTable } from '../../scene/colliderTable.ts';
import { type SceneCounts, SHAPES } from '../../scene/countTable.ts';
import { BOX, CORE, HALF_X, HALF_Y, HALF_Z, RADIUS, SHAPE_STRIDE, UNBOUNDED } from '../../shapes/codes.ts';
import type { BoundsTable } from './boundsTable.ts';
import { BOUNDS_STRIDE } from './boundsTable.ts';

export function boundsRows(
  bounds: BoundsTable,
  placed: PlacedTable,
  counts: SceneCounts,
  geometry: Geometry,
  { f }: Scratch,
  begin: number,
  end: number,
): number {
  const { boxes } = bounds;
  const { positions, rotations, shapes } = placed;
  const { words, reals } = geometry.shapes;
  const { renewed } = bounds;
  let invalid = 0;
  for (let row = begin; row < end; row++) {
    const at = BOUNDS_STRIDE * row;
    const shape = shapes[row];
    if (shape === NO_SHAPE || shape >= counts[SHAPES]) {
      renewed[begin] += makeEmpty(bounds, row) ? 1 : 0;
      continue;
    }
    if (isKnown(bounds, placed, row)) continue;
    if (!writeRotation(f, ROT, rotations, 4 * row) || !isPlaced(positions, 4 * row)) {
      renewed[begin] += makeEmpty(bounds, row) ? 1 : 0;
      invalid++;
      continue;
    }
    // first, because a worker may die in between: the box then belongs to no pose
    renewed[begin]++;
    bounds.known[row] = 0;
    const word = shape * SHAPE_STRIDE;
    const radius = reals[word + RADIUS];
    if (words[word + CORE] === BOX) {
      for (let c = 0; c < 3; c++) {
        const reach =
          radius +
          Math.abs(f[ROT + 3 * c]) * reals[word + HALF_X] +
          Math.abs(f[ROT + 3 * c + 1]) * reals[word + HALF_Y] +
          Math.abs(f[ROT + 3 * c + 2]) * reals[word + HALF_Z];
        boxes[at + c] = positions[4 * row + c] - reach;
        boxes[at + 3 + c] = positions[4 * row + c] + reach;
      }
      know(bounds, placed, row);
      continue;
    }
    if ((words[word + CORE] & UNBOUNDED) !== 0) {
      boxes.fill(-Infinity, at, at + 3);
      boxes.fill(Infinity, at + 3, at + BOUNDS_STRIDE);
      know(bounds, placed, row);
      continue;
    }
    for (let c = 0; c < 3; c++) {
      const x = f[ROT + 3 * c];
      const y = f[ROT + 3 * c + 1];
      const z = f[ROT + 3 * c + 2];
      for (let side = -1; side <= 1; side += 2) {
        f[DIR] = side * x;
        f[DIR + 1] = side * y;
        f[DIR + 2] = side * z;
        support(f, geometry, shape);
        const reach = x * f[DIR] + y * f[DIR + 1] + z * f[DIR + 2];
        boxes[at + (side < 0 ? c : 3 + c)] = positions[4 * row + c] + reach + side * radius;
      }
    }
    know(bounds, placed, row);
  }
  return invalid;
}

/** Whether the box of a row was made for its shape and pose. */
function isKnown(
  { places, turns, known }: BoundsTable,
  { positions, rotations, shapes }: PlacedTable,
  row: number,
): boolean {
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
    known[row] === shapes[row] + 1
  );
}

/** Notes for which shape and pose the box of a row was made. */
function know({ places, turns, known }: BoundsTable, { positions, rotations, shapes }: PlacedTable, row: number): void {
  const place = 3 * row;
  const at = 4 * row;
  places[place] = positions[at];
  places[place + 1] = positions[at + 1];
  places[place + 2] = positions[at + 2];
  turns[at] = rotations[at];
  turns[at + 1] = rotations[at + 1];
  turns[at + 2] = rotations[at + 2];
  turns[at + 3] = rotations[at + 3];
  known[row] = shapes[row] + 1;
}

/** Gives a row without a collider, or with an invalid pose, an empty box. @returns whether it had another */
function makeEmpty({ boxes, known }: BoundsTable, row: number): boolean {
  const at = BOUNDS_STRIDE * row;
  const isNew = known[row] !== 0 || !Number.isNaN(boxes[at]);
  known[row] = 0;
  if (isNew) boxes.fill(Number.NaN, at, at + BOUNDS_STRIDE);
  return isNew;
}

function isPlaced(positions: Float64Array, p: number): boolean {
  // x − x is 0 for finite numbers only
  return (
    positions[p] - positions[p] + (positions[p + 1] - positions[p + 1]) + (positions[p + 2] - positions[p + 2]) === 0
  );
}
