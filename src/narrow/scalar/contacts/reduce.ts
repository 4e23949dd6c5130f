/**
 * Reduces the corners of a patch to four: those that span the largest area, of which at least one is as deep as any.
 *
 * Corners that were points in the last query weigh a little more, so that the choice among many equal corners is
 * stable. Depths count as equal within rounding and the jitter of a pile. If there are very many corners, those whose
 * removal loses the least area are dropped first, one by one (Visvalingam's line simplification, 1993).
 *
 *   reads and writes  PATCH, FEATURES
 *   returns           the number of corners
 */
import { MAX_POINTS } from '../../../queries/contacts/featureIds.ts';
import { AS_DEEP, CHOSEN, FEATURES, type ManifoldScratch, PATCH, PATCH_STRIDE } from './contactScratch.ts';

/** Factor for the area of a corner that was a point in the last query. */
const KEPT = 1.01;
/** Maximum number of corners for the search of the best four. */
const FEW = 9;

/**
 * Reduces `count` corners to four. `before` is the feature column of the last query, `at` the pair's first feature
 * there, −1 = none.
 */
export function reducePatch(scratch: ManifoldScratch, count: number, before: Uint32Array, at: number): number {
  if (count <= MAX_POINTS) return count;
  let left = count;
  while (left > FEW) left = dropLeast(scratch, left);
  chooseFour(scratch, left, before, at);
  return keepChosen(scratch);
}

/** Drops the corner whose removal loses the least area, but never the deepest. */
function dropLeast({ f, i }: ManifoldScratch, count: number): number {
  const deepest = deepestOf(f, count);
  let least = count - 1;
  let smallest = Infinity;
  for (let k = 0; k < count; k++) {
    if (k === deepest) continue;
    const last = PATCH + PATCH_STRIDE * ((k + count - 1) % count);
    const here = PATCH + PATCH_STRIDE * k;
    const next = PATCH + PATCH_STRIDE * ((k + 1) % count);
    const ear = Math.abs(
      (f[here] - f[last]) * (f[next + 1] - f[last + 1]) - (f[here + 1] - f[last + 1]) * (f[next] - f[last]),
    );
    if (ear < smallest) {
      smallest = ear;
      least = k;
    }
  }
  return dropCorner(f, i, count, least);
}

function deepestOf(f: Float64Array, count: number): number {
  let deepest = 0;
  for (let k = 1; k < count; k++) if (separationAt(f, k) < separationAt(f, deepest)) deepest = k;
  return deepest;
}

function separationAt(f: Float64Array, k: number): number {
  return f[PATCH + PATCH_STRIDE * k + 3] - f[PATCH + PATCH_STRIDE * k + 2];
}

/** Removes corner k. @returns the number of corners */
export function dropCorner(f: Float64Array, i: Int32Array, count: number, k: number): number {
  const at = PATCH + PATCH_STRIDE * k;
  f.copyWithin(at, at + PATCH_STRIDE, PATCH + PATCH_STRIDE * count);
  i.copyWithin(FEATURES + k, FEATURES + k + 1, FEATURES + count);
  return count - 1;
}

/** Writes the best four to CHOSEN: for every diagonal of two corners, the farthest corner on each side. */
function chooseFour({ f, i }: ManifoldScratch, count: number, before: Uint32Array, at: number): void {
  const limit = separationAt(f, deepestOf(f, count)) + f[AS_DEEP];
  // without any area: the deepest corner and the ones after it
  const deepest = deepestOf(f, count);
  for (let n = 0; n < MAX_POINTS; n++) i[CHOSEN + n] = (deepest + n) % count;
  let best = 0;
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const ax = f[PATCH + PATCH_STRIDE * a];
      const ay = f[PATCH + PATCH_STRIDE * a + 1];
      const dx = f[PATCH + PATCH_STRIDE * b] - ax;
      const dy = f[PATCH + PATCH_STRIDE * b + 1] - ay;
      // the farthest corner on the left and on the right, among all and among the deepest
      let left = -1;
      let right = -1;
      let deepLeft = -1;
      let deepRight = -1;
      let toLeft = 0;
      let toRight = 0;
      let toDeepLeft = 0;
      let toDeepRight = 0;
      for (let k = 0; k < count; k++) {
        const beside = dx * (f[PATCH + PATCH_STRIDE * k + 1] - ay) - dy * (f[PATCH + PATCH_STRIDE * k] - ax);
        const worth = wasPoint(before, at, i[FEATURES + k]) ? KEPT * beside : beside;
        const isDeep = separationAt(f, k) <= limit;
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
      if (wasPoint(before, at, i[FEATURES + a])) worth *= KEPT;
      if (wasPoint(before, at, i[FEATURES + b])) worth *= KEPT;
      if (worth > best) {
        best = worth;
        i[CHOSEN] = a;
        i[CHOSEN + 1] = b;
        i[CHOSEN + 2] = left;
        i[CHOSEN + 3] = right;
      }
    }
  }
}

/** Whether the pair had a point of this feature in the last query. */
function wasPoint(before: Uint32Array, at: number, feature: number): boolean {
  if (at < 0) return false;
  for (let k = at; k < at + MAX_POINTS; k++) if ((before[k] | 0) === feature) return true;
  return false;
}

/** Moves the four of CHOSEN to the front. */
function keepChosen({ f, i }: ManifoldScratch): number {
  // ascending order: a corner moves before another overwrites it
  for (let n = 1; n < MAX_POINTS; n++) {
    const moved = i[CHOSEN + n];
    let at = n;
    for (; at > 0 && i[CHOSEN + at - 1] > moved; at--) i[CHOSEN + at] = i[CHOSEN + at - 1];
    i[CHOSEN + at] = moved;
  }
  for (let n = 0; n < MAX_POINTS; n++) {
    const from = i[CHOSEN + n];
    for (let c = 0; c < PATCH_STRIDE; c++) f[PATCH + PATCH_STRIDE * n + c] = f[PATCH + PATCH_STRIDE * from + c];
    i[FEATURES + n] = i[FEATURES + from];
  }
  return MAX_POINTS;
}
