/** Options of the stepper and of its bodies, with checks and defaults. */
import type { ColliderOptions } from 'hullstorm';
import { firstOf, type Keys, readOptions, type Vec3Like } from '../checks.ts';
import { flag, integerIn, refuse } from '../errors.ts';
import { between, FASTEST, STRONGEST_GRAVITY, WIDEST_MARGIN } from './limits.ts';
import { MOST_SUBSTEPS } from './substeps.ts';

export interface DynamicsOptions {
  /** x y z (m/s²). Default 0, −9.81, 0. */
  readonly gravity?: Vec3Like | undefined;
  /**
   * Substeps per step, an integer in 1..64. Default: 5, and more with bodies smaller than 0.2 m, up to 64 with bodies
   * of 1 mm.
   */
  readonly substeps?: number | undefined;
  /** Pairs up to this distance (m) get contacts before they touch, ≥ 0. Default 0.02. */
  readonly margin?: number | undefined;
  /** Whether islands at rest fall asleep. Default true. */
  readonly sleeping?: boolean | undefined;
  /**
   * Contacts of pairs that have moved less than this part of their smaller shape's extent are kept from earlier steps:
   * the option `recycle` of contact queries, 0 … 0.01. 0 computes all contacts in each step. Default 0.001.
   */
  readonly recycle?: number | undefined;
  /**
   * Capacity of a step, in pairs with contact points. Default 131,072, or the engine's `capacity.contacts` if that is
   * less.
   */
  readonly contacts?: number | undefined;
}

/**
 * Forces and contacts move a dynamic body. A kinematic body moves by its own velocity alone. A static body does not
 * move.
 */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

/** How heavy a body is. */
export interface MassOptions {
  /** kg/m³, > 0. Default 1,000, the density of water. Parts of compounds may have their own. */
  readonly density?: number | undefined;
  /** kg, > 0. Instead of `density`. */
  readonly mass?: number | undefined;
}

export interface BodyOptions extends Omit<ColliderOptions, 'static' | 'sensor'>, MassOptions {
  /** Whether the body is a sensor: its touches are events, and it moves no body. For static and kinematic bodies. */
  readonly sensor?: boolean | undefined;
  /** Default 'dynamic'. */
  readonly type?: BodyType | undefined;
  /** Velocity x y z of the center of mass (m/s), world. Default 0. */
  readonly velocity?: Vec3Like | undefined;
  /** Angular velocity x y z (rad/s), world. Default 0. */
  readonly spin?: Vec3Like | undefined;
  /** Coulomb's friction coefficient, ≥ 0. A pair has √(μA · μB). Default 0.6. */
  readonly friction?: number | undefined;
  /** Part of the speed that a bounce returns, 0..1. A pair has the larger of the two. Default 0. */
  readonly restitution?: number | undefined;
  /** Damping of the velocity (1/s), ≥ 0. Default 0. */
  readonly linearDamping?: number | undefined;
  /** Damping of the spin (1/s), ≥ 0. Default 0. */
  readonly angularDamping?: number | undefined;
  /** Factor of gravity. Default 1. */
  readonly gravityScale?: number | undefined;
  /** Whether the body, and so its island, may fall asleep. Default true. */
  readonly canSleep?: boolean | undefined;
  /**
   * Whether the body is swept against all other bodies, other fast ones included, so that it passes through none.
   * Default false: a dynamic body is swept in each step in which it moves by more than its smallest half extent, but
   * not against other such bodies.
   */
  readonly bullet?: boolean | undefined;
}

/** Options with defaults filled in. */
export interface StepSettings {
  readonly gravity: Float32Array;
  /** undefined: chosen in each step from the sizes of bodies (substeps.ts). */
  readonly substeps: number | undefined;
  readonly margin: number;
  readonly sleeping: boolean;
  readonly recycle: number;
  readonly contacts: number;
}

