/**
 * The broad phase of one engine: which passes run, in which order. Candidates, the pairs whose fat boxes come within the
 * margin, are kept from call to call; each call brings them up to date and filters them by the bounds, so that pairs come out
 * in order and with the rows they had.
 *
 * A call is `begin`, then a job for the dispatcher as often as `next` makes one. All jobs follow each other closely: workers
 * that one of them woke find the others awake.
 */

import { countCandidates, countKept, cutBlocks, planBlocks } from '../../broad/candidates/blocks.ts';
import { BEFORE, BLOCKS, CURSOR, FRESH_COUNT, ODD_IDS, ODD_ROWS } from '../../broad/candidates/candidateTable.ts';
import { sortPairs } from '../../broad/candidates/sortPairs.ts';
import * as pass from '../../broad/passes.ts';
import { groupsOf, type TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { GROUP_BLOCK, MARGIN, ROOM, WIDE_MARGIN } from '../../broad/tree/treeTable.ts';
import { fail } from '../../errors.ts';
import type { Frame } from '../../memory/frame.ts';
import type { PairList } from '../../pairs/pairList.ts';
import { CARRY } from '../../schedule/builtInPasses.ts';
import type { Job } from '../../schedule/job.ts';

/** Calls after which candidates are found anew if too many of them are no pairs. */
const PATIENCE = 32;
/** Rows per block of passes over bodies that moved, and over the pair list. */
const MOVED_BLOCK = 32;
const PLACED_BLOCK = 2048;

/** Where a call is: what was done last. */
const IDLE = 0;
const BEGUN = 1;
const ASKED = 2;
const MERGED = 3;
const FOUND = 4;
const NUMBERED = 5;
const FILTERED = 6;
const PLACED = 7;
const CARRIED = 8;

export class PairFinder {
  readonly #frame: Frame;
  readonly #keeper: TreeKeeper;
  #starts = new Uint32Array(0);
  #step = IDLE;
  #where = '';
  #list!: PairList;
  #most = 0;
  /** Whether the candidates are those of all rows at the last call, but for rows that strayed since. */
  #isKept = false;
  /** How often the rows had been forgotten when the candidates were made. */
  #oblivions = 0;
  /** Whether the candidates are to be found anew whoever moved. */
  #isWorn = false;
  /** `changes` of the list when this filled it: then candidates know their rows. */
  #changes = -1;
  #call = 0;
  #calls = 0;
  #found = 0;
  /** Whether fewer than half of the candidates were pairs. */
  #isWasteful = false;
  /** Call until which fat boxes get no room, because candidates did not fit with it. */
  #tightUntil = 0;

  constructor(frame: Frame, keeper: TreeKeeper) {
    this.#frame = frame;
    this.#keeper = keeper;
  }

  /**
   * Starts to make `list` the pairs within `margin` (m, one number), for a contact query at most `most` of them. The list stays as it is
   * until the last job.
   */
  begin(where: string, list: PairList, margin: Float64Array, most: number): void {
    const { reals } = this.#frame.tree;
    this.#where = where;
    this.#list = list;
    this.#most = most;
    this.#call++;
    reals.set(margin, MARGIN);
    this.#keeper.begin(true);
    this.#isKept = this.#isKept && this.#oblivions === this.#keeper.oblivions;
    this.#isWorn = !this.#isKept || reals[MARGIN] > reals[WIDE_MARGIN] || (this.#isWasteful && this.#calls >= PATIENCE);
    this.#step = BEGUN;
  }

  /**
   * Describes the next job over `job.list`, the list's tables. The one before must be complete.
   * @returns whether there is one: if not, the list is filled
   * @throws QueryError if the pairs do not fit; the list is then as it was
   */
  next(job: Job): boolean {
    const { tree, candidates } = this.#frame;
    const keeper = this.#keeper;
    for (;;) {
      switch (this.#step) {
        case BEGUN:
          if (keeper.next(job, this.#isWorn, this.#call >= this.#tightUntil)) return true;
          if (keeper.isAnew) return this.#makeFind(job);
          if (keeper.moved === 0) return this.#makeFilter(job);
          this.#isKept = false;
          candidates.words[CURSOR] = 0;
          return this.#make(job, ASKED, pass.FIND_MOVED, keeper.moved, MOVED_BLOCK);
        case ASKED:
          if (this.#sortFresh() && planBlocks(candidates)) {
            return this.#make(job, MERGED, pass.MERGE, candidates.words[BLOCKS], 1);
          }
          this.#findAnew(tree.words[ROOM] === 1);
          continue;
        case MERGED:
          flip(candidates.words, ODD_IDS);
          flip(candidates.words, ODD_ROWS);
          this.#keep();
          return this.#makeFilter(job);
        case FOUND: {
          const total = this.#countFound(groupsOf(tree), GROUP_BLOCK);
          if (total > candidates.capacity) {
            // without room to move all candidates are pairs, and as many as fit into a list fit here
            if (tree.words[ROOM] === 0) this.#list.checkRoom(this.#where, total);
            this.#tightUntil = this.#call + PATIENCE;
            this.#findAnew(false);
            continue;
          }
          // a worker died over it
          if (candidates.words[CURSOR] !== 2 * total) return this.#makeFind(job);
          this.#sort(candidates.words[ODD_IDS] === 1 ? candidates.idsOdd : candidates.idsEven, total);
          cutBlocks(candidates, total);
          this.#keep();
          this.#calls = 0;
          if (this.#list.changes !== this.#changes) return this.#makeFilter(job);
          candidates.words[BEFORE] = this.#list.count;
          return this.#make(job, NUMBERED, pass.ROWS, candidates.words[BLOCKS], 1);
        }
        case NUMBERED:
          return this.#makeFilter(job);
        case FILTERED: {
          const count = countKept(candidates);
          this.#found = count;
          this.#isWasteful = countCandidates(candidates) > 2 * count + keeper.rows;
          this.#list.checkRoom(this.#where, count);
          if (count > this.#most)
            fail(`${this.#where}: pairs`, `at most ${this.#most} (raise capacity.contacts)`, count);
          if (this.#list.changes !== this.#changes) this.#list.keepRows();
          return this.#make(job, PLACED, pass.WRITE_PAIRS, candidates.words[BLOCKS], 1);
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

  /** All candidates of the tree as it is. */
  #makeFind(job: Job): boolean {
    const { tree, candidates } = this.#frame;
    this.#isKept = false;
    tree.reals[WIDE_MARGIN] = tree.reals[MARGIN];
    candidates.words[CURSOR] = 0;
    return this.#make(job, FOUND, pass.FIND, groupsOf(tree), GROUP_BLOCK);
  }

  /** Once more from the fat boxes on. */
  #findAnew(room: boolean): void {
    this.#keeper.fatten(room);
    this.#step = BEGUN;
  }

  /** The candidates are those of the tree. */
  #keep(): void {
    this.#isKept = true;
    this.#oblivions = this.#keeper.oblivions;
    this.#keeper.met();
  }

  #makeFilter(job: Job): boolean {
    return this.#make(job, FILTERED, pass.FILTER, this.#frame.candidates.words[BLOCKS], 1);
  }

  #finish(): void {
    this.#list.replaced(this.#found, this.#list.changes === this.#changes);
    this.#changes = this.#list.changes;
    this.#calls++;
    this.#step = IDLE;
  }

  /** Orders what bodies that moved have found. @returns false if it was too much, or a worker died over it */
  #sortFresh(): boolean {
    const { candidates } = this.#frame;
    const count = this.#countFound(this.#keeper.moved, MOVED_BLOCK);
    if (candidates.words[CURSOR] !== 2 * count || count > candidates.freshCapacity) return false;
    this.#sort(candidates.fresh, count);
    candidates.words[FRESH_COUNT] = count;
    return true;
  }

  /** Pairs that all blocks of a search over `items` have found. */
  #countFound(items: number, perBlock: number): number {
    const { foundCounts } = this.#frame.tree;
    let count = 0;
    for (let block = 0; block * perBlock < items; block++) count += foundCounts[block];
    return count;
  }

  #sort(to: Uint32Array, count: number): void {
    const { rows } = this.#keeper;
    if (this.#starts.length < rows + 1) this.#starts = new Uint32Array(2 * rows + 1);
    const { staging, idsEven, idsOdd, words } = this.#frame.candidates;
    // the column that is not in use
    const between = words[ODD_IDS] === 1 ? idsEven : idsOdd;
    sortPairs(to, staging, between, count, this.#starts, rows);
  }
}

function flip(words: Int32Array, side: number): void {
  words[side] = 1 - words[side];
}
