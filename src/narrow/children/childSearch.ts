/**
 * Finds the children of a shape near a box, in the frame of the shape, the nearest first. It stops and goes on.
 *
 *   reads   children.nodes
 *   writes  its own stack
 */

import { startRuns } from '../../kernels/tree/nextRun.ts';
import { RunStack } from '../../kernels/tree/tables.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import { countOfRun, firstOfRun } from '../../tables/meshWords.ts';
import { NODE_WORDS } from '../../tables/rayTree.ts';
import { NearBox } from './nearBox.ts';
import { nextRunNear } from './nextRunNear.ts';

export class ChildSearch extends NearBox {
  /** The run that `next` has found: children counted from the first of the shape. */
  first = 0;
  count = 0;
  readonly #children: ChildTable;
  readonly #stack = new RunStack();
  /** The root's first word. */
  #root = 0;

  constructor(children: ChildTable) {
    super();
    this.#children = children;
  }

  /** Begins a search. `box` and `limit` are set. @param head of the shape, counted in nodes */
  begin(head: number): void {
    this.#root = NODE_WORDS * (head + 1);
    startRuns(this.#stack);
  }

  /** Finds the next run. @returns whether there is one */
  next(): boolean {
    const run = nextRunNear(this.#children, this.#root, this.#stack, this);
    if (run === 0) return false;
    this.first = firstOfRun(run);
    this.count = countOfRun(run);
    return true;
  }
}
