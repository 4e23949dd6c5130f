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
import { between, motionOf, pulled, pushed, speedAlong, storeMotion, wayOf } from './contactJacobian.ts';
import { BUNDLES, DEEP, PUSH_SPEED, STATE } from './context.ts';
import { quatsAt } from './rows.ts';

/** Rate at which depth beyond the limit recovers (1/s). */
const RECOVERY = 10;
/** Iterations over the points of a contact in each pass: an impulse at one point rotates the body into the others. */
const TURNS = 2;

/** Slots begin … end − 1: limits the velocities of bodies in a crowd. Before bodies move, and after `relax`. */
export function slow(begin: Int, end: Int, stage: Int): void {
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
export function hold(begin: Int, end: Int, stage: Int): void {
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
    const held = bundle.movesA[0] * bundle.movesB[0] < 1 && deepest > limit;
    if (any(held)) holdBundle(floatsAt(context), bundle, held, limit);
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

function holdBundle(context: Floats, bundle: Bundle, held: Mask, limit: Lane): void {
  const states = intsAt(bundle.a);
  const others = intsAt(bundle.b);
  const normal = bundle.normal[0];
  const count = intsAt(bundle.points)[0];
  const wayA = wayOf(states);
  const wayB = wayOf(others);
  const way = between(bundle, wayA, wayB);
  let a = motionOf(states);
  let b = motionOf(others);
  for (let turn: Int = 0; turn < TURNS; turn += 1) {
    for (let p: Int = 0; p < count; p += 1) {
      const point = bundle.point[p];
      const arms = point.arms[0];
      const gap = point.separation[0] + speedAlong(way, wayA, wayB, normal, arms);
      const out = max(min(-RECOVERY * (gap + limit), splat(context[PUSH_SPEED])), 0);
      const old = point.impulse[0];
      const speed = speedAlong(between(bundle, a, b), a, b, normal, arms);
      const change = where(held && gap < 0, max(-point.mass[0] * (speed - out), 0));
      point.impulse[0] = old + change;
      a = pulled(a, change * bundle.movesA[0], bundle.lightA[0], normal, arms.a);
      b = pushed(b, change * bundle.movesB[0], bundle.lightB[0], normal, arms.b);
    }
  }
  storeMotion(states, floatsAt(bundle.movesA), a);
  storeMotion(others, floatsAt(bundle.movesB), b);
}
