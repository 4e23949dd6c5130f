/**
 * Sine and cosine with + − × only, so that every machine has the same bits.
 *
 * Method: reduction by multiples of π/2 in three parts (Cody, Waite, Software manual for the elementary functions,
 * 1980), then the Taylor series in [−π/4, π/4], whose remainder is below 1e-18.
 */
import type { BodyPose } from './pairState.ts';

/** π/2 in three parts; the first two have 33 bits, so that their product with a number of turns is exact. */
const FIRST = 1.5707963267341256;
const SECOND = 6.077100506303966e-11;
const THIRD = 2.0222662487959506e-21;
const PER_QUARTER = 2 / Math.PI;
/** Largest number of quarter turns whose product with FIRST is exact; beyond it Math.sin and Math.cos are used. */
const MOST_QUARTERS = 1 << 20;

/** Writes cos and sin of the angle of a pose. */
export function writeTurn(to: BodyPose): void {
  const { angle } = to;
  if (angle === 0) {
    to.cos = 1;
    to.sin = 0;
    return;
  }
  const quarters = Math.round(angle * PER_QUARTER);
  if (!(Math.abs(quarters) < MOST_QUARTERS)) {
    to.cos = Math.cos(angle);
    to.sin = Math.sin(angle);
    return;
  }
  const r = angle - quarters * FIRST - quarters * SECOND - quarters * THIRD;
  const z = r * r;
  // (sin r − r) / r³, and (cos r − 1 + r² / 2) / r⁴
  const sineTail = 1 / 6227020800 - z * (1 / 1307674368000 - z * (1 / 355687428096000));
  const sine = -1 / 6 + z * (1 / 120 - z * (1 / 5040 - z * (1 / 362880 - z * (1 / 39916800 - z * sineTail))));
  const cosineTail = 1 / 479001600 - z * (1 / 87178291200 - z * (1 / 20922789888000));
  const cosine = 1 / 24 - z * (1 / 720 - z * (1 / 40320 - z * (1 / 3628800 - z * cosineTail)));
  const sin = r + r * z * sine;
  const cos = 1 - (z / 2 - z * z * cosine);
  const isOdd = (quarters & 1) !== 0;
  const c = isOdd ? sin : cos;
  const s = isOdd ? cos : sin;
  to.cos = ((quarters + 1) & 2) !== 0 ? -c : c;
  to.sin = (quarters & 2) !== 0 ? -s : s;
}
