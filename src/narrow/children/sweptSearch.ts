/**
 * Finds the children of a shape that a moving box meets, in the frame of the shape: those that it may enter first come
 * first. The limit of the search is a time, and the box is that at time 0.
 */
import type { FieldPools, FieldView } from '../../kernels/fields/fieldView.ts';
import { type CellStack, startCells } from '../../kernels/fields/nextCell.ts';
import type { RunNodes } from '../../kernels/tree/nextRun.ts';
import type { RunStack } from '../../kernels/tree/tables.ts';
import { ChildSearch } from './childSearch.ts';
import { nextCellSwept } from './nextCellSwept.ts';
import { nextRunSwept } from './nextRunSwept.ts';
import type { SweptBox } from './sweptBox.ts';

/** Stands for the inverse of 0: no product with a length is NaN. */
const MOST_INVERSE = 1e300;

export class SweptSearch extends ChildSearch implements SweptBox {
  readonly inverse = new Float64Array(3);

  /** @param move displacement of the box in the frame of the shape (m) */
  setMove(move: Float64Array): void {
    for (let c = 0; c < 3; c++) {
      this.inverse[c] = MOST_INVERSE;
      if (Math.abs(move[c]) > 1 / MOST_INVERSE) this.inverse[c] = 1 / move[c];
    }
  }

  protected override startCells(view: FieldView, stack: CellStack): void {
    startCells(view, stack);
  }

  protected override nextCell(view: FieldView, pools: FieldPools, stack: CellStack): number {
    return nextCellSwept(view, pools, stack, this);
  }

  protected override nextRun(pool: RunNodes, root: number, stack: RunStack): number {
    return nextRunSwept(pool, root, stack, this);
  }
}
