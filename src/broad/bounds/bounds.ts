/**
 * World bounding boxes of rows [begin, end), colliders or probes, exact: boxes from their axes, all other cores from
 * their supports along the six world directions.
 *
 *   reads   placed, shapes
 *   writes  bounds.boxes; NaN for a row without a collider or with an invalid pose, infinite for a half-space.
 *           A box is kept while the shape and the pose are the same; bounds.renewed[begin] counts the others
 *   returns the number of rows with an invalid pose
 */
import type { CorePools } from '../../kernels/cores/corePair.ts';
import { support } from '../../kernels/cores/support.ts';
import { writeRotation } from '../../math/rotation.ts';
import type { BoundsTable } from '../../tables/boundsTable.ts';
import { BOUNDS_STRIDE, MOST_LEFT } from '../../tables/boundsTable.ts';
import type { PlacedTable } from '../../tables/colliderTable.ts';
import { type SceneCounts, SHAPES } from '../../tables/countTable.ts';
import { RADIUS, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import { notePose } from './notePose.ts';

/** Makes the boxes of most rows: `boundRows`, over the tables of a thread. */
export interface RowBounder {
  /** The rows that the last call has left, and behind MOST_LEFT of them the number of invalid poses. */
  readonly left: Int32Array;
  /** @returns the number of rows that are left */
  boundRows(shapeCount: number, begin: number, end: number): number;
}

const direction = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(9);

export function boundsRows(
  bounds: BoundsTable,
  placed: PlacedTable,
  counts: SceneCounts,
  geometry: CorePools,
  begin: number,
  end: number,
  bounder: RowBounder,
): number {
  const { left } = bounder;
  let invalid = 0;
  for (let first = begin; first < end; first += MOST_LEFT) {
    const last = Math.min(first + MOST_LEFT, end);
    const count = bounder.boundRows(counts[SHAPES], first, last);
    for (let k = 0; k < count; k++) boundOther(geometry, bounds, placed, left[k]);
    invalid += left[MOST_LEFT];
  }
  return invalid;
}

/** Writes the box of a row by the supports of its core. */
function boundOther(geometry: CorePools, bounds: BoundsTable, placed: PlacedTable, row: number): void {
  const shape = placed.shapes[row];
  const at = BOUNDS_STRIDE * row;
  if ((geometry.shapes.words[shape * SHAPE_STRIDE + TRAITS] & UNBOUNDED) !== 0) {
    bounds.boxes.fill(-Infinity, at, at + 3);
    bounds.boxes.fill(Infinity, at + 3, at + BOUNDS_STRIDE);
  } else {
    writeRotation(rotation, 0, placed.rotations, 4 * row);
    writeSupports(geometry, bounds.boxes, placed.positions, row, shape);
  }
  notePose(bounds, placed, row, shape);
}

/** The box of a body, from its supports along the axes of the world. */
function writeSupports(
  geometry: CorePools,
  boxes: Float64Array,
  positions: Float64Array,
  row: number,
  shape: number,
): void {
  const at = BOUNDS_STRIDE * row;
  const word = shape * SHAPE_STRIDE;
  const radius = geometry.shapes.reals[word + RADIUS];
  for (let c = 0; c < 3; c++) {
    const x = rotation[3 * c];
    const y = rotation[3 * c + 1];
    const z = rotation[3 * c + 2];
    for (let side = -1; side <= 1; side += 2) {
      direction[0] = side * x;
      direction[1] = side * y;
      direction[2] = side * z;
      support(direction, geometry, word);
      const reach = x * direction[0] + y * direction[1] + z * direction[2];
      boxes[at + (side < 0 ? c : 3 + c)] = positions[4 * row + c] + reach + side * radius;
    }
  }
}
