/**
 * The separation of the pair of a cast along a fixed axis, as a function of time.
 *
 * The bodies stay as they are at the start, and the axis turns instead: the height of the support along an axis n of a
 * body turned by T is that of the body at rest along T⁻¹ n. In the local frame of a body this is a constant part, and
 * two parts that go with the cosine and the sine of the angle.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import type { CastBody, CastNumbers } from './castNumbers.ts';
import { turnParts } from './phase.ts';
import { copy, toLocal } from './vectors.ts';

/** Writes the parts of the axis, times `sign`, that a body sees. */
export function seeAxis(body: CastBody, n: Doubles, sign: Double): void {
  const p = body.seen;
  const m = body.rest;
  const angle = body.angle;
  for (let k: Int = 0; k < 3; k++) p.still[k] = sign * n[k];
  if (angle > 0) {
    const x = p.still[0];
    const y = p.still[1];
    const z = p.still[2];
    const ux = body.turn[0] / angle;
    const uy = body.turn[1] / angle;
    const uz = body.turn[2] / angle;
    const along = x * ux + y * uy + z * uz;
    p.still[0] = along * ux;
    p.still[1] = along * uy;
    p.still[2] = along * uz;
    p.cos[0] = x - along * ux;
    p.cos[1] = y - along * uy;
    p.cos[2] = z - along * uz;
    // axis × u: it turns backward
    p.sin[0] = y * uz - z * uy;
    p.sin[1] = z * ux - x * uz;
    p.sin[2] = x * uy - y * ux;
    toLocal(p.cos, m, p.cos);
    toLocal(p.sin, m, p.sin);
  }
  toLocal(p.still, m, p.still);
}

/** Writes the height of a box at its place along an axis that it sees. */
export function writeReach(body: CastBody, v: Doubles): void {
  const { half } = body;
  body.top = half[0] * Math.abs(v[0]) + half[1] * Math.abs(v[1]) + half[2] * Math.abs(v[2]);
}

/** Writes the axis that a body sees at time c.at, in its local frame, to c.local. */
export function seeAt(c: CastNumbers, body: CastBody): void {
  if (body.angle > 0) turnParts(c, body, body.seen, c.local, 3);
  else copy(c.local, body.seen.still);
}