const MOST_CONTACTS = 131_072;
/** The largest `recycle` that a contact query takes. */
const MOST_RECYCLE = 0.01;
const OPTIONS: Keys<DynamicsOptions> = { gravity: 0, substeps: 0, margin: 0, sleeping: 0, recycle: 0, contacts: 0 };
/** @internal */
export const BODY_OPTIONS: Keys<BodyOptions> = {
  position: 0,
  rotation: 0,
  membership: 0,
  mask: 0,
  sensor: 0,
  userId: 0,
  type: 0,
  velocity: 0,
  spin: 0,
  density: 0,
  mass: 0,
  friction: 0,
  restitution: 0,
  linearDamping: 0,
  angularDamping: 0,
  gravityScale: 0,
  canSleep: 0,
  bullet: 0,
};

export function checkDynamicsOptions(options: DynamicsOptions | undefined, contactRows: number): StepSettings {
  const where = 'createDynamics';
  const given = readOptions(`${where}: options`, options, OPTIONS);
  const { substeps, margin = 0.02, sleeping = true, recycle = 1e-3, gravity: pull = [0, -9.81, 0] } = given;
  const { contacts = Math.min(MOST_CONTACTS, contactRows) } = given;
  if (substeps !== undefined) integerIn(`${where}: substeps`, substeps, 1, MOST_SUBSTEPS);
  atLeast(`${where}: margin`, margin, 0);
  between(`${where}: margin`, margin, 0, WIDEST_MARGIN, 'm');
  flag(`${where}: sleeping`, sleeping);
  if (!(typeof recycle === 'number' && recycle >= 0 && recycle <= MOST_RECYCLE)) {
    refuse(`${where}: recycle`, `a number from 0 to ${MOST_RECYCLE}`, recycle);
  }
  integerIn(`${where}: contacts`, contacts, 1, contactRows);
  const gravity = new Float32Array(4);
  gravity.set(gravityOf(where, pull));
  return { gravity, substeps, margin, sleeping, recycle, contacts };
}

/** Checks a number that is finite in f32. @returns the number */
export function finite32(where: string, value: unknown): number {
  if (!(typeof value === 'number' && Number.isFinite(Math.fround(value)))) refuse(where, 'a finite number', value);
  return value;
}

/** Checks a number that is finite in f32, and ≥ `least`. @returns the number */
export function atLeast(where: string, value: number, least: number): number {
  if (!(typeof value === 'number' && Number.isFinite(Math.fround(value)) && value >= least)) {
    refuse(where, `a finite number ≥ ${least}`, value);
  }
  return value;
}

/** Checks a number that is finite and > 0 in f32. @returns the number */
export function positive(where: string, value: number): number {
  const single = typeof value === 'number' ? Math.fround(value) : 0;
  if (!(Number.isFinite(single) && single > 0)) refuse(where, 'a finite number > 0', value);
  return value;
}

/** A copy of three numbers, each finite in f32. */
export function vector(where: string, value: Vec3Like): [number, number, number] {
  const own = firstOf(where, 'three numbers', value, 3, 3);
  return own.map((element, k) => finite32(`${where}[${k}]`, element)) as [number, number, number];
}

/** A copy of a gravity (m/s²): three numbers within the limit. */
export function gravityOf(where: string, value: Vec3Like): [number, number, number] {
  const checked = vector(`${where}: gravity`, value);
  for (let k = 0; k < 3; k++) {
    between(`${where}: gravity[${k}]`, checked[k], -STRONGEST_GRAVITY, STRONGEST_GRAVITY, 'm/s²');
  }
  return checked;
}

/** A copy of a velocity (m/s) or a spin (rad/s): three numbers within the speed limit. */
export function motion(where: string, value: Vec3Like, unit: string): [number, number, number] {
  const checked = vector(where, value);
  for (let k = 0; k < 3; k++) between(`${where}[${k}]`, checked[k], -FASTEST, FASTEST, unit);
  return checked;
}
