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
import type { PlacedTable } from '../../scene/colliderTable.ts';
import { type SceneCounts, SHAPES } from '../../scene/countTable.ts';
import { RADIUS, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../../shapes/codes.ts';
import { boundRows, notePose } from './boundRows.ts';
import type { BoundsTable } from './boundsTable.ts';
import { BOUNDS_STRIDE, LEFT_WORDS, MOST_LEFT } from './boundsTable.ts';

/** Makes the boxes of most rows: `boundRows`, over the tables of a thread. */
export interface RowBounder {
  /** The rows that the last call has left, and behind MOST_LEFT of them the number of invalid poses. */
  readonly left: Int32Array;
  /** @returns the number of rows that are left */
  boundRows(shapeCount: number, begin: number, end: number): number;
}

const ownLeft = /* @__PURE__ */ new Int32Array(LEFT_WORDS);

/** @param wide the thread's wide kernel, if there is one */
export function boundsRows(
  bounds: BoundsTable,
  placed: PlacedTable,
  counts: SceneCounts,
  geometry: Geometry,
  { f }: Scratch,
  begin: number,
  end: number,
  wide?: RowBounder,
): number {
  const { shapes, vertices } = geometry;
  const left = wide ? wide.left : ownLeft;
  let invalid = 0;
  for (let first = begin; first < end; first += MOST_LEFT) {
    const last = Math.min(first + MOST_LEFT, end);
    const count = wide
      ? wide.boundRows(counts[SHAPES], first, last)
      : boundRows(bounds, placed, shapes, vertices.coordinates, counts[SHAPES], left, first, last);
    for (let k = 0; k < count; k++) boundOther(f, geometry, bounds, placed, left[k]);
    invalid += left[MOST_LEFT];
  }
  return invalid;
}

/** Writes the box of a row by the supports of its core. */
function boundOther(f: Float64Array, geometry: Geometry, bounds: BoundsTable, placed: PlacedTable, row: number): void {
  const shape = placed.shapes[row];
  const at = BOUNDS_STRIDE * row;
  if ((geometry.shapes.words[shape * SHAPE_STRIDE + TRAITS] & UNBOUNDED) !== 0) {
    bounds.boxes.fill(-Infinity, at, at + 3);
    bounds.boxes.fill(Infinity, at + 3, at + BOUNDS_STRIDE);
  } else {
    writeRotation(f, ROT, placed.rotations, 4 * row);
    writeSupports(f, geometry, bounds.boxes, placed.positions, row, shape);
  }
  notePose(bounds, placed, row, shape);
}

/** The box of a body, from its supports along the axes of the world. */
function writeSupports(
  f: Float64Array,
  geometry: Geometry,
  boxes: Float64Array,
  positions: Float64Array,
  row: number,
  shape: number,
): void {
  const at = BOUNDS_STRIDE * row;
  const radius = geometry.shapes.reals[shape * SHAPE_STRIDE + RADIUS];
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
