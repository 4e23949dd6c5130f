/**
 * The point of a simplex of 1–4 points that is closest to the origin: the sub-distance problem of GJK.
 *
 *   reads   simplex.y
 *   writes  candidate.mask, the slots that carry the closest point: all four if the origin lies in the tetrahedron;
 *           candidate.weights of these; candidate.v, candidate.vv
 *
 * Each face gives a candidate and the nearest candidate wins. So a wrong sign on a sliver costs the thickness of the
 * sliver, and never selects a wrong region. The weights make the witness points, so their point must be v.
 *
 * Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Int } from '../../language/lanes.ts';
import type { CorePair } from '../cores/corePair.ts';
import { closerOnSegment } from './closerOnSegment.ts';
import { closerOnTriangle } from './closerOnTriangle.ts';

/** All four slots: the origin lies inside. */
export const INSIDE: Int = 15;

/** A tetrahedron is flat if its height over every face is below this part of its edges: below the rounding of f64. */
const FLAT = 1e-14;
const INFINITE: Double = 1 / 0;

/** Finds the candidate of `count` points. */
export function closestOnSimplex(pair: CorePair, count: Int): void {
  const { candidate, simplex } = pair;
  candidate.vv = INFINITE;
  candidate.mask = 0;
  if (count === 4) closestOnTetrahedron(pair);
  else if (count === 3) closerOnTriangle(pair, 0, 1, 2);
  else if (count === 2) closerOnSegment(pair, 0, 1);
  else {
    const { y } = simplex;
    candidate.mask = 1;
    candidate.weights[0] = 1;
    for (let c: Int = 0; c < 3; c++) candidate.v[c] = y[c];
    candidate.vv = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
  }
}

function closestOnTetrahedron(pair: CorePair): void {
  const { candidate } = pair;
  const { y } = pair.simplex;
  const { weights } = candidate;
  const sx = y[9];
  const sy = y[10];
  const sz = y[11];

  // edges from the newest point s, and the normals of the faces that meet there
  const ax = y[0] - sx;
  const ay = y[1] - sy;
  const az = y[2] - sz;
  const bx = y[3] - sx;
  const by = y[4] - sy;
  const bz = y[5] - sz;
  const cx = y[6] - sx;
  const cy = y[7] - sy;
  const cz = y[8] - sz;
  const abx = ay * bz - az * by;
  const aby = az * bx - ax * bz;
  const abz = ax * by - ay * bx;
  const bcx = by * cz - bz * cy;
  const bcy = bz * cx - bx * cz;
  const bcz = bx * cy - by * cx;
  const cax = cy * az - cz * ay;
  const cay = cz * ax - cx * az;
  const caz = cx * ay - cy * ax;

  // six times the volume, and the same with the origin in place of r, p, q: their ratio is the weight of the origin
  const volume = abx * cx + aby * cy + abz * cz;
  const overR = -(abx * sx + aby * sy + abz * sz);
  const overP = -(bcx * sx + bcy * sy + bcz * sz);
  const overQ = -(cax * sx + cay * sy + caz * sz);
  const overS = volume - overR - overP - overQ;

  const aa = ax * ax + ay * ay + az * az;
  const edges = Math.max(Math.max(aa, bx * bx + by * by + bz * bz), cx * cx + cy * cy + cz * cz);
  const isFlat = !(volume * volume > FLAT * FLAT * edges * edges * edges);
  const beyondR = isFlat || overR * volume < 0;
  const beyondP = isFlat || overP * volume < 0;
  const beyondQ = isFlat || overQ * volume < 0;
  const beyondS = isFlat || overS * volume < 0;
  if (!(beyondR || beyondP || beyondQ || beyondS)) {
    const share = 1 / volume;
    weights[0] = overP * share;
    weights[1] = overQ * share;
    weights[2] = overR * share;
    weights[3] = overS * share;
    for (let c: Int = 0; c < 3; c++) candidate.v[c] = 0;
    candidate.vv = 0;
    candidate.mask = INSIDE;
    return;
  }
  if (beyondR) closerOnTriangle(pair, 0, 1, 3);
  if (beyondP) closerOnTriangle(pair, 1, 2, 3);
  if (beyondQ) closerOnTriangle(pair, 2, 0, 3);
  if (beyondS) closerOnTriangle(pair, 0, 1, 2);
}
