/**
 * A row of the `mass` table: what a body weighs, how it rubs and bounces, 16 floats (f32). The passes of `wide/` read
 * it.
 *
 *   floats   column
 *   0–3      quaternion x y z w, principal axes → local
 *   4–6      1 / √(principal moment of inertia)
 *   7        1 / √(mass)
 *   8–10     center of mass, local (m)
 *   11       friction coefficient
 *   12       restitution
 *   13, 14   linear damping, angular damping (1/s)
 *   15       gravity scale
 */
import type { MassProperties } from 'hullstorm';
import { fail } from '../errors.ts';
import { atLeast, type BodyOptions, finite32, positive } from './dynamicsOptions.ts';
import {
  between,
  HEAVIEST,
  LARGEST_MOMENT,
  LEAST_MOMENT,
  LIGHTEST,
  MOST_FRICTION,
  STRONGEST_GRAVITY,
} from './limits.ts';

export const MASS_STRIDE = 16;
export const AXES = 0;
export const INVERSE_ROOT_MOMENTS = 4;
export const INVERSE_ROOT_MASS = 7;
export const CENTER = 8;
export const FRICTION = 11;
export const RESTITUTION = 12;
const LINEAR_DAMPING = 13;
const ANGULAR_DAMPING = 14;
export const GRAVITY_SCALE = 15;

/** Also the friction of colliders that are not bodies. */
export const DEFAULT_FRICTION = 0.6;

/** Checks the options that do not depend on the shape. @returns a row with infinite mass */
export function materialRow(where: string, options: BodyOptions): Float32Array {
  const {
    friction = DEFAULT_FRICTION,
    restitution = 0,
    linearDamping = 0,
    angularDamping = 0,
    gravityScale = 1,
  } = options;
  const row = new Float32Array(MASS_STRIDE);
  row[AXES + 3] = 1;
  row[FRICTION] = atLeast(`${where}: friction`, friction, 0);
  between(`${where}: friction`, friction, 0, MOST_FRICTION, '');
  row[RESTITUTION] = atLeast(`${where}: restitution`, restitution, 0);
  if (restitution > 1) fail(`${where}: restitution`, 'a number in 0..1', restitution);
  row[LINEAR_DAMPING] = atLeast(`${where}: linearDamping`, linearDamping, 0);
  row[ANGULAR_DAMPING] = atLeast(`${where}: angularDamping`, angularDamping, 0);
  row[GRAVITY_SCALE] = finite32(`${where}: gravityScale`, gravityScale);
  between(`${where}: gravityScale`, gravityScale, -STRONGEST_GRAVITY, STRONGEST_GRAVITY, '');
  return row;
}

/** The density of a body without options, that of water (kg/m³). */
export const DENSITY = 1000;

/**
 * Writes mass and inertia into a row.
 * @param unit mass properties of the shape at density 1 kg/m³
 * @returns the density (kg/m³)
 */
export function writeMass(
  where: string,
  row: Float32Array,
  unit: MassProperties,
  { density: given, mass }: BodyOptions,
): number {
  if (given !== undefined && mass !== undefined) fail(`${where}: mass`, 'a mass or a density', 'both');
  const density = given === undefined ? DENSITY : given;
  const factor =
    mass === undefined ? positive(`${where}: density`, density) : positive(`${where}: mass`, mass) / unit.mass;
  const massName = mass === undefined ? 'mass, by the density and the size and radius of the shape' : 'mass';
  between(`${where}: ${massName}`, factor * unit.mass, LIGHTEST, HEAVIEST, 'kg');
  const source = mass === undefined ? 'density' : 'mass';
  const momentName = `moment of inertia, by the ${source} and the size and radius of the shape`;
  for (const moment of unit.moments) {
    between(`${where}: ${momentName}`, factor * moment, LEAST_MOMENT, LARGEST_MOMENT, 'kg m²');
  }
  row.set(unit.axes, AXES);
  for (let k = 0; k < 3; k++) row[INVERSE_ROOT_MOMENTS + k] = 1 / Math.sqrt(factor * unit.moments[k]);
  row[INVERSE_ROOT_MASS] = 1 / Math.sqrt(factor * unit.mass);
  row.set(unit.center, CENTER);
  return factor;
}

export interface Extents {
  readonly thickness: number;
  readonly reach: number;
}

/**
 * Extents of a convex body, from the moments in a row (m).
 *
 * - `thickness`: the smallest half extent of the box with these moments.
 * - `reach`: no point is farther from the center of mass. Of all convex bodies with one mean square along an axis, the
 *   apex of a cone is farthest: √15 times its root.
 * @param at the row's first float
 */
export function extentsOf(mass: Float32Array, at: number): Extents {
  const root = mass[at + INVERSE_ROOT_MASS];
  return extentsOfMoments([0, 1, 2].map((k) => (root / mass[at + INVERSE_ROOT_MOMENTS + k]) ** 2));
}

/** The same from moments per mass (m²). The mean square along an axis is half of their sum less the moment about it. */
export function extentsOfMoments(moments: readonly number[]): Extents {
  const half = (moments[0]! + moments[1]! + moments[2]!) / 2;
  return {
    thickness: Math.sqrt(Math.max(3 * (half - Math.max(...moments)), 0)),
    reach: Math.sqrt(15 * (half - Math.min(...moments))),
  };
}
