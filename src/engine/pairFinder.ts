/**
 * The broad phase of one engine: which passes run, in which order. Candidates, the pairs whose fat boxes come within the
 * margin, are kept from call to call; each call brings them up to date and filters them by the bounds, so that pairs come out
 * in order and with the rows they had.
 *
 * A call is `begin`, then a job for the dispatcher as often as `next` makes one. All jobs follow each other closely: workers
 * that one of them woke find the others awake.
 */

import { CARRY, type Job } from '../backend/job.ts';
import { fail } from '../errors.ts';
import type { Frame } from '../frame.ts';
import { countCandidates, countKept, cutBlocks, planBlocks } from '../kernel/ts/broad/blocks.ts';
import { fattenRow } from '../kernel/ts/broad/fatBoxes.ts';
import { boxLevels, isComplete, measureSpread, placeRow } from '../kernel/ts/broad/nodes.ts';
import { orderTree } from '../kernel/ts/broad/order.ts';
import { storeFilters } from '../kernel/ts/broad/pairable.ts';
import * as pass from '../kernel/ts/broad/passes.ts';
import { BEFORE, BLOCKS, CURSOR, FRESH_COUNT, ODD_IDS, ODD_ROWS } from '../pairs/candidateTable.ts';
import type { PairList } from '../pairs/pairList.ts';
import { sortPairs } from '../pairs/sortPairs.ts';
import {
  ANCHOR_CALL,
  ANCHOR_STRIDE,
  BOUNDS_BLOCK,
  CALL,
  FAT_STRIDE,
  GROUP_BLOCK,
  LEAVES,
  LEVEL_COUNT,
  MARGIN,
  MOVED_COUNT,
  NO_PLACE,
  ROOM,
  SPREAD,
  SPREAD_ORDERED,
  TAIL_COUNT,
  WIDE_MARGIN,
} from '../pairs/treeTable.ts';
import { ROWS } from '../scene/countTable.ts';

/** Part of the rows that may have moved before all candidates are found anew. */
const MOST_MOVED = 0.12;
/** Rows that may have moved, as a multiple of all, before the tree is ordered again. */
const MOST_STALE = 0.5;
/** Extent of the nodes, as a multiple of that when the tree was ordered, from which it is ordered again. */
const MOST_SPREAD = 1.2;
/** Calls after which candidates are found anew if too many of them are no pairs. */
const PATIENCE = 32;
/** Rows per block of passes over bodies that moved, and over the pair list. */
const MOVED_BLOCK = 32;
const PLACED_BLOCK = 2048;

/** Where a call is: what was done last. */
const IDLE = 0;
const BOUNDED = 1;
const REORDERED = 2;
const ASKED = 3;
const MERGED = 4;
const FATTENED = 5;
const BOXED = 6;
const FOUND = 7;
const NUMBERED = 8;
const FILTERED = 9;
const PLACED = 10;
const CARRIED = 11;

export class PairFinder {
  /** Live colliders that the last call left out, because their pose is invalid. */
  invalidColliders = 0;
  readonly #frame: Frame;
  readonly #stack = new Int32Array(256);
  #firsts = new Uint32Array(0);
  #step = IDLE;
  #where = '';
  #list!: PairList;
  #most = 0;
  #rows = 0;
  /** Whether the candidates are those of all rows at the last call. */
  #isKept = false;
  /** `changes` of the list when this filled it: then candidates know their rows. */
  #changes = -1;
  #call = 0;
  #calls = 0;
  #found = 0;
  /** Whether fewer than half of the candidates were pairs. */
  #isWasteful = false;
  /** Call until which fat boxes get no room, because candidates did not fit with it. */
  #tightUntil = 0;
  /** Rows that moved since the tree was ordered. */
  #stale = 0;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** Starts to make `list` the pairs within `margin` (m, one number), for a contact query at most `most` of them. The list stays as it is until the last job. */
  begin(where: string, list: PairList, margin: Float64Array, most: number): void {
    const { counts, tree } = this.#frame;
    this.#where = where;
    this.#list = list;
    this.#most = most;
    tree.reals.set(margin, MARGIN);
    tree.reals[CALL] = ++this.#call;
    this.#meetRows(counts[ROWS]!);
    this.#step = IDLE;
  }

