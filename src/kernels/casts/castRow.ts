/**
 * Rows of `castPairs` and of `castShapes`: loads two bodies and their motions, casts them, and writes the result. Two
 * colliders are cast in the order of their ids, so that (a, b) and (b, a) have mirrored results. Hosts and wasm compile
 * this file, with the same bits.
 */
import {
  LEAVING,
  MOTION_STRIDE,
  MOTION_TURN,
  PIVOT_STRIDE,
  PIVOTS,
  SKIN,
  TOLERANCE,
} from '../../queries/casts/codes.ts';
import { CastStatus } from '../../queries/casts/status.ts';
import { SHAPE_STRIDE } from '../../shapes/codes.ts';
import type { PoseColumns } from '../contacts/columns.ts';
import type { Bytes, Double, Doubles, Flag, Floats, Int, Ints, Words } from '../lanes.ts';
import { writeNothing } from '../rows/invalidRow.ts';
import { type Cast, offsetPivots } from './bodies.ts';
import { runCast } from './runCast.ts';
import type { CastBody, CastNumbers } from './tables.ts';
import { clear } from './vectors.ts';

/** Motions and parameters: columns of the cast table (queries/casts/table.ts). */
interface MotionColumns {
  readonly motions: Doubles;
  readonly pivots: Doubles;
  readonly moves: Doubles;
  readonly turns: Doubles;
  readonly options: Doubles;
  readonly words: Ints;
}

/** What casts read of the scene. */
export interface CastScene {
  readonly placed: PoseColumns;
  readonly casts: MotionColumns;
  /** Row of the first probe. */
  readonly firstProbe: Int;
  rowCount: Int;
  shapeCount: Int;
}

/** Results: columns of the cast table. */
export interface CastColumns {
  readonly status: Bytes;
  readonly ids: Ints;
  readonly t: Doubles;
  readonly normals: Floats;
  readonly offsetsA: Floats;
  readonly offsetsB: Floats;
}

/** Casts row k of a list of pairs: both colliders move. */
export function castPair(cast: Cast, scene: CastScene, results: CastColumns, ids: Words, k: Int): void {
  const first = ids[2 * k];
  const second = ids[2 * k + 1];
  const isSwapped = first > second;
  const isLoaded = loadPair(cast.c, scene, isSwapped ? second : first, isSwapped ? first : second);
  let status: Int = CastStatus.Invalid;
  if (isLoaded) status = runCast(cast, scene.casts.words[LEAVING] === 1);
  results.ids[k] = -1;
  if (status === CastStatus.Free || status === CastStatus.Invalid) writeNone(results, k, status);
  else writeMet(results, k, cast.c, status, isSwapped);
}

/** Casts the probe in row `mover` against a collider, until the best time of row k so far. @returns a `CastStatus` */
export function castProbe(cast: Cast, scene: CastScene, results: CastColumns, k: Int, mover: Int, collider: Int): Int {
  const { c } = cast;
  const { moves, turns, words } = scene.casts;
  const isLoaded = loadBodies(c, scene, mover, collider);
  if (!isLoaded) return CastStatus.Invalid;
  const at = 4 * (mover - scene.firstProbe);
  for (let m: Int = 0; m < 3; m++) {
    c.move[m] = -moves[at + m];
    c.a.turn[m] = turns[at + m];
    c.b.turn[m] = 0;
  }
  c.limit = results.t[k];
  return runCast(cast, words[LEAVING] === 1);
}

/** Writes the result of `castProbe`, if the collider is met before the best hit of row k so far. */
export function writeProbe(results: CastColumns, k: Int, c: CastNumbers, status: Int, collider: Int): void {
  if (status === CastStatus.Free || status === CastStatus.Invalid) return;
  const best = results.t[k];
  const id = results.ids[k];
  if (!(c.time < best || (c.time === best && (id < 0 || collider < id)))) return;
  results.ids[k] = collider;
  writeMet(results, k, c, status, false);
}

/** Loads two colliders and their motions. @returns whether they exist */
function loadPair(c: CastNumbers, scene: CastScene, a: Int, b: Int): Flag {
  const { motions, pivots, words } = scene.casts;
  // a ≤ b, but in wasm ids above 2³¹ − 1 read as negative
  if (a === b || a < 0 || b >= scene.rowCount) return false;
  const areLoaded = loadBodies(c, scene, a, b);
  if (!areLoaded) return false;
  const ofA = MOTION_STRIDE * a;
  const ofB = MOTION_STRIDE * b;
  for (let k: Int = 0; k < 3; k++) {
    c.move[k] = motions[ofB + k] - motions[ofA + k];
    c.a.turn[k] = motions[ofA + MOTION_TURN + k];
    c.b.turn[k] = motions[ofB + MOTION_TURN + k];
  }
  if (words[PIVOTS] === 1) {
    for (let k: Int = 0; k < 3; k++) {
      c.a.pivot[k] = pivots[PIVOT_STRIDE * a + k];
      c.b.pivot[k] = pivots[PIVOT_STRIDE * b + k];
    }
    offsetPivots(c);
  }
  return true;
}

/** Loads shapes and poses of two rows, and the options. @returns whether they have shapes and poses */
function loadBodies(c: CastNumbers, scene: CastScene, a: Int, b: Int): Flag {
  const { positions } = scene.placed;
  const { options } = scene.casts;
  for (let k: Int = 0; k < 3; k++) c.offset[k] = positions[4 * b + k] - positions[4 * a + k];
  c.limit = 1;
  c.skin = options[SKIN];
  c.tolerance = options[TOLERANCE];
  const isA = loadBody(c.a, scene, a);
  const isB = loadBody(c.b, scene, b);
  return isA && isB;
}

function loadBody(body: CastBody, scene: CastScene, row: Int): Flag {
  const { rotations, shapes } = scene.placed;
  const shape = shapes[row];
  if (!(shape >= 0 && shape < scene.shapeCount)) return false;
  body.word = SHAPE_STRIDE * shape;
  let square: Double = 0;
  for (let k: Int = 0; k < 4; k++) {
    const x = Number(rotations[4 * row + k]);
    square += x * x;
    body.rotation[k] = x;
  }
  clear(body.pivot);
  return square > 0 && square < Infinity;
}

/** Writes row k, but its id, without a hit: free or invalid. */
export function writeNone(results: CastColumns, k: Int, status: Int): void {
  results.status[k] = status;
  results.t[k] = status === CastStatus.Free ? 1 : NaN;
  writeNothing(results.normals, 4 * k);
  writeNothing(results.offsetsA, 4 * k);
  writeNothing(results.offsetsB, 4 * k);
}

/** The same with a hit, or without a proof. @param isSwapped whether A of the cast is B of the row */
function writeMet(results: CastColumns, k: Int, c: CastNumbers, status: Int, isSwapped: Flag): void {
  const { normals, offsetsA, offsetsB } = results;
  const { found } = c;
  const at = 4 * k;
  const sign: Double = isSwapped ? -1 : 1;
  const onA = isSwapped ? offsetsB : offsetsA;
  const onB = isSwapped ? offsetsA : offsetsB;
  results.status[k] = status;
  results.t[k] = c.time;
  for (let m: Int = 0; m < 3; m++) {
    normals[at + m] = Math.fround(sign * found.normal[m]);
    onA[at + m] = Math.fround(found.offsetA[m]);
    onB[at + m] = Math.fround(found.offsetB[m]);
  }
  normals[at + 3] = Math.fround(found.distance);
  offsetsA[at + 3] = Math.fround(found.errorBound + c.rounding);
  offsetsB[at + 3] = 0;
}
