/**
 * From the corners of a patch to the four that hold it best: corner by corner the one goes whose loss takes the least area, but
 * never the deepest, if it is deeper than the others by more than rounding, nor the witness point. Corners that were points
 * in the last query count double, so that a patch of many equal corners does not change its mind.
 *
 * Taking the smallest ear first is Visvalingam's way to simplify lines (1993). A test compares the area with the largest
 * quadrilateral there is.
 *
 *   reads and writes  PATCH, FEATURES
 *   returns           the number of corners that are left
 */
import { MAX_POINTS, WITNESS_FEATURE } from '../../../results/contactTable.ts';
import { DEEPER, FEATURES, type ManifoldBench, PATCH, PATCH_STRIDE, SNAP } from './places.ts';

/** A corner that was a point before is worth so many times its area. */
const KEPT = 2;
/** The kind of feature id that two crossing edges have. */
const EDGES = 3;

/** Leaves four of `count` corners. `before` is the column of features of the last query, `at` the pair's first, −1 = none. */
export function reducePatch(bench: ManifoldBench, count: number, before: Uint32Array, at: number): number {
  let left = dropStraight(bench, count);
  while (left > MAX_POINTS) left = dropLeast(bench, left, before, at);
  return left;
}

/** Drops crossings on a straight stretch between their neighbours: flush edges cross anywhere. */
function dropStraight(bench: ManifoldBench, count: number): number {
  const { f, i } = bench;
  let left = count;
  for (let k = 0; k < left && left > 2; k++) {
    if (i[FEATURES + k]! >>> 30 !== EDGES) continue;
    const last = PATCH + PATCH_STRIDE * ((k + left - 1) % left);
    const here = PATCH + PATCH_STRIDE * k;
    const next = PATCH + PATCH_STRIDE * ((k + 1) % left);
    const dx = f[next]! - f[last]!;
    const dy = f[next + 1]! - f[last + 1]!;
    const x = f[here]! - f[last]!;
    const y = f[here + 1]! - f[last + 1]!;
    const along = x * dx + y * dy;
    const square = dx * dx + dy * dy;
    if (!(along > 0 && along < square)) continue;
    const beside = Math.abs(x * dy - y * dx);
    if (beside * beside < f[SNAP]! * f[SNAP]! * square) {
      left = drop(bench, left, k);
      k--;
    }
  }
  return left;
}

function dropLeast(bench: ManifoldBench, count: number, before: Uint32Array, at: number): number {
  const { f, i } = bench;
  const deepest = deepestOf(f, count);
  let least = -1;
  let smallest = Infinity;
  for (let k = 0; k < count; k++) {
    if (k === deepest || i[FEATURES + k] === WITNESS_FEATURE) continue;
    const last = PATCH + PATCH_STRIDE * ((k + count - 1) % count);
    const here = PATCH + PATCH_STRIDE * k;
    const next = PATCH + PATCH_STRIDE * ((k + 1) % count);
    const ear = Math.abs(
      (f[here]! - f[last]!) * (f[next + 1]! - f[last + 1]!) - (f[here + 1]! - f[last + 1]!) * (f[next]! - f[last]!),
    );
    const worth = wasPoint(before, at, i[FEATURES + k]!) ? KEPT * ear : ear;
    if (worth < smallest) {
      smallest = worth;
      least = k;
    }
  }
  // NaN everywhere: the last goes
  return drop(bench, count, least < 0 ? count - 1 : least);
}

/** The corner that is deeper than all others by more than rounding, or −1. */
function deepestOf(f: Float64Array, count: number): number {
  let deepest = 0;
  let least = Infinity;
  let second = Infinity;
  for (let k = 0; k < count; k++) {
    const at = PATCH + PATCH_STRIDE * k;
    const separation = f[at + 3]! - f[at + 2]!;
    if (separation < least) {
      second = least;
      least = separation;
      deepest = k;
    } else if (separation < second) second = separation;
  }
  return second - least > f[DEEPER]! ? deepest : -1;
}

/** Whether the pair had a point of this feature. */
function wasPoint(before: Uint32Array, at: number, feature: number): boolean {
  if (at < 0) return false;
  const name = feature >>> 0;
  return before[at] === name || before[at + 1] === name || before[at + 2] === name || before[at + 3] === name;
}

function drop({ f, i }: ManifoldBench, count: number, k: number): number {
  const at = PATCH + PATCH_STRIDE * k;
  f.copyWithin(at, at + PATCH_STRIDE, PATCH + PATCH_STRIDE * count);
  i.copyWithin(FEATURES + k, FEATURES + k + 1, FEATURES + count);
  return count - 1;
}
