/**
 * The careful form of GJK, for pairs that the fast path does not prove: slivers, needles, contact within rounding.
 * Reads and writes the same as `gjk`, always from a cold start.
 *
 * It tests every face of the simplex (simplex.ts). It ends when a support is in the simplex already (exact for
 * polytopes), when the bounds meet, or without progress. It keeps the step with the narrowest bracket: near contact,
 * |v| is too inaccurate in f64 to compare the last steps, but the bracket is not.
 *
 * Method: Gilbert, Johnson, Keerthi 1988.
 */
import {
  A,
  ALONG,
  BEST,
  BEST_ID,
  BEST_MISS,
  COUNT,
  DIR,
  FAR,
  type Geometry,
  ID_A,
  ID_B,
  MISS,
  NEAR2,
  type Scratch,
  SIZE,
  STEPS,
  TOLERANCE,
  TRY_V,
  TRY_VV,
  TRY_WEIGHT,
  V,
  VV,
  VW,
  WEIGHT,
  WITNESS,
  Y,
} from '../scratch.ts';
import { isKnown, supportDifference } from '../support.ts';
import { BEYOND, CLOSED, CONTAINED, CONVERGED, PROVEN, TOUCHING, UNPROVEN, WITHIN } from './search.ts';
import { closestOnSimplex, INSIDE } from './simplex.ts';

/** 17 is the maximum in the million pairs of test/deep. */
const MAX_STEPS = 128;
/** Largest product of a bracket worth keeping and f[TOLERANCE], as a multiple of the squared touching distance. */
const COARSE = 1e3;
/**
 * Steps per pair that may keep |v| or increase it. Rounding may move a projection off an edge before the search reaches
 * its face.
 */
const LEVEL_STEPS = 16;

/**
 * Runs GJK from a cold start. The first direction is f[start …], of any length; if it is zero, any direction.
 * f[TOLERANCE]: the bracket (m) at which the search of smooth cores ends, 0 for polytopes, for which it closes exactly.
 */
export function gjkCareful(
  scratch: Scratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  start: number,
): number {
  const { f, i } = scratch;
  const far = f[FAR];
  const far2 = far * far;
  const near2 = f[NEAR2];
  const touching2 = TOUCHING * TOUCHING * f[SIZE] * f[SIZE];

  // v is f[V …]; the first one is only a guess
  f.copyWithin(V, start, start + 3);
  if (!(f[V] * f[V] + f[V + 1] * f[V + 1] + f[V + 2] * f[V + 2] > 0)) f[V] = 1;
  i[COUNT] = 0;
  let count = 0;
  let vv = Infinity; // squared distance so far
  let best = Infinity; // width of the narrowest bracket so far
  let level = 0;
  let step = 0;
  for (; step < MAX_STEPS; step++) {
    const y = Y + 3 * count;
    // loops: calls of copyWithin take longer
    for (let c = 0; c < 3; c++) f[DIR + c] = f[V + c];
    supportDifference(f, geometryA, rowA, geometryB, rowB, f, y, f, A + 3 * count, i, ID_A + count, ID_B);
    const vw = f[V] * f[y] + f[V + 1] * f[y + 1] + f[V + 2] * f[y + 2];
    f[VW] = vw;
    const length2 = f[V] * f[V] + f[V + 1] * f[V + 1] + f[V + 2] * f[V + 2];
    if (vw > 0 && vw * vw > far2 * length2) {
      if (count === 0) {
        // the first direction proves it: the simplex is its support, and v is the direction, not a point of B − A
        f[VV] = length2;
        f[WEIGHT] = 1;
        i[COUNT] = 1;
      }
      i[STEPS] = step + 1;
      return BEYOND;
    }
    if (count > 0) {
      const length = Math.sqrt(vv);
      const bracket = length - vw / length;
      // smooth cores have many brackets wider than 1e-4 of the size: they are not kept
      if (bracket * f[TOLERANCE] <= COARSE * touching2) {
        writeMiss(f, count);
        if (bracket + f[MISS] < best) {
          best = bracket + f[MISS];
          keep(f, i);
        }
      }
      if (vv - vw <= Math.max(CLOSED * vv, f[TOLERANCE] * length) || isKnown(f, Y, i, 1, ID_B, count)) break;
    }

    const mask = closestOnSimplex(f, count + 1);
    const next = f[TRY_VV];
    if (mask === INSIDE) {
      accept(f, i, mask, 4);
      i[STEPS] = step + 1;
      return CONTAINED;
    }
    // no progress, or NaN
    if (!(next < vv) && !(next < Infinity && level++ < LEVEL_STEPS)) break;
    count = accept(f, i, mask, count + 1);
    vv = next;
    if (vv <= touching2) {
      i[STEPS] = step + 1;
      return CONTAINED;
    }
    if (vv <= near2) {
      i[STEPS] = step + 1;
      return WITHIN;
    }
  }
  i[STEPS] = step + 1;
  if (best < Infinity) restore(f, i);
  return best <= PROVEN * f[SIZE] || f[VV] - f[VW] <= CLOSED * f[VV] ? CONVERGED : UNPROVEN;
}

