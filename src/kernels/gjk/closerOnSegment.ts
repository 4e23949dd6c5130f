/**
 * The point of a segment that is closest to the origin: a candidate for the closest point of a simplex. Hosts and wasm
 * compile this file, with the same bits.
 */
import type { Double, Int } from '../../language/lanes.ts';
import type { CorePair } from '../cores/corePair.ts';

/** The bit of a slot in a mask. */
export function bitOf(slot: Int): Int {
  const one: Int = 1;
  return one << slot;
}

/** Makes the closest point of segment (p, q) the candidate if it is nearer than the one so far. */
export function closerOnSegment(pair: CorePair, p: Int, q: Int): void {
  const { candidate } = pair;
  const { y } = pair.simplex;
  const px = y[3 * p];
  const py = y[3 * p + 1];
  const pz = y[3 * p + 2];
  const qx = y[3 * q];
  const qy = y[3 * q + 1];
  const qz = y[3 * q + 2];
  const ex = qx - px;
  const ey = qy - py;
  const ez = qz - pz;
  const ee = ex * ex + ey * ey + ez * ez;
  const pe = -(px * ex + py * ey + pz * ez); // ee × parameter of the projection, from p
  const qe = qx * ex + qy * ey + qz * ez; //    ee × the same, from q
  let nearX = px;
  let nearY = py;
  let nearZ = pz;
  let mask = bitOf(p);
  let weightP: Double = 1;
  let weightQ: Double = 0;
  if (pe > 0) {
    if (qe > 0) {
      weightQ = pe / ee;
      weightP = qe / ee;
      // from the nearer end, so that the projection keeps the accuracy of that end
      if (pe < qe) {
        nearX = px + weightQ * ex;
        nearY = py + weightQ * ey;
        nearZ = pz + weightQ * ez;
      } else {
        nearX = qx - weightP * ex;
        nearY = qy - weightP * ey;
        nearZ = qz - weightP * ez;
      }
      mask |= bitOf(q);
    } else {
      nearX = qx;
      nearY = qy;
      nearZ = qz;
      mask = bitOf(q);
      weightP = 0;
      weightQ = 1;
    }
  }
  const vv = nearX * nearX + nearY * nearY + nearZ * nearZ;
  // NaN fails: the first candidate is Infinity, and only a smaller number replaces it
  if (!(vv < candidate.vv)) return;
  candidate.weights[p] = weightP;
  candidate.weights[q] = weightQ;
  candidate.v[0] = nearX;
  candidate.v[1] = nearY;
  candidate.v[2] = nearZ;
  candidate.vv = vv;
  candidate.mask = mask;
}
