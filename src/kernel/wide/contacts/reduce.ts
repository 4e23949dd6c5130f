/**
 * Leaves four of the corners of a patch: those that span the largest area, of which one is as deep as any, and which those of the last
 * query have a small advantage in; see kernel/ts/manifold/reduce.ts.
 */
import { type Flag, type Float, floatsAt, type Int, type Ints, intsAt, max, tableAt } from '../lanes.ts';
import { CHOICE } from '../tile.ts';
import type { Choice, Corners } from './tables.ts';

const MAX_POINTS = 4;
/** A corner that was a point before is worth so much more of the area it spans. */
const KEPT: Float = 1.01;
const COLUMNS = 5;
const ROWS = 16;

/** Makes the best four of `count` > 4 corners the first. `before` is a row of features, if `lastRow` is one. */
export function reduceCorners(
  context: Int,
  corners: Corners,
  count: Int,
  before: Ints,
  lastRow: Int,
  asDeep: Float,
): void {
  const choice = tableAt<Choice>(context + CHOICE);
  const separations = floatsAt(corners.separation);
  const features = intsAt(corners.feature);
  const worths = floatsAt(choice.worth);
  const deeps = intsAt(choice.deep);
  const chosen = intsAt(choice.chosen);
  let deepest: Int = 0;
  for (let n: Int = 1; n < count; n += 1) if (separations[n] < separations[deepest]) deepest = n;
  const limit = separations[deepest] + asDeep;
  for (let n: Int = 0; n < count; n += 1) {
    worths[n] = 1;
    if (wasPoint(before, lastRow, features[n])) worths[n] = KEPT;
    deeps[n] = 0;
    if (separations[n] <= limit) deeps[n] = 1;
  }
  // without any area the deepest and what comes behind it
  for (let n: Int = 0; n < MAX_POINTS; n += 1) {
    chosen[n] = deepest + n;
    if (deepest + n >= count) chosen[n] = deepest + n - count;
  }
  let best: Float = 0;
  for (let a: Int = 0; a < count; a += 1) {
    for (let b: Int = a + 1; b < count; b += 1) {
      const worth = tryDiagonal(corners, choice, count, a, b, best);
      best = max(best, worth);
    }
  }
  for (let n: Int = 0; n < MAX_POINTS; n += 1) bringForward(corners, chosen, n);
}

/** The corners farthest to either side of a diagonal: chosen, if they span more than `best`. Returns what they span. */
function tryDiagonal(corners: Corners, choice: Choice, count: Int, a: Int, b: Int, best: Float): Float {
  const s = floatsAt(corners.s);
  const t = floatsAt(corners.t);
  const worths = floatsAt(choice.worth);
  const deeps = intsAt(choice.deep);
  const ds = s[b] - s[a];
  const dt = t[b] - t[a];
  let left: Int = -1;
  let right: Int = -1;
  let deepLeft: Int = -1;
  let deepRight: Int = -1;
  let toLeft: Float = 0;
  let toRight: Float = 0;
  let toDeepLeft: Float = 0;
  let toDeepRight: Float = 0;
  for (let n: Int = 0; n < count; n += 1) {
    const worth = worths[n] * (ds * (t[n] - t[a]) - dt * (s[n] - s[a]));
    if (worth > toLeft) {
      toLeft = worth;
      left = n;
    }
    if (-worth > toRight) {
      toRight = -worth;
      right = n;
    }
    if (deeps[n] === 1) {
      if (worth > toDeepLeft) {
        toDeepLeft = worth;
        deepLeft = n;
      }
      if (-worth > toDeepRight) {
        toDeepRight = -worth;
        deepRight = n;
      }
    }
  }
  if (left < 0 || right < 0) return 0;
  if ((deeps[a] | deeps[b]) === 0) {
    if (deepLeft >= 0 && (deepRight < 0 || toDeepLeft + toRight >= toLeft + toDeepRight)) {
      left = deepLeft;
      toLeft = toDeepLeft;
    } else if (deepRight >= 0) {
      right = deepRight;
      toRight = toDeepRight;
    } else return 0;
  }
  const worth = (toLeft + toRight) * worths[a] * worths[b];
  if (worth > best) {
    const chosen = intsAt(choice.chosen);
    chosen[0] = a;
    chosen[1] = b;
    chosen[2] = left;
    chosen[3] = right;
  }
  return worth;
}

/** Whether the pair had a point of this feature. */
function wasPoint(before: Ints, lastRow: Int, feature: Int): Flag {
  if (lastRow < 0) return false;
  return before[0] === feature || before[1] === feature || before[2] === feature || before[3] === feature;
}

/** Exchanges corner n for the n-th of those chosen. */
function bringForward(corners: Corners, chosen: Ints, n: Int): void {
  const words = intsAt(corners);
  const from = chosen[n];
  for (let column: Int = 0; column < COLUMNS; column += 1) {
    const word = words[ROWS * column + n];
    words[ROWS * column + n] = words[ROWS * column + from];
    words[ROWS * column + from] = word;
  }
  // who stood there has moved
  for (let m: Int = n + 1; m < MAX_POINTS; m += 1) if (chosen[m] === n) chosen[m] = from;
}
