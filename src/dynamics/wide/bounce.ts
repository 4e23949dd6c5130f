/**
 * Restitution, after the last substep: the bodies of a contact separate at a part of their approach speed.
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
import {
  applyImpulse,
  applyOpposite,
  between,
  displacementOf,
  type Motion,
  motionOf,
  speedAlong,
  storeMotion,
} from './contactJacobian.ts';
import { BOUNCE_SPEED, BUNDLES, FRAME, PUSH, STATE, STEP, SUBSTEP } from './context.ts';
import { energyOf, frameOf, slopeOf, squareOf } from './kineticEnergy.ts';
import { vectorsAt } from './rows.ts';

/** Iterations over the points of a contact in each of them. */
const ITERATIONS = 8;
/** Part of the kinetic energy that the fall through a gap may add in a step. */
const LARGEST_GAIN = 0.01;
/** Wanted speed of points that do not take part (m/s). */
const NONE = -1e6;

/** Sets the speed that each point gets, and the energy that each contact may leave. */
export function prepareRestitution(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = begin; k < end; k += 1) {
    const bundle = tablesAt<Bundle>(context[BUNDLES])[first + k];
    if (intsAt(bundle.bouncing)[0] === 1) prepareBundle(context, bundle);
  }
}

function prepareBundle(context: Ints, bundle: Bundle): void {
  const reals = floatsAt(context);
  const count = intsAt(bundle.points)[0];
  const restitution = bundle.restitution[0];
  const forceA = forceOf(context, intsAt(bundle.a), bundle.isDynamicA[0]);
  const forceB = forceOf(context, intsAt(bundle.b), bundle.isDynamicB[0]);
  const force = between(bundle, forceA, forceB);
  const displacementA = displacementOf(intsAt(bundle.a));
  const displacementB = displacementOf(intsAt(bundle.b));
  const displacement = between(bundle, displacementA, displacementB);
  const h = splat(reals[SUBSTEP]);
  const least = splat(reals[BOUNCE_SPEED]);
  const step = splat(reals[STEP]);
  let hits: Lane = 0;
  let load: Lane = 0;
  for (let p: Int = 0; p < count; p += 1) {
    const point = bundle.point[p];
    const approach = bundle.approach[p];
    const angular = point.angular[0];
    const approachSpeed = approach.speed[0];
    const impulse = approach.impulse[0] + point.impulse[0];
    // the speeds where the surfaces meet, halfway through the push of a substep
    const rate = speedAlong(force, forceA, forceB, bundle.normal[0], angular);
    const half = 0.5 * h * rate;
    const separation = point.separation[0];
    const now = separation + speedAlong(displacement, displacementA, displacementB, bundle.normal[0], angular);
    const isThere = point.mass[0] > 0 && restitution > 0;
    const isHit = isThere && approachSpeed < -least && (impulse > 0 || now <= 0);
    const deepest = step * approachSpeed;
    const before = max((approachSpeed + half) * (approachSpeed + half) - 2 * rate * max(separation, deepest), 0);
    const after = max(restitution * restitution * before + 2 * rate * max(now, deepest), 0);
    approach.speed[0] = select(isHit, sqrt(after) - half, select(now > 0, NONE, 0));
    approach.impulse[0] = where(isHit, impulse);
    hits = max(hits, where(isHit, 1));
    load = max(load, impulse);
  }
  const bears = load > 0 && restitution > 0;
  mark(context, intsAt(bundle.a), bears && bundle.isDynamicA[0] > 0);
  mark(context, intsAt(bundle.b), bears && bundle.isDynamicB[0] > 0);
  if (!any(hits > 0)) {
    intsAt(bundle.bouncing)[0] = 0;
    return;
  }
  for (let p: Int = 0; p < count; p += 1) {
    const approach = bundle.approach[p];
    approach.speed[0] = select(hits > 0, approach.speed[0], NONE);
  }
  const drift = scale(step, frameOf(bundle, motionOf(intsAt(bundle.a)), motionOf(intsAt(bundle.b))));
  const work =
    workOn(forceA, displacementA, bundle.invSqrtMassA[0], drift) +
    workOn(forceB, displacementB, bundle.invSqrtMassB[0], drift);
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
function forceOf(context: Ints, states: Ints, isDynamic: Lane): Motion {
  const from = context[STATE];
  const push = context[PUSH];
  const a = push + ((states[0] - from) >> 1);
  const b = push + ((states[1] - from) >> 1);
  const c = push + ((states[2] - from) >> 1);
  const d = push + ((states[3] - from) >> 1);
  const rate = 1 / splat(floatsAt(context)[SUBSTEP]);
  return {
    velocity: scaleWhere(isDynamic, rate, vectorsAt(a, b, c, d)),
    spin: scaleWhere(isDynamic, rate, vectorsAt(a + 16, b + 16, c + 16, d + 16)),
  };
}

function scaleWhere(isDynamic: Lane, s: Lane, v: Vec3): Vec3 {
  return { x: where(isDynamic > 0, s * v.x), y: where(isDynamic > 0, s * v.y), z: where(isDynamic > 0, s * v.z) };
}

/** Work of forces along a displacement, in a frame that has moved by `drift`. */
function workOn(force: Motion, displacement: Motion, invSqrtMass: Lane, drift: Vec3): Lane {
  return (
    dot(force.velocity, sub(displacement.velocity, scale(1 / invSqrtMass, drift))) + dot(force.spin, displacement.spin)
  );
}

/** Applies the impulses of restitution. */
export function applyRestitution(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = begin; k < end; k += 1) {
    const bundle = tablesAt<Bundle>(context[BUNDLES])[first + k];
    if (intsAt(bundle.bouncing)[0] === 1) restituteBundle(bundle);
  }
}

