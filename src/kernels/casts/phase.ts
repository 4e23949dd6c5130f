/**
 * Cosine and sine of an angle ≥ 0 (rad), with + − × and floor only: every machine, and the wide kernel, have the same
 * bits. See dim2/pair/turn.ts, which has the same series.
 */
import type { Doubles, Int } from '../../language/lanes.ts';
import type { CastBody, CastNumbers, TurnParts } from './castNumbers.ts';

/** π/2 in three parts; the first two have 33 bits, so that their product with a number of turns is exact. */
const FIRST = 1.5707963267341256;
const SECOND = 6.077100506303966e-11;
const THIRD = 2.0222662487959506e-21;
/** Angles up to here are none of them away. */
const EIGHTH = 0.78;
const PER_QUARTER = 0.6366197723675814;

/** Writes the cosine and the sine of the angle, at most 64 rad. Changes the angle. */
export function writePhase(c: CastNumbers): void {
  const angle = c.angle;
  if (angle <= EIGHTH) {
    writeSeries(c);
    return;
  }
  const quarters = Math.floor(angle * PER_QUARTER + 0.5);
  c.angle = angle - quarters * FIRST - quarters * SECOND - quarters * THIRD;
  writeSeries(c);
  const cos = c.cos;
  const sin = c.sin;
  const quadrant = quarters - 4 * Math.floor(0.25 * quarters);
  const isOdd = quadrant === 1 || quadrant === 3;
  const first = isOdd ? sin : cos;
  const second = isOdd ? cos : sin;
  c.cos = quadrant === 1 || quadrant === 2 ? -first : first;
  c.sin = quadrant > 1 ? -second : second;
}

/** The same of an angle from −π/4 to π/4. */
function writeSeries(c: CastNumbers): void {
  const r = c.angle;
  const z = r * r;
  // (sin r − r) / r³, and (cos r − 1 + r² / 2) / r⁴
  const sineTail = 1 / 6227020800 - z * (1 / 1307674368000 - z * (1 / 355687428096000));
  const sine = -1 / 6 + z * (1 / 120 - z * (1 / 5040 - z * (1 / 362880 - z * (1 / 39916800 - z * sineTail))));
  const cosineTail = 1 / 479001600 - z * (1 / 87178291200 - z * (1 / 20922789888000));
  const cosine = 1 / 24 - z * (1 / 720 - z * (1 / 40320 - z * (1 / 3628800 - z * cosineTail)));
  const sin = r + r * z * sine;
  const cos = 1 - (z / 2 - z * z * cosine);
  c.cos = cos;
  c.sin = sin;
}

/** Writes the first `count` numbers of parts of a body as they are at time c.at. */
export function turnParts(c: CastNumbers, body: CastBody, parts: TurnParts, to: Doubles, count: Int): void {
  c.angle = c.at * body.angle;
  writePhase(c);
  const cos = c.cos;
  const sin = c.sin;
  for (let k: Int = 0; k < count; k++) to[k] = parts.still[k] + cos * parts.cos[k] + sin * parts.sin[k];
}
