/** What the stepper and its bodies take, checked and completed. */
import type { ColliderOptions } from 'hullstorm';
import { firstOf, type Keys, readOptions } from '../checks.ts';
import { flag, integerIn, refuse } from '../errors.ts';
import { between, FASTEST, STRONGEST_GRAVITY, WIDEST_MARGIN } from './limits.ts';
import { MOST_SUBSTEPS } from './pace.ts';

export interface DynamicsOptions {
  /** x y z (m/s²). Default 0, −9.81, 0. */
  readonly gravity?: ArrayLike<number>;
  /** Parts that a step is solved in, an integer in 1..64. Default 5, and more where bodies are smaller than 0.2 m: up to 64 at 1 mm. */
  readonly substeps?: number;
  /** Bodies this close are contacts ahead of contact (m), ≥ 0. Default 0.02. */
  readonly margin?: number;
  /** Whether islands of bodies at rest fall asleep. Default true. */
  readonly sleeping?: boolean;
  /** Pairs with contact points that one step solves. Default 131,072, or the engine's `capacity.contacts` if that is less. */
  readonly contacts?: number;
}

/** Who moves a body: forces and contacts, its own velocity alone, or nobody. */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

export interface BodyOptions extends Omit<ColliderOptions, 'static'> {
  /** Default 'dynamic'. */
  readonly type?: BodyType;
  /** x y z of the centre of mass (m/s), world. Default 0. */
  readonly velocity?: ArrayLike<number>;
  /** x y z (rad/s), world. Default 0. */
  readonly spin?: ArrayLike<number>;
  /** kg/m³, > 0. Default 1,000. */
  readonly density?: number;
  /** kg, > 0, in place of `density`. */
  readonly mass?: number;
  /** Coulomb's coefficient, ≥ 0; of a pair it is √(μA μB). Default 0.6. */
  readonly friction?: number;
  /** How much of the speed comes back, 0..1; of a pair the larger. Default 0. */
  readonly restitution?: number;
  /** Share of the velocity, of the spin, lost per second, ≥ 0. Default 0. */
  readonly linearDamping?: number;
  readonly angularDamping?: number;
  /** Times gravity. Default 1. */
  readonly gravityScale?: number;
  /** Default true. */
  readonly canSleep?: boolean;
}

/** Options with every default filled in. */
export interface StepSettings {
  readonly gravity: Float32Array;
  /** undefined: by the sizes of bodies (pace.ts). */
  readonly substeps: number | undefined;
  readonly margin: number;
  readonly sleeping: boolean;
  readonly contacts: number;
}

const MOST_CONTACTS = 131_072;
const OPTIONS: Keys<DynamicsOptions> = { gravity: 0, substeps: 0, margin: 0, sleeping: 0, contacts: 0 };
/** @internal */
export const BODY_OPTIONS: Keys<BodyOptions> = {
  position: 0,
  rotation: 0,
  membership: 0,
  mask: 0,
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
};

export function checkDynamicsOptions(options: DynamicsOptions | undefined, contactRows: number): StepSettings {
  const where = 'createDynamics';
  const given = readOptions(`${where}: options`, options, OPTIONS);
  const { substeps, margin = 0.02, sleeping = true, gravity: pull = [0, -9.81, 0] } = given;
  const { contacts = Math.min(MOST_CONTACTS, contactRows) } = given;
  if (substeps !== undefined) integerIn(`${where}: substeps`, substeps, 1, MOST_SUBSTEPS);
  atLeast(`${where}: margin`, margin, 0);
  between(`${where}: margin`, margin, 0, WIDEST_MARGIN, 'm');
  flag(`${where}: sleeping`, sleeping);
  integerIn(`${where}: contacts`, contacts, 1, contactRows);
  const gravity = new Float32Array(4);
  gravity.set(vector(`${where}: gravity`, pull));
  for (let k = 0; k < 3; k++) {
    between(`${where}: gravity[${k}]`, gravity[k], -STRONGEST_GRAVITY, STRONGEST_GRAVITY, 'm/s²');
  }
  return { gravity, substeps, margin, sleeping, contacts };
}

/** A number that is finite, as f32 too: bodies are tables of those. */
export function finite32(where: string, value: unknown): number {
  if (!(typeof value === 'number' && Number.isFinite(Math.fround(value)))) refuse(where, 'a finite number', value);
  return value;
}

/** A number that is finite and no less than `least`. */
export function atLeast(where: string, value: number, least: number): number {
  if (!(typeof value === 'number' && Number.isFinite(Math.fround(value)) && value >= least)) {
    refuse(where, `a finite number ≥ ${least}`, value);
  }
  return value;
}

export function positive(where: string, value: number): number {
  const single = typeof value === 'number' ? Math.fround(value) : 0;
  if (!(Number.isFinite(single) && single > 0)) refuse(where, 'a finite number > 0', value);
  return value;
}

/** Three finite numbers, read once. */
export function vector(where: string, value: ArrayLike<number>): [number, number, number] {
  const own = firstOf(where, 'three numbers', value, 3, 3);
  return own.map((element, k) => finite32(`${where}[${k}]`, element)) as [number, number, number];
}

/** A velocity (m/s) or a spin (rad/s): three numbers within the speed limit. */
export function motion(where: string, value: ArrayLike<number>, unit: string): [number, number, number] {
  const checked = vector(where, value);
  for (let k = 0; k < 3; k++) between(`${where}[${k}]`, checked[k], -FASTEST, FASTEST, unit);
  return checked;
}
