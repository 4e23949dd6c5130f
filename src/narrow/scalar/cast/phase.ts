/**
 * Cosine and sine of an angle ≥ 0 (rad), with + − × and floor only: every machine, and the wide kernel, have the same
 * bits. See planar/turn.ts, which has the same series.
 */
import type { Doubles } from '../../wide/lanes.ts';
import { PHASE } from './places.ts';

/** π/2 in three parts; the first two have 33 bits, so that their product with a number of turns is exact. */
const FIRST = 1.5707963267341256;
const SECOND = 6.077100506303966e-11;
const THIRD = 2.0222662487959506e-21;
/** Angles up to here are none of them away. */
const EIGHTH = 0.78;
const PER_QUARTER = 0.6366197723675814;

/** Writes the cosine and the sine of c[PHASE], at most 64 rad, to the places behind it. Changes c[PHASE]. */
export function writePhase(c: Doubles): void {
  const angle = c[PHASE];
  if (angle <= EIGHTH) {
    writeSeries(c);
    return;
  }
  const quarters = Math.floor(angle * PER_QUARTER + 0.5);
  c[PHASE] = angle - quarters * FIRST - quarters * SECOND - quarters * THIRD;
  writeSeries(c);
  const cos = c[PHASE + 1];
  const sin = c[PHASE + 2];
  const quadrant = quarters - 4 * Math.floor(0.25 * quarters);
  const isOdd = quadrant === 1 || quadrant === 3;
  const first = isOdd ? sin : cos;
  const second = isOdd ? cos : sin;
  c[PHASE + 1] = quadrant === 1 || quadrant === 2 ? -first : first;
  c[PHASE + 2] = quadrant > 1 ? -second : second;
}

/** The same of an angle from −π/4 to π/4. */
function writeSeries(c: Doubles): void {
  const r = c[PHASE];
  const z = r * r;
  // (sin r − r) / r³, and (cos r − 1 + r² / 2) / r⁴
  const sineTail = 1 / 6227020800 - z * (1 / 1307674368000 - z * (1 / 355687428096000));
  const sine = -1 / 6 + z * (1 / 120 - z * (1 / 5040 - z * (1 / 362880 - z * (1 / 39916800 - z * sineTail))));
  const cosineTail = 1 / 479001600 - z * (1 / 87178291200 - z * (1 / 20922789888000));
  const cosine = 1 / 24 - z * (1 / 720 - z * (1 / 40320 - z * (1 / 3628800 - z * cosineTail)));
  const sin = r + r * z * sine;
  const cos = 1 - (z / 2 - z * z * cosine);
  c[PHASE + 1] = cos;
  c[PHASE + 2] = sin;
}
