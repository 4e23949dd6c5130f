/**
 * The stages of the broad phase, from top to bottom. Candidates are the pairs whose fat boxes come within the margin.
 * They are kept between calls. Each call updates them and filters them by the bounds, so pairs are in order and keep
 * their rows.
 *
 * All stages follow each other closely: a worker that wakes for one of them stays awake for the rest.
 */
import { countCandidates, countKept, cutBlocks, isUnchanged, planBlocks } from '../../broad/candidates/blocks.ts';
import { passNumber, type Stage } from '../../broad/pass.ts';
import { groupsOf, type TreeUpdater } from '../../broad/tree/treeUpdater.ts';
import { fail } from '../../errors.ts';
import type { QueryPass } from '../../narrow/threadTools.ts';
import type { PairList } from '../../pairs/pairList.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { StageList } from '../../schedule/stageList.ts';
import { BEFORE, BLOCKS, CURSOR, FRESH_COUNT, ODD_IDS, ODD_ROWS } from '../../tables/candidateTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { GROUP_BLOCK, MARGIN, ROOM, WIDE_MARGIN } from '../../tables/treeTable.ts';
import { CARRY, FILTER, FIND, FIND_MOVED, FIND_ROWS, MERGE, WRITE_PAIRS } from './search.ts';

/**
 * Calls after which candidates are found anew if fewer than half of them are pairs, and for which fat boxes stay
 * without room if candidates did not fit.
 */
const REFRESH_CALLS = 32;
/** Rows per block of passes over moved rows, and over the pair list. */
const MOVED_BLOCK = 32;
const ROW_BLOCK = 2048;

export class PairStages {
  readonly #frame: Frame;
  readonly #treeUpdater: TreeUpdater;
  readonly #stages: StageList;
  #where = '';
  #list!: PairList;
  #most = 0;
  /** Whether the candidates were complete after the last call, but for outdated rows. */
  #hasCandidates = false;
  /** `resets` of the updater when the candidates were made. */
  #resets = 0;
  /** `changes` of the list after this filled it last: while equal, the rows of candidates are valid. */
  #changes = -1;
  #call = 0;
  /** Calls since all candidates were found. */
  #calls = 0;
  #found = 0;
  /** Whether the list holds the pairs already, in its rows. */
  #isSamePairs = false;
  /** `version` of the updater and margin (m) when the list was filled last: while equal, its pairs are the same. */
  #version = 0;
  #margin = -1;
  /** Whether fewer than half of the candidates were pairs. */
  #isWasteful = false;
  /** Call until which fat boxes get no room, because candidates did not fit with it. */
  #tightUntil = 0;

