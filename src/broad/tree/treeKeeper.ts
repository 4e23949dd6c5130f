/**
 * Keeps the bounding tree of one engine up to date, for whoever searches it: pairs, and volumes. A call is `begin`, then a job for
 * the dispatcher as often as `next` makes one; after that every row with bounds is in the tree, in a fat box around them.
 *
 * Calls that are not for pairs leave the candidates behind: `strayed` marks the rows that these know nothing of.
 */

import type { Frame } from '../../memory/frame.ts';
import { ROWS } from '../../scene/countTable.ts';
import type { Job } from '../../schedule/job.ts';
import { storeFilters } from '../candidates/pairable.ts';
import * as pass from '../passes.ts';
import { fattenRow, stillFits } from './fatBoxes.ts';
import { boxLevels, isComplete, measureSpread, placeRow } from './nodes.ts';
import { orderTree } from './order.ts';
import {
  ANCHOR_CALL,
  ANCHOR_STRIDE,
  BOUNDS_BLOCK,
  CALL,
  FAT_STRIDE,
  FOR_PAIRS,
  GROUP_BLOCK,
  LEAVES,
  LEVEL_COUNT,
  layLevels,
  MOVED_COUNT,
  NO_PLACE,
  ROOM,
  SPREAD,
  SPREAD_ORDERED,
  type TreeTable,
} from './treeTable.ts';

/** Part of the rows that may have moved before all get new fat boxes. */
const MOST_MOVED = 0.12;
/** Rows that may have moved, as a multiple of all, before the tree is ordered again. */
const MOST_STALE = 0.5;
/** Extent of the nodes, as a multiple of that when the tree was ordered, from which it is ordered again. */
const MOST_SPREAD = 1.2;

/** Where a call is: what was done last. */
const DONE = 0;
const BEGUN = 1;
const BOUNDED = 2;
const REORDERED = 3;
const WORN = 4;
const FATTENED = 5;
const BOXED = 6;

export class TreeKeeper {
  /** Live colliders that the last call left out, because their pose is invalid. */
  invalidColliders = 0;
  rows = 0;
  /** Rows that this call has to see to: `tree.movedRows`. */
  moved = 0;
  /** Whether this call has made all fat boxes anew. */
  isAnew = false;
  /** How often all rows were forgotten: candidates made before hold ids that are no rows any more. */
  oblivions = 0;
  readonly #frame: Frame;
  readonly #stack = new Int32Array(256);
  #step = DONE;
  #call = 0;
  /** Rows that moved since the tree was ordered. */
  #stale = 0;
  /** Whether a row may be marked as strayed. */
  #hasStrayed = false;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** Starts a call. @param forPairs whether candidates are made of it */
  begin(forPairs: boolean): void {
    const { counts, tree } = this.#frame;
    tree.reals[CALL] = ++this.#call;
    tree.words[FOR_PAIRS] = forPairs ? 1 : 0;
    this.isAnew = false;
    this.#meetRows(counts[ROWS]);
    this.#step = BEGUN;
  }

  /** Makes all fat boxes anew, in the jobs that follow. @param room whether they get room to move */
  fatten(room: boolean): void {
    this.#frame.tree.words[ROOM] = room ? 1 : 0;
    this.#step = WORN;
  }