/** Writes the distance from v to the point that the weights of the simplex give: weights make the witness points. */
function writeMiss(f: Float64Array, count: number): void {
  let miss2 = 0;
  for (let c = 0; c < 3; c++) {
    let x = -f[V + c];
    for (let k = 0; k < count; k++) x += f[WEIGHT + k] * f[Y + 3 * k + c];
    miss2 += x * x;
  }
  f[MISS] = Math.sqrt(miss2);
}

/** Writes the witness on A's core: the simplex points on A, by their weights. */
export function blendWitness(f: Float64Array, count: number): void {
  for (let c = 0; c < 3; c++) {
    let x = 0;
    for (let k = 0; k < count; k++) x += f[WEIGHT + k] * f[A + 3 * k + c];
    f[WITNESS + c] = x;
  }
}

/** Saves the simplex, its weights, v, and the bounds along v. */
function keep(f: Float64Array, i: Int32Array): void {
  for (let k = 0; k <= VW - Y; k++) f[BEST + k] = f[Y + k];
  f[BEST_MISS] = f[MISS];
  for (let k = ID_A; k <= COUNT; k++) i[BEST_ID + k] = i[k];
}

/** Restores the last saved step. */
function restore(f: Float64Array, i: Int32Array): void {
  f.copyWithin(Y, BEST, BEST_MISS);
  f[MISS] = f[BEST_MISS];
  i.copyWithin(ID_A, BEST_ID, BEST_ID + COUNT + 1);
}

/**
 * Solves the start simplex of `count` points in `scratch` and keeps the points that carry its closest point.
 * @returns the points kept; 4 = the origin lies inside
 */
export function startFromSimplex(f: Float64Array, i: Int32Array, count: number): number {
  return accept(f, i, closestOnSimplex(f, count), count);
}

/**
 * Accepts the solver's candidate: removes the slots outside `mask` and moves the rest together. Returns the new count.
 */
export function accept(f: Float64Array, i: Int32Array, mask: number, count: number): number {
  let kept = 0;
  for (let k = 0; k < count; k++) {
    if ((mask & (1 << k)) === 0) continue;
    f[WEIGHT + kept] = f[TRY_WEIGHT + k];
    if (kept < k) {
      for (let c = 0; c < 3; c++) {
        f[Y + 3 * kept + c] = f[Y + 3 * k + c];
        f[A + 3 * kept + c] = f[A + 3 * k + c];
        f[ALONG + 3 * kept + c] = f[ALONG + 3 * k + c];
      }
      i[ID_A + kept] = i[ID_A + k];
      i[ID_B + kept] = i[ID_B + k];
    }
    kept++;
  }
  for (let c = 0; c < 3; c++) f[V + c] = f[TRY_V + c];
  f[VV] = f[TRY_VV];
  i[COUNT] = kept;
  return kept;
}
