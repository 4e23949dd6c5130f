/** Checks of the lengths of a shape. */
import { fail, refuse } from '../../errors.ts';

/** Longest length (m): squares and sums of such lengths stay far inside f32. */
const MAX_LENGTH = 1e18;

/** A length that must be > 0, also as f32. */
export function extentOf(where: string, value: unknown): number {
  const rounded = roundedOf(value);
  if (!(rounded > 0)) refuse(where, 'a number > 0 (m, f32)', value);
  return notTooLong(where, rounded, value as number);
}

/** A radius, ≥ 0. */
export function radiusOf(where: string, value: unknown): number {
  const rounded = roundedOf(value);
  if (!(rounded >= 0)) refuse(where, 'a number ≥ 0 (m, f32)', value);
  return notTooLong(where, rounded, value as number);
}

function roundedOf(value: unknown): number {
  return typeof value === 'number' && value < Infinity ? Math.fround(value) : Number.NaN;
}

/** Returns `rounded`, or fails if it is too long. */
export function notTooLong(where: string, rounded: number, value: number): number {
  if (rounded > MAX_LENGTH) fail(where, '1e18 m at most', value);
  return rounded;
}
