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
  ROT,
  type Scratch,
  SHIFT,
  SIZE,
  START,
  STEPS,
  TOLERANCE,
  TRY_V,
  TRY_VV,
  TRY_WEIGHT,
  V,
  VV,
  VW,
  WEIGHT,
  Y,
} from '../scratch.ts';
import { support } from '../support.ts';
import { BEYOND, CLOSED, CONTAINED, CONVERGED, PROVEN, TOUCHING, UNPROVEN, WITHIN } from './search.ts';
import { closestOnSimplex, INSIDE } from './simplex.ts';

/** 17 is the maximum in the million pairs of test/deep. */
const MAX_STEPS = 128;
/**
 * Steps per pair that may keep |v| or increase it. Rounding may move a projection off an edge before the search reaches
 * its face.
 */
const LEVEL_STEPS = 16;

/** Runs GJK from a cold start, along f[START …]. */
export function gjkCareful(
  scratch: Scratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): number {
  const { f, i } = scratch;
  const far = f[FAR];
  const far2 = far * far;
  const near2 = f[NEAR2];
  const touching2 = TOUCHING * TOUCHING * f[SIZE] * f[SIZE];
  const tolerance = f[TOLERANCE];

  const r00 = f[ROT];
  const r01 = f[ROT + 1];
  const r02 = f[ROT + 2];
  const r10 = f[ROT + 3];
  const r11 = f[ROT + 4];
  const r12 = f[ROT + 5];
  const r20 = f[ROT + 6];
  const r21 = f[ROT + 7];
  const r22 = f[ROT + 8];
  const tx = f[SHIFT];
  const ty = f[SHIFT + 1];
  const tz = f[SHIFT + 2];

  let count = 0;
  let vx = f[START];
  let vy = f[START + 1];
  let vz = f[START + 2];
  let vv = Infinity; // squared distance so far; the first direction is only a guess
  if (!(vx * vx + vy * vy + vz * vz > 0)) vx = 1; // any direction works

  let best = Infinity; // width of the narrowest bracket so far
  let level = 0;
  let step = 0;
  for (; step < MAX_STEPS; step++) {
    // support of A along v and of B along −v: the point of B − A that is lowest along v
    f[DIR] = vx;
    f[DIR + 1] = vy;
    f[DIR + 2] = vz;
    const ida = support(f, geometryA, rowA);
    const ax = f[DIR];
    const ay = f[DIR + 1];
    const az = f[DIR + 2];
    f[DIR] = -(r00 * vx + r10 * vy + r20 * vz);
    f[DIR + 1] = -(r01 * vx + r11 * vy + r21 * vz);
    f[DIR + 2] = -(r02 * vx + r12 * vy + r22 * vz);
    const idb = support(f, geometryB, rowB);
    const bx = f[DIR];
    const by = f[DIR + 1];
    const bz = f[DIR + 2];
    const wx = tx - ax + (r00 * bx + r01 * by + r02 * bz);
    const wy = ty - ay + (r10 * bx + r11 * by + r12 * bz);
    const wz = tz - az + (r20 * bx + r21 * by + r22 * bz);
    const vw = vx * wx + vy * wy + vz * wz;
    f[VW] = vw;
    const y = Y + 3 * count;
    f[y] = wx;
    f[y + 1] = wy;
    f[y + 2] = wz;
    const a = A + 3 * count;
    f[a] = ax;
    f[a + 1] = ay;
    f[a + 2] = az;

    if (vw > 0 && vw * vw > far2 * (vx * vx + vy * vy + vz * vz)) {
      if (count === 0) keepGuess(f, i, ida, idb);
      i[STEPS] = step + 1;
      return BEYOND;
    }
    if (count > 0) {
      const length = Math.sqrt(vv);
      writeMiss(f, count);
      const width = length - vw / length + f[MISS];
      if (width < best) {
        best = width;
        keep(f, i);
      }
      if (vv - vw <= Math.max(CLOSED * vv, tolerance * length) || holds(f, i, count, ida, idb)) break;
    }

    i[ID_A + count] = ida;
    i[ID_B + count] = idb;
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
    vx = f[V];
    vy = f[V + 1];
    vz = f[V + 2];
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
  let x = -f[V];
  let y = -f[V + 1];
  let z = -f[V + 2];
  for (let k = 0; k < count; k++) {
    const weight = f[WEIGHT + k];
    x += weight * f[Y + 3 * k];
    y += weight * f[Y + 3 * k + 1];
    z += weight * f[Y + 3 * k + 2];
  }
  f[MISS] = Math.sqrt(x * x + y * y + z * z);
}

/** Saves the simplex, its weights, v, and the bounds along v. */
function keep(f: Float64Array, i: Int32Array): void {
  // loops: calls of copyWithin take longer
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
 * Keeps the first direction, which proves the result: the simplex is its support, and v is the direction, not a point
 * of the difference.
 */
function keepGuess(f: Float64Array, i: Int32Array, ida: number, idb: number): void {
  const y = f[START + 1];
  const z = f[START + 2];
  const x = f[START] === 0 && y === 0 && z === 0 ? 1 : f[START];
  f[V] = x;
  f[V + 1] = y;
  f[V + 2] = z;
  f[VV] = x * x + y * y + z * z;
  i[ID_A] = ida;
  i[ID_B] = idb;
  f[WEIGHT] = 1;
  i[COUNT] = 1;
}

/**
 * Whether the support in slot `count` is in the simplex already. Equal ids do not prove it: many points share the id of
 * a direction.
 */
function holds(f: Float64Array, i: Int32Array, count: number, ida: number, idb: number): boolean {
  const y = Y + 3 * count;
  for (let k = 0; k < count; k++) {
    const z = Y + 3 * k;
    const known = i[ID_A + k] === ida && i[ID_B + k] === idb;
    if (known && f[z] === f[y] && f[z + 1] === f[y + 1] && f[z + 2] === f[y + 2]) return true;
  }
  return false;
}

/**
 * Accepts the solver's candidate: removes the slots outside `mask` and moves the rest together. Returns the new count.
 */
function accept(f: Float64Array, i: Int32Array, mask: number, count: number): number {
  let kept = 0;
  for (let k = 0; k < count; k++) {
    if ((mask & (1 << k)) === 0) continue;
    f[WEIGHT + kept] = f[TRY_WEIGHT + k];
    if (kept < k) {
      const from = 3 * k;
      const to = 3 * kept;
      f[Y + to] = f[Y + from];
      f[Y + to + 1] = f[Y + from + 1];
      f[Y + to + 2] = f[Y + from + 2];
      f[A + to] = f[A + from];
      f[A + to + 1] = f[A + from + 1];
      f[A + to + 2] = f[A + from + 2];
      i[ID_A + kept] = i[ID_A + k];
      i[ID_B + kept] = i[ID_B + k];
    }
    kept++;
  }
  f[V] = f[TRY_V];
  f[V + 1] = f[TRY_V + 1];
  f[V + 2] = f[TRY_V + 2];
  f[VV] = f[TRY_VV];
  i[COUNT] = kept;
  return kept;
}
