/**
 * Finds the children of a shape near a box, in the frame of the shape, the nearest first. It stops and goes on.
 *
 *   reads   nodes, heights
 *   writes  its own stacks
 */
import type { Flag, Int } from '../../language/lanes.ts';
import { CHILD_FLAGS, IS_FIELD } from '../../tables/childWords.ts';
import { countOfRun, firstOfRun } from '../../tables/meshWords.ts';
import { NODE_WORDS } from '../../tables/rayTree.ts';
import { type FieldPools, FieldView, loadField } from '../fields/fieldView.ts';
import { CellStack } from '../fields/nextCell.ts';
import { startRuns } from '../tree/nextRun.ts';
import { RunStack } from '../tree/tables.ts';
import { NearBox } from './nearBox.ts';
import { nextCellNear } from './nextCellNear.ts';
import { nextRunNear } from './nextRunNear.ts';
import { startCellsNear } from './startCellsNear.ts';

export class NearSearch {
  readonly near = new NearBox();
  /** The run that `nextNear` has found: children counted from the first of the shape. */
  first: Int = 0;
  count: Int = 0;
  /** The root's first word. */
  root: Int = 0;
  readonly runs = new RunStack();
  /** 1 = the shape is a height field, which has no nodes but cells. */
  isField: Int = 0;
  readonly field = new FieldView();
  readonly cells = new CellStack();
}

/** Begins a search. `near` is set. @param head of the shape, counted in nodes */
export function beginNear(search: NearSearch, pools: FieldPools, head: Int): void {
  search.isField = (pools.nodes[NODE_WORDS * head + CHILD_FLAGS] & IS_FIELD) !== 0 ? 1 : 0;
  if (search.isField === 1) {
    loadField(search.field, pools, NODE_WORDS * head);
    startCellsNear(search.field, search.cells, search.near);
    return;
  }
  search.root = NODE_WORDS * (head + 1);
  startRuns(search.runs);
}

/** Finds the next run. @returns whether there is one */
export function nextNear(search: NearSearch, pools: FieldPools): Flag {
  if (search.isField === 1) {
    const cell = nextCellNear(search.field, pools, search.cells, search.near);
    search.first = 2 * cell;
    search.count = 2;
    return cell >= 0;
  }
  const run = nextRunNear(pools, search.root, search.runs, search.near);
  if (run === 0) return false;
  search.first = firstOfRun(run);
  search.count = countOfRun(run);
  return true;
}
