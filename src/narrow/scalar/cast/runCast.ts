/**
 * Two shapes that move and turn, until they come near each other: steps in time that are proven free. Scalar, f64.
 *
 * Method: conservative advancement (Mirtich, Impulse-based dynamic simulation of rigid body systems, 1996) along the
 * normal of the closest points, with chords in place of speeds. The distance query only proposes an axis; a step is
 * proven by the supports of both bodies along it, at its two ends.
 */
import { CastStatus, type CastStatusCode } from '../../../queries/casts/status.ts';
import { CORNERED, TRAITS, UNBOUNDED } from '../../../shapes/codes.ts';
import { F32_ROUNDING, F64_ROUNDING } from '../rounding.ts';
import { beginCast, type Cast, lengthAt } from './bodies.ts';
import { AT_START, countEdges, NEVER, startSweep, sweepBoxes } from './boxSweep.ts';
import { touchBoxes } from './boxTouch.ts';
import { LEFT, turnBoxes } from './boxTurn.ts';
import { judgeChord, MOST_CHORDS, startChord, writeSpeed } from './chord.ts';
import { startAlong } from './coreSweep.ts';
import { heightAt, measureCast, startHeights } from './measure.ts';
import {
  ANGLE,
  AXIS,
  BODY_A,
  BODY_B,
  CLOSE,
  ENTER,
  GAP,
  HEIGHT,
  LATER,
  LIMIT,
  LOW,
  OFFSET,
  PAIR_SIZE,
  PIVOT_A,
  PIVOT_B,
  POINT,
  SAG,
  SINCE,
  SKIN,
  SPEED,
  STEP,
  SURE,
  TAKEN,
  TIME,
  VELOCITY,
} from './places.ts';
import { sweepCores } from './runCore.ts';
import { meetSpheres } from './sphereSweep.ts';

/**
 * Most steps. A body that turns past another one, little more than the tolerance away, takes the most. Of 1,200,000
 * random casts one took 1,850; all others ended within 1,024, and those without turns within 7.
 */
const MOST_STEPS = 4096;

/**
 * Moves both bodies from the start until they are near, or proven to be free until c[LIMIT]. Writes c[TIME], and unless
 * the result is `Free`, c[GAP], c[AXIS …] and `found` as they are then (measure.ts).
 * @param leaving whether bodies without a turn that are near, and come no nearer, are free
 */
export function runCast(cast: Cast, leaving: boolean): CastStatusCode {
  const { c } = cast;
  c[TIME] = 0;
  c[TAKEN] = 0;
  if (!beginCast(cast)) return CastStatus.Invalid;
  const met = isTurning(c) ? meetTurning(cast) : meetStraight(cast, leaving);
  if (met === CastStatus.Free) return endFree(c);
  if (met === CastStatus.Hit) {
    writeTouch(cast);
    return leaving && leaves(cast) ? endFree(c) : CastStatus.Hit;
  }
  measureCast(cast);
  if (c[TIME] === 0) {
    if (!(c[GAP] < Infinity)) return CastStatus.Invalid;
    if (leaving && c[GAP] <= c[SKIN] + c[CLOSE] && leaves(cast)) return endFree(c);
    if (c[GAP] <= c[SKIN]) return CastStatus.StartsTouching;
  }
  for (let step = 0; step < MOST_STEPS; step++) {
    c[TAKEN] = step;
    startHeights(cast);
    heightAt(cast, TIME);
    c[LOW] = c[HEIGHT];
    const rest = 1 - c[TIME];
    writeSpeed(c);
    const speed = c[SPEED];
    // no two points of the bodies come nearer to each other along the axis
    if (c[LOW] > c[SKIN] && !(speed * rest > 0)) return endFree(c);
    if (c[GAP] <= c[SKIN] + c[CLOSE]) return leaving && leaves(cast) ? endFree(c) : CastStatus.Hit;
    c[SURE] = (c[LOW] - c[SKIN] - 0.25 * c[CLOSE]) / speed;
    if (c[SURE] >= rest) return endFree(c);
    c[STEP] = c[SURE];
    // without a turn the first step is the longest
    if (c[SAG] > 0) takeChord(cast);
    // the axis does not separate the bodies: the distance has no proof
    if (!(c[STEP] > 0)) return CastStatus.Unresolved;
    if (c[STEP] >= rest) return endFree(c);
    c[TIME] += c[STEP];
    if (c[TIME] > c[LIMIT]) return endFree(c);
    measureCast(cast);
  }
  return CastStatus.Unresolved;
}

