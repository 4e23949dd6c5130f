/**
 * Keeps the bounding tree of one engine up to date, for all searches. A search that needs the tree calls `begin`, and
 * has `follow` and `remake` in its list of stages, in this order. After these each row with bounds is in the tree, and
 * its fat box contains the bounds.
 *
 * Calls that are not for pairs do not update the candidates: `outdated` marks the rows whose fat boxes are newer than
 * their candidates.
 */
import { ROWS } from '../../tables/countTable.ts';
import type { Frame } from '../../tables/frame.ts';
import {
  BOUNDS_BLOCK,
  CALL,
  FOR_PAIRS,
  GROUP_BLOCK,
  LEAVES,
  LEVEL_COUNT,
  MOVED_COUNT,
  ROOM,
  SPREAD,
  SPREAD_ORDERED,
  type TreeTable,
} from '../../tables/treeTable.ts';
import type { BroadKernel } from '../broadKernel.ts';
import { passNumber, type Stage, type Step } from '../pass.ts';
import { FATTEN, MAKE_BOUNDS, MAKE_NODES } from '../passes.ts';
import { followPlanes } from '../unbounded.ts';
import { layLevels } from './levels.ts';

/** Part of the rows that may move before all rows get new fat boxes. */
const MOST_MOVED = 0.12;
/** Moves of rows, as a multiple of all rows, after which the tree is ordered again. */
const MOST_STALE = 0.5;
/** Extent of the nodes, as a multiple of that when the tree was ordered, above which it is ordered again. */
const MOST_SPREAD = 1.2;

export class TreeUpdater {
  /** Updates the tree for the rows that left their fat boxes. If they are too many, `remake` does it. */
  readonly follow: readonly (Stage | Step)[];
  /** Makes all fat boxes and nodes anew, if this call needs it. */
  readonly remake: readonly [Stage, ...(Stage | Step)[]];
  /** Live colliders with an invalid pose, which the last call did not include. */
  invalidColliders = 0;
  rows = 0;
  /** Rows that left their fat boxes: `tree.movedRows`. */
  moved = 0;
  /** Whether this call makes all fat boxes anew. */
  isAnew = false;
  /** Changes whenever bounds or the tree do. */
  version = 1;
  /** How often all rows were reset: older candidates hold ids that are no rows any more. */
  resets = 0;
  /** That of the calling thread. */
  readonly broad: BroadKernel;
  readonly #frame: Frame;
  #call = 0;
  /** How often a box of a row has been made. */
  #renewed = 0;
  /** Whether fat boxes get room to move if this call makes them anew. */
  #hasRoom = true;
  /** Whether this call has ordered the tree again, and its nodes are pending. */
  #isReordered = false;
  /** Moves of rows since the tree was ordered. */
  #stale = 0;
  /** Whether rows may be marked as outdated. */
  #hasOutdated = false;

