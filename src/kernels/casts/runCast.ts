/**
 * Two shapes that move and turn, until they come near each other: steps in time that are proven free. Hosts and wasm
 * compile this file, with the same bits.
 *
 * Method: conservative advancement (Mirtich, Impulse-based dynamic simulation of rigid body systems, 1996) along the
 * normal of the closest points, with chords in place of speeds. The distance query only proposes an axis; a step is
 * proven by the supports of both bodies along it, at its two ends.
 */
import { CastStatus } from '../../queries/casts/status.ts';
import type { Double, Flag, Int } from '../lanes.ts';
import { F32_ROUNDING, F64_ROUNDING } from '../math/rounding.ts';
import { beginCast, type Cast, isUnbounded } from './bodies.ts';
import { AT_START, areBoxes, NEVER, sweepBoxes } from './boxSweep.ts';
import { touchBoxes } from './boxTouch.ts';
import { LEFT, turnBoxes } from './boxTurn.ts';
import { judgeChord, MOST_CHORDS, startChord, writeSpeed } from './chord.ts';
import { startAlong } from './coreSweep.ts';
import { heightAt, measureCast, startHeights } from './measure.ts';
import { sweepCores } from './runCore.ts';
import { meetSpheres } from './sphereSweep.ts';
import type { CastNumbers } from './tables.ts';
import { lengthOf } from './vectors.ts';

/**
 * Most steps. A body that turns past another one, little more than the tolerance away, takes the most. Of 1,200,000
 * random casts one took 1,850; all others ended within 1,024, and those without turns within 7.
 */
const MOST_STEPS = 4096;

/**
 * Moves both bodies from the start until they are near, or proven to be free until c.limit. Writes c.time, and unless
 * the result is `Free`, c.gap, c.axis and `found` as they are then (measure.ts).
 * @param leaving whether bodies without a turn that are near, and come no nearer, are free
 */
export function runCast(cast: Cast, leaving: Flag): Int {
  const { c } = cast;
  c.time = 0;
  const isGood = beginCast(cast);
  if (!isGood) return CastStatus.Invalid;
  let met: Int = LEFT;
  if (isTurning(c)) met = meetTurning(c);
  else met = meetStraight(cast, leaving);
  if (met === CastStatus.Free) return endFree(c);
  if (met === CastStatus.Hit) {
    writeTouch(c);
    return endNear(cast, leaving, CastStatus.Hit);
  }
  measureCast(cast);
  if (c.time === 0) {
    if (!(c.gap < Infinity)) return CastStatus.Invalid;
    const isTouching = c.gap <= c.skin;
    if (isTouching || (leaving && c.gap <= c.skin + c.tolerance)) {
      const status = endNear(cast, leaving, CastStatus.StartsTouching);
      if (isTouching || status === CastStatus.Free) return status;
    }
  }
  for (let step: Int = 0; step < MOST_STEPS; step++) {
    startHeights(cast);
    c.at = c.time;
    heightAt(cast);
    c.low = c.height;
    const rest = 1 - c.time;
    writeSpeed(c);
    const speed = c.speed;
    // no two points of the bodies come nearer to each other along the axis
    if (c.low > c.skin && !(speed * rest > 0)) return endFree(c);
    if (c.gap <= c.skin + c.tolerance) return endNear(cast, leaving, CastStatus.Hit);
    c.step = (c.low - c.skin - 0.25 * c.tolerance) / speed;
    if (c.step >= rest) return endFree(c);
    // without a turn the first step is the longest
    if (c.sag > 0) takeChord(cast);
    // the axis does not separate the bodies: the distance has no proof
    if (!(c.step > 0)) return CastStatus.Unresolved;
    if (c.step >= rest) return endFree(c);
    c.time += c.step;
    if (c.time > c.limit) return endFree(c);
    measureCast(cast);
  }
  return CastStatus.Unresolved;
}

function isTurning(c: CastNumbers): Flag {
  return c.a.angle + c.b.angle > 0;
}

/**
 * Sweeps the boxes around bodies that do not turn (boxSweep.ts), then their cores (coreSweep.ts). Before c.time they
 * are farther apart than the skin by a quarter of the tolerance, and with `leaving` they are not near at the start.
 * @returns Free, Hit, or LEFT: a query for the distance at c.time is next
 */
function meetStraight(cast: Cast, leaving: Flag): Int {
  const { c } = cast;
  if (isUnbounded(c.a.traits | c.b.traits)) return LEFT;
  const axis = sweepBoxes(c, Number(leaving));
  if (axis === NEVER) return CastStatus.Free;
  if (axis === AT_START && leaving) return LEFT;
  if (axis !== AT_START) {
    c.time = c.boxes.enter;
    if (c.time > c.limit) return CastStatus.Free;
    if (areBoxes(c)) {
      const isTouch = touchBoxes(c, axis);
      if (isTouch === 1) return CastStatus.Hit;
    }
  }
  startAlong(c, axis);
  return sweepCores(cast);
}

/** The same for bodies that turn: boxes that turn about their positions, or the spheres around other bodies. */
function meetTurning(c: CastNumbers): Int {
  const arms = lengthOf(c.a.pivot) + lengthOf(c.b.pivot);
  if (areBoxes(c) && arms === 0) return turnBoxes(c);
  if (isUnbounded(c.a.traits | c.b.traits)) return LEFT;
  meetSpheres(c);
  return c.time > c.limit ? CastStatus.Free : LEFT;
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

function endFree(c: CastNumbers): Int {
  c.time = 1;
  return CastStatus.Free;
}

/** Ends a cast whose bodies are near. @returns Free if they leave each other, and with `leaving` may, else `status` */
function endNear(cast: Cast, leaving: Flag, status: Int): Int {
  if (!leaving) return status;
  const isLeaving = leaves(cast);
  if (isLeaving) return endFree(cast.c);
  return status;
}

/** Raises c.step to the longest step whose chord of heights along the axis is found free. */
function takeChord(cast: Cast): void {
  const { c } = cast;
  let isTried = startChord(c);
  for (let k: Int = 0; k < MOST_CHORDS && isTried === 1; k++) {
    heightAt(cast);
    isTried = judgeChord(c);
  }
}

/**
 * Whether bodies without a turn, near at c.time, come no nearer from then on by more than the tolerance. Along a
 * straight motion the signed distance of convex bodies is a convex function of time: where it falls by some length on
 * the way, it has fallen by half of that after 1, 1/2, 1/4 … of the rest of the time.
 */
function leaves(cast: Cast): Flag {
  const { c } = cast;
  const gap = c.gap;
  if (isTurning(c) || gap < -c.skin - c.tolerance) return false;
  writeSpeed(c);
  if (c.speed <= c.tolerance) return true;
  const way = lengthOf(c.move);
  const { time } = c;
  let isFree: Flag = true;
  for (let rest: Double = 1 - time; isFree && rest * way > c.tolerance; rest *= 0.5) {
    c.time = time + rest;
    measureCast(cast);
    isFree = c.gap >= gap - c.tolerance;
  }
  c.time = time;
  if (!isFree) measureCast(cast);
  return isFree;
}