function isTurning(c: Float64Array): boolean {
  return c[BODY_A + ANGLE] + c[BODY_B + ANGLE] > 0;
}

/**
 * Sweeps the boxes around bodies that do not turn (boxSweep.ts), then their cores (coreSweep.ts). Before c[TIME] they
 * are farther apart than the skin by a quarter of the tolerance, and with `leaving` they are not near at the start.
 * @returns Free, Hit, or LEFT: a query for the distance at c[TIME] is next
 */
function meetStraight(cast: Cast, leaving: boolean): number {
  const { c, geometryA, geometryB } = cast;
  const traitsA = geometryA.shapes.words[TRAITS];
  const traitsB = geometryB.shapes.words[TRAITS];
  if (((traitsA | traitsB) & UNBOUNDED) !== 0) return LEFT;
  startSweep(c, leaving ? 1 : 0, traitsA, traitsB);
  const axis = sweepBoxes(c, countEdges(traitsA, traitsB));
  if (axis === NEVER) return CastStatus.Free;
  if (axis === AT_START && leaving) return LEFT;
  if (axis !== AT_START) {
    c[TIME] = c[ENTER];
    c[SINCE] = c[ENTER];
    if (c[TIME] > c[LIMIT]) return CastStatus.Free;
    if (areBoxes(cast) && touchBoxes(c, axis) === 1) return CastStatus.Hit;
  }
  startAlong(c, axis);
  return sweepCores(cast);
}

/** The same for bodies that turn: boxes that turn about their positions, or the spheres around other bodies. */
function meetTurning(cast: Cast): number {
  const { c, geometryA, geometryB } = cast;
  if (areBoxes(cast) && lengthAt(c, PIVOT_A) + lengthAt(c, PIVOT_B) === 0) return turnBoxes(c);
  if (((geometryA.shapes.words[TRAITS] | geometryB.shapes.words[TRAITS]) & UNBOUNDED) !== 0) return LEFT;
  meetSpheres(c);
  return c[TIME] > c[LIMIT] ? CastStatus.Free : LEFT;
}

function areBoxes({ geometryA, geometryB }: Cast): boolean {
  return (geometryA.shapes.words[TRAITS] & geometryB.shapes.words[TRAITS] & CORNERED) !== 0;
}

/** Writes `found` after touchBoxes. */
function writeTouch({ c, found }: Cast): void {
  const distance = c[GAP];
  for (let k = 0; k < 3; k++) {
    const normal = c[AXIS + k];
    const point = c[POINT + k];
    found.normal[k] = normal;
    found.offsetA[k] = point;
    found.offsetB[k] = point + distance * normal - (c[OFFSET + k] + c[TIME] * c[VELOCITY + k]);
  }
  found.distance = distance;
  found.errorBound = F32_ROUNDING * distance + F64_ROUNDING * c[PAIR_SIZE];
}

function endFree(c: Float64Array): CastStatusCode {
  c[TIME] = 1;
  return CastStatus.Free;
}

/** Raises c[STEP] to the longest step whose chord of heights along the axis is found free. */
function takeChord(cast: Cast): void {
  const { c } = cast;
  let isTried = startChord(c);
  for (let k = 0; k < MOST_CHORDS && isTried === 1; k++) {
    heightAt(cast, LATER);
    isTried = judgeChord(c);
  }
}

/**
 * Whether bodies without a turn, near at c[TIME], come no nearer from then on by more than the tolerance. Along a
 * straight motion the signed distance of convex bodies is a convex function of time: where it falls by some length on
 * the way, it has fallen by half of that after 1, 1/2, 1/4 … of the rest of the time.
 */
function leaves(cast: Cast): boolean {
  const { c } = cast;
  const gap = c[GAP];
  if (c[BODY_A + ANGLE] + c[BODY_B + ANGLE] > 0 || gap < -c[SKIN] - c[CLOSE]) return false;
  writeSpeed(c);
  if (c[SPEED] <= c[CLOSE]) return true;
  const way = Math.sqrt(c[VELOCITY] ** 2 + c[VELOCITY + 1] ** 2 + c[VELOCITY + 2] ** 2);
  c[LATER] = c[TIME];
  let isFree = true;
  for (let rest = 1 - c[LATER]; isFree && rest * way > c[CLOSE]; rest *= 0.5) {
    c[TIME] = c[LATER] + rest;
    measureCast(cast);
    isFree = c[GAP] >= gap - c[CLOSE];
  }
  c[TIME] = c[LATER];
  if (!isFree) measureCast(cast);
  return isFree;
}