  /** @param broad that of the calling thread */
  constructor(frame: Frame, broad: BroadKernel) {
    const { tree } = frame;
    this.#frame = frame;
    this.broad = broad;
    const makeNodes = (isNeeded: () => boolean): Stage => ({
      pass: passNumber(frame, MAKE_NODES),
      blockRows: GROUP_BLOCK,
      prepare: () => (isNeeded() ? groupsOf(tree) : 0),
    });
    const makeBounds: Stage = {
      pass: passNumber(frame, MAKE_BOUNDS),
      blockRows: BOUNDS_BLOCK,
      prepare: () => this.rows,
    };
    const fatten: Stage = {
      pass: passNumber(frame, FATTEN),
      blockRows: BOUNDS_BLOCK,
      prepare: () => (this.isAnew ? this.rows : 0),
    };
    this.follow = [
      makeBounds,
      () => this.#countMoved(),
      () => this.#moveRows(),
      makeNodes(() => this.#isReordered),
      () => this.#finishNodes(),
    ];
    this.remake = [
      fatten,
      () => this.#completeOrder(),
      makeNodes(() => this.isAnew),
      () => this.#checkSpread(),
      makeNodes(() => this.#isReordered),
      () => this.#finishNodes(),
    ];
  }

  /**
   * Starts a call.
   * @param forPairs whether the call updates the candidates
   * @param hasRoom whether fat boxes get room to move if all are made anew
   */
  begin(forPairs: boolean, hasRoom = true): void {
    const { counts, tree } = this.#frame;
    tree.reals[CALL] = ++this.#call;
    tree.words[FOR_PAIRS] = forPairs ? 1 : 0;
    this.#isReordered = false;
    this.#hasRoom = hasRoom;
    this.isAnew = false;
    this.#enterRows(counts[ROWS]);
  }

  /** Lets `remake` make all fat boxes anew. @param hasRoom whether they get room to move */
  makeAnew(hasRoom: boolean): void {
    const { words } = this.#frame.tree;
    words[ROOM] = hasRoom ? 1 : 0;
    this.isAnew = true;
    this.version++;
    if (words[FOR_PAIRS] === 0) this.#hasOutdated = true;
  }

  /** Called when the candidates match the fat boxes: no row is outdated any more. */
  met(): void {
    if (this.#hasOutdated) this.#frame.tree.outdated.fill(0, 0, this.rows);
    this.#hasOutdated = false;
  }

  /** Enters new rows without a fat box and a place in the tree. If there are fewer rows than before, all are new. */
  #enterRows(rows: number): void {
    const { tree } = this.#frame;
    let first = this.rows;
    if (rows !== first) this.version++;
    if (rows < first) {
      first = 0;
      layLevels(tree, 0);
      this.resets++;
    }
    if (rows > first) this.broad.enterRows(first, rows);
    this.rows = rows;
  }

  /** Compacts the list of moved rows, and adds those without bounds. */
  #countMoved(): void {
    const { bounds, colliders, counts } = this.#frame;
    const { movedRows, blockMoved, blockInvalid, words } = this.#frame.tree;
    let moved = 0;
    let renewed = 0;
    this.invalidColliders = 0;
    for (let block = 0; block * BOUNDS_BLOCK < this.rows; block++) {
      const begin = block * BOUNDS_BLOCK;
      movedRows.copyWithin(moved, begin, begin + blockMoved[block]);
      moved += blockMoved[block];
      this.invalidColliders += blockInvalid[block];
      renewed += bounds.renewed[begin];
    }
    moved = followPlanes(this.#frame.tree, colliders, counts, moved);
    words[MOVED_COUNT] = moved;
    this.moved = moved;
    if (moved > 0 || renewed !== this.#renewed) this.version++;
    this.#renewed = renewed;
    if (moved > MOST_MOVED * this.rows) this.makeAnew(this.#hasRoom);
  }

  /** Gives moved rows new fat boxes, and updates the tree. */
  #moveRows(): void {
    if (this.isAnew || this.moved === 0) return;
    this.#hasOutdated = this.#hasOutdated || this.#frame.tree.words[FOR_PAIRS] === 0;
    this.#stale += this.moved;
    const isFresh = this.#stale <= MOST_STALE * this.rows;
    if (this.broad.moveRows(this.moved, isFresh ? 1 : 0) === 0) this.#order();
  }

  /** After all fat boxes were made: orders the tree if a row with a box has no place. */
  #completeOrder(): void {
    if (this.isAnew && this.broad.isComplete(this.rows) === 0) this.#order();
  }

  /** After all nodes were made: orders the tree again if neighbors in the order have moved apart. */
  #checkSpread(): void {
    this.#isReordered = false;
    if (!this.isAnew) return;
    const { reals } = this.#frame.tree;
    this.broad.measureSpread();
    if (reals[SPREAD_ORDERED] === 0) reals[SPREAD_ORDERED] = reals[SPREAD];
    if (reals[SPREAD] > MOST_SPREAD * reals[SPREAD_ORDERED]) this.#order();
    else this.broad.boxLevels();
  }

  /** After the nodes of a new order were made. */
  #finishNodes(): void {
    if (!this.#isReordered) return;
    const { tree } = this.#frame;
    this.#isReordered = false;
    if (this.isAnew) {
      this.broad.measureSpread();
      tree.reals[SPREAD_ORDERED] = tree.reals[SPREAD];
    }
    this.broad.boxLevels();
  }

  #order(): void {
    const { tree } = this.#frame;
    this.broad.orderTree(this.rows);
    tree.reals[SPREAD_ORDERED] = 0;
    this.#stale = 0;
    this.#isReordered = true;
  }
}

/** Nodes of level 1. */
export function groupsOf({ words }: TreeTable): number {
  return words[LEAVES] === 0 ? 0 : words[LEVEL_COUNT + 1];
}
