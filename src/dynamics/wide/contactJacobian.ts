/** Velocities of the bodies of a bundle, and impulses between them. */
import { all, columnAt, type Floats, type Int, type Ints, intsAt, type Lane, transpose } from '../../language/lanes.ts';
import { along, dot, scale, sub, type Vec3 } from '../../math/lanes/vectors.ts';
import type { AngularJacobian, Bundle, Point } from './bundles.ts';
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
export function displacementOf(states: Ints): Motion {
  return {
    velocity: vectorsAt(states[0] + 32, states[1] + 32, states[2] + 32, states[3] + 32),
    spin: vectorsAt(states[0] + 48, states[1] + 48, states[2] + 48, states[3] + 48),
  };
}

/** Unscaled velocity of B relative to A. */
export function between(bundle: Bundle, a: Motion, b: Motion): Vec3 {
  return sub(scale(bundle.invSqrtMassB[0], b.velocity), scale(bundle.invSqrtMassA[0], a.velocity));
}

/** Speed of B away from A along a direction with this angular Jacobian. */
export function speedAlong(relative: Vec3, a: Motion, b: Motion, direction: Vec3, angular: AngularJacobian): Lane {
  return dot(relative, direction) + (dot(b.spin, angular.b) - dot(a.spin, angular.a));
}

/** Speed at which the gap at a point opens. */
export function separationSpeed(bundle: Bundle, point: Point): Lane {
  const a = motionOf(intsAt(bundle.a));
  const b = motionOf(intsAt(bundle.b));
  return speedAlong(between(bundle, a, b), a, b, bundle.normal[0], point.angular[0]);
}

/** The motion of a body after an impulse: its parts of the velocity and of the spin. */
export function applyImpulse(body: Motion, impulse: Lane, invSqrtMass: Lane, direction: Vec3, angular: Vec3): Motion {
  return { velocity: along(body.velocity, impulse * invSqrtMass, direction), spin: along(body.spin, impulse, angular) };
}

/** `applyImpulse` by the opposite impulse. */
export function applyOpposite(body: Motion, impulse: Lane, invSqrtMass: Lane, direction: Vec3, angular: Vec3): Motion {
  return {
    velocity: subtractAlong(body.velocity, impulse * invSqrtMass, direction),
    spin: subtractAlong(body.spin, impulse, angular),
  };
}

/** `along` by the negative: a subtraction takes one instruction, a negation three. */
export function subtractAlong(from: Vec3, s: Lane, direction: Vec3): Vec3 {
  return { x: from.x - s * direction.x, y: from.y - s * direction.y, z: from.z - s * direction.z };
}

/** Writes the velocities of bodies that move. */
export function storeMotion(states: Ints, isDynamic: Floats, motion: Motion): void {
  const velocity = motion.velocity;
  const spin = motion.spin;
  const velocities = transpose({ a: velocity.x, b: velocity.y, c: velocity.z, d: 0 });
  const spins = transpose({ a: spin.x, b: spin.y, c: spin.z, d: 0 });
  if (all(columnAt(isDynamic)[0] > 0)) {
    storeOne(states[0], velocities.a, spins.a);
    storeOne(states[1], velocities.b, spins.b);
    storeOne(states[2], velocities.c, spins.c);
    storeOne(states[3], velocities.d, spins.d);
    return;
  }
  if (isDynamic[0] > 0) storeOne(states[0], velocities.a, spins.a);
  if (isDynamic[1] > 0) storeOne(states[1], velocities.b, spins.b);
  if (isDynamic[2] > 0) storeOne(states[2], velocities.c, spins.c);
  if (isDynamic[3] > 0) storeOne(states[3], velocities.d, spins.d);
}

function storeOne(state: Int, velocity: Lane, spin: Lane): void {
  columnAt(state)[0] = velocity;
  columnAt(state)[4] = spin;
}
