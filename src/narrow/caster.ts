/**
 * Casts of pairs on one thread, by the scalar kernel. A pair of colliders is cast in the order of their ids, so that
 * (a, b) and (b, a) have mirrored results.
 *
 *   reads   poses and shapes (placed), casts.motions, .pivots, .moves, .turns, .options, .words
 *   writes  rows of the results of casts
 */
import type { Frame } from '../memory/frame.ts';
import type { CastResultTable } from '../queries/casts/table.ts';
import {
  CastStatus,
  LEAVING,
  MOTION_STRIDE,
  MOTION_TURN,
  PIVOT_STRIDE,
  PIVOTS,
  SKIN,
  shapeRows,
  TOLERANCE,
} from '../queries/casts/table.ts';
import { ROWS, SHAPES } from '../scene/countTable.ts';
import { SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../shapes/codes.ts';
import type { Geometry, SceneGeometry } from '../shapes/cores/core.ts';
import { MOST_TURN } from './scalar/cast/begin.ts';
import { type Cast, createCast, offsetPivots } from './scalar/cast/bodies.ts';
import { runCast } from './scalar/cast/runCast.ts';
import type { CoreScratch } from './scalar/scratch.ts';
import { TILE_ROWS } from './wide/context.ts';
import type { WideKernel } from './wideKernel.ts';

export class Caster {
  readonly #frame: Frame;
  readonly #wide: WideKernel | undefined;
  readonly #geometry: SceneGeometry;
  /** By shape. */
  readonly #geometries: Geometry[] = [];
  readonly #cast: Cast;
  /** Of `castShapes`: the row of the results, and the row of the probe. */
  #at = 0;
  #mover = 0;

  /** @param wide the thread's wide kernel, if there is one */
  constructor(frame: Frame, geometry: SceneGeometry, scratch: CoreScratch, wide: WideKernel | undefined) {
    this.#frame = frame;
    this.#wide = wide;
    this.#geometry = geometry;
    this.#cast = createCast(scratch, geometry, geometry);
  }

  /** Casts pairs [begin, end) of a list: both colliders move. */
  castPairs(ids: Uint32Array, begin: number, end: number): void {
    const wide = this.#wide;
    if (!wide) {
      for (let k = begin; k < end; k++) this.#castPair(ids, k);
      return;
    }
    wide.setCasts(this.#frame.casts.ofPairs, this.#frame.counts);
    for (let from = begin; from < end; from += TILE_ROWS) {
      const left = wide.castPairs(ids, from, Math.min(from + TILE_ROWS, end));
      for (let n = 0; n < left; n++) this.#castPair(ids, wide.deferred[n]);
    }
  }

  #castPair(ids: Uint32Array, k: number): void {
    const { casts } = this.#frame;
    const first = ids[2 * k];
    const second = ids[2 * k + 1];
    const isSwapped = first > second;
    const a = isSwapped ? second : first;
    const b = isSwapped ? first : second;
    const status = this.#loadPair(a, b) ? runCast(this.#cast, casts.words[LEAVING] === 1) : CastStatus.Invalid;
    casts.ofPairs.status[k] = status;
    casts.ofPairs.ids[k] = -1;
    this.#write(casts.ofPairs, k, status, isSwapped);
  }

  /** Casts the shape of `beginShape` against all colliders on its way: see broad/pass.ts. */
  castOnWay(probe: number, mask: number, ignored: number): boolean {
    const wide = this.#wide;
    if (!wide) return false;
    const { searches } = wide;
    wide.setCasts(shapeRows(this.#frame.casts), this.#frame.counts);
    searches.beginSeek(this.#at, this.#mover, probe, mask, ignored);
    for (let row = searches.seekCast(); row >= 0; row = searches.seekCast()) this.castAgainst(row);
    return true;
  }

  /** Begins a cast of `castShapes`: see broad/pass.ts. */
  beginShape(k: number, row: number): boolean {
    const { casts, colliders, counts, placed } = this.#frame;
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
      (this.#geometry.shapes.words[SHAPE_STRIDE * shape + TRAITS] & UNBOUNDED) === 0 &&
      square > 0 &&
      square < Infinity &&
      length < Infinity &&
      turn <= MOST_TURN * MOST_TURN;
    const status = isGood ? CastStatus.Free : CastStatus.Invalid;
    results.status[k] = status;
    results.ids[k] = -1;
    this.#write(results, k, status, false);
    return isGood;
  }

  /** Casts it against a collider. */
  castAgainst(collider: number): void {
    const { casts, colliders } = this.#frame;
    const results = shapeRows(casts);
    const k = this.#at;
    if (!this.#loadBodies(this.#mover, collider)) return;
    const { c } = this.#cast;
    const at = 4 * (this.#mover - colliders.capacity);
    for (let m = 0; m < 3; m++) {
      c.move[m] = -casts.moves[at + m];
      c.a.turn[m] = casts.turns[at + m];
      c.b.turn[m] = 0;
    }
    c.limit = results.t[k];
    const status = runCast(this.#cast, casts.words[LEAVING] === 1);
    if (status === CastStatus.Free || status === CastStatus.Invalid) return;
    const best = results.t[k];
    const id = results.ids[k];
    if (!(c.time < best || (c.time === best && (id < 0 || collider < id)))) return;
    results.status[k] = status;
    results.ids[k] = collider;
    this.#write(results, k, status, false);
  }

  /** Loads two colliders and their motions. @returns whether they exist */
  #loadPair(a: number, b: number): boolean {
    const { casts, counts } = this.#frame;
    // a ≤ b
    if (a === b || b >= counts[ROWS]) return false;
    if (!this.#loadBodies(a, b)) return false;
    const { c } = this.#cast;
    const { motions } = casts;
    const ofA = MOTION_STRIDE * a;
    const ofB = MOTION_STRIDE * b;
    for (let k = 0; k < 3; k++) {
      c.move[k] = motions[ofB + k] - motions[ofA + k];
      c.a.turn[k] = motions[ofA + MOTION_TURN + k];
      c.b.turn[k] = motions[ofB + MOTION_TURN + k];
    }
    if (casts.words[PIVOTS] === 1) {
      for (let k = 0; k < 3; k++) {
        c.a.pivot[k] = casts.pivots[PIVOT_STRIDE * a + k];
        c.b.pivot[k] = casts.pivots[PIVOT_STRIDE * b + k];
      }
      offsetPivots(c);
    }
    return true;
  }

  /** Loads shapes and poses of two rows, and the options. @returns whether they have shapes and poses */
  #loadBodies(a: number, b: number): boolean {
    const { casts, counts, placed } = this.#frame;
    const { positions, rotations, shapes } = placed;
    const cast = this.#cast;
    const { c } = cast;
    if (shapes[a] >= counts[SHAPES] || shapes[b] >= counts[SHAPES]) return false;
    cast.geometryA = this.#geometryOf(shapes[a]);
    cast.geometryB = this.#geometryOf(shapes[b]);
    let squareA = 0;
    let squareB = 0;
    for (let k = 0; k < 4; k++) {
      const x = rotations[4 * a + k];
      const y = rotations[4 * b + k];
      squareA += x * x;
      squareB += y * y;
      c.a.rotation[k] = x;
      c.b.rotation[k] = y;
    }
    for (let k = 0; k < 3; k++) c.offset[k] = positions[4 * b + k] - positions[4 * a + k];
    c.a.pivot.fill(0);
    c.b.pivot.fill(0);
    c.limit = 1;
    c.skin = casts.options[SKIN];
    c.tolerance = casts.options[TOLERANCE];
    return squareA > 0 && squareA < Infinity && squareB > 0 && squareB < Infinity;
  }

  /** The tables of one shape, which is in their row 0: made once for each shape. */
  #geometryOf(shape: number): Geometry {
    const known = this.#geometries[shape];
    if (known) return known;
    const { shapes, vertices, cores, partGeometry } = this.#geometry;
    const begin = SHAPE_STRIDE * shape;
    const end = begin + SHAPE_STRIDE;
    const own = { words: shapes.words.subarray(begin, end), reals: shapes.reals.subarray(begin, end) };
    const made = { shapes: own, vertices, cores, partGeometry };
    this.#geometries[shape] = made;
    return made;
  }

  /** Writes row k, but its status and its id. @param isSwapped whether A of the cast is B of the row */
  #write({ t, normals, offsetsA, offsetsB }: CastResultTable, k: number, status: number, isSwapped: boolean): void {
    const { c } = this.#cast;
    const at = 4 * k;
    if (status === CastStatus.Free || status === CastStatus.Invalid) {
      t[k] = 1;
      if (status === CastStatus.Invalid) t[k] = Number.NaN;
      normals.fill(Number.NaN, at, at + 4);
      offsetsA.fill(Number.NaN, at, at + 4);
      offsetsB.fill(Number.NaN, at, at + 4);
      return;
    }
    const { found } = this.#cast;
    const sign = isSwapped ? -1 : 1;
    const onA = isSwapped ? offsetsB : offsetsA;
    const onB = isSwapped ? offsetsA : offsetsB;
    t[k] = c.time;
    for (let m = 0; m < 3; m++) {
      normals[at + m] = sign * found.normal[m];
      onA[at + m] = found.offsetA[m];
      onB[at + m] = found.offsetB[m];
    }
    normals[at + 3] = found.distance;
    offsetsA[at + 3] = found.errorBound + c.rounding;
    offsetsB[at + 3] = 0;
  }
}
