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
import { SHAPES } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { TILE_ROWS } from '../tables/kernelContext.ts';
import { SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../tables/shapeWords.ts';
import type { ScalarKernel } from './scalarKernel.ts';
import type { ThreadKernels } from './threadKernels.ts';
import type { WideKernel } from './wideKernel.ts';

export class CastRunner {
  readonly #frame: Frame;
  readonly #wide: WideKernel | undefined;
  readonly #scalar: ScalarKernel | undefined;
  /** Of `castShapes`: the row of the results, and the row of the probe. */
  #at = 0;
  #mover = 0;

  constructor(frame: Frame, { wide, scalar }: ThreadKernels) {
    this.#frame = frame;
    this.#wide = wide;
    this.#scalar = scalar;
  }

  /** Casts pairs [begin, end) of a list: both colliders move. */
  castPairs(ids: Uint32Array, begin: number, end: number): void {
    const wide = this.#wide;
    const { casts, counts } = this.#frame;
    this.#scalar?.castPairs(casts.ofPairs, ids, begin, end);
    if (!wide) return;
    wide.setCasts(casts.ofPairs, counts);
    for (let from = begin; from < end; from += TILE_ROWS) {
      wide.castPairs(ids, from, Math.min(from + TILE_ROWS, end));
    }
  }

  /** Casts the shape of `beginShape` against the colliders in the tree: see broad/pass.ts. */
  castSwept(scratch: BroadScratch, probe: number, mask: number, ignored: number): void {
    const { casts, counts } = this.#frame;
    const results = shapeRows(casts);
    this.#scalar?.castSwept(scratch, results, this.#at, this.#mover, mask, ignored);
    if (!this.#wide) return;
    const { searches } = this.#wide;
    this.#wide.setCasts(results, counts);
    searches.beginSweep(this.#at, this.#mover, probe, mask, ignored);
    for (let row = searches.resumeSweep(); row >= 0; row = searches.resumeSweep()) searches.castAgainst(row);
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
      square > 0 &&
      square < Infinity &&
      length < Infinity &&
      turn <= MOST_TURN * MOST_TURN;
    results.ids[k] = -1;
    writeNone(results, k, isGood ? CastStatus.Free : CastStatus.Invalid);
    return isGood;
  }

  /** Casts it against a collider. */
  castAgainst(collider: number): void {
    this.#wide?.searches.castAgainst(collider);
    this.#scalar?.castAgainst(shapeRows(this.#frame.casts), this.#at, this.#mover, collider);
  }
}
