/**
 * Reduces the corners of a patch to four: those that span the largest area, of which at least one is as deep as any.
 * Points of the last query have a small advantage; see kernels/contacts/reduce.ts.
 */
import {
  any,
  type Flag,
  type Float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  max,
  select,
  splat,
} from '../../../language/lanes.ts';
import { argMax } from '../../../math/lanes/argMax.ts';
import { MAX_POINTS } from '../../../tables/featureIds.ts';
import { type Choice, CORNER_COLUMNS, CORNER_ROWS, type Corners } from './contactScratch.ts';

/** Factor for the area of a corner that was a point in the last query. */
const KEPT: Float = 1.01;
/** Less than any area. */
const NONE = -1e30;

/**
 * Moves the best four of `count` > 4 corners to the front. `before` is a row of features; it is valid if `lastRow` is.
 */
export function reduceCorners(
  choice: Choice,
  corners: Corners,
  count: Int,
  before: Ints,
  lastRow: Int,
  asDeep: Float,
): void {
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
  // without any area: the deepest corner and the ones after it
  for (let n: Int = 0; n < MAX_POINTS; n += 1) {
    chosen[n] = deepest + n;
    if (deepest + n >= count) chosen[n] = deepest + n - count;
  }
  bestDiagonal(corners, choice, count);
  for (let n: Int = 0; n < MAX_POINTS; n += 1) moveToFront(corners, chosen, n);
}

/** Finds the best of all diagonals, four with one end at a time, and chooses by it. */
function bestDiagonal(corners: Corners, choice: Choice, count: Int): void {
  const s = floatsAt(corners.s);
  const t = floatsAt(corners.t);
  const worths = floatsAt(choice.worth);
  const deeps = intsAt(choice.deep);
  const none: Lane = NONE;
  let best: Lane = 0;
  let ends: LaneInt = 0;
  for (let a: Int = 0; a < count - 1; a += 1) {
    for (let b: Int = a + 1; b < count; b += 4) {
      const ds = corners.s[b] - splat(s[a]);
      const dt = corners.t[b] - splat(t[a]);
      let left: Lane = none;
      let right: Lane = none;
      let deepLeft: Lane = none;
      let deepRight: Lane = none;
      for (let n: Int = 0; n < count; n += 1) {
        const worth = (ds * splat(t[n] - t[a]) - dt * splat(s[n] - s[a])) * splat(worths[n]);
        left = max(left, worth);
        right = max(right, -worth);
        if (deeps[n] === 1) {
          deepLeft = max(deepLeft, worth);
          deepRight = max(deepRight, -worth);
        }
      }
      const isDeep = (choice.deep[b] | splat(deeps[a])) !== 0;
      // a diagonal has corners on both sides; if no end is deep, one side must have a deep corner
      const deepest = max(select(deepLeft > 0, deepLeft + right, none), select(deepRight > 0, left + deepRight, none));
      const spanned = select(isDeep, left + right, deepest) * choice.worth[b] * splat(worths[a]);
      const inside = laneIndex() < splat(count - b);
      const better = inside && left > 0 && right > 0 && spanned > best;
      best = select(better, spanned, best);
      ends = select(better, splat((a << 8) | b) + laneIndex(), ends);
    }
  }
  if (!any(best > 0)) return;
  const chosen = argMax(best, ends);
  chooseBy(corners, choice, count, chosen >> 8, chosen & 0xff);
}

/** Chooses the ends of a diagonal and the corners farthest to either side of it; one of the four is as deep as any. */
function chooseBy(corners: Corners, choice: Choice, count: Int, a: Int, b: Int): void {
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
  if ((deeps[a] | deeps[b]) === 0) {
    if (deepLeft >= 0 && (deepRight < 0 || toDeepLeft + toRight >= toLeft + toDeepRight)) left = deepLeft;
    else right = deepRight;
  }
  const chosen = intsAt(choice.chosen);
  chosen[0] = a;
  chosen[1] = b;
  chosen[2] = left;
  chosen[3] = right;
}

/** Whether the pair had a point of this feature in the last query. */
function wasPoint(before: Ints, lastRow: Int, feature: Int): Flag {
  if (lastRow < 0) return false;
  return before[0] === feature || before[1] === feature || before[2] === feature || before[3] === feature;
}

/** Exchanges corner n for the n-th of those chosen. */
function moveToFront(corners: Corners, chosen: Ints, n: Int): void {
  const words = intsAt(corners);
  const from = chosen[n];
  for (let column: Int = 0; column < CORNER_COLUMNS; column += 1) {
    const word = words[CORNER_ROWS * column + n];
    words[CORNER_ROWS * column + n] = words[CORNER_ROWS * column + from];
    words[CORNER_ROWS * column + from] = word;
  }
  // the corner that was at n has moved
  for (let m: Int = n + 1; m < MAX_POINTS; m += 1) if (chosen[m] === n) chosen[m] = from;
}
