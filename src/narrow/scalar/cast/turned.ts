/** Where the turn of a body has led to at a time. Host and wide kernel compile this file: both have the same bits. */
import type { Doubles, Int } from '../../wide/lanes.ts';
import { writePhase } from './phase.ts';
import { ANGLE, PHASE, QUATERNION, ROTATION, TURN } from './places.ts';

/** Writes the quaternion of a body at time c[at] to the four places from QUATERNION on. */
export function writeTurned(c: Doubles, body: Int, at: Int): void {
  const angle = c[body + ANGLE];
  c[PHASE] = 0.5 * angle * c[at];
  writePhase(c);
  const w = c[PHASE + 1];
  const share = angle > 0 ? c[PHASE + 2] / angle : 0;
  const x = share * c[body + TURN];
  const y = share * c[body + TURN + 1];
  const z = share * c[body + TURN + 2];
  const bx = c[body + ROTATION];
  const by = c[body + ROTATION + 1];
  const bz = c[body + ROTATION + 2];
  const bw = c[body + ROTATION + 3];
  // the turn after the rotation at the start
  c[QUATERNION] = w * bx + x * bw + y * bz - z * by;
  c[QUATERNION + 1] = w * by - x * bz + y * bw + z * bx;
  c[QUATERNION + 2] = w * bz + x * by - y * bx + z * bw;
  c[QUATERNION + 3] = w * bw - x * bx - y * by - z * bz;
}
