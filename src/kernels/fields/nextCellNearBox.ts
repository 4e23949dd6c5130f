/** The cells of a height field near a box, in the frame of the field: the nearest of each block first. On hosts. */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { greater } from '../../math/extremes.ts';
import type { FieldPools, FieldView } from './fieldView.ts';
import { type CellStack, nextCell } from './nextCell.ts';

/** @param box low x y z, high x y z (m). @param limit of distances (m), one number. @returns as nextCell */
export function nextCellNearBox(
  view: FieldView,
  pools: FieldPools,
  stack: CellStack,
  box: Doubles,
  limit: Doubles,
): Int {
  return nextCell(view, pools, stack, box, limit[0], gapOf);
}

/** The distance of a block from the box; NaN for one of holes. */
function gapOf(box: Doubles, view: FieldView): Double {
  const block = view.box;
  if (block[1] > block[4]) return NaN;
  const x = greater(greater(block[0] - box[3], box[0] - block[3]), 0);
  const y = greater(greater(block[1] - box[4], box[1] - block[4]), 0);
  const z = greater(greater(block[2] - box[5], box[2] - block[5]), 0);
  return Math.sqrt(x * x + y * y + z * z);
}
