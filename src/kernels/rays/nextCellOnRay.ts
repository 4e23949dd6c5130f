/** The cells of a height field whose boxes a ray enters, the nearest of each block first. On hosts and in wasm. */
import type { Double, Int } from '../../language/lanes.ts';
import type { FieldPools, FieldView } from '../fields/fieldView.ts';
import { type CellStack, nextCell } from '../fields/nextCell.ts';
import { clip, entryOf, wholeLine } from './childLine.ts';
import type { ChildLine } from './rayNumbers.ts';

/** @returns as nextCell */
export function nextCellOnRay(view: FieldView, pools: FieldPools, stack: CellStack, line: ChildLine): Int {
  stack.limit = line.limit;
  return nextCell(view, pools, stack, line, blockEntryOf);
}

function blockEntryOf(line: ChildLine, view: FieldView): Double {
  const { box } = view;
  const stretch = wholeLine();
  for (let axis: Int = 0; axis < 3; axis++) clip(stretch, line, axis, box[axis], box[3 + axis]);
  return entryOf(stretch);
}
