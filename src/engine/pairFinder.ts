/**
 * The broad phase of one engine: bounds of all colliders, sweep, and the candidate pairs in order into a list. Keeps what
 * the next call starts from: the order of the last sweep, and room to sort in.
 */
import { fail } from '../errors.ts';
import type { Frame } from '../frame.ts';
import { boundsRows } from '../kernel/ts/bounds.ts';
import { createScratch } from '../kernel/ts/scratch.ts';
import type { PairList } from '../pairs/pairList.ts';
import { sortPairs } from '../pairs/sortPairs.ts';
import { Sweep } from '../pairs/sweep.ts';
import { ROWS } from '../scene/countTable.ts';

export interface FindPairsOptions {
  /** Pairs whose bounding boxes are within this of each other along every axis (m, ≥ 0). Default: 0, touching boxes. */
  readonly margin?: number;
}

/** Reads the margin. @throws QueryError for a bad one */
export function checkMargin(where: string, options: FindPairsOptions | undefined): number {
  const margin = options?.margin ?? 0;
  if (!(typeof margin === 'number' && margin >= 0 && margin < Infinity))
    fail(`${where}: margin`, 'a finite number ≥ 0 (m)', margin);
  return margin;
}

export class PairFinder {
  /** Live colliders that the last call left out, because their pose is invalid. */
  invalidColliders = 0;
  readonly #frame: Frame;
  readonly #sweep = new Sweep();
  readonly #scratch = createScratch();
  #firsts = new Uint32Array(0);

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** Makes `list` the pairs within `margin`. @throws QueryError if they do not fit; the list is then as it was */
  fill(where: string, list: PairList, margin: number): void {
    const { bounds, colliders, counts } = this.#frame;
    const rows = counts[ROWS]!;
    this.invalidColliders = boundsRows(bounds, colliders, counts, this.#frame, this.#scratch, 0, rows);
    const count = this.#sweep.run(bounds, rows, margin, list.capacity);
    if (this.#firsts.length < rows + 1) this.#firsts = new Uint32Array(2 * rows + 1);
    list.replace(where, count, (ids) => sortPairs(ids, this.#sweep.found, count, this.#firsts, rows));
  }
}
