/**
 * Where two boxes that turn are at a time. A turn about a fixed axis leaves one part of a rotation as it is, and two
 * parts go with the cosine and the sine of its angle. So a pose takes no product of rotations, and no square root.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Int } from '../../language/lanes.ts';
import type { CastBody, CastNumbers } from './castNumbers.ts';
import { turnParts } from './phase.ts';
import { copy } from './vectors.ts';

/** Prepares poses, and places the boxes at the start. */
export function startPoses(c: CastNumbers): void {
  restBoxes(c);
  if (c.a.angle > 0) writeParts(c.a);
  if (c.b.angle > 0) writeParts(c.b);
}

/** Places the boxes at the start: writes c.place, and the rotations of the bodies. */
export function restBoxes(c: CastNumbers): void {
  copy(c.place, c.offset);
  for (let k: Int = 0; k < 9; k++) {
    c.a.turned[k] = c.a.rest[k];
    c.b.turned[k] = c.b.rest[k];
  }
}

/** Writes the parts of each number of the rotation of a body. */
function writeParts(body: CastBody): void {
  const share = 1 / body.angle;
  const x = share * body.turn[0];
  const y = share * body.turn[1];
  const z = share * body.turn[2];
  const p = body.parts;
  for (let k: Int = 0; k < 3; k++) {
    const u = body.rest[k];
    const v = body.rest[k + 3];
    const w = body.rest[k + 6];
    const along = x * u + y * v + z * w;
    p.still[k] = along * x;
    p.cos[k] = u - along * x;
    p.sin[k] = y * w - z * v;
    p.still[k + 3] = along * y;
    p.cos[k + 3] = v - along * y;
    p.sin[k + 3] = z * u - x * w;
    p.still[k + 6] = along * z;
    p.cos[k + 6] = w - along * z;
    p.sin[k + 6] = x * v - y * u;
  }
}

/** Writes the offset at time c.at to c.place. */
export function writePlace(c: CastNumbers): void {
  for (let k: Int = 0; k < 3; k++) c.place[k] = c.offset[k] + c.at * c.move[k];
}

/** Places the boxes at time c.at: writes c.place, and the rotations of the bodies. */
export function placeBoxes(c: CastNumbers): void {
  writePlace(c);
  if (c.a.angle > 0) turnParts(c, c.a, c.a.parts, c.a.turned, 9);
  if (c.b.angle > 0) turnParts(c, c.b, c.b.parts, c.b.turned, 9);
}
