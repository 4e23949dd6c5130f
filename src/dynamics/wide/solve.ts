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
  back,
  between,
  type Motion,
  motionOf,
  pulled,
  pushed,
  speedAlong,
  storeMotion,
  wayOf,
} from './contactJacobian.ts';
import { BIAS_RATE, BUNDLES, GIVES, IMPULSE_SCALE, MASS_SCALE, PER_SUBSTEP, PUSH_SPEED } from './context.ts';

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
  const movesA = bundle.movesA[0];
  const movesB = bundle.movesB[0];
  const lightA = bundle.lightA[0];
  const lightB = bundle.lightB[0];
  let a = motionOf(states);
  let b = motionOf(others);
  const first = bundle.firstImpulse[0];
  const firstArms = bundle.firstArms[0];
  a = pulled(a, first * movesA, lightA, bundle.first[0], firstArms.a);
  b = pushed(b, first * movesB, lightB, bundle.first[0], firstArms.b);
  const second = bundle.secondImpulse[0];
  const secondArms = bundle.secondArms[0];
  a = pulled(a, second * movesA, lightA, bundle.second[0], secondArms.a);
  b = pushed(b, second * movesB, lightB, bundle.second[0], secondArms.b);
  const twist = bundle.twistImpulse[0];
  const twistArms = bundle.twistArms[0];
  a = { velocity: a.velocity, spin: back(a.spin, twist * movesA, twistArms.a) };
  b = { velocity: b.velocity, spin: along(b.spin, twist * movesB, twistArms.b) };
  for (let p: Int = 0; p < intsAt(bundle.points)[0]; p += 1) {
    const point = bundle.point[p];
    const arms = point.arms[0];
    const impulse = point.impulse[0];
    a = pulled(a, impulse * movesA, lightA, normal, arms.a);
    b = pushed(b, impulse * movesB, lightB, normal, arms.b);
  }
  storeMotion(states, floatsAt(bundle.movesA), a);
  storeMotion(others, floatsAt(bundle.movesB), b);
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
  storeGaps(bundle, count, wayOf(states), wayOf(others));
  let a = motionOf(states);
  let b = motionOf(others);
  for (let p: Int = 0; p < count; p += 1) {
    const point = bundle.point[p];
    const arms = point.arms[0];
    const gap = point.closing[0];
    // a gap may close, but not before the end of this substep
    const closing = max(gap, 0) * splat(context[PER_SUBSTEP]);
    const apart = gap > 0;
    const sunk = gap + bundle.steepness[0] * min(gap + splat(context[GIVES]), 0);
    const bias = select(apart, closing, max(splat(context[BIAS_RATE]) * sunk, -splat(context[PUSH_SPEED])));
    const old = point.impulse[0];
    const speed = speedAlong(between(bundle, a, b), a, b, normal, arms);
    const stiff = point.mass[0] * select(apart, 1, splat(context[MASS_SCALE]));
    const impulse = max(old - stiff * (speed + bias) - unless(apart, splat(context[IMPULSE_SCALE])) * old, 0);
    const change = impulse - old;
    point.impulse[0] = impulse;
    point.closing[0] = closing;
    if (bouncing === 1) {
      const meeting = bundle.meeting[p];
      meeting.impulse[0] += old;
    }
    a = pulled(a, change * bundle.movesA[0], bundle.lightA[0], normal, arms.a);
    b = pushed(b, change * bundle.movesB[0], bundle.lightB[0], normal, arms.b);
  }
  storeMotion(states, floatsAt(bundle.movesA), a);
  storeMotion(others, floatsAt(bundle.movesB), b);
}

/**
 * Stores the gaps at the points in the column of their closing speeds. Apart from the impulses, so that the loads of
 * all points wait for memory at the same time.
 */
function storeGaps(bundle: Bundle, count: Int, wayA: Motion, wayB: Motion): void {
  const way = between(bundle, wayA, wayB);
  for (let p: Int = 0; p < count; p += 1) {
    const point = bundle.point[p];
    point.closing[0] = point.separation[0] + speedAlong(way, wayA, wayB, bundle.normal[0], point.arms[0]);
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
  const rubbed = rub(bundle, motionOf(states), motionOf(others), loadOf(bundle, count));
  let a = rubbed.a;
  let b = rubbed.b;
  // in the reverse order of `solve`, so that the first point does not always get the largest impulse
  for (let p: Int = count - 1; p >= 0; p -= 1) {
    const point = bundle.point[p];
    const arms = point.arms[0];
    const old = point.impulse[0];
    const speed = speedAlong(between(bundle, a, b), a, b, normal, arms);
    const impulse = max(old - point.mass[0] * (speed + point.closing[0]), 0);
    const change = impulse - old;
    point.impulse[0] = impulse;
    a = pulled(a, change * bundle.movesA[0], bundle.lightA[0], normal, arms.a);
    b = pushed(b, change * bundle.movesB[0], bundle.lightB[0], normal, arms.b);
  }
  storeMotion(states, floatsAt(bundle.movesA), a);
  storeMotion(others, floatsAt(bundle.movesB), b);
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
function rub(bundle: Bundle, a: Motion, b: Motion, load: Lane): Both {
  const movesA = bundle.movesA[0];
  const movesB = bundle.movesB[0];
  const lightA = bundle.lightA[0];
  const lightB = bundle.lightB[0];
  const first = bundle.first[0];
  const second = bundle.second[0];
  const firstArms = bundle.firstArms[0];
  const secondArms = bundle.secondArms[0];
  const twistArms = bundle.twistArms[0];
  const relative = between(bundle, a, b);
  const most = bundle.friction[0] * load;
  const oldFirst = bundle.firstImpulse[0];
  const oldSecond = bundle.secondImpulse[0];
  const x = oldFirst - bundle.firstMass[0] * speedAlong(relative, a, b, first, firstArms);
  const y = oldSecond - bundle.secondMass[0] * speedAlong(relative, a, b, second, secondArms);
  const length = sqrt(x * x + y * y);
  const share = select(length > most, most / length, 1);
  const newFirst = share * x;
  const newSecond = share * y;
  bundle.firstImpulse[0] = newFirst;
  bundle.secondImpulse[0] = newSecond;
  const changeFirst = newFirst - oldFirst;
  const changeSecond = newSecond - oldSecond;
  const slidA = pulled(
    pulled(a, changeFirst * movesA, lightA, first, firstArms.a),
    changeSecond * movesA,
    lightA,
    second,
    secondArms.a,
  );
  const slidB = pushed(
    pushed(b, changeFirst * movesB, lightB, first, firstArms.b),
    changeSecond * movesB,
    lightB,
    second,
    secondArms.b,
  );
  const mostTwist = most * bundle.lever[0];
  const oldTwist = bundle.twistImpulse[0];
  const wanted = oldTwist - bundle.twistMass[0] * (dot(slidB.spin, twistArms.b) - dot(slidA.spin, twistArms.a));
  const newTwist = max(min(wanted, mostTwist), -mostTwist);
  bundle.twistImpulse[0] = newTwist;
  const twist = newTwist - oldTwist;
  return {
    a: { velocity: slidA.velocity, spin: back(slidA.spin, twist * movesA, twistArms.a) },
    b: { velocity: slidB.velocity, spin: along(slidB.spin, twist * movesB, twistArms.b) },
  };
}
