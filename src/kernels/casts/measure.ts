/**
 * What a cast asks of its pair at one time: the distance, and the separation along an axis. Hosts and wasm compile this
 * file, with the same bits. Products are written out: V8 may allocate for a number that a call returns.
 */
import type { Doubles, Flag } from '../../language/lanes.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { CORNERED } from '../../tables/shapeWords.ts';
import type { CorePools } from '../cores/corePair.ts';
import { support } from '../cores/support.ts';
import { writeDistance } from '../rows/pairOut.ts';
import { pairRow } from '../rows/pairRow.ts';
import { placeBodies } from './bodies.ts';
import type { Cast } from './cast.ts';
import type { CastBody, CastNumbers } from './castNumbers.ts';
import { seeAt, seeAxis, writeReach } from './heights.ts';
import { copy } from './vectors.ts';

/** Measures the pair at c.time: writes `found`, c.gap, and the normal to c.axis. */
export function measureCast(cast: Cast): void {
  const { c, scratch } = cast;
  const { found } = c;
  placeBodies(c);
  scratch.pair.wordA = c.a.word;
  scratch.pair.wordB = c.b.word;
  const status = pairRow(found, c.poses, cast.poolsA, cast.poolsB, scratch, cast.params);
  if (status === Status.Invalid) writeDistance(found, NaN);
  c.gap = found.distance;
  copy(c.axis, found.normal);
}

/** Prepares heights along c.axis (heights.ts). */
export function startHeights(cast: Cast): void {
  const { c } = cast;
  const { axis, move, offset } = c;
  c.along = axis[0] * offset[0] + axis[1] * offset[1] + axis[2] * offset[2];
  c.rate = axis[0] * move[0] + axis[1] * move[1] + axis[2] * move[2];
  seeAxis(c.a, axis, 1);
  seeAxis(c.b, axis, -1);
  // a body that does not turn has one height
  writeTops(cast, false);
}

/**
 * Writes the separation along the axis at time c.at, less its rounding, to c.height: a lower bound of the distance,
 * whatever the axis is.
 */
export function heightAt(cast: Cast): void {
  const { c } = cast;
  writeTops(cast, true);
  c.height = c.along + c.at * c.rate - c.a.top - c.b.top - c.radius - c.rounding;
}

/** Writes the heights of the bodies that turn, or of those that do not. */
function writeTops(cast: Cast, turns: Flag): void {
  const { c } = cast;
  const { direction } = cast.scratch.pair;
  if (c.a.angle > 0 === turns) writeTop(c, c.a, direction, cast.poolsA);
  if (c.b.angle > 0 === turns) writeTop(c, c.b, direction, cast.poolsB);
}

/** Writes the height of a body along the axis that it sees at time c.at. */
function writeTop(c: CastNumbers, body: CastBody, point: Doubles, pools: CorePools): void {
  const { local } = c;
  seeAt(c, body);
  const { pivot } = body;
  const lower = local[0] * pivot[0] + local[1] * pivot[1] + local[2] * pivot[2];
  if ((body.traits & CORNERED) !== 0) {
    writeReach(body, local);
    body.top -= lower;
    return;
  }
  copy(point, local);
  support(point, pools, body.word);
  body.top = local[0] * point[0] + local[1] * point[1] + local[2] * point[2] - lower;
}
