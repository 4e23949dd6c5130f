/** Velocities of the bodies of a bundle, and impulses between them. */
import { all, columnAt, type Floats, type Int, type Ints, intsAt, type Lane, transpose } from '../../language/lanes.ts';
import { along, dot, scale, sub, type Vec3 } from '../../math/lanes/vectors.ts';
import type { Arms, Bundle, Point } from './bundles.ts';
import { vectorsAt } from './rows.ts';

/** Velocity and spin of one body per lane. */
export interface Motion {
  readonly velocity: Vec3;
  readonly spin: Vec3;
}

/** Loads velocities from the addresses of states. */
export function motionOf(states: Ints): Motion {
  return {
    velocity: vectorsAt(states[0], states[1], states[2], states[3]),
    spin: vectorsAt(states[0] + 16, states[1] + 16, states[2] + 16, states[3] + 16),
  };
}

/** Loads displacements since the start of the step, in the form of velocities. */
export function wayOf(states: Ints): Motion {
  return {
    velocity: vectorsAt(states[0] + 32, states[1] + 32, states[2] + 32, states[3] + 32),
    spin: vectorsAt(states[0] + 48, states[1] + 48, states[2] + 48, states[3] + 48),
  };
}

/** Unscaled velocity of B relative to A. */
export function between(bundle: Bundle, a: Motion, b: Motion): Vec3 {
  return sub(scale(bundle.lightB[0], b.velocity), scale(bundle.lightA[0], a.velocity));
}

/** Speed of B away from A along a direction with these arms. */
export function speedAlong(relative: Vec3, a: Motion, b: Motion, direction: Vec3, arms: Arms): Lane {
  return dot(relative, direction) + (dot(b.spin, arms.b) - dot(a.spin, arms.a));
}

/** Speed at which the gap at a point opens. */
export function gapSpeed(bundle: Bundle, point: Point): Lane {
  const a = motionOf(intsAt(bundle.a));
  const b = motionOf(intsAt(bundle.b));
  return speedAlong(between(bundle, a, b), a, b, bundle.normal[0], point.arms[0]);
}

/** The motion of a body after an impulse: its parts of the velocity and of the spin. */
export function pushed(body: Motion, push: Lane, light: Lane, direction: Vec3, arm: Vec3): Motion {
  return { velocity: along(body.velocity, push * light, direction), spin: along(body.spin, push, arm) };
}

/** `pushed` by the opposite impulse. */
export function pulled(body: Motion, push: Lane, light: Lane, direction: Vec3, arm: Vec3): Motion {
  return { velocity: back(body.velocity, push * light, direction), spin: back(body.spin, push, arm) };
}

/** `along` by the negative: a subtraction takes one instruction, a negation three. */
export function back(from: Vec3, s: Lane, way: Vec3): Vec3 {
  return { x: from.x - s * way.x, y: from.y - s * way.y, z: from.z - s * way.z };
}

/** Writes the velocities of bodies that move. */
export function storeMotion(states: Ints, moves: Floats, motion: Motion): void {
  const velocity = motion.velocity;
  const spin = motion.spin;
  const velocities = transpose({ a: velocity.x, b: velocity.y, c: velocity.z, d: 0 });
  const spins = transpose({ a: spin.x, b: spin.y, c: spin.z, d: 0 });
  if (all(columnAt(moves)[0] > 0)) {
    storeOne(states[0], velocities.a, spins.a);
    storeOne(states[1], velocities.b, spins.b);
    storeOne(states[2], velocities.c, spins.c);
    storeOne(states[3], velocities.d, spins.d);
    return;
  }
  if (moves[0] > 0) storeOne(states[0], velocities.a, spins.a);
  if (moves[1] > 0) storeOne(states[1], velocities.b, spins.b);
  if (moves[2] > 0) storeOne(states[2], velocities.c, spins.c);
  if (moves[3] > 0) storeOne(states[3], velocities.d, spins.d);
}

function storeOne(state: Int, velocity: Lane, spin: Lane): void {
  columnAt(state)[0] = velocity;
  columnAt(state)[4] = spin;
}
