/**
 * Rows of `castPairs` and of `castShapes`: loads two bodies and their motions, and writes the result of their cast. Two
 * colliders are cast in the order of their ids, so that (a, b) and (b, a) have mirrored results. Hosts and wasm compile
 * this file, with the same bits.
 */
import type { Double, Doubles, Flag, Int, Ints, Words } from '../../language/lanes.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import {
  FIRST_GUEST,
  GUEST_SHIFT,
  MOTION_STRIDE,
  MOTION_TURN,
  PIVOT_STRIDE,
  PIVOTS,
  SKIN,
  TOLERANCE,
} from '../../tables/castWords.ts';
import { SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import type { PoseColumns } from '../contacts/columns.ts';
import { offsetPivots } from './bodies.ts';
import type { CastBody, CastNumbers } from './castNumbers.ts';
import { type CastColumns, writeNone } from './castResults.ts';
import { clear } from './vectors.ts';

/** Motions and parameters: columns of the cast table (tables/castTable.ts). */
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

/** Loads the probe in row `mover` and a collider, until the best time of row k so far. @returns whether they exist */
export function loadProbe(
  c: CastNumbers,
  scene: CastScene,
  results: CastColumns,
  k: Int,
  mover: Int,
  collider: Int,
): Flag {
  const { moves, turns } = scene.casts;
  const isLoaded = loadBodies(c, scene, mover, collider);
  const at = 4 * (mover - scene.firstProbe);
  for (let m: Int = 0; m < 3; m++) {
    c.move[m] = -moves[at + m];
    c.a.turn[m] = turns[at + m];
    c.b.turn[m] = 0;
  }
  c.limit = results.t[k];
  return isLoaded;
}

/** Writes the result of a cast of a probe, if the collider is met before the best hit of row k so far. */
export function writeProbe(results: CastColumns, k: Int, c: CastNumbers, status: Int, collider: Int): void {
  if (status === CastStatus.Free || status === CastStatus.Invalid) return;
  const best = results.t[k];
  const id = results.ids[k];
  if (!(c.time < best || (c.time === best && (id < 0 || collider < id)))) return;
  results.ids[k] = collider;
  writeMet(results, k, c, status, false);
}

/** Loads the colliders of row `row` of a list, and their motions. @returns whether they exist */
export function loadPair(c: CastNumbers, scene: CastScene, ids: Words, row: Int): Flag {
  const { motions, pivots, words } = scene.casts;
  const isSwapped = ids[2 * row] > ids[2 * row + 1];
  const a = isSwapped ? ids[2 * row + 1] : ids[2 * row];
  const b = isSwapped ? ids[2 * row] : ids[2 * row + 1];
  // a ≤ b, but in wasm ids above 2³¹ − 1 read as negative
  if (a === b || a < 0 || b >= scene.rowCount) return false;
  const areLoaded = loadBodies(c, scene, a, b);
  if (!areLoaded) return false;
  // guests come in pairs, and have pivots
  const isGuest = b >= words[FIRST_GUEST];
  const shift: Int = isGuest ? words[GUEST_SHIFT] : 0;
  const ofA = MOTION_STRIDE * (a - shift);
  const ofB = MOTION_STRIDE * (b - shift);
  for (let k: Int = 0; k < 3; k++) {
    c.move[k] = motions[ofB + k] - motions[ofA + k];
    c.a.turn[k] = motions[ofA + MOTION_TURN + k];
    c.b.turn[k] = motions[ofB + MOTION_TURN + k];
  }
  if (isGuest || words[PIVOTS] === 1) {
    for (let k: Int = 0; k < 3; k++) {
      c.a.pivot[k] = pivots[PIVOT_STRIDE * (a - shift) + k];
      c.b.pivot[k] = pivots[PIVOT_STRIDE * (b - shift) + k];
    }
    offsetPivots(c);
  }
  return true;
}

/** Loads shapes and poses of two rows, and the options. @returns whether they have shapes and poses */
function loadBodies(c: CastNumbers, scene: CastScene, a: Int, b: Int): Flag {
  const { positions } = scene.placed;
  const { options } = scene.casts;
  c.offset[0] = positions[4 * b] - positions[4 * a];
  c.offset[1] = positions[4 * b + 1] - positions[4 * a + 1];
  c.offset[2] = positions[4 * b + 2] - positions[4 * a + 2];
  c.limit = 1;
  c.skin = options[SKIN];
  c.tolerance = options[TOLERANCE];
  const isA = loadBody(c.a, scene, a);
  const isB = loadBody(c.b, scene, b);
  return isA && isB;
}

function loadBody(body: CastBody, scene: CastScene, row: Int): Flag {
  const { rotations, shapes } = scene.placed;
  const { rotation } = body;
  const shape = shapes[row];
  const x = Number(rotations[4 * row]);
  const y = Number(rotations[4 * row + 1]);
  const z = Number(rotations[4 * row + 2]);
  const w = Number(rotations[4 * row + 3]);
  rotation[0] = x;
  rotation[1] = y;
  rotation[2] = z;
  rotation[3] = w;
  body.word = SHAPE_STRIDE * shape;
  clear(body.pivot);
  const square = x * x + y * y + z * z + w * w;
  return shape >= 0 && shape < scene.shapeCount && square > 0 && square < Infinity;
}

/** Writes row k of a list of pairs. */
export function writePair(results: CastColumns, k: Int, c: CastNumbers, status: Int, ids: Words): void {
  results.ids[k] = -1;
  if (status === CastStatus.Free || status === CastStatus.Invalid) writeNone(results, k, status);
  else writeMet(results, k, c, status, ids[2 * k] > ids[2 * k + 1]);
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
