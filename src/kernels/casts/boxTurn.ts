/**
 * Casts of two boxes of which at least one turns: steps along the axis of largest separation (boxFollow.ts), without
 * distance queries, and the contact (boxTouch.ts) at the end.
 *
 *   reads   what beginNumbers has written, half extents, c.limit
 *   writes  c.time, and for Hit what touchBoxes writes
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Flag, Int } from '../../language/lanes.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import { ARRIVED, followAxis } from './boxFollow.ts';
import { findAxis, writeAxis, writeBetween } from './boxGaps.ts';
import { placeBoxes, startPoses } from './boxPose.ts';
import { faceBoxes } from './boxTouch.ts';
import type { CastNumbers } from './castNumbers.ts';
import { meetSpheres } from './sphereSweep.ts';

/** The cast goes on from c.time by distance queries. */
export const DEFERRED = -1;

/** Most axes of a cast; then distance queries go on. */
const MOST_AXES = 64;

/** @returns Free, Hit, or DEFERRED */
export function turnBoxes(c: CastNumbers): Int {
  meetSpheres(c);
  if (c.time > c.limit) return CastStatus.Free;
  startPoses(c);
  c.at = c.time;
  if (c.time > 0) placeBoxes(c);
  c.boxes.enter = 0;
  writeBetween(c);
  let axis = findAxis(c, 0);
  if (c.time === 0 && !isApart(c)) return DEFERRED;
  for (let n: Int = 0; n < MOST_AXES; n++) {
    const status = followAxis(c, axis);
    if (status === CastStatus.Free || status === DEFERRED) return status;
    c.at = c.time;
    if (status !== ARRIVED) placeBoxes(c);
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
    return isFacing === 1 ? CastStatus.Hit : DEFERRED;
  }
  return DEFERRED;
}

/** Whether the boxes are apart along the axis. */
function isApart(c: CastNumbers): Flag {
  return c.boxes.gap - c.radius > c.skin + c.tolerance;
}
