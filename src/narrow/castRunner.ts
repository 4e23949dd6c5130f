/**
 * Casts on one thread, by the wide kernel if there is one, else by the scalar kernel.
 *
 *   reads   poses and shapes (placed), casts.motions, .pivots, .moves, .turns, .options, .words
 *   writes  rows of the results of casts
 */
import type { BroadScratch } from '../broad/scratch.ts';
import { writeNone } from '../kernels/casts/castResults.ts';
import { CastStatus } from '../tables/castStatus.ts';
import { shapeRows } from '../tables/castTable.ts';
import { MOST_TURN } from '../tables/castWords.ts';
import { NO_CHILD } from '../tables/childWords.ts';
import { COUNT_TABLE_BYTES, NODES, ROWS, SHAPES } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { TILE_ROWS } from '../tables/kernelContext.ts';
import { hasChildren, isSurface } from '../tables/shapeKinds.ts';
import { SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../tables/shapeWords.ts';
import { type CastGuests, ChildCasts } from './children/childCasts.ts';
import type { RowRunner } from './rowRunner.ts';
import type { ScalarKernel } from './scalarKernel.ts';
import type { ThreadTools } from './threadTools.ts';
import type { WideKernel } from './wideKernel.ts';

export class CastRunner {
  readonly #frame: Frame;
  readonly #wide: WideKernel | undefined;
  readonly #scalar: ScalarKernel | undefined;
  /** Of `castShapes`: the row of the results, and the row of the probe. */
  #at = 0;
  #mover = 0;
  /** The last collider whose child it met first. */
  #childOf = -1;
  readonly #rows: RowRunner;
  readonly #thread: number;
  #children: ChildCasts | undefined;
  /** Counts that make the rows of guests legal ids. */
  readonly #guestCounts = new Uint32Array(COUNT_TABLE_BYTES / 4);

  constructor({ frame, kernels, rows, thread }: ThreadTools) {
    this.#frame = frame;
    this.#wide = kernels.wide;
    this.#scalar = kernels.scalar;
    this.#rows = rows;
    this.#thread = thread;
    this.#guestCounts[ROWS] = frame.placed.capacity;
    this.#guestCounts[SHAPES] = frame.shapes.words.length / SHAPE_STRIDE;
  }

  /** Casts pairs [begin, end) of a list: both colliders move. */
  castPairs(ids: Uint32Array, begin: number, end: number): void {
    const wide = this.#wide;
    const { casts, counts } = this.#frame;
    const results = casts.ofPairs;
    results.childA.fill(NO_CHILD, begin, end);
    results.childB.fill(NO_CHILD, begin, end);
    this.#scalar?.castPairs(results, counts, ids, begin, end);
    if (wide) {
      wide.setCasts(results, counts);
      for (let from = begin; from < end; from += TILE_ROWS) {
        wide.castPairs(ids, from, Math.min(from + TILE_ROWS, end));
      }
    }
    if (counts[NODES] === 0) return;
    for (let row = begin; row < end; row++) {
      if (!this.#hasChildren(ids[2 * row]) && !this.#hasChildren(ids[2 * row + 1])) continue;
      this.#childCasts.castPair(results, row);
    }
  }

  /** Whether the shape in a row of the placed table has children. */
  #hasChildren(row: number): boolean {
    const { counts, placed, shapes } = this.#frame;
    return row < placed.capacity && placed.shapes[row] < counts[SHAPES] && hasChildren(shapes, placed.shapes[row]);
  }

  get #childCasts(): ChildCasts {
    this.#children ??= new ChildCasts(this.#frame, this.#rows, this.#thread, this.#castGuests);
    return this.#children;
  }

  // no arrow function in a function that runs often: V8 allocates for the `this` of each call
  readonly #castGuests: CastGuests = (results, ids, count) => {
    this.#scalar?.castPairs(results, this.#guestCounts, ids, 0, count);
    this.#wide?.setCasts(results, this.#guestCounts);
    this.#wide?.castPairs(ids, 0, count);
  };

  /** Casts the shape of `beginShape` against the colliders in the tree: see broad/pass.ts. */
  castSwept(scratch: BroadScratch, probe: number, mask: number, ignored: number): void {
    const { casts, counts } = this.#frame;
    const results = shapeRows(casts);
    this.#scalar?.castSwept(scratch, results, this.#at, mask, ignored, this);
    if (!this.#wide) return;
    const { searches } = this.#wide;
    this.#wide.setCasts(results, counts);
    searches.beginSweep(this.#at, this.#mover, probe, mask, ignored);
    for (let row = searches.resumeSweep(); row >= 0; row = searches.resumeSweep()) this.castAgainst(row);
  }

  /** Begins a cast of `castShapes`: see broad/pass.ts. */
  beginShape(k: number, row: number): boolean {
    const { casts, colliders, counts, placed, shapes } = this.#frame;
    const results = shapeRows(casts);
    this.#at = k;
    this.#mover = row;
    const shape = placed.shapes[row];
    const at = 4 * (row - colliders.capacity);
    let square = 0;
    let length = 0;
    let turn = 0;
    for (let c = 0; c < 4; c++) square += placed.rotations[4 * row + c] * placed.rotations[4 * row + c];
    for (let c = 0; c < 3; c++) {
      length += Math.abs(placed.positions[4 * row + c]) + Math.abs(casts.moves[at + c]);
      turn += casts.turns[at + c] * casts.turns[at + c];
    }
    const isGood =
      shape < counts[SHAPES] &&
      (shapes.words[SHAPE_STRIDE * shape + TRAITS] & UNBOUNDED) === 0 &&
      !isSurface(this.#frame.shapes, shape) &&
      square > 0 &&
      square < Infinity &&
      length < Infinity &&
      turn <= MOST_TURN * MOST_TURN;
    results.ids[k] = -1;
    results.childA[k] = NO_CHILD;
    results.childB[k] = NO_CHILD;
    this.#childOf = -1;
    writeNone(results, k, isGood ? CastStatus.Free : CastStatus.Invalid);
    return isGood;
  }

  /** Casts it against a collider. */
  castAgainst(collider: number): void {
    const { casts, counts } = this.#frame;
    const results = shapeRows(casts);
    if (counts[NODES] > 0 && (this.#hasChildren(collider) || this.#hasChildren(this.#mover))) {
      this.#childCasts.castAgainst(results, this.#at, this.#mover, collider);
      if (results.ids[this.#at] === collider) this.#childOf = collider;
      this.#wide?.setCasts(results, counts);
      return;
    }
    this.#wide?.searches.castAgainst(collider);
    this.#scalar?.castAgainst(results, this.#at, this.#mover, collider);
  }

  /** Ends a cast of `castShapes`. */
  endShape(): void {
    const { ids, childA, childB } = shapeRows(this.#frame.casts);
    if (ids[this.#at] === this.#childOf) return;
    childA[this.#at] = NO_CHILD;
    childB[this.#at] = NO_CHILD;
  }
}
