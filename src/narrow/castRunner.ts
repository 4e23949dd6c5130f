/**
 * Casts on one thread. Wasm computes the rows, if there is any; a host without it computes them from the same source.
 *
 *   reads   poses and shapes (placed), casts.motions, .pivots, .moves, .turns, .options, .words
 *   writes  rows of the results of casts
 */
import type { BroadScratch } from '../broad/scratch.ts';
import { MOST_TURN } from '../kernels/casts/begin.ts';
import { isUnbounded } from '../kernels/casts/bodies.ts';
import type { Cast } from '../kernels/casts/cast.ts';
import { type CastScene, writeNone, writeProbe } from '../kernels/casts/castColumns.ts';
import { castPair, castProbe } from '../kernels/casts/castRow.ts';
import { createCast } from '../kernels/casts/createCast.ts';
import { nextSwept } from '../kernels/casts/nextSwept.ts';
import type { SceneGeometry } from '../kernels/cores/geometry.ts';
import type { CoreScratch } from '../kernels/cores/scratch.ts';
import { startDescent } from '../kernels/tree/startDescent.ts';
import { CastStatus } from '../tables/castStatus.ts';
import { shapeRows } from '../tables/castTable.ts';
import { ROWS, SHAPES } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { TILE_ROWS } from '../tables/kernelContext.ts';
import { SHAPE_STRIDE, TRAITS } from '../tables/shapeWords.ts';
import type { WideKernel } from './wideKernel.ts';

export class CastRunner {
  readonly #frame: Frame;
  readonly #wide: WideKernel | undefined;
  readonly #geometry: SceneGeometry;
  readonly #cast: Cast;
  readonly #scene: CastScene;
  /** Of `castShapes`: the row of the results, and the row of the probe. */
  #at = 0;
  #mover = 0;

  /** @param wide the thread's wide kernel, if there is one */
  constructor(frame: Frame, geometry: SceneGeometry, scratch: CoreScratch, wide: WideKernel | undefined) {
    const { casts, colliders, placed } = frame;
    this.#frame = frame;
    this.#wide = wide;
    this.#geometry = geometry;
    this.#cast = createCast(scratch, geometry, geometry);
    this.#scene = { placed, casts, firstProbe: colliders.capacity, rowCount: 0, shapeCount: 0 };
  }

  /** Casts pairs [begin, end) of a list: both colliders move. */
  castPairs(ids: Uint32Array, begin: number, end: number): void {
    const wide = this.#wide;
    const { casts, counts } = this.#frame;
    this.#setCounts();
    if (!wide) {
      for (let k = begin; k < end; k++) castPair(this.#cast, this.#scene, casts.ofPairs, ids, k);
      return;
    }
    wide.setCasts(casts.ofPairs, counts);
    for (let from = begin; from < end; from += TILE_ROWS) {
      wide.castPairs(ids, from, Math.min(from + TILE_ROWS, end));
    }
  }

  #setCounts(): void {
    const { counts } = this.#frame;
    this.#scene.rowCount = counts[ROWS];
    this.#scene.shapeCount = counts[SHAPES];
  }

  /** Casts the shape of `beginShape` against the colliders in the tree: see broad/pass.ts. */
  castSwept({ stack, sweep }: BroadScratch, probe: number, mask: number, ignored: number): void {
    const wide = this.#wide;
    const { bounds, casts, colliders, counts, tree } = this.#frame;
    const results = shapeRows(casts);
    if (wide) {
      const { searches } = wide;
      wide.setCasts(results, counts);
      searches.beginSweep(this.#at, this.#mover, probe, mask, ignored);
      for (let row = searches.resumeSweep(); row >= 0; row = searches.resumeSweep()) this.castAgainst(row);
      return;
    }
    startDescent(tree.words, stack);
    for (;;) {
      const row = nextSwept(tree, bounds.boxes, stack, sweep, results.t, this.#at);
      if (row < 0) return;
      if (row !== ignored && (colliders.groups[2 * row] & mask) !== 0) this.castAgainst(row);
    }
  }

  /** Begins a cast of `castShapes`: see broad/pass.ts. */
  beginShape(k: number, row: number): boolean {
    const { casts, colliders, placed } = this.#frame;
    const results = shapeRows(casts);
    this.#setCounts();
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
      shape < this.#scene.shapeCount &&
      !isUnbounded(this.#geometry.shapes.words[SHAPE_STRIDE * shape + TRAITS]) &&
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
    if (this.#wide) {
      this.#wide.searches.castAgainst(collider);
      return;
    }
    const results = shapeRows(this.#frame.casts);
    const k = this.#at;
    const status = castProbe(this.#cast, this.#scene, results, k, this.#mover, collider);
    writeProbe(results, k, this.#cast.c, status, collider);
  }
}
