/**
 * Casts of two boxes of which at least one turns: steps along the axis of largest separation (boxFollow.ts), without
 * distance queries, and the contact (boxTouch.ts) at the end.
 *
 *   reads   what beginNumbers has written, half extents, c[LIMIT]
 *   writes  c[TIME], and for Hit what touchBoxes writes
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import { CastStatus } from '../../../queries/casts/status.ts';
import type { Doubles, Flag, Int } from '../../wide/lanes.ts';
import { ARRIVED, followAxis } from './boxFollow.ts';
import { findAxis, writeAxis, writeBetween } from './boxGaps.ts';
import { placeBoxes, startPoses } from './boxPose.ts';
import { faceBoxes } from './boxTouch.ts';
import { CLOSE, CORE_GAP, LIMIT, RADII, SINCE, SKIN, TIME } from './places.ts';
import { meetSpheres } from './sphereSweep.ts';

/** The cast goes on from c[TIME] by distance queries. */
export const LEFT = -1;

/** Most axes of a cast; then distance queries go on. */
const MOST_AXES = 64;

/** @returns Free, Hit, or LEFT */
export function turnBoxes(c: Doubles): Int {
  c[TIME] = meetSpheres(c);
  if (c[TIME] > c[LIMIT]) return CastStatus.Free;
  startPoses(c);
  if (c[TIME] > 0) placeBoxes(c, c[TIME]);
  c[SINCE] = 0;
  writeBetween(c);
  let axis = findAxis(c, 0);
  if (c[TIME] === 0 && !isApart(c)) return LEFT;
  for (let n: Int = 0; n < MOST_AXES; n++) {
    const status = followAxis(c, axis);
    if (status === CastStatus.Free || status === LEFT) return status;
    if (status !== ARRIVED) placeBoxes(c, c[TIME]);
    writeBetween(c);
    writeAxis(c, axis);
    // while its features face each other, no other axis has a larger separation
    let isFacing = faceBoxes(c, axis);
    if (isFacing === 0) {
      const other = findAxis(c, axis);
      axis = other;
    }
    if (isApart(c)) continue;
    if (isFacing === 0) isFacing = faceBoxes(c, axis);
    return isFacing === 1 ? CastStatus.Hit : LEFT;
  }
  return LEFT;
}

/** Whether the boxes are apart along the axis. */
function isApart(c: Doubles): Flag {
  return c[CORE_GAP] - c[RADII] > c[SKIN] + c[CLOSE];
}
