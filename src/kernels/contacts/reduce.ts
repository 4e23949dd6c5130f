/**
 * Reduces the corners of a patch to four: those that span the largest area, of which at least one is as deep as any.
 *
 * Corners that were points in the last query weigh a little more, so that the choice among many equal corners is
 * stable. Depths count as equal within rounding and the jitter of a pile. If there are very many corners, those whose
 * removal loses the least area are dropped first, one by one (Visvalingam's line simplification, 1993).
 */
import type { Double, Doubles, Flag, Int, Words } from '../../language/lanes.ts';
import { MAX_POINTS } from '../../tables/featureIds.ts';
import { CORNER, type Manifold, type Patch } from './manifoldTables.ts';

/** Factor for the area of a corner that was a point in the last query. */
const KEPT = 1.01;
/** Maximum number of corners for the search of the best four. */
const FEW = 9;
const INFINITE = 1 / 0;

/**
 * Reduces `count` corners to four. `before` is the feature column of the last query, `at` the pair's first feature
 * there, −1 = none.
 */
export function reducePatch(m: Manifold, count: Int, before: Words, at: Int): Int {
  if (count <= MAX_POINTS) return count;
  let left = count;
  while (left > FEW) left = dropLeast(m.patch, left);
  chooseFour(m, left, before, at);
  keepChosen(m);
  return MAX_POINTS;
}

/** Drops the corner whose removal loses the least area, but never the deepest. */
function dropLeast(patch: Patch, count: Int): Int {
  const f = patch.corners;
  const deepest = deepestOf(f, count);
  let least = count - 1;
  let smallest: Double = INFINITE;
  for (let k: Int = 0; k < count; k++) {
    if (k === deepest) continue;
    const last = CORNER * (k === 0 ? count - 1 : k - 1);
    const here = CORNER * k;
    const next = CORNER * (k + 1 === count ? 0 : k + 1);
    const ear = Math.abs(
      (f[here] - f[last]) * (f[next + 1] - f[last + 1]) - (f[here + 1] - f[last + 1]) * (f[next] - f[last]),
    );
    if (ear < smallest) {
      smallest = ear;
      least = k;
    }
  }
  return dropCorner(patch, count, least);
}

function deepestOf(f: Doubles, count: Int): Int {
  let deepest: Int = 0;
  for (let k: Int = 1; k < count; k++) if (separationAt(f, k) < separationAt(f, deepest)) deepest = k;
  return deepest;
}

function separationAt(f: Doubles, k: Int): Double {
  return f[CORNER * k + 3] - f[CORNER * k + 2];
}

/** Removes corner k. @returns the number of corners */
export function dropCorner(patch: Patch, count: Int, k: Int): Int {
  for (let at = CORNER * (k + 1); at < CORNER * count; at++) patch.corners[at - CORNER] = patch.corners[at];
  for (let at = k + 1; at < count; at++) patch.features[at - 1] = patch.features[at];
  return count - 1;
}

/** Writes the best four to `chosen`: for every diagonal of two corners, the farthest corner on each side. */
function chooseFour(m: Manifold, count: Int, before: Words, at: Int): void {
  const f = m.patch.corners;
  const features = m.patch.features;
  const limit = separationAt(f, deepestOf(f, count)) + m.asDeep;
  // without any area: the deepest corner and the ones after it
  const deepest = deepestOf(f, count);
  for (let n: Int = 0; n < MAX_POINTS; n++) m.chosen[n] = deepest + n < count ? deepest + n : deepest + n - count;
  let best: Double = 0;
  for (let a: Int = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const ax = f[CORNER * a];
      const ay = f[CORNER * a + 1];
      const dx = f[CORNER * b] - ax;
      const dy = f[CORNER * b + 1] - ay;
      // the farthest corner on the left and on the right, among all and among the deepest
      let left: Int = -1;
      let right: Int = -1;
      let deepLeft: Int = -1;
      let deepRight: Int = -1;
      let toLeft: Double = 0;
      let toRight: Double = 0;
      let toDeepLeft: Double = 0;
      let toDeepRight: Double = 0;
      for (let k: Int = 0; k < count; k++) {
        const beside = dx * (f[CORNER * k + 1] - ay) - dy * (f[CORNER * k] - ax);
        let worth = beside;
        if (wasPoint(before, at, features[k])) worth *= KEPT;
        const isDeep: Flag = separationAt(f, k) <= limit;
        if (worth > toLeft) {
          toLeft = worth;
          left = k;
        }
        if (-worth > toRight) {
          toRight = -worth;
          right = k;
        }
        if (isDeep && worth > toDeepLeft) {
          toDeepLeft = worth;
          deepLeft = k;
        }
        if (isDeep && -worth > toDeepRight) {
          toDeepRight = -worth;
          deepRight = k;
        }
      }
      if (left < 0 || right < 0) continue;
      if (!(separationAt(f, a) <= limit || separationAt(f, b) <= limit)) {
        if (deepLeft >= 0 && (deepRight < 0 || toDeepLeft + toRight >= toLeft + toDeepRight)) {
          left = deepLeft;
          toLeft = toDeepLeft;
        } else if (deepRight >= 0) {
          right = deepRight;
          toRight = toDeepRight;
        } else continue;
      }
      let worth = toLeft + toRight;
      if (wasPoint(before, at, features[a])) worth *= KEPT;
      if (wasPoint(before, at, features[b])) worth *= KEPT;
      if (worth > best) {
        best = worth;
        m.chosen[0] = a;
        m.chosen[1] = b;
        m.chosen[2] = left;
        m.chosen[3] = right;
      }
    }
  }
}

/** Whether the pair had a point of this feature in the last query. */
function wasPoint(before: Words, at: Int, feature: Int): Flag {
  if (at < 0) return false;
  for (let k = at; k < at + MAX_POINTS; k++) if ((before[k] | 0) === feature) return true;
  return false;
}

/** Moves the four of `chosen` to the front. */
function keepChosen(m: Manifold): void {
  const f = m.patch.corners;
  const features = m.patch.features;
  // ascending order: a corner moves before another overwrites it
  for (let n: Int = 1; n < MAX_POINTS; n++) {
    const moved = m.chosen[n];
    let at = n;
    for (; at > 0 && m.chosen[at - 1] > moved; at--) m.chosen[at] = m.chosen[at - 1];
    m.chosen[at] = moved;
  }
  for (let n: Int = 0; n < MAX_POINTS; n++) {
    const from = m.chosen[n];
    for (let c: Int = 0; c < CORNER; c++) f[CORNER * n + c] = f[CORNER * from + c];
    features[n] = features[from];
  }
}
