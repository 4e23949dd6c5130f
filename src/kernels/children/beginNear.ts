/** Begins a search of children near a box. Cells of a field that are too far along x or z are left out at once. */
import type { Int } from '../../language/lanes.ts';
import type { FieldPools, FieldView } from '../fields/fieldView.ts';
import { beginSearch, type ChildSearch } from './childSearch.ts';
import type { NearBox } from './nearBox.ts';

/** Rounding of a place, as a part of a cell. */
const ROUNDING = 1e-6;

/** The limit may only become less. @param head of the shape, counted in nodes */
export function beginNear(search: ChildSearch, pools: FieldPools, near: NearBox, head: Int): void {
  beginSearch(search, pools, head);
  if (search.isField === 0) return;
  const { cells, field } = search;
  cells.firstRow = firstCell(near, 2, field, field.rows);
  cells.lastRow = lastCell(near, 2, field, field.rows);
  cells.firstColumn = firstCell(near, 0, field, field.columns);
  cells.lastColumn = lastCell(near, 0, field, field.columns);
}

/** @param cells along the axis. Without arguments that are doubles: V8 may allocate for them */
function firstCell(near: NearBox, axis: Int, view: FieldView, cells: Int): Int {
  const place = (near.box[axis] - near.limit[0]) / view.spacing[axis >> 1];
  return Math.trunc(Math.min(Math.max(Math.floor(place + 0.5 * Number(cells) - ROUNDING), 0), Number(cells)));
}

function lastCell(near: NearBox, axis: Int, view: FieldView, cells: Int): Int {
  const place = (near.box[3 + axis] + near.limit[0]) / view.spacing[axis >> 1];
  return Math.trunc(Math.max(Math.min(Math.floor(place + 0.5 * Number(cells) + ROUNDING), Number(cells) - 1), -1));
}
