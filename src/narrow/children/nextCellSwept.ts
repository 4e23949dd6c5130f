/** The cells of a height field that a moving box meets, in the frame of the field: those of a block by time. */
import type { FieldPools, FieldView } from '../../kernels/fields/fieldView.ts';
import { type CellStack, nextCell } from '../../kernels/fields/nextCell.ts';
import { wholeLine } from '../../kernels/rays/childLine.ts';
import type { Double, Int } from '../../language/lanes.ts';
import { clipTimes, type SweptBox, timeOf } from './sweptBox.ts';

/** @returns as nextCell */
export function nextCellSwept(view: FieldView, pools: FieldPools, stack: CellStack, swept: SweptBox): Int {
  stack.limit = swept.limit[0];
  return nextCell(view, pools, stack, swept, timeTo);
}

function timeTo(swept: SweptBox, view: FieldView): Double {
  const { box } = view;
  const stretch = wholeLine();
  for (let axis: Int = 0; axis < 3; axis++) clipTimes(stretch, swept, axis, box[axis], box[3 + axis]);
  return timeOf(stretch);
}
