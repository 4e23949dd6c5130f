/**
 * Restitution, after the last substep: contacts whose bodies met at speed throw them back.
 *
 * Method: Moreau's impact law for all points of a contact at once. At each point that was hit, the speed becomes at
 * least the wanted one, and the impulse of the whole step stays ≥ 0; where this impulse is > 0, the speed is the wanted
 * one. Gauss–Seidel over the points converges to it. With the same restitution at all points this law gains no energy.
 * Friction, gravity, and points that only some substeps reached can break it: so a contact gets a share of its impulses
 * if the two bodies would have more kinetic energy than at the start of the step.
 */
import {
  any,
  bitmask,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type Mask,
  max,
  min,
  select,
  splat,
  sqrt,
  tablesAt,
  where,
} from '../../language/lanes.ts';
import { along, dot, scale, sub, type Vec3 } from '../../math/lanes/vectors.ts';
import type { Bundle } from './bundles.ts';
import { between, type Motion, motionOf, pulled, pushed, speedAlong, storeMotion, wayOf } from './contactJacobian.ts';
import { BOUNCE_SPEED, BUNDLES, FRAME, PUSH, STATE, STEP, SUBSTEP } from './context.ts';
import { energyOf, frameOf, slopeOf, squareOf } from './kineticEnergy.ts';
import { vectorsAt } from './rows.ts';

/** Iterations over the points of a contact in each of them. */
const TURNS = 8;
/** Part of the kinetic energy that the fall through a gap may add in a step. */
const LARGEST_GAIN = 0.01;
/** Wanted speed of points that do not take part (m/s). */
const NONE = -1e6;

/** Sets the speed that each point gets, and the energy that each contact may leave. */
export function aim(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = begin; k < end; k += 1) {
    const bundle = tablesAt<Bundle>(context[BUNDLES])[first + k];
    if (intsAt(bundle.bouncing)[0] === 1) aimBundle(context, bundle);
  }
}

function aimBundle(context: Ints, bundle: Bundle): void {
  const reals = floatsAt(context);
  const count = intsAt(bundle.points)[0];
  const restitution = bundle.restitution[0];
  const forceA = forceOf(context, intsAt(bundle.a), bundle.movesA[0]);
  const forceB = forceOf(context, intsAt(bundle.b), bundle.movesB[0]);
  const force = between(bundle, forceA, forceB);
  const wayA = wayOf(intsAt(bundle.a));
  const wayB = wayOf(intsAt(bundle.b));
  const way = between(bundle, wayA, wayB);
  const h = splat(reals[SUBSTEP]);
  const least = splat(reals[BOUNCE_SPEED]);
  const step = splat(reals[STEP]);
  let hits: Lane = 0;
  let load: Lane = 0;
  for (let p: Int = 0; p < count; p += 1) {
    const point = bundle.point[p];
    const meeting = bundle.meeting[p];
    const arms = point.arms[0];
    const met = meeting.speed[0];
    const impulse = meeting.impulse[0] + point.impulse[0];
    // the speeds where the surfaces meet, halfway through the push of a substep
    const rate = speedAlong(force, forceA, forceB, bundle.normal[0], arms);
    const half = 0.5 * h * rate;
    const gap = point.separation[0];
    const now = gap + speedAlong(way, wayA, wayB, bundle.normal[0], arms);
    const isThere = point.mass[0] > 0 && restitution > 0;
    const isHit = isThere && met < -least && (impulse > 0 || now <= 0);
    const deepest = step * met;
    const before = max((met + half) * (met + half) - 2 * rate * max(gap, deepest), 0);
    const after = max(restitution * restitution * before + 2 * rate * max(now, deepest), 0);
    meeting.speed[0] = select(isHit, sqrt(after) - half, select(now > 0, NONE, 0));
    meeting.impulse[0] = where(isHit, impulse);
    hits = max(hits, where(isHit, 1));
    load = max(load, impulse);
  }
  const bears = load > 0 && restitution > 0;
  mark(context, intsAt(bundle.a), bears && bundle.movesA[0] > 0);
  mark(context, intsAt(bundle.b), bears && bundle.movesB[0] > 0);
  if (!any(hits > 0)) {
    intsAt(bundle.bouncing)[0] = 0;
    return;
  }
  for (let p: Int = 0; p < count; p += 1) {
    const meeting = bundle.meeting[p];
    meeting.speed[0] = select(hits > 0, meeting.speed[0], NONE);
  }
  const drift = scale(step, frameOf(bundle, motionOf(intsAt(bundle.a)), motionOf(intsAt(bundle.b))));
  const work = workOn(forceA, wayA, bundle.lightA[0], drift) + workOn(forceB, wayB, bundle.lightB[0], drift);
  bundle.energy[0] += min(work, LARGEST_GAIN * bundle.energy[0]);
}

