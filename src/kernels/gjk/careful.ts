/**
 * The careful form of GJK, for pairs that the fast path does not prove: slivers, needles, contact within rounding.
 * Reads and writes the same as `gjk`, always from a cold start.
 *
 * It tests every face of the simplex (simplex.ts). It ends when a support is in the simplex already (exact for
 * polytopes), when the bounds meet, or without progress. It keeps the step with the narrowest bracket: near contact,
 * |v| is too inaccurate in f64 to compare the last steps, but the bracket is not.
 *
 * Hosts and wasm compile this file, with the same bits.
 *
 * Method: Gilbert, Johnson, Keerthi 1988.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import type { CorePair, CorePools, PointRows, Simplex } from '../cores/corePair.ts';
import { isKnown, supportDifference } from '../cores/support.ts';
import { BEYOND, CLOSED, CONTAINED, CONVERGED, PROVEN, TOUCHING, UNPROVEN, WITHIN } from './search.ts';
import { closestOnSimplex } from './simplex.ts';

/** 17 is the maximum in the million pairs of test/deep. */
const MAX_STEPS = 128;
/** Largest product of a bracket worth keeping and the tolerance, as a multiple of the squared touching distance. */
const COARSE = 1e3;
/**
 * Steps per pair that may keep |v| or increase it. Rounding may move a projection off an edge before the search reaches
 * its face.
 */
const LEVEL_STEPS = 16;
const INFINITE: Double = 1 / 0;

/**
 * Runs GJK from a cold start. The first direction is `start`, of any length; if it is zero, any direction.
 * @returns how the search ended
 */
export function gjkCareful(pair: CorePair, a: CorePools, b: CorePools, start: Doubles): Int {
  const { simplex, direction } = pair;
  const { y, v, idsA, idsB } = simplex;
  const far2 = pair.far * pair.far;
  const touching2 = TOUCHING * TOUCHING * pair.size * pair.size;

  // the first v is only a guess
  for (let c: Int = 0; c < 3; c++) v[c] = start[c];
  if (!(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > 0)) v[0] = 1;
  simplex.count = 0;
  let count: Int = 0;
  let vv: Double = INFINITE; // squared distance so far
  let best: Double = INFINITE; // width of the narrowest bracket so far
  let level: Int = 0;
  for (let step: Int = 0; step < MAX_STEPS; step++) {
    pair.steps = step + 1;
    for (let c: Int = 0; c < 3; c++) direction[c] = v[c];
    supportDifference(pair, a, b, simplex, count);
    const at = 3 * count;
    const vw = v[0] * y[at] + v[1] * y[at + 1] + v[2] * y[at + 2];
    simplex.vw = vw;
    const length2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (vw > 0 && vw * vw > far2 * length2) {
      if (count === 0) {
        // the first direction proves it: the simplex is its support, and v is the direction, not a point of B − A
        simplex.vv = length2;
        simplex.weights[0] = 1;
        simplex.count = 1;
      }
      return BEYOND;
    }
    if (count > 0) {
      const length = Math.sqrt(vv);
      const bracket = length - vw / length;
      // smooth cores have many brackets wider than 1e-4 of the size: they are not kept
      if (bracket * pair.tolerance <= COARSE * touching2) {
        writeMiss(simplex);
        if (bracket + simplex.miss < best) {
          best = bracket + simplex.miss;
          copySimplex(pair.best, simplex);
        }
      }
      const isClosed = vv - vw <= Math.max(CLOSED * vv, pair.tolerance * length);
      if (isClosed || isKnown(y, idsA, idsB, count)) break;
    }

    closestOnSimplex(pair, count + 1);
    const next = pair.candidate.vv;
    if (!(next < vv)) {
      // no progress, or NaN
      if (!(next < INFINITE) || level === LEVEL_STEPS) break;
      level++;
    }
    count = accept(pair, count + 1);
    vv = next;
    // 0 inside of four points
    if (vv <= touching2) return CONTAINED;
    if (vv <= pair.near2) return WITHIN;
  }
  if (best < INFINITE) copySimplex(simplex, pair.best);
  return best <= PROVEN * pair.size || simplex.vv - simplex.vw <= CLOSED * simplex.vv ? CONVERGED : UNPROVEN;
}

/** Writes the distance from v to the point that the weights of the simplex give: weights make the witness points. */
function writeMiss(simplex: Simplex): void {
  const { v, y, weights } = simplex;
  let miss2: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    let x = -v[c];
    for (let k: Int = 0; k < simplex.count; k++) x += weights[k] * y[3 * k + c];
    miss2 += x * x;
  }
  simplex.miss = Math.sqrt(miss2);
}

/** Writes the witness on A's core: the first `count` points on A, by their weights. */
export function blendWitness(pair: CorePair, count: Int): void {
  const { a, weights } = pair.simplex;
  for (let c: Int = 0; c < 3; c++) {
    let x: Double = 0;
    for (let k: Int = 0; k < count; k++) x += weights[k] * a[3 * k + c];
    pair.witness[c] = x;
  }
}

/** Copies point `j` to slot `k`. */
export function copyPoint(to: PointRows, k: Int, from: PointRows, j: Int): void {
  for (let c: Int = 0; c < 3; c++) {
    to.y[3 * k + c] = from.y[3 * j + c];
    to.a[3 * k + c] = from.a[3 * j + c];
    to.along[3 * k + c] = from.along[3 * j + c];
  }
  to.idsA[k] = from.idsA[j];
  to.idsB[k] = from.idsB[j];
}

/** Copies the points with their weights, v, and the bounds along it. */
function copySimplex(to: Simplex, from: Simplex): void {
  for (let k: Int = 0; k < from.count; k++) {
    copyPoint(to, k, from, k);
    to.weights[k] = from.weights[k];
  }
  for (let c: Int = 0; c < 3; c++) to.v[c] = from.v[c];
  to.vv = from.vv;
  to.vw = from.vw;
  to.miss = from.miss;
  to.count = from.count;
}

/**
 * Accepts the solver's candidate for `count` points: removes the slots that it lacks, and moves the rest together.
 * @returns the new count; 4 = the origin lies inside
 */
export function accept(pair: CorePair, count: Int): Int {
  const { simplex, candidate } = pair;
  let remaining: Int = 0;
  for (let k: Int = 0; k < count; k++) {
    if (((candidate.mask >> k) & 1) === 0) continue;
    simplex.weights[remaining] = candidate.weights[k];
    copyPoint(simplex, remaining, simplex, k);
    remaining++;
  }
  for (let c: Int = 0; c < 3; c++) simplex.v[c] = candidate.v[c];
  simplex.vv = candidate.vv;
  simplex.count = remaining;
  return remaining;
}
