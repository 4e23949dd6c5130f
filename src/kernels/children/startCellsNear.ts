/** Starts a search of cells near a box: those that are too far along x or z are left out at once. */
import type { Double, Int } from '../../language/lanes.ts';
import type { FieldView } from '../fields/fieldView.ts';
import { type CellStack, startCells } from '../fields/nextCell.ts';
import type { NearBox } from './nearBox.ts';

/** Rounding of a place, as a part of a cell. */
const ROUNDING = 1e-6;

/** The limit may only become less. */
export function startCellsNear(view: FieldView, stack: CellStack, near: NearBox): void {
  const { rows, columns, spacing } = view;
  const { box, limit } = near;
  startCells(view, stack);
  stack.firstRow = firstCell((box[2] - limit[0]) / spacing[1], rows);
  stack.lastRow = lastCell((box[5] + limit[0]) / spacing[1], rows);
  stack.firstColumn = firstCell((box[0] - limit[0]) / spacing[0], columns);
  stack.lastColumn = lastCell((box[3] + limit[0]) / spacing[0], columns);
}

/** @param place in cells from the middle */
function firstCell(place: Double, cells: Int): Int {
  return Math.trunc(Math.min(Math.max(Math.floor(place + 0.5 * Number(cells) - ROUNDING), 0), Number(cells)));
}

function lastCell(place: Double, cells: Int): Int {
  return Math.trunc(Math.max(Math.min(Math.floor(place + 0.5 * Number(cells) + ROUNDING), Number(cells) - 1), -1));
}
