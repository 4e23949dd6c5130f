/** Flags and distances of pairs with a shape that has children. */

import { NO_CHILD } from '../../tables/childWords.ts';
import { Status } from '../../tables/distanceStatus.ts';
import type { Frame, ListTables } from '../../tables/frame.ts';
import { DEPTH } from '../../tables/queryTable.ts';
import type { RowRunner } from '../rowRunner.ts';
import { ChildPairs } from './childPairs.ts';

export class ChildDistances extends ChildPairs {
  // what they find ends the search earlier
  protected readonly atOnce = 16;
  #overlapOnly = false;
  /** The best row so far: its children by the user's numbers, and whether there is one. */
  #bestChild = NO_CHILD;
  #bestPart = NO_CHILD;
  #hasBest = false;
  readonly #best = new Float64Array(1);
  /** The list that gets the row, and whether depths are written. */
  #target: ListTables;
  #hasDepth = false;

  constructor(frame: Frame, rows: RowRunner, thread: number) {
    super(frame, rows, thread);
    this.#target = rows.tables.list;
  }

  /** Computes the pairs in rows listedRows[begin … end) of the list of the query. */
  compute(overlapOnly: boolean, begin: number, end: number): void {
    const { listedRows, query } = this.frame;
    this.#target = this.rows.tables.list;
    this.#hasDepth = query.words[DEPTH] === 1;
    this.#overlapOnly = overlapOnly;
    for (let k = begin; k < end; k++) this.#computeRow(listedRows[k], this.choose(listedRows[k]));
  }

  /** Computes a row of a list whose ids may be those of probes, with depth. */
  computePlaced(list: ListTables, overlapOnly: boolean, row: number): void {
    const { ids } = list.pairs;
    this.#target = list;
    this.#hasDepth = true;
    this.#overlapOnly = overlapOnly;
    this.#computeRow(row, this.choosePair(ids[2 * row], ids[2 * row + 1]));
  }

  /** @param isValid whether the pair is chosen, and has an answer */
  #computeRow(row: number, isValid: boolean): void {
    this.row = row;
    if (!isValid) {
      this.#writeInvalid();
      return;
    }
    this.#hasBest = false;
    this.#best[0] = Infinity;
    const { query } = this.frame;
    const { near } = this;
    const limit = this.#overlapOnly ? 0 : query.maxDistance[0];
    near.limit[0] = limit;
    this.computeChildren();
    // nothing is as near as the limit: the nearest child says where the shape is
    if (!this.#hasBest && !this.#overlapOnly) {
      near.limit[0] = Infinity;
      this.computeChildren();
    }
    this.#finish();
  }

  /** Computes the first `count` pairs of the thread's list, and keeps the best. */
  protected measure(count: number): void {
    const { results } = this.list;
    const { near } = this;
    this.rows.computePlaced(this.list, this.#overlapOnly, count);
    for (let pair = 0; pair < count; pair++) {
      const status = results.status[pair];
      if (status === Status.Invalid) continue;
      if (this.#overlapOnly) {
        if (status !== Status.Overlapping) continue;
        this.#hasBest = true;
        near.limit[0] = -1;
        return;
      }
      const distance = results.separation[4 * pair + 3];
      if (!this.#isBetter(distance, pair)) continue;
      this.#keep(pair);
      near.limit[0] = Math.min(near.limit[0], Math.max(distance, 0));
    }
  }

  /** Whether a pair is nearer than the best one; of equal pairs that with the smaller children counts. */
  #isBetter(distance: number, pair: number): boolean {
    if (!this.#hasBest || distance < this.#best[0]) return true;
    if (distance > this.#best[0]) return false;
    const child = this.numberOf(this.many, this.childOf[pair]);
    const part = this.numberOf(this.other, this.partOf[pair]);
    return child < this.#bestChild || (child === this.#bestChild && part < this.#bestPart);
  }

  /** Writes a pair of the thread's list to the row of the query. Offsets are from the positions of the colliders. */
  #keep(pair: number): void {
    const { results, pairs } = this.list;
    const to = this.#target.results;
    const row = this.row;
    this.#hasBest = true;
    this.#best[0] = results.separation[4 * pair + 3];
    this.#bestChild = this.numberOf(this.many, this.childOf[pair]);
    this.#bestPart = this.numberOf(this.other, this.partOf[pair]);
    to.status[row] = results.status[pair];
    for (let c = 0; c < 4; c++) to.separation[4 * row + c] = results.separation[4 * pair + c];
    const a = (this.isFirst ? this.many : this.other).collider;
    const b = (this.isFirst ? this.other : this.many).collider;
    this.#writeOffset(to.offsetA, results.offsetA, pair, pairs.ids[2 * pair], a);
    this.#writeOffset(to.offsetB, results.offsetB, pair, pairs.ids[2 * pair + 1], b);
  }

  #writeOffset(to: Float32Array, from: Float32Array, pair: number, guest: number, collider: number): void {
    const { positions } = this.frame.placed;
    for (let c = 0; c < 3; c++) {
      const between = positions[4 * guest + c] - positions[4 * collider + c];
      to[4 * this.row + c] = from[4 * pair + c] + between;
    }
    to[4 * this.row + 3] = from[4 * pair + 3];
  }

  /** Of two surfaces, and of poses that are not valid. */
  #writeInvalid(): void {
    const { status, separation, offsetA, offsetB } = this.#target.results;
    const at = 4 * this.row;
    status[this.row] = Status.Invalid;
    if (this.#overlapOnly) return;
    for (const column of [separation, offsetA, offsetB]) column.fill(Number.NaN, at, at + 4);
  }

  /** Writes what is left of the row. */
  #finish(): void {
    const { query } = this.frame;
    const { results } = this.#target;
    const row = this.row;
    if (this.#overlapOnly) {
      results.status[row] = this.#hasBest ? Status.Overlapping : Status.Separated;
      return;
    }
    if (!this.#hasBest) return;
    results.childA[row] = this.isFirst ? this.#bestChild : this.#bestPart;
    results.childB[row] = this.isFirst ? this.#bestPart : this.#bestChild;
    if (results.status[row] === Status.BeyondMaxDistance) {
      // the bound of one child is none for the others, which are beyond the limit, too
      results.separation[4 * row + 3] = Math.min(results.separation[4 * row + 3], query.maxDistance[0]);
    }
    if (results.status[row] !== Status.Overlapping || this.#hasDepth) return;
    results.separation.fill(Number.NaN, 4 * row, 4 * row + 3);
    results.separation[4 * row + 3] = 0;
    results.offsetA.fill(Number.NaN, 4 * row, 4 * row + 4);
    results.offsetB.fill(Number.NaN, 4 * row, 4 * row + 3);
    results.offsetB[4 * row + 3] = 0;
  }
}
