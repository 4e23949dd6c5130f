/**
 * Solves the contacts of a color: no two of its bundles move the same body, so threads run them in any order.
 *
 * Method: sequential impulses on soft contacts in substeps (Catto, Solver2D, 2024; "soft step"): a spring corrects
 * penetration, and `relax` removes its speed again. Friction acts at the middle of a contact's points, along two
 * directions and as a twist.
 */
import {
  type Floats,
  floatsAt,
  type Int,
  intsAt,
  type Lane,
  max,
  min,
  select,
  splat,
  sqrt,
  tablesAt,
  unless,
} from '../../language/lanes.ts';
import { along, dot } from '../../math/lanes/vectors.ts';
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
  subtractAlong,
} from './contactJacobian.ts';
import { BIAS_RATE, BUNDLES, IMPULSE_SCALE, MASS_SCALE, PER_SUBSTEP, PUSH_SPEED, SOFT_PENETRATION } from './context.ts';

/** Applies the impulses at the end of the last step. */
export function warmStart(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = begin; k < end; k += 1) warmBundle(tablesAt<Bundle>(context[BUNDLES])[first + k]);
}

function warmBundle(bundle: Bundle): void {
  const states = intsAt(bundle.a);
  const others = intsAt(bundle.b);
  const normal = bundle.normal[0];
  const isDynamicA = bundle.isDynamicA[0];
  const isDynamicB = bundle.isDynamicB[0];
  const invSqrtMassA = bundle.invSqrtMassA[0];
  const invSqrtMassB = bundle.invSqrtMassB[0];
  let a = motionOf(states);
  let b = motionOf(others);
  const first = bundle.firstImpulse[0];
  const firstAngular = bundle.firstAngular[0];
  a = applyOpposite(a, first * isDynamicA, invSqrtMassA, bundle.first[0], firstAngular.a);
  b = applyImpulse(b, first * isDynamicB, invSqrtMassB, bundle.first[0], firstAngular.b);
  const second = bundle.secondImpulse[0];
  const secondAngular = bundle.secondAngular[0];
  a = applyOpposite(a, second * isDynamicA, invSqrtMassA, bundle.second[0], secondAngular.a);
  b = applyImpulse(b, second * isDynamicB, invSqrtMassB, bundle.second[0], secondAngular.b);
  const twist = bundle.twistImpulse[0];
  const twistAngular = bundle.twistAngular[0];
  a = { velocity: a.velocity, spin: subtractAlong(a.spin, twist * isDynamicA, twistAngular.a) };
  b = { velocity: b.velocity, spin: along(b.spin, twist * isDynamicB, twistAngular.b) };
  for (let p: Int = 0; p < intsAt(bundle.points)[0]; p += 1) {
    const point = bundle.point[p];
    const angular = point.angular[0];
    const impulse = point.impulse[0];
    a = applyOpposite(a, impulse * isDynamicA, invSqrtMassA, normal, angular.a);
    b = applyImpulse(b, impulse * isDynamicB, invSqrtMassB, normal, angular.b);
  }
  storeMotion(states, floatsAt(bundle.isDynamicA), a);
  storeMotion(others, floatsAt(bundle.isDynamicB), b);
}

/** Solves contacts as springs: once per substep, before bodies move. Friction impulses do not change. */
export function solve(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = begin; k < end; k += 1) {
    solveBundle(floatsAt(context), tablesAt<Bundle>(context[BUNDLES])[first + k]);
  }
}

function solveBundle(context: Floats, bundle: Bundle): void {
  const states = intsAt(bundle.a);
  const others = intsAt(bundle.b);
  const count = intsAt(bundle.points)[0];
  const bouncing = intsAt(bundle.bouncing)[0];
  const normal = bundle.normal[0];
  storeSeparations(bundle, count, displacementOf(states), displacementOf(others));
  let a = motionOf(states);
  let b = motionOf(others);
  for (let p: Int = 0; p < count; p += 1) {
    const point = bundle.point[p];
    const angular = point.angular[0];
    const separation = point.closingSpeed[0];
    // a gap may close, but not before the end of this substep
    const closingSpeed = max(separation, 0) * splat(context[PER_SUBSTEP]);
    const apart = separation > 0;
    const biasedSeparation =
      separation + bundle.stiffnessGain[0] * min(separation + splat(context[SOFT_PENETRATION]), 0);
    const bias = select(
      apart,
      closingSpeed,
      max(splat(context[BIAS_RATE]) * biasedSeparation, -splat(context[PUSH_SPEED])),
    );
    const old = point.impulse[0];
    const speed = speedAlong(between(bundle, a, b), a, b, normal, angular);
    const stiff = point.mass[0] * select(apart, 1, splat(context[MASS_SCALE]));
    const impulse = max(old - stiff * (speed + bias) - unless(apart, splat(context[IMPULSE_SCALE])) * old, 0);
    const change = impulse - old;
    point.impulse[0] = impulse;
    point.closingSpeed[0] = closingSpeed;
    if (bouncing === 1) {
      const approach = bundle.approach[p];
      approach.impulse[0] += old;
    }
    a = applyOpposite(a, change * bundle.isDynamicA[0], bundle.invSqrtMassA[0], normal, angular.a);
    b = applyImpulse(b, change * bundle.isDynamicB[0], bundle.invSqrtMassB[0], normal, angular.b);
  }
  storeMotion(states, floatsAt(bundle.isDynamicA), a);
  storeMotion(others, floatsAt(bundle.isDynamicB), b);
}

