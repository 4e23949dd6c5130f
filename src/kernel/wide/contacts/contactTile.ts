/** Contact manifolds of rows of a pair list that have been answered: those of boxes, four pairs at a time; see context.ts. */

import { BEYOND_MAX_DISTANCE } from '../answer.ts';
import { COLLIDER_SHAPES, IDS, LEFT_BYTES, MARGIN, SEPARATION, SHAPE_WORDS, STATUS } from '../context.ts';
import { addressOf, bytesAt, floatsAt, type Int, type Ints, int, intsAt, max, min, tableAt } from '../lanes.ts';
import { pad, type Rows } from '../rows.ts';
import { BOX, CORE, SHAPE_BYTES } from '../shapeWords.ts';
import { LISTS } from '../tile.ts';
import { facePairs } from './facing.ts';
import { writeNone } from './features.ts';
import { writePoints } from './points.ts';

const INVALID = 4;

/**
 * Writes the manifolds of rows [begin, end), at most TILE_ROWS.
 * @returns how many rows are left to the scalar kernel, which are those of other shapes: their numbers are in the list of the scratch
 */
export function contactTile(context: Ints, begin: Int, end: Int): Int {
  const rows = tableAt<Rows>(addressOf(context) + LISTS);
  const left = intsAt(addressOf(context) + LEFT_BYTES);
  const ids = intsAt(context[IDS]);
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  const status = bytesAt(context[STATUS]);
  const separation = floatsAt(context[SEPARATION]);
  const margin = floatsAt(context)[MARGIN];
  let count: Int = 0;
  let leftCount: Int = 0;
  for (let row: Int = begin; row < end; row += 1) {
    const said = status[row];
    if (separation[4 * row + 3] <= margin && said !== BEYOND_MAX_DISTANCE && said !== INVALID) {
      const first = ids[2 * row];
      const second = ids[2 * row + 1];
      const a = min(first, second);
      const b = max(first, second);
      const wordsA = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shapes[a]);
      const wordsB = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shapes[b]);
      if (((wordsA[CORE] ^ BOX) | (wordsB[CORE] ^ BOX)) === 0) {
        intsAt(rows.row)[count] = row;
        intsAt(rows.a)[count] = a;
        intsAt(rows.b)[count] = b;
        intsAt(rows.shapeA)[count] = addressOf(wordsA);
        intsAt(rows.shapeB)[count] = addressOf(wordsB);
        intsAt(rows.swapped)[count] = int(first > second);
        count += 1;
      } else {
        left[leftCount] = row;
        leftCount += 1;
      }
    } else writeNone(context, row);
  }
  pad(addressOf(rows), count);
  for (let k: Int = 0; k < count; k += 4) {
    facePairs(context, rows, k);
    for (let lane: Int = 0; lane < 4 && k + lane < count; lane += 1) writePoints(context, rows, k, lane);
  }
  return leftCount;
}
