/** The passes of the broad phase in TypeScript: engines without a wide kernel, and planar ones. */

import { TreeStack } from '../kernels/tree/tables.ts';
import { LEFT_WORDS } from '../tables/boundsWords.ts';
import { ODD_IDS } from '../tables/candidateTable.ts';
import type { Frame } from '../tables/frame.ts';
import type { PairTable } from '../tables/pairTable.ts';
import { boundRows } from './bounds/boundRows.ts';
import type { BroadKernel } from './broadKernel.ts';
import { copySimplexes } from './candidates/copySimplexes.ts';
import { filterBlocks, findRows, placeBlocks } from './candidates/filter.ts';
import { mergeBlocks } from './candidates/merge.ts';
import { sortPairs } from './candidates/sortPairs.ts';
import { enterRows, fattenRows, findMoved } from './tree/fatBoxes.ts';
import { findGroups } from './tree/findAll.ts';
import { findMore } from './tree/findMore.ts';
import { FOUND_WORDS, MOST_GROUPS, MOST_NEAR, NEAR_NUMBERS, STATE_WORDS } from './tree/findScratch.ts';
import { boxGroups, boxLevels, isComplete, measureSpread, moveRows } from './tree/nodes.ts';
import { orderTree } from './tree/order.ts';

export class ScalarBroad implements BroadKernel {
  readonly left = new Int32Array(LEFT_WORDS);
  readonly state = new Int32Array(STATE_WORDS);
  readonly #frame: Frame;
  readonly #scratch = {
    stack: new TreeStack(),
    groups: new Int32Array(MOST_GROUPS),
    rows: new Uint32Array(MOST_NEAR),
    boxes: new Float64Array(NEAR_NUMBERS),
    found: new Uint32Array(FOUND_WORDS),
    state: this.state,
  };

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  boundRows(shapeCount: number, begin: number, end: number): number {
    const { bounds, placed, shapes, vertices } = this.#frame;
    return boundRows(bounds, placed, shapes, vertices.coordinates, shapeCount, this.left, begin, end);
  }

  findMoved(begin: number, end: number): number {
    const { bounds, colliders, tree } = this.#frame;
    return findMoved(tree, bounds, colliders, begin, end);
  }

  fattenRows(begin: number, end: number): void {
    const { bounds, colliders, tree } = this.#frame;
    fattenRows(tree, bounds, colliders, begin, end);
  }

  boxGroups(begin: number, end: number): void {
    boxGroups(this.#frame.tree, begin, end);
  }

  findGroups(end: number): number {
    return findGroups(this.#frame.tree, this.#scratch, end);
  }

  findMore(end: number): number {
    return findMore(this.#frame.tree, this.#scratch, end);
  }

  stage(at: number, count: number): void {
    const { staging } = this.#frame.candidates;
    const { found } = this.#scratch;
    for (let k = 0; k < 2 * count; k++) staging[at + k] = found[k];
  }

  mergeBlocks(begin: number, end: number): void {
    const { candidates, tree } = this.#frame;
    mergeBlocks(candidates, tree, begin, end);
  }

  filterBlocks(begin: number, end: number): void {
    const { bounds, candidates, tree } = this.#frame;
    filterBlocks(candidates, bounds, tree, begin, end);
  }

  placeBlocks({ ids, carried }: PairTable, begin: number, end: number): void {
    placeBlocks(this.#frame.candidates, ids, carried, begin, end);
  }

  findRows({ ids }: PairTable, begin: number, end: number): void {
    findRows(this.#frame.candidates, ids, begin, end);
  }

  readonly copySimplexes = copySimplexes;

  enterRows(begin: number, end: number): void {
    enterRows(this.#frame.tree, begin, end);
  }

  moveRows(count: number, isPlaced: number): number {
    const { bounds, colliders, tree } = this.#frame;
    return moveRows(tree, bounds, colliders, count, isPlaced);
  }

  isComplete(rows: number): number {
    return Number(isComplete(this.#frame.tree, rows));
  }

  orderTree(rows: number): void {
    orderTree(this.#frame.tree, rows, this.#scratch.stack.nodes);
  }

  measureSpread(): void {
    measureSpread(this.#frame.tree);
  }

  boxLevels(): void {
    boxLevels(this.#frame.tree);
  }

  sortPairs(count: number, idCount: number, isFresh: number): void {
    const { candidates, tree } = this.#frame;
    const { fresh, staging, idsEven, idsOdd, words } = candidates;
    const isOdd = words[ODD_IDS] === 1;
    const own = isOdd ? idsOdd : idsEven;
    // the column not in use is scratch
    sortPairs(isFresh === 1 ? fresh : own, staging, isOdd ? idsEven : idsOdd, count, tree.spare, idCount);
  }
}