  constructor(frame: Frame, treeUpdater: TreeUpdater) {
    this.#frame = frame;
    this.#treeUpdater = treeUpdater;
    const findMoved = this.#stage(FIND_MOVED, MOVED_BLOCK, () =>
      this.#hasMoved ? this.#search(treeUpdater.moved) : 0,
    );
    const merge = this.#stage(MERGE, 1, () => (this.#hasMoved ? this.#blocks : 0));
    const find: Stage = this.#stage(FIND, GROUP_BLOCK, () =>
      treeUpdater.isAnew ? this.#search(groupsOf(frame.tree)) : 0,
    );
    const findRows = this.#stage(FIND_ROWS, 1, () => (treeUpdater.isAnew && this.#isSameList ? this.#blocks : 0));
    const filter = this.#stage(FILTER, 1, () => (this.#isAtRest ? 0 : this.#blocks));
    const writePairs = this.#stage(WRITE_PAIRS, 1, () => (this.#isSamePairs ? 0 : this.#blocks));
    const carry = this.#stage(CARRY, ROW_BLOCK, () => (this.#isSameList && !this.#isSamePairs ? this.#found : 0));
    this.#stages = new StageList([
      ...treeUpdater.follow,
      // candidates of the moved rows; if they do not fit, all are found anew
      findMoved,
      () => this.#planMerge(),
      merge,
      () => this.#finishMerge(),
      // all candidates, if that is cheaper or the fresh ones did not fit
      ...treeUpdater.remake,
      find,
      () => this.#sortFound(find),
      findRows,
      // candidates to pairs
      filter,
      () => this.#countPairs(),
      writePairs,
      () => this.#finishRows(),
      carry,
      () => this.#finish(),
    ]);
  }

  /**
   * Starts to fill `list` with the pairs within `margin` (m, one number), at most `most` of them. The list does not
   * change before the last stage.
   */
  begin(where: string, list: PairList, margin: Float64Array, most: number): void {
    const { reals } = this.#frame.tree;
    this.#where = where;
    this.#list = list;
    this.#most = most;
    this.#call++;
    reals.set(margin, MARGIN);
    const treeUpdater = this.#treeUpdater;
    const hasRoom = this.#call >= this.#tightUntil;
    treeUpdater.begin(true, hasRoom);
    const isKnown = this.#hasCandidates && this.#resets === treeUpdater.resets && reals[MARGIN] <= reals[WIDE_MARGIN];
    if (!isKnown || (this.#isWasteful && this.#calls >= REFRESH_CALLS)) treeUpdater.makeAnew(hasRoom);
    this.#stages.begin();
  }

  /**
   * Describes the next stage. The previous one must be complete.
   * @returns whether there is one: if not, the list is filled
   * @throws QueryError if the pairs do not fit; the list is then unchanged
   */
  next(stage: StageDescription): boolean {
    return this.#stages.next(stage);
  }

  #stage(pass: QueryPass, blockRows: number, prepare: () => number): Stage {
    return { pass: passNumber(this.#frame, pass), blockRows, prepare };
  }

  /** Whether the call keeps the candidates, except those of moved rows. */
  get #hasMoved(): boolean {
    return !this.#treeUpdater.isAnew && this.#treeUpdater.moved > 0;
  }

  /** Whether the list has not changed since the last call. */
  get #isSameList(): boolean {
    return this.#list.changes === this.#changes;
  }

  /** Whether neither the bounds, nor the margin, nor the list have changed since the last call. */
  get #isAtRest(): boolean {
    const { reals } = this.#frame.tree;
    return this.#isSameList && this.#treeUpdater.version === this.#version && reals[MARGIN] === this.#margin;
  }

  get #blocks(): number {
    return this.#frame.candidates.words[BLOCKS];
  }

  /** Called before a search over `items` items: there are no candidates until its pairs are in order. */
  #search(items: number): number {
    const { tree, candidates } = this.#frame;
    this.#hasCandidates = false;
    if (this.#treeUpdater.isAnew) tree.reals[WIDE_MARGIN] = tree.reals[MARGIN];
    candidates.words[CURSOR] = 0;
    return items;
  }

  /** Orders the pairs of the moved rows, and plans their merge. If they do not fit, all candidates are found anew. */
  #planMerge(): void {
    if (!this.#hasMoved) return;
    const { tree, candidates } = this.#frame;
    const count = this.#countFound(this.#treeUpdater.moved, MOVED_BLOCK);
    // a worker that died in the search may have staged pairs twice
    const isWhole = candidates.words[CURSOR] === 2 * count && count <= candidates.freshCapacity;
    if (isWhole) {
      this.#treeUpdater.broad.sortPairs(count, this.#treeUpdater.rows, 1);
      candidates.words[FRESH_COUNT] = count;
    }
    if (!isWhole || !planBlocks(candidates)) this.#treeUpdater.makeAnew(tree.words[ROOM] === 1);
  }

  #finishMerge(): void {
    if (!this.#hasMoved) return;
    const { words } = this.#frame.candidates;
    flip(words, ODD_IDS);
    flip(words, ODD_ROWS);
    this.#keep();
  }

  /** Orders all candidates. @returns the stage to go back to if they do not fit or are incomplete */
  #sortFound(find: Stage): Stage | undefined {
    const { tree, candidates } = this.#frame;
    const { words } = candidates;
    if (!this.#treeUpdater.isAnew) return undefined;
    const total = this.#countFound(groupsOf(tree), GROUP_BLOCK);
    if (total > candidates.capacity) {
      // without room to move all candidates are pairs, and this table holds more pairs than the list
      if (tree.words[ROOM] === 0) this.#list.checkRoom(this.#where, total);
      this.#tightUntil = this.#call + REFRESH_CALLS;
      this.#treeUpdater.makeAnew(false);
      return this.#treeUpdater.remake[0];
    }
    // a worker that died in the search has staged pairs twice
    if (words[CURSOR] !== 2 * total) return find;
    this.#treeUpdater.broad.sortPairs(total, this.#treeUpdater.rows, 0);
    cutBlocks(candidates, total);
    this.#keep();
    this.#calls = 0;
    words[BEFORE] = this.#list.count;
    return undefined;
  }

  /** Assigns the pairs of each block their rows. */
  #countPairs(): void {
    const { candidates } = this.#frame;
    const isAtRest = this.#isAtRest;
    const count = isAtRest ? this.#list.count : countKept(candidates);
    this.#found = count;
    this.#isWasteful = countCandidates(candidates) > 2 * count + this.#treeUpdater.rows;
    this.#list.checkRoom(this.#where, count);
    if (count > this.#most) fail(`${this.#where}: pairs`, `at most ${this.#most} (raise capacity.contacts)`, count);
    if (!this.#isSameList) this.#list.keepRows();
    // the rows of candidates are those of the last list
    this.#isSamePairs = isAtRest || (this.#isSameList && count === this.#list.count && isUnchanged(candidates));
  }

  #finishRows(): void {
    if (!this.#isSamePairs) flip(this.#frame.candidates.words, ODD_ROWS);
  }

  #finish(): void {
    if (this.#isSamePairs) this.#list.kept();
    else this.#list.replaced(this.#found, this.#isSameList);
    this.#changes = this.#list.changes;
    this.#version = this.#treeUpdater.version;
    this.#margin = this.#frame.tree.reals[MARGIN];
    this.#calls++;
  }

  /** Called when the candidates match the tree. */
  #keep(): void {
    this.#hasCandidates = true;
    this.#resets = this.#treeUpdater.resets;
    this.#treeUpdater.met();
  }

  /** Number of pairs from all blocks of a search over `items` items. */
  #countFound(items: number, perBlock: number): number {
    const { foundCounts } = this.#frame.tree;
    let count = 0;
    for (let block = 0; block * perBlock < items; block++) count += foundCounts[block];
    return count;
  }
}

function flip(words: Int32Array, side: number): void {
  words[side] = 1 - words[side];
}
