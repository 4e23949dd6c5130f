/**
 * Two boxes in f64, one row at a time, with the functions of the scalar kernel: the axis of largest separation among
 * their 15, and the witness of the features in contact. For rows that f32 leaves open.
 */
import { EXTENT, HALF_X, RADIUS } from '../../../shapes/codes.ts';
import { boxesSeparation } from '../../scalar/boxes/axes.ts';
import { boxWitness } from '../../scalar/boxes/witness.ts';
import { DISTANCE, HALF_A, HALF_B, ID_A, ID_B, NORMAL, ROT, SHIFT, SIZE, WITNESS } from '../../scalar/places.ts';
import { DEPTH, IDS, OVERLAP_ONLY } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  double,
  doublesAt,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
} from '../lanes.ts';
import { type Height, writeHeight } from '../planes/height.ts';
import { add, isTurn, lengthOf, offsetOf, type Turn, toLocal, toWorld, turnOf, type Vec } from '../planes/placed.ts';
import { writeSimplex } from '../planes/simplex.ts';
import { distanceTables } from '../tile.ts';

/**
 * Boxes nearer to contact than this part of their size are left to the scalar kernel, so that their flag is the same:
 * its searches count cores as touching within 1e-8 of the size.
 */
const RESOLVED = 2e-8;

/** Computes a row of boxes `a` < `b` with shapes at `wordsA` and `wordsB`. @returns 1 if it is written */
export function settleBoxes(context: Ints, row: Int, a: Int, b: Int, wordsA: Ints, wordsB: Ints): Int {
  const tables = distanceTables(context);
  const f = doublesAt(tables.reals.values);
  const i = intsAt(tables.integers);
  const realsA = floatsAt(wordsA);
  const realsB = floatsAt(wordsB);
  const turn = turnOf(context, a);
  const other = turnOf(context, b);
  const offset = offsetOf(context, a, b);
  if (!(isTurn(turn) && isTurn(other) && lengthOf(offset) < 1e18)) return 0;
  writeRotation(f, turn, other);
  const place = toLocal(turn, offset);
  f[SHIFT] = place.x;
  f[SHIFT + 1] = place.y;
  f[SHIFT + 2] = place.z;
  for (let c: Int = 0; c < 3; c++) {
    f[HALF_A + c] = double(realsA[HALF_X + c]);
    f[HALF_B + c] = double(realsB[HALF_X + c]);
  }
  const size = double(realsA[EXTENT]) + double(realsB[EXTENT]);
  f[SIZE] = size;
  const axis = boxesSeparation(f);
  const level = f[DISTANCE];
  const radius = double(realsB[RADIUS]);
  const baseRadius = double(realsA[RADIUS]);
  const radii = radius + baseRadius;
  if (!(abs(level) > RESOLVED * size && abs(level - radii) > RESOLVED * (size + radii))) return 0;
  const isOn = boxWitness(f, i, axis, 0);
  const isFlag = context[OVERLAP_ONLY] === 1 ? radii === 0 || level <= 0 : context[DEPTH] !== 1 && level <= 0;
  if (isOn === 0 && !isFlag) return 0;
  let first: Int = 0;
  if (intsAt(context[IDS])[2 * row] === a) first = 1;
  const normal: Vec = { x: f[NORMAL], y: f[NORMAL + 1], z: f[NORMAL + 2] };
  const witness: Vec = { x: f[WITNESS], y: f[WITNESS + 1], z: f[WITNESS + 2] };
  const up = toWorld(turn, normal);
  const onA = toWorld(turn, witness);
  writeSimplex(context, row, first, i, ID_A, ID_B, int(level <= 0), int(radii === 0));
  const arm = add(add(onA, level, up), -1, offset);
  const height: Height = { up, offset, arm, level, radius, baseRadius, reach: lengthOf(offset) + size };
  writeHeight(context, row, first, height);
  return 1;
}

/** Writes the rotation B → A: the formulas of scalar/relativePose.ts. */
function writeRotation(f: Doubles, a: Turn, b: Turn): void {
  const x = a.w * b.u.x - a.u.x * b.w - a.u.y * b.u.z + a.u.z * b.u.y;
  const y = a.w * b.u.y - a.u.y * b.w - a.u.z * b.u.x + a.u.x * b.u.z;
  const z = a.w * b.u.z - a.u.z * b.w - a.u.x * b.u.y + a.u.y * b.u.x;
  const w = a.w * b.w + a.u.x * b.u.x + a.u.y * b.u.y + a.u.z * b.u.z;
  const two: Double = 2;
  const s = two / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  f[ROT] = 1 - sy * y - sz * z;
  f[ROT + 1] = sx * y - sz * w;
  f[ROT + 2] = sx * z + sy * w;
  f[ROT + 3] = sx * y + sz * w;
  f[ROT + 4] = 1 - sx * x - sz * z;
  f[ROT + 5] = sy * z - sx * w;
  f[ROT + 6] = sx * z - sy * w;
  f[ROT + 7] = sy * z + sx * w;
  f[ROT + 8] = 1 - sx * x - sy * y;
}
