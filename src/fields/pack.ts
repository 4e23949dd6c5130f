/** From heights to the words of a height field (tables/heightWords.ts). */
import type { MeshSides } from '../meshes/options.ts';
import { HAS_HOLES } from '../tables/childWords.ts';
import { blocksAlong, fieldWords, LEVEL_BITS, topLevel } from '../tables/heightWords.ts';
import type { FieldInput } from './options.ts';

/** The tables of a height field. */
export interface PackedField {
  readonly rows: number;
  readonly columns: number;
  readonly spacing: readonly number[];
  readonly sides: MeshSides;
  /** HAS_HOLES, or 0. */
  readonly holeFlag: number;
  readonly words: Uint32Array;
  /** The local box (m, f32). */
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Lowest and highest height of each block of a level. */
interface Level {
  readonly rows: number;
  readonly columns: number;
  readonly bounds: Float32Array;
}

export function packField(input: FieldInput): PackedField {
  const { rows, columns, spacing, heights, holes, sides } = input;
  const holeFlag = holes.length > 0 ? HAS_HOLES : 0;
  const words = new Uint32Array(fieldWords(rows, columns, holeFlag));
  const reals = new Float32Array(words.buffer);
  reals.set(heights);
  let at = heights.length;
  for (let cell = 0; cell < holes.length; cell++) words[at + (cell >>> 5)] |= holes[cell] << (cell & 31);
  if (holeFlag) at += (holes.length + 31) >>> 5;
  const top = topLevel(rows, columns);
  let level = cellsOf(input);
  for (let n = 1; n <= top; n++) {
    level = levelAbove(level, blocksAlong(rows - 1, n), blocksAlong(columns - 1, n));
    if (n === top) break;
    reals.set(level.bounds, at);
    at += level.bounds.length;
  }
  const [x, z] = [columns - 1, rows - 1].map((cells, k) => outward((cells / 2) * spacing[k]));
  const [lowest, highest] = level.bounds;
  return { rows, columns, spacing, sides, holeFlag, words, low: [-x, lowest, -z], high: [x, highest, z] };
}

/** As f32, and not smaller. */
function outward(half: number): number {
  const rounded = Math.fround(half);
  return rounded < half ? Math.fround(half * (1 + 2 ** -23)) : rounded;
}

function cellsOf({ rows, columns, heights, holes }: FieldInput): Level {
  const bounds = new Float32Array(2 * (rows - 1) * (columns - 1));
  let cell = 0;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++, cell++) {
      const at = row * columns + column;
      const [a, b, c, d] = [heights[at], heights[at + 1], heights[at + columns], heights[at + columns + 1]];
      const isHole = holes[cell] === 1;
      bounds[2 * cell] = isHole ? Infinity : Math.min(a, b, c, d);
      bounds[2 * cell + 1] = isHole ? -Infinity : Math.max(a, b, c, d);
    }
  }
  return { rows: rows - 1, columns: columns - 1, bounds };
}

function levelAbove(below: Level, rows: number, columns: number): Level {
  const bounds = new Float32Array(2 * rows * columns);
  for (let k = 0; k < bounds.length; k += 2) {
    bounds[k] = Infinity;
    bounds[k + 1] = -Infinity;
  }
  let from = 0;
  for (let row = 0; row < below.rows; row++) {
    for (let column = 0; column < below.columns; column++, from += 2) {
      const to = 2 * ((row >> LEVEL_BITS) * columns + (column >> LEVEL_BITS));
      bounds[to] = Math.min(bounds[to], below.bounds[from]);
      bounds[to + 1] = Math.max(bounds[to + 1], below.bounds[from + 1]);
    }
  }
  return { rows, columns, bounds };
}
