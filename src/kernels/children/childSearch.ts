/**
 * A search of the children of a shape: down its tree, or over the cells of a height field, which has none. It stops at
 * a run of children and goes on. Of the boxes below a node those come first that begin first.
 *
 *   reads   nodes, heights
 *   writes  the search, of one thread
 *
 * Hosts and wasm compile this file.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { CHILD_FLAGS, IS_FIELD } from '../../tables/childWords.ts';
import { countOfRun, firstOfRun } from '../../tables/meshWords.ts';
import { NODE_WORDS } from '../../tables/rayTree.ts';
import { type FieldPools, FieldView, loadField } from '../fields/fieldView.ts';
import { CellStack, nextCell, startCells } from '../fields/nextCell.ts';
import type { Box } from '../tree/box.ts';
import { nextRun, startRuns } from '../tree/nextRun.ts';
import { RunStack } from '../tree/tables.ts';

export class ChildSearch {
  /** The run that is found: children counted from the first of the shape. */
  first: Int = 0;
  count: Int = 0;
  /** The root's first word. */
  root: Int = 0;
  readonly runs = new RunStack();
  /** 1 = the shape is a height field. */
  isField: Int = 0;
  readonly field = new FieldView();
  readonly cells = new CellStack();
}

/** Begins with all children. @param head of the shape, counted in nodes */
export function beginSearch(search: ChildSearch, pools: FieldPools, head: Int): void {
  search.isField = (pools.nodes[NODE_WORDS * head + CHILD_FLAGS] & IS_FIELD) !== 0 ? 1 : 0;
  if (search.isField === 1) {
    loadField(search.field, pools, NODE_WORDS * head);
    startCells(search.field, search.cells);
    return;
  }
  search.root = NODE_WORDS * (head + 1);
  startRuns(search.runs);
}

/**
 * Finds the next run.
 * @param target what is searched for
 * @param limit what begins later is left out. It may be lowered between two runs
 * @param beginOf where a box begins, in the measure of the search; NaN for one that is left out
 * @returns whether there is one
 */
export function nextChildren<Target>(
  search: ChildSearch,
  pools: FieldPools,
  target: Target,
  limit: Double,
  beginOf: (target: Target, box: Box) => Double,
): Flag {
  if (search.isField === 1) {
    const cell = nextCell(search.field, pools, search.cells, target, limit, beginOf);
    search.first = 2 * cell;
    search.count = 2;
    return cell >= 0;
  }
  const run = nextRun(pools, search.root, search.runs, target, limit, beginOf);
  if (run === 0) return false;
  search.first = firstOfRun(run);
  search.count = countOfRun(run);
  return true;
}
