/** The options of a height field, checked and copied: arrays of the user are read once. */
import { type Keys, lengthOf, numbers, readOptions, unreadable } from '../checks.ts';
import { fail, integerIn, refuse } from '../errors.ts';
import { copyIntegers, FARTHEST, LISTS, numberAt, wordOf } from '../meshes/arrays.ts';
import type { MeshSides } from '../meshes/options.ts';
import { MOST_CELLS } from '../tables/heightWords.ts';

/** A regular grid of heights. */
export interface HeightFieldOptions {
  /** Heights along z, at least 2. */
  readonly rows: number;
  /** Heights along x, at least 2. A field has at most 8,388,608 cells: (rows − 1) × (columns − 1). */
  readonly columns: number;
  /** Distance of two heights along x and along z (m), > 0. */
  readonly spacing: ArrayLike<number>;
  /** rows × columns heights along y (m), row by row, finite, at most 1e18. */
  readonly heights: ArrayLike<number>;
  /** A byte per cell, row by row: 1 = a hole, 0 = none. Default: no holes. */
  readonly holes?: ArrayLike<number> | undefined;
  /** `'front'` (default): bodies and rays meet the upper side only. `'both'`: both sides. */
  readonly sides?: MeshSides | undefined;
}

/** A height field of the user, checked and copied. */
export interface FieldInput {
  readonly rows: number;
  readonly columns: number;
  /** Along x and z (m, f32). */
  readonly spacing: readonly number[];
  readonly heights: Float32Array;
  /** A byte per cell, or empty: there are no holes. */
  readonly holes: Uint8Array;
  readonly sides: MeshSides;
}

const KEYS: Keys<HeightFieldOptions> = { rows: 0, columns: 0, spacing: 0, heights: 0, holes: 0, sides: 0 };
/** Smallest spacing (m): squares of it are not 0 in f32. */
const NEAREST = 1e-18;

/** Checks and copies the options of a height field. @throws QueryError */
export function readField(where: string, options: HeightFieldOptions): FieldInput {
  if (typeof options !== 'object' || options === null) refuse(where, 'an object', options);
  const own = readOptions(where, options, KEYS);
  const { sides = 'front' } = own;
  wordOf(`${where}: sides`, sides, ['front', 'both']);
  const rows = integerIn(`${where}: rows`, own.rows, 2, MOST_CELLS + 1);
  const columns = integerIn(`${where}: columns`, own.columns, 2, MOST_CELLS + 1);
  const cells = (rows - 1) * (columns - 1);
  if (cells > MOST_CELLS) fail(where, `at most ${MOST_CELLS} cells: (rows − 1) × (columns − 1)`, `${cells}`);
  const spacing = readSpacing(`${where}: spacing`, own.spacing, [columns - 1, rows - 1]);
  const heights = readHeights(`${where}: heights`, own.heights, rows, columns);
  return { rows, columns, spacing, heights, holes: readHoles(`${where}: holes`, own.holes, cells), sides };
}

/** @param cells along x and z */
function readSpacing(where: string, given: unknown, cells: readonly number[]): number[] {
  const spacing = numbers(where, 'two numbers, along x and z', given, 2, 2).map(Math.fround);
  for (let k = 0; k < 2; k++) {
    if (!isSpacing(spacing[k], cells[k]))
      fail(`${where}[${k}]`, `${NEAREST}..${(2 * FARTHEST) / cells[k]} (m)`, spacing[k]);
  }
  return spacing;
}

/** Whether that many cells may be this long (m). */
export function isSpacing(spacing: number, cells: number): boolean {
  return spacing >= NEAREST && spacing <= (2 * FARTHEST) / cells;
}

function readHeights(where: string, given: unknown, rows: number, columns: number): Float32Array {
  const length = lengthOf(where, LISTS, given);
  if (length !== rows * columns) fail(where, `${rows} × ${columns} = ${rows * columns} numbers`, `${length} of them`);
  const heights = new Float32Array(length);
  try {
    // the sum with 0 makes 0 of −0: equal heights have equal bits
    for (let k = 0; k < length; k++) heights[k] = Math.fround(numberAt(where, given as ArrayLike<unknown>, k)) + 0;
  } catch (cause) {
    unreadable(where, cause);
  }
  for (let k = 0; k < length; k++) {
    if (Math.abs(heights[k]) <= FARTHEST) continue;
    const place = `row ${Math.floor(k / columns)}, column ${k % columns}`;
    fail(where, `finite numbers of at most ${FARTHEST}`, `${heights[k]} at ${k} (${place})`);
  }
  return heights;
}

function readHoles(where: string, given: unknown, cells: number): Uint8Array {
  if (given === undefined) return new Uint8Array(0);
  const length = lengthOf(where, LISTS, given);
  if (length !== cells) fail(where, `${cells} numbers, one per cell`, `${length} of them`);
  const holes = new Uint8Array(cells);
  const wrong = copyIntegers(where, given as ArrayLike<unknown>, holes, 2);
  if (wrong) fail(where, '0 or 1', `${wrong.value} at ${wrong.place}`);
  const count = holes.reduce((sum, hole) => sum + hole, 0);
  if (count === cells) fail(where, 'a cell that is no hole', count === 1 ? 'one hole' : `${count} holes`);
  return count === 0 ? new Uint8Array(0) : holes;
}
