/**
 * The bodies whose bounds may come within a margin of a box: down the f32 tree (tables/rayTree.ts), four children at
 * a time. Conservative: the box is enlarged by more than the rounding of all numbers behind it.
 *
 * It is apart from `descendWide` (tree/lanes/descend.ts), which orders children: all that are near are visited, in any
 * order, so there are no keys, and a leaf writes its rows at once.
 *
 *   reads   the box and the margin in the tables of a tile, the f32 tree
 *   writes  rows, in no order
 */

import {
  abs,
  addressOf,
  bitmask,
  type Column,
  columnAt,
  type Double,
  type Doubles,
  doublesAt,
  float,
  type Int,
  type IntColumn,
  type Ints,
  intsAt,
  type Lane,
  splat,
  type Table,
  tableAt,
} from '../../../language/lanes.ts';
import { type MOST_TILE_BYTES, RAY_NODES, RAY_REALS, RAY_WORDS, TILE_BYTES } from '../../../tables/kernelContext.ts';
import { MOST_FOUND } from '../../../tables/nearSearch.ts';
import {
  BELOW,
  CHILDREN,
  HIGH_BYTES,
  MIDDLE,
  NODE_BYTES,
  ROOT,
  ROUNDING,
  TAIL_BEGIN,
  TAIL_NODES,
  WIDTH,
} from '../../../tables/rayTree.ts';
import { F32_ROUNDING, LEAST } from '../../rays/lanes/slabs.ts';

/** A box and a margin, f64. */
interface NearBox extends Table<16> {
  readonly values: Column;
}

/** Pending nodes: 33 to start with, then three for each of 20 levels, and one more. */
interface NearStack extends Table<256> {
  readonly nodes: IntColumn;
}

/** Rows that are found. */
interface FoundRows extends Table<typeof MOST_FOUND> {
  readonly rows: IntColumn;
}

interface NearTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly box: NearBox;
  readonly stack: NearStack;
  readonly found: FoundRows;
}

/** @returns the number of rows, or −1 if they are more than MOST_FOUND */
export function nearRows(context: Ints): Int {
  const tables = tableAt<NearTables>(addressOf(context) + TILE_BYTES);
  const nodes = context[RAY_NODES];
  const words = intsAt(context[RAY_WORDS]);
  const reals = doublesAt(context[RAY_REALS]);
  const box = doublesAt(tables.box.values);
  const stack = intsAt(tables.stack.nodes);
  const rows = intsAt(tables.found.rows);
  const lowX: Lane = splat(float(lowOf(box, reals, 0)));
  const lowY: Lane = splat(float(lowOf(box, reals, 1)));
  const lowZ: Lane = splat(float(lowOf(box, reals, 2)));
  const highX: Lane = splat(float(highOf(box, reals, 0)));
  const highY: Lane = splat(float(highOf(box, reals, 1)));
  const highZ: Lane = splat(float(highOf(box, reals, 2)));
  let count: Int = 0;
  let top: Int = 0;
  for (let k: Int = 0; k < words[TAIL_NODES]; k += 1) {
    stack[top] = words[TAIL_BEGIN] + k;
    top += 1;
  }
  if (words[ROOT] >= 0) {
    stack[top] = words[ROOT];
    top += 1;
  }
  while (top > 0) {
    top -= 1;
    const node = nodes + NODE_BYTES * stack[top];
    const high = node + HIGH_BYTES;
    const isBelow = columnAt(node)[0] > highX || columnAt(node + 16)[0] > highY || columnAt(node + 32)[0] > highZ;
    const isAbove = columnAt(high)[0] < lowX || columnAt(high + 16)[0] < lowY || columnAt(high + 32)[0] < lowZ;
    const near = bitmask(!(isBelow || isAbove));
    const children = intsAt(node + 4 * CHILDREN);
    const isLeaf = intsAt(node)[BELOW] < 0;
    // all are written, and those that are near are kept
    if (isLeaf) {
      if (count > MOST_FOUND - WIDTH) return -1;
      for (let k: Int = 0; k < WIDTH; k += 1) {
        rows[count] = -1 - children[k];
        count += (near >> k) & 1;
      }
    } else {
      for (let k: Int = 0; k < WIDTH; k += 1) {
        stack[top] = children[k];
        top += (near >> k) & 1;
      }
    }
  }
  return count;
}

/** The lower corner of the enlarged box, from the middle of the scene. */
function lowOf(box: Doubles, reals: Doubles, axis: Int): Double {
  const place = box[axis] - reals[MIDDLE + axis];
  return place - box[6] - (F32_ROUNDING * (abs(place) + box[6]) + reals[ROUNDING] + LEAST);
}

function highOf(box: Doubles, reals: Doubles, axis: Int): Double {
  const place = box[3 + axis] - reals[MIDDLE + axis];
  return place + box[6] + (F32_ROUNDING * (abs(place) + box[6]) + reals[ROUNDING] + LEAST);
}