/**
 * Stores the gaps at the points in the column of their closing speeds. Apart from the impulses, so that the loads of
 * all points wait for memory at the same time.
 */
function storeSeparations(bundle: Bundle, count: Int, displacementA: Motion, displacementB: Motion): void {
  const displacement = between(bundle, displacementA, displacementB);
  for (let p: Int = 0; p < count; p += 1) {
    const point = bundle.point[p];
    point.closingSpeed[0] =
      point.separation[0] + speedAlong(displacement, displacementA, displacementB, bundle.normal[0], point.angular[0]);
  }
}

/** Solves friction, and contacts without springs and their speed: once per substep, after bodies have moved. */
export function relax(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = begin; k < end; k += 1) relaxBundle(tablesAt<Bundle>(context[BUNDLES])[first + k]);
}

function relaxBundle(bundle: Bundle): void {
  const states = intsAt(bundle.a);
  const others = intsAt(bundle.b);
  const count = intsAt(bundle.points)[0];
  const normal = bundle.normal[0];
  const afterFriction = solveFriction(bundle, motionOf(states), motionOf(others), loadOf(bundle, count));
  let a = afterFriction.a;
  let b = afterFriction.b;
  // in the reverse order of `solve`, so that the first point does not always get the largest impulse
  for (let p: Int = count - 1; p >= 0; p -= 1) {
    const point = bundle.point[p];
    const angular = point.angular[0];
    const old = point.impulse[0];
    const speed = speedAlong(between(bundle, a, b), a, b, normal, angular);
    const impulse = max(old - point.mass[0] * (speed + point.closingSpeed[0]), 0);
    const change = impulse - old;
    point.impulse[0] = impulse;
    a = applyOpposite(a, change * bundle.isDynamicA[0], bundle.invSqrtMassA[0], normal, angular.a);
    b = applyImpulse(b, change * bundle.isDynamicB[0], bundle.invSqrtMassB[0], normal, angular.b);
  }
  storeMotion(states, floatsAt(bundle.isDynamicA), a);
  storeMotion(others, floatsAt(bundle.isDynamicB), b);
}

/** The load: the sum of the impulses of all points. Missing points have 0. */
function loadOf(bundle: Bundle, count: Int): Lane {
  const load = bundle.point[0].impulse[0] + bundle.point[1].impulse[0];
  // most bundles have two points or fewer: the others stay out of the cache
  return count > 2 ? load + (bundle.point[2].impulse[0] + bundle.point[3].impulse[0]) : load;
}

interface Both {
  readonly a: Motion;
  readonly b: Motion;
}

/** Solves friction: impulses against sliding and twisting, limited by the load. */
function solveFriction(bundle: Bundle, a: Motion, b: Motion, load: Lane): Both {
  const isDynamicA = bundle.isDynamicA[0];
  const isDynamicB = bundle.isDynamicB[0];
  const invSqrtMassA = bundle.invSqrtMassA[0];
  const invSqrtMassB = bundle.invSqrtMassB[0];
  const first = bundle.first[0];
  const second = bundle.second[0];
  const firstAngular = bundle.firstAngular[0];
  const secondAngular = bundle.secondAngular[0];
  const twistAngular = bundle.twistAngular[0];
  const relative = between(bundle, a, b);
  const maxFriction = bundle.friction[0] * load;
  const oldFirst = bundle.firstImpulse[0];
  const oldSecond = bundle.secondImpulse[0];
  const x = oldFirst - bundle.firstMass[0] * speedAlong(relative, a, b, first, firstAngular);
  const y = oldSecond - bundle.secondMass[0] * speedAlong(relative, a, b, second, secondAngular);
  const length = sqrt(x * x + y * y);
  const share = select(length > maxFriction, maxFriction / length, 1);
  const newFirst = share * x;
  const newSecond = share * y;
  bundle.firstImpulse[0] = newFirst;
  bundle.secondImpulse[0] = newSecond;
  const changeFirst = newFirst - oldFirst;
  const changeSecond = newSecond - oldSecond;
  const slidA = applyOpposite(
    applyOpposite(a, changeFirst * isDynamicA, invSqrtMassA, first, firstAngular.a),
    changeSecond * isDynamicA,
    invSqrtMassA,
    second,
    secondAngular.a,
  );
  const slidB = applyImpulse(
    applyImpulse(b, changeFirst * isDynamicB, invSqrtMassB, first, firstAngular.b),
    changeSecond * isDynamicB,
    invSqrtMassB,
    second,
    secondAngular.b,
  );
  const maxTwist = maxFriction * bundle.lever[0];
  const oldTwist = bundle.twistImpulse[0];
  const wanted = oldTwist - bundle.twistMass[0] * (dot(slidB.spin, twistAngular.b) - dot(slidA.spin, twistAngular.a));
  const newTwist = max(min(wanted, maxTwist), -maxTwist);
  bundle.twistImpulse[0] = newTwist;
  const twist = newTwist - oldTwist;
  return {
    a: { velocity: slidA.velocity, spin: subtractAlong(slidA.spin, twist * isDynamicA, twistAngular.a) },
    b: { velocity: slidB.velocity, spin: along(slidB.spin, twist * isDynamicB, twistAngular.b) },
  };
}
