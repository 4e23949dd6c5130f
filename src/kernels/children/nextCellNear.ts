/** The cells of a height field near a box, in the frame of the field: the nearest of each block first. */

import type { Double, Int } from '../../language/lanes.ts';
import type { FieldPools, FieldView } from '../fields/fieldView.ts';
import { type CellStack, nextCell } from '../fields/nextCell.ts';
import type { NearBox } from './nearBox.ts';

/** @returns as nextCell */
export function nextCellNear(view: FieldView, pools: FieldPools, stack: CellStack, near: NearBox): Int {
  stack.limit = near.limit[0];
  return nextCell(view, pools, stack, near, gapTo);
}

/** How far a block is away; NaN for one of holes. */
function gapTo(near: NearBox, view: FieldView): Double {
  const { box } = near;
  const block = view.box;
  let square: Double = 0;
  for (let axis: Int = 0; axis < 3; axis++) {
    const above = block[axis] - box[3 + axis];
    const below = box[axis] - block[3 + axis];
    const gap = Math.max(Math.max(above, below), 0);
    square += gap * gap;
  }
  const gap = Math.sqrt(square);
  // no `?:` of a constant and a computed number: V8 allocates for it
  if (!(gap < 1 / 0)) return NaN;
  return gap;
}