  /**
   * Describes the next job over `job.list`, the list's tables. The one before must be complete.
   * @returns whether there is one: if not, the list is filled
   * @throws QueryError if the pairs do not fit; the list is then as it was
   */
  next(job: Job): boolean {
    const { tree, candidates } = this.#frame;
    for (;;) {
      switch (this.#step) {
        case IDLE:
          return this.#make(job, BOUNDED, pass.BOUNDS, this.#rows, BOUNDS_BLOCK);
        case BOUNDED: {
          const moved = this.#countMoved();
          if (!this.#isKept || this.#isWorn(moved)) {
            tree.words[ROOM] = this.#call < this.#tightUntil ? 0 : 1;
            return this.#makeFat(job);
          }
          if (moved === 0) return this.#makeFilter(job);
          if (this.#move(moved)) return this.#makeAsk(job);
          this.#order();
          return this.#make(job, REORDERED, pass.NODES, groupsOf(tree.words), GROUP_BLOCK);
        }
        case REORDERED:
          boxLevels(tree);
          return this.#makeAsk(job);
        case ASKED:
          if (this.#sortFresh() && planBlocks(candidates)) {
            return this.#make(job, MERGED, pass.MERGE, candidates.words[BLOCKS]!, 1);
          }
          return this.#makeFat(job);
        case MERGED:
          flip(candidates.words, ODD_IDS);
          flip(candidates.words, ODD_ROWS);
          this.#isKept = true;
          return this.#makeFilter(job);
        case FATTENED:
          if (!isComplete(tree, this.#rows)) this.#order();
          return this.#make(job, BOXED, pass.NODES, groupsOf(tree.words), GROUP_BLOCK);
        case BOXED:
          measureSpread(tree);
          if (tree.reals[SPREAD_ORDERED] === 0) tree.reals[SPREAD_ORDERED] = tree.reals[SPREAD]!;
          if (tree.reals[SPREAD]! > MOST_SPREAD * tree.reals[SPREAD_ORDERED]!) {
            this.#order();
            return this.#make(job, BOXED, pass.NODES, groupsOf(tree.words), GROUP_BLOCK);
          }
          boxLevels(tree);
          candidates.words[CURSOR] = 0;
          return this.#make(job, FOUND, pass.FIND, groupsOf(tree.words), GROUP_BLOCK);
        case FOUND: {
          const total = this.#countFound(groupsOf(tree.words), GROUP_BLOCK);
          if (total > candidates.capacity) {
            // without room to move all candidates are pairs, and as many as fit into a list fit here
            if (tree.words[ROOM] === 0) this.#list.checkRoom(this.#where, total);
            tree.words[ROOM] = 0;
            this.#tightUntil = this.#call + PATIENCE;
            return this.#makeFat(job);
          }
          if (candidates.words[CURSOR] !== 2 * total) {
            // a worker died over it
            this.#step = BOXED;
            continue;
          }
          this.#sort(candidates.words[ODD_IDS] === 1 ? candidates.idsOdd : candidates.idsEven, total);
          cutBlocks(candidates, total);
          this.#isKept = true;
          this.#calls = 0;
          if (this.#list.changes !== this.#changes) return this.#makeFilter(job);
          candidates.words[BEFORE] = this.#list.count;
          return this.#make(job, NUMBERED, pass.ROWS, candidates.words[BLOCKS]!, 1);
        }
        case NUMBERED:
          return this.#makeFilter(job);
        case FILTERED: {
          const count = countKept(candidates);
          this.#found = count;
          this.#isWasteful = countCandidates(candidates) > 2 * count + this.#rows;
          this.#list.checkRoom(this.#where, count);
          if (count > this.#most)
            fail(`${this.#where}: pairs`, `at most ${this.#most} (raise capacity.contacts)`, count);
          this.#list.beginChange(this.#list.changes !== this.#changes);
          return this.#make(job, PLACED, pass.PLACE, candidates.words[BLOCKS]!, 1);
        }
        case PLACED:
          flip(candidates.words, ODD_ROWS);
          if (this.#list.changes === this.#changes) return this.#make(job, CARRIED, CARRY, this.#found, PLACED_BLOCK);
          this.#finish();
          return false;
        default:
          this.#finish();
          return false;
      }
    }
  }

  #make(job: Job, step: number, operation: number, items: number, perBlock: number): boolean {
    this.#step = step;
    job.operation = operation;
    job.rows = items;
    job.blockRows = perBlock;
    return true;
  }

  #makeFat(job: Job): boolean {
    const { reals } = this.#frame.tree;
    reals[WIDE_MARGIN] = reals[MARGIN]!;
    this.#isKept = false;
    return this.#make(job, FATTENED, pass.FATTEN, this.#rows, BOUNDS_BLOCK);
  }

  #makeAsk(job: Job): boolean {
    const { tree, candidates } = this.#frame;
    candidates.words[CURSOR] = 0;
    return this.#make(job, ASKED, pass.MORE, tree.words[MOVED_COUNT]!, MOVED_BLOCK);
  }

  #makeFilter(job: Job): boolean {
    return this.#make(job, FILTERED, pass.FILTER, this.#frame.candidates.words[BLOCKS]!, 1);
  }

  #finish(): void {
    this.#list.replaced(this.#found, this.#list.changes === this.#changes);
    this.#changes = this.#list.changes;
    this.#calls++;
    this.#step = IDLE;
  }

  /** Rows that are new are nowhere yet; if there are fewer than before, all are. */
  #meetRows(rows: number): void {
    const { fat, anchors, places, words } = this.#frame.tree;
    let first = this.#rows;
    if (rows < first) {
      first = 0;
      words[LEAVES] = 0;
      words[TAIL_COUNT] = 0;
      this.#isKept = false;
    }
    for (let row = first; row < rows; row++) {
      fat.fill(Number.NaN, FAT_STRIDE * row, FAT_STRIDE * (row + 1));
      anchors[ANCHOR_STRIDE * row + ANCHOR_CALL] = -1;
      places[row] = NO_PLACE;
    }
    this.#rows = rows;
  }

