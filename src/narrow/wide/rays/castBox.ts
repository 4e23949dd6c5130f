/**
 * A box without a radius against the ray: the arithmetic of `rayBody` and `entered` (scalar/rays/rayBody.ts), so the
 * bits are the same. Rays whose numbers overflow are left to the host.
 */
import { EXTENT, HALF_X } from '../../../shapes/codes.ts';
import { LEAF, LENGTH, MOST_T } from '../../scalar/rays/places.ts';
import {
  abs,
  addressOf,
  type Double,
  type Doubles,
  double,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  int,
  max,
  min,
} from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { entersBounds } from './entersBounds.ts';
import { isNearer, keepInside, keepNearest } from './keepHit.ts';
import { isTame, localRay, passBox, turnedBack } from './localRay.ts';
import { HOST, NEARER, SAME } from './tables.ts';

const INFINITE = 1 / 0;

/** @returns SAME, NEARER or HOST */
export function castBox(context: Ints, f: Doubles, row: Int, shape: Floats): Int {
  const size = double(shape[EXTENT]);
  const local = localRay(context, f, row, size);
  if (!isTame(local)) return HOST;
  const unit = local.unit;
  const start = local.start;
  const slack = local.slack;
  const box = passBox(local.center, unit, local.inverse, floatsAt(addressOf(shape) + 4 * HALF_X), slack);
  if (box.sureEntry > box.sureExit) return SAME;
  let entry = box.entry;
  let exit = box.exit;
  const isX = entry === box.x.entry;
  const isY = !isX && entry === box.y.entry;
  // a line that passes beside the box, within the slack, touches it where it is nearest
  if (entry > exit) {
    entry = box.sureEntry;
    exit = box.sureExit;
  }
  if (start > exit) return SAME;
  const none: Double = 0;
  const own = max(none, entry - start) / f[LENGTH];
  const isInside = start >= entry;
  if (!isInside && !(own <= f[MOST_T] && own < INFINITE)) return SAME;
  const isInBounds = entersBounds(context, f, row);
  if (isInBounds === 0) return SAME;
  const boundsT = f[LEAF] / f[LENGTH];
  if (isInside) return keepInside(context, f, row, boundsT);
  const t = max(own, boundsT);
  if (isNearer(context, f, row, t) === SAME) return SAME;
  const two: Double = 2;
  // integers, because V8 makes a branch of a choice of floats
  const normal: Vec = {
    x: double(int(isX) * against(unit.x)),
    y: double(int(isY) * against(unit.y)),
    z: double(int(!(isX || isY)) * against(unit.z)),
  };
  const slope = abs(normal.x * unit.x + normal.y * unit.y + normal.z * unit.z);
  keepNearest(f, row, t, turnedBack(local.turn, normal), min(slack / slope, two * size), 0);
  return NEARER;
}

/** The sign of the outward normal that the ray enters along. */
function against(part: Double): Int {
  return 1 - 2 * int(part > 0);
}