  /** Says that candidates are those of the fat boxes: nobody strayed. */
  met(): void {
    if (this.#hasStrayed) this.#frame.tree.strayed.fill(0, 0, this.rows);
    this.#hasStrayed = false;
  }

  /**
   * Describes the next job. The one before must be complete.
   * @param anew whether all fat boxes are to be made anew whoever moved
   * @param room whether they get room to move
   * @returns whether there is one: if not, the tree is up to date
   */
  next(job: Job, anew: boolean, room: boolean): boolean {
    const { tree } = this.#frame;
    for (;;) {
      switch (this.#step) {
        case BEGUN:
          return this.#make(job, BOUNDED, pass.BOUNDS, this.rows, BOUNDS_BLOCK);
        case BOUNDED:
          this.#countMoved();
          if (anew || this.moved > MOST_MOVED * this.rows) {
            this.fatten(room);
            continue;
          }
          if (this.moved === 0 || this.#move()) break;
          this.#order();
          return this.#make(job, REORDERED, pass.NODES, groupsOf(tree), GROUP_BLOCK);
        case REORDERED:
          boxLevels(tree);
          break;
        case WORN:
          this.isAnew = true;
          if (tree.words[FOR_PAIRS] === 0) this.#hasStrayed = true;
          return this.#make(job, FATTENED, pass.FATTEN, this.rows, BOUNDS_BLOCK);
        case FATTENED:
          if (!isComplete(tree, this.rows)) this.#order();
          return this.#make(job, BOXED, pass.NODES, groupsOf(tree), GROUP_BLOCK);
        case BOXED:
          measureSpread(tree);
          if (tree.reals[SPREAD_ORDERED] === 0) tree.reals[SPREAD_ORDERED] = tree.reals[SPREAD];
          if (tree.reals[SPREAD] > MOST_SPREAD * tree.reals[SPREAD_ORDERED]) {
            this.#order();
            return this.#make(job, BOXED, pass.NODES, groupsOf(tree), GROUP_BLOCK);
          }
          boxLevels(tree);
          break;
        default:
      }
      this.#step = DONE;
      return false;
    }
  }

  #make(job: Job, step: number, operation: number, items: number, perBlock: number): boolean {
    this.#step = step;
    job.operation = operation;
    job.rows = items;
    job.blockRows = perBlock;
    return true;
  }

  /** Rows that are new are nowhere yet; if there are fewer than before, all are. */
  #meetRows(rows: number): void {
    const { tree } = this.#frame;
    const { fat, anchors, places, strayed } = tree;
    let first = this.rows;
    if (rows < first) {
      first = 0;
      layLevels(tree, 0);
      this.oblivions++;
    }
    for (let row = first; row < rows; row++) {
      fat.fill(Number.NaN, FAT_STRIDE * row, FAT_STRIDE * (row + 1));
      anchors[ANCHOR_STRIDE * row + ANCHOR_CALL] = -1;
      places[row] = NO_PLACE;
      strayed[row] = 0;
    }
    this.rows = rows;
  }

  /** Puts the rows that moved close together. */
  #countMoved(): void {
    const { movedRows, blockMoved, blockInvalid, words } = this.#frame.tree;
    let moved = 0;
    this.invalidColliders = 0;
    for (let block = 0; block * BOUNDS_BLOCK < this.rows; block++) {
      const begin = block * BOUNDS_BLOCK;
      movedRows.copyWithin(moved, begin, begin + blockMoved[block]);
      moved += blockMoved[block];
      this.invalidColliders += blockInvalid[block];
    }
    words[MOVED_COUNT] = moved;
    this.moved = moved;
  }

  #order(): void {
    const { tree } = this.#frame;
    orderTree(tree, this.rows, this.#stack);
    tree.reals[SPREAD_ORDERED] = 0;
    this.#stale = 0;
  }

  /** Gives bodies that moved new fat boxes and brings them to the tree. @returns false if it is to be ordered again */
  #move(): boolean {
    const { tree, bounds, colliders } = this.#frame;
    const forPairs = tree.words[FOR_PAIRS] === 1;
    this.#hasStrayed = this.#hasStrayed || !forPairs;
    this.#stale += this.moved;
    let isPlaced = this.#stale <= MOST_STALE * this.rows;
    for (let m = 0; m < this.moved; m++) {
      const row = tree.movedRows[m];
      if (!stillFits(tree, bounds, row)) fattenRow(tree, bounds, row);
      if (forPairs) storeFilters(tree, colliders, row, row + 1);
      else tree.strayed[row] = 1;
      isPlaced = isPlaced && placeRow(tree, row);
    }
    return isPlaced;
  }
}

/** Nodes of level 1. */
export function groupsOf({ words }: TreeTable): number {
  return words[LEAVES] === 0 ? 0 : words[LEVEL_COUNT + 1];
}
