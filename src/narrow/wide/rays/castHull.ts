/**
 * A hull without a radius against the ray: the arithmetic of `meetPortal` and `entered` (scalar/rays/rayBody.ts), so
 * the bits are the same. Most rays meet the hull in a triangle of a contact face that is a face of the hull: its
 * support shows it. All others are left to the host.
 */
import { EXTENT, HALF_X } from '../../../shapes/codes.ts';
import { CORNERS, LAST, LEAF, LENGTH, MOST_T } from '../../scalar/rays/places.ts';
import {
  abs,
  addressOf,
  type Double,
  type Doubles,
  double,
  floatsAt,
  type Int,
  type Ints,
  int,
  max,
  min,
  sqrt,
} from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { entersBounds } from './entersBounds.ts';
import { BESIDE, faceOfEntry } from './hullFace.ts';
import { findPortal } from './hullPortal.ts';
import { supportOf, vertexOf } from './hullSupport.ts';
import { isNearer, keepNearest } from './keepHit.ts';
import { isTame, type LocalRay, localRay, passBox, turnedBack } from './localRay.ts';
import { HOST, NEARER, SAME } from './tables.ts';

const INFINITE = 1 / 0;
/** The numbers of scalar/rays/rayBody.ts and refine.ts. */
const HALF_ROUNDING: Double = 1 / 1_048_576;
const MEET: Double = 1 / 68_719_476_736;
/** More than the rounding of places along the ray, as a part of the size, and in slacks. */
const ROOM: Double = 1 / 1_048_576;
const ROOM_SLACKS: Double = 4;

/** @returns SAME, NEARER or HOST */
export function castHull(context: Ints, f: Doubles, row: Int, words: Ints): Int {
  const shape = floatsAt(words);
  const size = double(shape[EXTENT]);
  const local = localRay(context, f, row, size);
  if (!isTame(local)) return HOST;
  const start = local.start;
  const slack = local.slack;
  const boxSlack = slack + HALF_ROUNDING * size;
  const box = passBox(local.center, local.unit, local.inverse, floatsAt(addressOf(words) + 4 * HALF_X), boxSlack);
  if (box.sureEntry > box.sureExit) return SAME;
  let exit = box.exit;
  if (box.entry > exit) exit = box.sureExit;
  if (!(exit + boxSlack >= start)) return SAME;
  // beyond the nearest hit
  const last = f[LAST] + start + (ROOM * size + ROOM_SLACKS * slack);
  if (box.sureEntry > last) return SAME;
  const face = faceOfEntry(context, words, local.center, local.unit, size, slack, last);
  if (face === BESIDE) return SAME;
  if (face < 0) return HOST;
  const x = acrossX(local.unit);
  const y = acrossY(local.unit, x);
  const found = findPortal(context, f, words, face, local.center, local.unit, x, y);
  if (found === 0) return HOST;
  return meetPortal(context, f, row, words, local, x, y);
}

/** The first axis across the ray: `writeAcross` of scalar/rays/across.ts. */
function acrossX(u: Vec): Vec {
  const x = abs(u.x);
  const y = abs(u.y);
  const z = abs(u.z);
  const isX = x <= y && x <= z;
  const isY = !isX && y <= z;
  const one: Double = 1;
  // the axis that is most across; integers, because V8 makes a branch of a choice of floats
  const axis: Vec = { x: double(int(isX)), y: double(int(isY)), z: double(int(!(isX || isY))) };
  const part = axis.x * u.x + axis.y * u.y + axis.z * u.z;
  const v: Vec = { x: axis.x - part * u.x, y: axis.y - part * u.y, z: axis.z - part * u.z };
  const share = one / sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  return { x: v.x * share, y: v.y * share, z: v.z * share };
}

function acrossY(u: Vec, x: Vec): Vec {
  return { x: u.y * x.z - u.z * x.y, y: u.z * x.x - u.x * x.z, z: u.x * x.y - u.y * x.x };
}

/** The first step of scalar/rays/refine.ts from the portal in f[CORNERS …]; HOST if it is not the last. */
function meetPortal(context: Ints, f: Doubles, row: Int, words: Ints, local: LocalRay, x: Vec, y: Vec): Int {
  const size = double(floatsAt(words)[EXTENT]);
  const slack = local.slack;
  const u = local.unit;
  const abx = f[CORNERS + 3] - f[CORNERS];
  const aby = f[CORNERS + 4] - f[CORNERS + 1];
  const abz = f[CORNERS + 5] - f[CORNERS + 2];
  const acx = f[CORNERS + 6] - f[CORNERS];
  const acy = f[CORNERS + 7] - f[CORNERS + 1];
  const acz = f[CORNERS + 8] - f[CORNERS + 2];
  const nx = aby * acz - abz * acy;
  const ny = abz * acx - abx * acz;
  const nz = abx * acy - aby * acx;
  if (!(nz > 0)) return HOST;
  const toward: Vec = {
    x: -nx * x.x + -ny * y.x + -nz * u.x,
    y: -nx * x.y + -ny * y.y + -nz * u.y,
    z: -nx * x.z + -ny * y.z + -nz * u.z,
  };
  const id = supportOf(context, words, toward);
  const point = vertexOf(context, words, id);
  const px = point.x - local.center.x;
  const py = point.y - local.center.y;
  const pz = point.z - local.center.z;
  const lastX = px * x.x + py * x.y + pz * x.z;
  const lastY = px * y.x + py * y.y + pz * y.z;
  const lastZ = px * u.x + py * u.y + pz * u.z;
  const heightA = nx * f[CORNERS] + ny * f[CORNERS + 1] + nz * f[CORNERS + 2];
  const heightB = nx * f[CORNERS + 3] + ny * f[CORNERS + 4] + nz * f[CORNERS + 5];
  const heightC = nx * f[CORNERS + 6] + ny * f[CORNERS + 7] + nz * f[CORNERS + 8];
  const height = nx * lastX + ny * lastY + nz * lastZ;
  const inner = max(max(heightA, heightB), heightC);
  const length = sqrt(nx * nx + ny * ny + nz * nz);
  const four: Double = 4;
  const two: Double = 2;
  const none: Double = 0;
  if (inner - height > max(MEET * size, four * slack) * length) return HOST;
  const innermost = inner / nz;
  const entry = min(height / nz, innermost);
  const gap = innermost - entry;
  // the origin may lie inside, or beyond
  if (!(local.start < innermost)) return HOST;
  const own = max(none, entry - local.start) / f[LENGTH];
  if (!(own <= f[MOST_T] && own < INFINITE)) return SAME;
  const isInBounds = entersBounds(context, f, row);
  if (isInBounds === 0) return SAME;
  const t = max(own, f[LEAF] / f[LENGTH]);
  if (isNearer(context, f, row, t) === SAME) return SAME;
  const normal: Vec = {
    x: -(nx * x.x + ny * y.x + nz * u.x) / length,
    y: -(nx * x.y + ny * y.y + nz * u.y) / length,
    z: -(nx * x.z + ny * y.z + nz * u.z) / length,
  };
  const slope = abs(normal.x * u.x + normal.y * u.y + normal.z * u.z);
  const bound = gap + min((slack + gap) / slope, two * size);
  keepNearest(f, row, t, turnedBack(local.turn, normal), bound, 0);
  return NEARER;
}