  /** Puts the rows that moved close together. @returns how many */
  #countMoved(): number {
    const { movedRows, blockMoved, blockInvalid, words } = this.#frame.tree;
    let moved = 0;
    this.invalidColliders = 0;
    for (let block = 0; block * BOUNDS_BLOCK < this.#rows; block++) {
      const begin = block * BOUNDS_BLOCK;
      movedRows.copyWithin(moved, begin, begin + blockMoved[block]!);
      moved += blockMoved[block]!;
      this.invalidColliders += blockInvalid[block]!;
    }
    words[MOVED_COUNT] = moved;
    return moved;
  }

  #order(): void {
    const { tree } = this.#frame;
    orderTree(tree, this.#rows, this.#stack);
    tree.reals[SPREAD_ORDERED] = 0;
    this.#stale = 0;
  }

  /** Whether it is better to find all candidates anew. */
  #isWorn(moved: number): boolean {
    const { reals } = this.#frame.tree;
    if (moved > MOST_MOVED * this.#rows || reals[MARGIN]! > reals[WIDE_MARGIN]!) return true;
    return this.#isWasteful && this.#calls >= PATIENCE;
  }

  /** Gives bodies that moved new fat boxes and brings them to the tree. @returns false if it is to be ordered again */
  #move(moved: number): boolean {
    const { tree, bounds, colliders } = this.#frame;
    this.#isKept = false;
    this.#stale += moved;
    let isPlaced = this.#stale <= MOST_STALE * this.#rows;
    for (let m = 0; m < moved; m++) {
      const row = tree.movedRows[m]!;
      fattenRow(tree, bounds, row);
      storeFilters(tree, colliders, row, row + 1);
      isPlaced = isPlaced && placeRow(tree, row);
    }
    return isPlaced;
  }

  /** Orders what bodies that moved have found. @returns false if it was too much, or a worker died over it */
  #sortFresh(): boolean {
    const { candidates, tree } = this.#frame;
    const count = this.#countFound(tree.words[MOVED_COUNT]!, MOVED_BLOCK);
    if (candidates.words[CURSOR] !== 2 * count || count > candidates.freshCapacity) return false;
    this.#sort(candidates.fresh, count);
    candidates.words[FRESH_COUNT] = count;
    return true;
  }

  /** Pairs that all blocks of a search over `items` have found. */
  #countFound(items: number, perBlock: number): number {
    const { foundCounts } = this.#frame.tree;
    let count = 0;
    for (let block = 0; block * perBlock < items; block++) count += foundCounts[block]!;
    return count;
  }

  #sort(to: Uint32Array, count: number): void {
    if (this.#firsts.length < this.#rows + 1) this.#firsts = new Uint32Array(2 * this.#rows + 1);
    sortPairs(to, this.#frame.candidates.staging, count, this.#firsts, this.#rows);
  }
}

function flip(words: Int32Array, side: number): void {
  words[side] = 1 - words[side]!;
}

/** Nodes of level 1. */
function groupsOf(words: Int32Array): number {
  return words[LEAVES] === 0 ? 0 : words[LEVEL_COUNT + 1]!;
}
