/** One step of GJK: adds the lowest point to the simplex. */
import type { Double, Flag } from '../../language/lanes.ts';
import { copy, dot } from '../../math/vectors.ts';
import type { PairContext } from '../rows/context.ts';
import type { PairRow } from '../rows/row.ts';
import { reduceSegment, reduceTetrahedron, reduceTriangle } from './reduce.ts';
import {
  BEYOND,
  CLOSED,
  CONTAINED,
  CONVERGED,
  RUNNING,
  type Search,
  TOUCHING,
  UNPROVEN,
  type Weights,
  WITHIN,
} from './search.ts';

/** Squared distances at which the search of a row ends. */
export interface Limits {
  /** Cores farther apart end BEYOND. */
  readonly far2: Double;
  /** Nearer ones end WITHIN; −1 = never. */
  readonly near2: Double;
  /** Nearer ones end CONTAINED: f64 does not resolve them. */
  readonly touching2: Double;
}

export function limitsOf(context: PairContext, row: PairRow): Limits {
  const { radii, size } = row;
  const far = context.overlapOnly ? radii : context.maxDistance + radii;
  return {
    far2: far * far,
    near2: context.overlapOnly ? radii * radii : -1,
    touching2: TOUCHING * TOUCHING * size * size,
  };
}

/** Ends the search if w brings no progress, else moves v to the nearest point of the simplex with w. */
export function advance(context: PairContext, limits: Limits, search: Search): void {
  const { v, w, height } = search;
  if (height > 0 && height * height > limits.far2 * dot(v, v)) {
    search.ending = BEYOND;
    if (search.count === 0) {
      takeFirst(search);
      search.vv = dot(v, v);
    }
    return;
  }
  if (search.count === 0) {
    takeFirst(search);
    copy(v, w);
  } else {
    // the bounds meet, or w is not new: `conclude` checks the proof
    if (search.vv - height <= CLOSED * search.vv || isPoint(search)) {
      search.ending = CONVERGED;
      return;
    }
    const weights: Weights = { p: 0, q: 0, r: 0 };
    if (search.count === 1) reduceSegment(search, weights);
    else if (search.count === 2) reduceTriangle(search, weights);
    else reduceTetrahedron(context.pair.simplex, search, weights);
    if (search.ending !== RUNNING) return;
    const weightW = 1 - weights.p - weights.q - weights.r;
    // no progress, a point outside the simplex, or NaN: `exactDistance` decides
    if (!(dot(v, v) < search.vv && weightW >= 0)) {
      search.ending = UNPROVEN;
      return;
    }
    takePoint(search, weights, weightW);
  }
  search.vv = dot(v, v);
  if (search.vv <= limits.touching2) search.ending = CONTAINED;
  else if (search.vv <= limits.near2) search.ending = WITHIN;
}

/** Whether w is a point of the simplex. */
function isPoint(search: Search): Flag {
  return (
    search.idW === search.idP ||
    (search.count > 1 && search.idW === search.idQ) ||
    (search.count > 2 && search.idW === search.idR)
  );
}

function takeFirst(search: Search): void {
  copy(search.p, search.w);
  search.idP = search.idW;
  search.count = 1;
}

/** Puts w in the place of a point without weight, or in the next free one. */
function takePoint(search: Search, weights: Weights, weightW: Double): void {
  const { p, q, r, w, idW } = search;
  search.weightP = weights.p;
  search.weightQ = weights.q;
  search.weightR = weights.r;
  if (weights.p === 0) {
    copy(p, w);
    search.idP = idW;
    search.weightP = weightW;
    if (weights.r !== 0) {
      search.count = 3;
      if (weights.q === 0) {
        copy(q, r);
        search.idQ = search.idR;
        search.weightQ = search.weightR;
        search.count = 2;
      }
    } else search.count = weights.q === 0 ? 1 : 2;
  } else if (weights.q === 0) {
    copy(q, w);
    search.idQ = idW;
    search.weightQ = weightW;
    search.count = weights.r === 0 ? 2 : 3;
  } else {
    copy(r, w);
    search.idR = idW;
    search.weightR = weightW;
    search.count = 3;
  }
}
