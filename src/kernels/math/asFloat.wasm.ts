/** A number for a column of f32. */
import type { Double, Float } from '../lanes.ts';

export function asFloat(value: Double): Float {
  return Math.fround(value);
}