/** Marks the bodies of some lanes for `finishBodies`. */
function mark(context: Ints, states: Ints, moved: Mask): void {
  const bits = bitmask(moved);
  const offset = context[FRAME] - context[STATE];
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (((bits >> lane) & 1) === 1) floatsAt(states[lane] + offset)[14] = 1;
  }
}

/** Forces and torques per root of mass and inertia. */
function forceOf(context: Ints, states: Ints, moves: Lane): Motion {
  const from = context[STATE];
  const push = context[PUSH];
  const a = push + ((states[0] - from) >> 1);
  const b = push + ((states[1] - from) >> 1);
  const c = push + ((states[2] - from) >> 1);
  const d = push + ((states[3] - from) >> 1);
  const rate = 1 / splat(floatsAt(context)[SUBSTEP]);
  return {
    velocity: scaleWhere(moves, rate, vectorsAt(a, b, c, d)),
    spin: scaleWhere(moves, rate, vectorsAt(a + 16, b + 16, c + 16, d + 16)),
  };
}

function scaleWhere(moves: Lane, s: Lane, v: Vec3): Vec3 {
  return { x: where(moves > 0, s * v.x), y: where(moves > 0, s * v.y), z: where(moves > 0, s * v.z) };
}

/** Work of forces along a displacement, in a frame that has moved by `drift`. */
function workOn(force: Motion, way: Motion, light: Lane, drift: Vec3): Lane {
  return dot(force.velocity, sub(way.velocity, scale(1 / light, drift))) + dot(force.spin, way.spin);
}

/** Throws bodies back. */
export function bounce(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = begin; k < end; k += 1) {
    const bundle = tablesAt<Bundle>(context[BUNDLES])[first + k];
    if (intsAt(bundle.bouncing)[0] === 1) bounceBundle(bundle);
  }
}

function bounceBundle(bundle: Bundle): void {
  const states = intsAt(bundle.a);
  const others = intsAt(bundle.b);
  const count = intsAt(bundle.points)[0];
  const normal = bundle.normal[0];
  const startA = motionOf(states);
  const startB = motionOf(others);
  let a = startA;
  let b = startB;
  // no pass reads the closing speeds any more
  for (let p: Int = 0; p < count; p += 1) bundle.point[p].closing[0] = bundle.meeting[p].impulse[0];
  for (let turn: Int = 0; turn < TURNS; turn += 1) {
    for (let p: Int = 0; p < count; p += 1) {
      const point = bundle.point[p];
      const meeting = bundle.meeting[p];
      const arms = point.arms[0];
      const old = meeting.impulse[0];
      const speed = speedAlong(between(bundle, a, b), a, b, normal, arms);
      const impulse = max(old - point.mass[0] * (speed - meeting.speed[0]), 0);
      const change = impulse - old;
      meeting.impulse[0] = impulse;
      a = pulled(a, change * bundle.movesA[0], bundle.lightA[0], normal, arms.a);
      b = pushed(b, change * bundle.movesB[0], bundle.lightB[0], normal, arms.b);
    }
  }
  const share = shareWithin(bundle, startA, startB, less(a, startA), less(b, startB));
  for (let p: Int = 0; p < count; p += 1) {
    const old = bundle.point[p].closing[0];
    bundle.meeting[p].impulse[0] = old + share * (bundle.meeting[p].impulse[0] - old);
  }
  storeMotion(states, floatsAt(bundle.movesA), part(startA, share, less(a, startA)));
  storeMotion(others, floatsAt(bundle.movesB), part(startB, share, less(b, startB)));
}

function less(a: Motion, b: Motion): Motion {
  return { velocity: sub(a.velocity, b.velocity), spin: sub(a.spin, b.spin) };
}

function part(from: Motion, share: Lane, change: Motion): Motion {
  return { velocity: along(from.velocity, share, change.velocity), spin: along(from.spin, share, change.spin) };
}

/** The largest share, at most 1, of changes of motion that leaves no more energy than the contact may have. */
function shareWithin(bundle: Bundle, a: Motion, b: Motion, changeA: Motion, changeB: Motion): Lane {
  const frame = frameOf(bundle, a, b);
  const square =
    0.5 *
    (bundle.movesA[0] * squareOf(changeA, 1, { x: 0, y: 0, z: 0 }) +
      bundle.movesB[0] * squareOf(changeB, 1, { x: 0, y: 0, z: 0 }));
  const slope =
    bundle.movesA[0] * slopeOf(a, bundle.lightA[0], frame, changeA) +
    bundle.movesB[0] * slopeOf(b, bundle.lightB[0], frame, changeB);
  const spare = max(bundle.energy[0] - energyOf(bundle, a, b), 0);
  // energy + share · slope + share² · square; scaled by square, so that no product overflows
  const half = (0.5 * slope) / square;
  const rest = spare / square;
  const root = sqrt(half * half + rest);
  const share = select(half > 0, rest / (half + root), root - half);
  return select(square > 0, min(share, 1), 0);
}
