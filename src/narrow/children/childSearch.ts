/**
 * Finds the children of a shape near a box, in the frame of the shape, the nearest first. It stops and goes on.
 *
 *   reads   children.nodes, children.heights
 *   writes  its own stack
 */

import { NearBox } from '../../kernels/children/nearBox.ts';
import { nextCellNear } from '../../kernels/children/nextCellNear.ts';
import { nextRunNear } from '../../kernels/children/nextRunNear.ts';
import { startCellsNear } from '../../kernels/children/startCellsNear.ts';
import { type FieldPools, FieldView, loadField } from '../../kernels/fields/fieldView.ts';
import { CellStack } from '../../kernels/fields/nextCell.ts';
import { type RunNodes, startRuns } from '../../kernels/tree/nextRun.ts';
import { RunStack } from '../../kernels/tree/tables.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import { CHILD_FLAGS, IS_FIELD } from '../../tables/childWords.ts';
import { countOfRun, firstOfRun } from '../../tables/meshWords.ts';
import { NODE_WORDS } from '../../tables/rayTree.ts';

export class ChildSearch extends NearBox {
  /** The run that `next` has found: children counted from the first of the shape. */
  first = 0;
  count = 0;
  readonly #children: ChildTable;
  readonly #stack = new RunStack();
  /** The root's first word. */
  #root = 0;
  /** Cells of height fields, which have no nodes. */
  readonly #field = new FieldView();
  readonly #cells = new CellStack();
  #isField = false;

  constructor(children: ChildTable) {
    super();
    this.#children = children;
  }

  /** Begins a search. `box` and `limit` are set. @param head of the shape, counted in nodes */
  begin(head: number): void {
    this.#isField = (this.#children.nodes[NODE_WORDS * head + CHILD_FLAGS] & IS_FIELD) !== 0;
    if (this.#isField) {
      loadField(this.#field, this.#children, NODE_WORDS * head);
      this.startCells(this.#field, this.#cells);
      return;
    }
    this.#root = NODE_WORDS * (head + 1);
    startRuns(this.#stack);
  }

  /** Finds the next run. @returns whether there is one */
  next(): boolean {
    if (this.#isField) {
      const cell = this.nextCell(this.#field, this.#children, this.#cells);
      this.first = 2 * cell;
      this.count = 2;
      return cell >= 0;
    }
    const run = this.nextRun(this.#children, this.#root, this.#stack);
    if (run === 0) return false;
    this.first = firstOfRun(run);
    this.count = countOfRun(run);
    return true;
  }

  protected startCells(view: FieldView, stack: CellStack): void {
    startCellsNear(view, stack, this);
  }

  protected nextCell(view: FieldView, pools: FieldPools, stack: CellStack): number {
    return nextCellNear(view, pools, stack, this);
  }

  protected nextRun(pool: RunNodes, root: number, stack: RunStack): number {
    return nextRunNear(pool, root, stack, this);
  }
}