function restituteBundle(bundle: Bundle): void {
  const states = intsAt(bundle.a);
  const others = intsAt(bundle.b);
  const count = intsAt(bundle.points)[0];
  const normal = bundle.normal[0];
  const startA = motionOf(states);
  const startB = motionOf(others);
  let a = startA;
  let b = startB;
  // no pass reads the closing speeds any more
  for (let p: Int = 0; p < count; p += 1) bundle.point[p].closingSpeed[0] = bundle.approach[p].impulse[0];
  for (let iteration: Int = 0; iteration < ITERATIONS; iteration += 1) {
    for (let p: Int = 0; p < count; p += 1) {
      const point = bundle.point[p];
      const approach = bundle.approach[p];
      const angular = point.angular[0];
      const old = approach.impulse[0];
      const speed = speedAlong(between(bundle, a, b), a, b, normal, angular);
      const impulse = max(old - point.mass[0] * (speed - approach.speed[0]), 0);
      const change = impulse - old;
      approach.impulse[0] = impulse;
      a = applyOpposite(a, change * bundle.isDynamicA[0], bundle.invSqrtMassA[0], normal, angular.a);
      b = applyImpulse(b, change * bundle.isDynamicB[0], bundle.invSqrtMassB[0], normal, angular.b);
    }
  }
  const share = shareWithin(bundle, startA, startB, less(a, startA), less(b, startB));
  for (let p: Int = 0; p < count; p += 1) {
    const old = bundle.point[p].closingSpeed[0];
    bundle.approach[p].impulse[0] = old + share * (bundle.approach[p].impulse[0] - old);
  }
  storeMotion(states, floatsAt(bundle.isDynamicA), part(startA, share, less(a, startA)));
  storeMotion(others, floatsAt(bundle.isDynamicB), part(startB, share, less(b, startB)));
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
    (bundle.isDynamicA[0] * squareOf(changeA, 1, { x: 0, y: 0, z: 0 }) +
      bundle.isDynamicB[0] * squareOf(changeB, 1, { x: 0, y: 0, z: 0 }));
  const slope =
    bundle.isDynamicA[0] * slopeOf(a, bundle.invSqrtMassA[0], frame, changeA) +
    bundle.isDynamicB[0] * slopeOf(b, bundle.invSqrtMassB[0], frame, changeB);
  const spare = max(bundle.energy[0] - energyOf(bundle, a, b), 0);
  // energy + share · slope + share² · square; scaled by square, so that no product overflows
  const half = (0.5 * slope) / square;
  const rest = spare / square;
  const root = sqrt(half * half + rest);
  const share = select(half > 0, rest / (half + root), root - half);
  return select(square > 0, min(share, 1), 0);
}
