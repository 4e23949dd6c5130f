/**
 * World bounding boxes of rows [begin, end), colliders or probes, exact: boxes from their axes, all other cores from
 * their supports along the six world directions.
 *
 *   reads   placed, shapes
 *   writes  bounds.boxes; NaN for a row without a collider or with an invalid pose, infinite for a half-space
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
  let invalid = 0;
  for (let row = begin; row < end; row++) {
    const at = BOUNDS_STRIDE * row;
    const shape = shapes[row];
    if (shape === NO_SHAPE || shape >= counts[SHAPES]) {
      boxes.fill(Number.NaN, at, at + BOUNDS_STRIDE);
      continue;
    }
    if (!writeRotation(f, ROT, rotations, 4 * row) || !isPlaced(positions, 4 * row)) {
      boxes.fill(Number.NaN, at, at + BOUNDS_STRIDE);
      invalid++;
      continue;
    }
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
      continue;
    }
    if ((words[word + CORE] & UNBOUNDED) !== 0) {
      boxes.fill(-Infinity, at, at + 3);
      boxes.fill(Infinity, at + 3, at + BOUNDS_STRIDE);
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
  }
  return invalid;
}

function isPlaced(positions: Float64Array, p: number): boolean {
  // x − x is 0 for finite numbers only
  return (
    positions[p] - positions[p] + (positions[p + 1] - positions[p + 1]) + (positions[p + 2] - positions[p + 2]) === 0
  );
}
