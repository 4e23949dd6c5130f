/** The point of a segment that is closest to the origin: a candidate for the closest point of a simplex. */
import { TRY_V, TRY_VV, TRY_WEIGHT, Y } from '../places.ts';

/**
 * Keeps the closest point of segment (p, q) if it is nearer than the candidate so far. Returns the mask of the winner.
 */
export function closerOnSegment(f: Float64Array, p: number, q: number, mask: number): number {
  const P = Y + 3 * p;
  const Q = Y + 3 * q;
  const px = f[P];
  const py = f[P + 1];
  const pz = f[P + 2];
  const qx = f[Q];
  const qy = f[Q + 1];
  const qz = f[Q + 2];
  const ex = qx - px;
  const ey = qy - py;
  const ez = qz - pz;
  const ee = ex * ex + ey * ey + ez * ez;
  const pe = -(px * ex + py * ey + pz * ez); // ee × parameter of the projection, from p
  const qe = qx * ex + qy * ey + qz * ez; //    ee × the same, from q
  let x = px;
  let y = py;
  let z = pz;
  let won = 1 << p;
  let weightP = 1;
  let weightQ = 0;
  if (pe > 0) {
    if (qe > 0) {
      weightQ = pe / ee;
      weightP = qe / ee;
      // from the nearer end, so that the projection keeps the accuracy of that end
      if (pe < qe) {
        x = px + weightQ * ex;
        y = py + weightQ * ey;
        z = pz + weightQ * ez;
      } else {
        x = qx - weightP * ex;
        y = qy - weightP * ey;
        z = qz - weightP * ez;
      }
      won = (1 << p) | (1 << q);
    } else {
      x = qx;
      y = qy;
      z = qz;
      won = 1 << q;
      weightP = 0;
      weightQ = 1;
    }
  }
  const vv = x * x + y * y + z * z;
  // NaN fails: the first candidate is Infinity, and only a smaller number replaces it
  if (!(vv < f[TRY_VV])) return mask;
  f[TRY_WEIGHT + p] = weightP;
  f[TRY_WEIGHT + q] = weightQ;
  f[TRY_V] = x;
  f[TRY_V + 1] = y;
  f[TRY_V + 2] = z;
  f[TRY_VV] = vv;
  return won;
}
