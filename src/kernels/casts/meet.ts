/**
 * What of a cast has a proof without a distance query: sweeps of boxes and cores that do not turn, boxes that turn, and
 * the spheres around other bodies. Hosts and wasm compile this file, with the same bits.
 */
import type { Flag, Int } from '../../language/lanes.ts';
import { F32_ROUNDING, F64_ROUNDING } from '../../math/rounding.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import type { VertexPools } from '../cores/enginePools.ts';
import { isUnbounded } from './bodies.ts';
import { AT_START, areBoxes, NEVER, sweepBoxes } from './boxSweep.ts';
import { touchBoxes } from './boxTouch.ts';
import { DEFERRED, turnBoxes } from './boxTurn.ts';
import type { CastNumbers } from './castNumbers.ts';
import { startAlong, sweepCores } from './coreSweep.ts';
import { meetSpheres } from './sphereSweep.ts';
import { lengthOf } from './vectors.ts';

/**
 * Goes on from the start of a cast that is begun. Before c.time the bodies are farther apart than the skin by a quarter
 * of the tolerance, and with `leaving` bodies without a turn are not near at the start.
 * @returns Free, Hit with `found`, or DEFERRED: a query for the distance at c.time is next
 */
export function meetBodies(c: CastNumbers, poolsA: VertexPools, poolsB: VertexPools, leaving: Flag): Int {
  c.time = 0;
  let met: Int = DEFERRED;
  if (isTurning(c)) met = meetTurning(c);
  else met = meetStraight(c, poolsA, poolsB, leaving);
  if (met === CastStatus.Hit) writeTouch(c);
  return met;
}

export function isTurning(c: CastNumbers): Flag {
  return c.a.angle + c.b.angle > 0;
}

/** Whether a distance query decides the hits of a cast that is begun: the bodies may leave each other. */
export function needsDistance(c: CastNumbers, leaving: Flag): Flag {
  return leaving && !isTurning(c);
}

/**
 * What `meetBodies` does first for bodies with bounds and without a turn: the sweep of their boxes.
 * @returns Free or DEFERRED
 */
export function meetBounds(c: CastNumbers, leaving: Flag): Int {
  const axis = sweepBoxes(c, Number(leaving));
  return axis === NEVER || (axis !== AT_START && c.boxes.enter > c.limit) ? CastStatus.Free : DEFERRED;
}

/** Sweeps the boxes around bodies that do not turn (boxSweep.ts), then their cores (coreSweep.ts). */
function meetStraight(c: CastNumbers, poolsA: VertexPools, poolsB: VertexPools, leaving: Flag): Int {
  if (isUnbounded(c.a.traits | c.b.traits)) return DEFERRED;
  const axis = sweepBoxes(c, Number(leaving));
  if (axis === NEVER) return CastStatus.Free;
  if (axis === AT_START && leaving) return DEFERRED;
  if (axis !== AT_START) {
    c.time = c.boxes.enter;
    if (c.time > c.limit) return CastStatus.Free;
    if (areBoxes(c)) {
      const isTouch = touchBoxes(c, axis);
      if (isTouch === 1) return CastStatus.Hit;
    }
  }
  startAlong(c, axis);
  return sweepCores(c, poolsA, poolsB);
}

/** The same for bodies that turn: boxes that turn about their positions, or the spheres around other bodies. */
function meetTurning(c: CastNumbers): Int {
  const pivots = lengthOf(c.a.pivot) + lengthOf(c.b.pivot);
  if (areBoxes(c) && pivots === 0) return turnBoxes(c);
  if (isUnbounded(c.a.traits | c.b.traits)) return DEFERRED;
  meetSpheres(c);
  return c.time > c.limit ? CastStatus.Free : DEFERRED;
}

/** Writes `found` after touchBoxes. */
function writeTouch(c: CastNumbers): void {
  const { found } = c;
  const distance = c.gap;
  for (let k: Int = 0; k < 3; k++) {
    const normal = c.axis[k];
    const point = c.point[k];
    found.normal[k] = normal;
    found.offsetA[k] = point;
    found.offsetB[k] = point + distance * normal - (c.offset[k] + c.time * c.move[k]);
  }
  found.distance = distance;
  found.errorBound = F32_ROUNDING * distance + F64_ROUNDING * c.extent;
}
