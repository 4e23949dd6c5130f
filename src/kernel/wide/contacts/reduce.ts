/**
 * Leaves four of the corners of a patch: from their order round the patch, corner by corner the one goes whose loss takes the least area;
 * see kernel/ts/manifold/reduce.ts.
 */
import { abs, type Flag, type Float, type Floats, float, floatsAt, type Int, type Ints, intsAt } from '../lanes.ts';
import type { Corners } from './tables.ts';

const MAX_POINTS = 4;
/** A corner that was a point before is worth so many times its area. */
const KEPT = 2;
/** Feature id of the witness points. */
const WITNESS = 0;
const COLUMNS = 5;
const ROWS = 16;

/** Leaves the first four of `count` > 4 corners those that stay. `before` is a row of features, if `lastRow` is one. */
export function reduceCorners(corners: Corners, count: Int, before: Ints, lastRow: Int, deeper: Float): void {
  sortRound(corners, count);
  for (let left: Int = count; left > MAX_POINTS; left -= 1) {
    drop(corners, left, leastWorth(corners, left, before, lastRow, deeper));
  }
}

/** Orders corners round their middle. */
function sortRound(corners: Corners, count: Int): void {
  const s = floatsAt(corners.s);
  const t = floatsAt(corners.t);
  const turns = floatsAt(corners.turn);
  let middleS: Float = 0;
  let middleT: Float = 0;
  for (let n: Int = 0; n < count; n += 1) {
    middleS += s[n];
    middleT += t[n];
  }
  // count × the corner less the sum: no division
  for (let n: Int = 0; n < count; n += 1) {
    turns[n] = turnOf(float(count) * s[n] - middleS, float(count) * t[n] - middleT);
  }
  for (let n: Int = 1; n < count; n += 1) {
    for (let m: Int = n; m > 0 && turns[m - 1] > turns[m]; m -= 1) swap(corners, m - 1, m);
  }
}

/** Grows with the angle of (x, y), from −2 to 2. */
function turnOf(x: Float, y: Float): Float {
  const along = x / (abs(x) + abs(y));
  if (y < 0) return along - 1;
  return 1 - along;
}

function swap(corners: Corners, n: Int, m: Int): void {
  const words = intsAt(corners);
  for (let column: Int = 0; column < COLUMNS; column += 1) {
    const word = words[ROWS * column + n];
    words[ROWS * column + n] = words[ROWS * column + m];
    words[ROWS * column + m] = word;
  }
}

function drop(corners: Corners, count: Int, n: Int): void {
  for (let m: Int = n; m < count - 1; m += 1) swap(corners, m, m + 1);
}

/** The corner whose loss takes the least. */
function leastWorth(corners: Corners, count: Int, before: Ints, lastRow: Int, deeper: Float): Int {
  const s = floatsAt(corners.s);
  const t = floatsAt(corners.t);
  const features = intsAt(corners.feature);
  const deepest = deepestOf(floatsAt(corners.separation), count, deeper);
  let least: Int = count - 1;
  let smallest: Float = 1e30;
  for (let n: Int = 0; n < count; n += 1) {
    if (n !== deepest && features[n] !== WITNESS) {
      let last = n - 1;
      if (n === 0) last = count - 1;
      let next = n + 1;
      if (next === count) next = 0;
      const ear = abs((s[n] - s[last]) * (t[next] - t[last]) - (t[n] - t[last]) * (s[next] - s[last]));
      let worth = ear;
      if (wasPoint(before, lastRow, features[n])) worth = KEPT * ear;
      if (worth < smallest) {
        smallest = worth;
        least = n;
      }
    }
  }
  return least;
}

/** The corner that is deeper than all others by more than rounding, or −1. */
function deepestOf(separations: Floats, count: Int, deeper: Float): Int {
  let deepest: Int = 0;
  let least: Float = 1e30;
  let second: Float = 1e30;
  for (let n: Int = 0; n < count; n += 1) {
    const separation = separations[n];
    if (separation < least) {
      second = least;
      least = separation;
      deepest = n;
    } else if (separation < second) second = separation;
  }
  if (second - least > deeper) return deepest;
  return -1;
}

/** Whether the pair had a point of this feature. */
function wasPoint(before: Ints, lastRow: Int, feature: Int): Flag {
  if (lastRow < 0) return false;
  return before[0] === feature || before[1] === feature || before[2] === feature || before[3] === feature;
}
