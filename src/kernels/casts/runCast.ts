/**
 * Two shapes that move and turn, until they come near each other: steps in time that are proven free. Hosts and wasm
 * compile this file, with the same bits.
 *
 * Method: conservative advancement (Mirtich, Impulse-based dynamic simulation of rigid body systems, 1996) along the
 * normal of the closest points, with chords in place of speeds. The distance query only proposes an axis; a step is
 * proven by the supports of both bodies along it, at its two ends.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import { beginCast } from './bodies.ts';
import type { Cast } from './cast.ts';
import type { CastNumbers } from './castNumbers.ts';
import { boundChord, MOST_CHORDS, startChord, writePace, writeSpeed } from './chord.ts';
import { heightAt, measureCast, startHeights } from './measure.ts';
import { isTurning, meetBodies } from './meet.ts';

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
  const isGood = beginCast(c, cast.poolsA, cast.poolsB);
  if (!isGood) return CastStatus.Invalid;
  const met = meetBodies(c, cast.poolsA, cast.poolsB, leaving);
  if (met === CastStatus.Free) return endFree(c);
  if (met === CastStatus.Hit) return endNear(cast, leaving, CastStatus.Hit);
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
    isTried = boundChord(c);
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
  writePace(c);
  const { time, speed: distance } = c;
  let isFree: Flag = true;
  for (let rest: Double = 1 - time; isFree && rest * distance > c.tolerance; rest *= 0.5) {
    c.time = time + rest;
    measureCast(cast);
    isFree = c.gap >= gap - c.tolerance;
  }
  c.time = time;
  if (!isFree) measureCast(cast);
  return isFree;
}
