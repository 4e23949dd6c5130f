/**
 * Casts of pairs on one thread, by the scalar kernel. A pair of colliders is cast in the order of their ids, so that
 * (a, b) and (b, a) have mirrored results.
 *
 *   reads   poses and shapes (placed), casts.motions, .moves, .turns, .options, .words
 *   writes  rows of the results of casts
 */
import type { Frame } from '../memory/frame.ts';
import type { CastResultTable } from '../queries/casts/table.ts';
import { CastStatus, LEAVING, MOTION_STRIDE, MOTION_TURN, SKIN, TOLERANCE } from '../queries/casts/table.ts';
import { ROWS, SHAPES } from '../scene/countTable.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../shapes/codes.ts';
import type { CoreScratch, SceneGeometry } from '../shapes/cores/core.ts';
import { CAST_TOLERANCE, type Cast, createCast } from './scalar/cast/bodies.ts';
import {
  AXIS,
  BODY_A,
  BODY_B,
  SKIN as CAST_SKIN,
  TOLERANCE as CAST_TOLERANCE_AT,
  GAP,
  GAP_BOUND,
  OFFSET,
  POINT_A,
  POINT_B,
  ROTATION,
  TIME,
  TURN,
  VELOCITY,
} from './scalar/cast/places.ts';
import { writePoints } from './scalar/cast/result.ts';
import { runCast } from './scalar/cast/runCast.ts';

export class Caster {
  readonly #frame: Frame;
  readonly #cast: Cast;

  constructor(frame: Frame, geometry: SceneGeometry, scratch: CoreScratch) {
    this.#frame = frame;
    this.#cast = createCast(scratch, geometry, geometry);
  }

  /** Casts pairs [begin, end) of a list: both colliders move. */
  castPairs(ids: Uint32Array, begin: number, end: number): void {
    const { casts } = this.#frame;
    for (let k = begin; k < end; k++) {
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
      c[VELOCITY + k] = motions[ofB + k] - motions[ofA + k];
      c[BODY_A + TURN + k] = motions[ofA + MOTION_TURN + k];
      c[BODY_B + TURN + k] = motions[ofB + MOTION_TURN + k];
    }
    return true;
  }

  /** Loads shapes and poses of two rows, and the options. @returns whether they have shapes and poses */
  #loadBodies(a: number, b: number): boolean {
    const { casts, counts, placed } = this.#frame;
    const { positions, rotations, shapes } = placed;
    const cast = this.#cast;
    const { c } = cast;
    cast.rowA = shapes[a];
    cast.rowB = shapes[b];
    if (cast.rowA >= counts[SHAPES] || cast.rowB >= counts[SHAPES]) return false;
    let squareA = 0;
    let squareB = 0;
    for (let k = 0; k < 4; k++) {
      const x = rotations[4 * a + k];
      const y = rotations[4 * b + k];
      squareA += x * x;
      squareB += y * y;
      c[BODY_A + ROTATION + k] = x;
      c[BODY_B + ROTATION + k] = y;
    }
    for (let k = 0; k < 3; k++) c[OFFSET + k] = positions[4 * b + k] - positions[4 * a + k];
    const { reals } = cast.geometryA.shapes;
    const atA = SHAPE_STRIDE * cast.rowA;
    const atB = SHAPE_STRIDE * cast.rowB;
    c[CAST_SKIN] = casts.options[SKIN];
    c[CAST_TOLERANCE_AT] = casts.options[TOLERANCE];
    if (!(c[CAST_TOLERANCE_AT] >= 0)) {
      c[CAST_TOLERANCE_AT] =
        CAST_TOLERANCE * (reals[atA + EXTENT] + reals[atA + RADIUS] + reals[atB + EXTENT] + reals[atB + RADIUS]);
    }
    return squareA > 0 && squareA < Infinity && squareB > 0 && squareB < Infinity;
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
    writePoints(this.#cast);
    const sign = isSwapped ? -1 : 1;
    const onA = isSwapped ? offsetsB : offsetsA;
    const onB = isSwapped ? offsetsA : offsetsB;
    t[k] = c[TIME];
    for (let m = 0; m < 3; m++) {
      normals[at + m] = sign * c[AXIS + m];
      onA[at + m] = c[POINT_A + m];
      onB[at + m] = c[POINT_B + m];
    }
    normals[at + 3] = c[GAP];
    offsetsA[at + 3] = c[GAP_BOUND];
    offsetsB[at + 3] = 0;
  }
}
