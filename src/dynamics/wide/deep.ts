/** Passes for steps with deep bodies (../deep.ts): other steps do not run them. */
import {
  any,
  columnAt,
  extract,
  type Float,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type Mask,
  max,
  min,
  splat,
  sqrt,
  tablesAt,
  where,
} from '../../language/lanes.ts';
import { type Bundle, RECORD_BYTES } from './bundles.ts';
import {
  applyImpulse,
  applyOpposite,
  between,
  displacementOf,
  motionOf,
  speedAlong,
  storeMotion,
} from './contactJacobian.ts';
import { BUNDLES, DEEP, PUSH_SPEED, STATE } from './context.ts';
import { quatsAt } from './rows.ts';

/** Rate at which depth beyond the limit recovers (1/s). */
const RECOVERY = 10;
/** Iterations over the points of a contact in each pass: an impulse at one point rotates the body into the others. */
const ITERATIONS = 2;

/** Slots begin … end − 1: limits the velocities of bodies in a crowd. Before bodies move, and after `relax`. */
export function dampDeep(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let slot: Int = begin; slot < end; slot += 1) {
    const state = columnAt(context[STATE] + RECORD_BYTES * slot);
    const most = floatsAt(context[DEEP] + 16 * slot)[0];
    const v: Lane = state[0];
    const squares: Lane = v * v;
    const speed: Float = sqrt(extract(squares, 0) + extract(squares, 1) + extract(squares, 2));
    if (speed > most) state[0] = splat(most / speed) * v;
  }
}

/** Stops deep bodies at contacts with static bodies from moving farther in. After springs, before bodies move. */
export function solveDeep(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = begin; k < end; k += 1) {
    const bundle = tablesAt<Bundle>(context[BUNDLES])[first + k];
    const limit = min(limitOf(context, intsAt(bundle.a)), limitOf(context, intsAt(bundle.b)));
    let deepest: Lane = 0;
    for (let p: Int = 0; p < intsAt(bundle.points)[0]; p += 1) {
      const point = bundle.point[p];
      deepest = max(deepest, where(point.mass[0] > 0, -point.separation[0]));
    }
    const held = bundle.isDynamicA[0] * bundle.isDynamicB[0] < 1 && deepest > limit;
    if (any(held)) solveDeepBundle(floatsAt(context), bundle, held, limit);
  }
}

/** The depth from which bodies are deep (m). */
function limitOf(context: Ints, states: Ints): Lane {
  const from = context[STATE];
  const deep = context[DEEP];
  return quatsAt(
    deep + ((states[0] - from) >> 2),
    deep + ((states[1] - from) >> 2),
    deep + ((states[2] - from) >> 2),
    deep + ((states[3] - from) >> 2),
  ).y;
}

function solveDeepBundle(context: Floats, bundle: Bundle, held: Mask, limit: Lane): void {
  const states = intsAt(bundle.a);
  const others = intsAt(bundle.b);
  const normal = bundle.normal[0];
  const count = intsAt(bundle.points)[0];
  const displacementA = displacementOf(states);
  const displacementB = displacementOf(others);
  const displacement = between(bundle, displacementA, displacementB);
  let a = motionOf(states);
  let b = motionOf(others);
  for (let iteration: Int = 0; iteration < ITERATIONS; iteration += 1) {
    for (let p: Int = 0; p < count; p += 1) {
      const point = bundle.point[p];
      const angular = point.angular[0];
      const separation = point.separation[0] + speedAlong(displacement, displacementA, displacementB, normal, angular);
      const out = max(min(-RECOVERY * (separation + limit), splat(context[PUSH_SPEED])), 0);
      const old = point.impulse[0];
      const speed = speedAlong(between(bundle, a, b), a, b, normal, angular);
      const change = where(held && separation < 0, max(-point.mass[0] * (speed - out), 0));
      point.impulse[0] = old + change;
      a = applyOpposite(a, change * bundle.isDynamicA[0], bundle.invSqrtMassA[0], normal, angular.a);
      b = applyImpulse(b, change * bundle.isDynamicB[0], bundle.invSqrtMassB[0], normal, angular.b);
    }
  }
  storeMotion(states, floatsAt(bundle.isDynamicA), a);
  storeMotion(others, floatsAt(bundle.isDynamicB), b);
}
