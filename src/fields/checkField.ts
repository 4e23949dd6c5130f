/** Checks a stored height field: searches can run on it. */

import { FARTHEST } from '../meshes/arrays.ts';
import {
  BOTH_SIDES,
  CHILD_COUNT,
  CHILD_FLAGS,
  FIELD_COLUMNS,
  FIELD_ROWS,
  HAS_HOLES,
  IS_FIELD,
  SPACING_X,
  SPACING_Z,
} from '../tables/childWords.ts';
import { fieldWords, MOST_CELLS } from '../tables/heightWords.ts';
import { isSpacing } from './options.ts';
import { packField } from './pack.ts';

/** A box in the frame of the field (m, f32). */
interface LocalBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The words of the field with the head at `head`; 0 if the head is not sound. */
export function storedWords(nodes: Uint32Array, head: number): number {
  const rows = nodes[head + FIELD_ROWS];
  const columns = nodes[head + FIELD_COLUMNS];
  const flags = nodes[head + CHILD_FLAGS];
  const cells = (rows - 1) * (columns - 1);
  if (!(rows >= 2 && columns >= 2 && cells <= MOST_CELLS) || nodes[head + CHILD_COUNT] !== 2 * cells) return 0;
  return (flags & ~(BOTH_SIDES | HAS_HOLES)) === IS_FIELD ? fieldWords(rows, columns, flags) : 0;
}

/** The box of a field whose words are those that its heights and holes give; undefined: they are not. */
export function fieldBox(nodes: Uint32Array, head: number, words: Uint32Array): LocalBox | undefined {
  const reals = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  const rows = nodes[head + FIELD_ROWS];
  const columns = nodes[head + FIELD_COLUMNS];
  const spacing = [reals[head + SPACING_X], reals[head + SPACING_Z]];
  if (!isSpacing(spacing[0], columns - 1) || !isSpacing(spacing[1], rows - 1)) return undefined;
  const heights = new Float32Array(words.slice(0, rows * columns).buffer);
  if (!heights.every((height) => Math.abs(height) <= FARTHEST)) return undefined;
  const hasHoles = (nodes[head + CHILD_FLAGS] & HAS_HOLES) !== 0;
  const holes = new Uint8Array(hasHoles ? (rows - 1) * (columns - 1) : 0);
  for (let cell = 0; cell < holes.length; cell++)
    holes[cell] = (words[heights.length + (cell >>> 5)] >>> (cell & 31)) & 1;
  const packed = packField({ rows, columns, spacing, heights, holes, sides: 'front' });
  // of holes alone, there is no lowest height
  return packed.low[1] < Infinity && packed.words.every((word, k) => word === words[k]) ? packed : undefined;
}
