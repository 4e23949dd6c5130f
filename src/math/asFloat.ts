/** A number for a column of f32, which rounds it on hosts. Tests give columns of f64. Wasm rounds it here. */
import type { Double, Float } from '../language/lanes.ts';

export function asFloat(value: Double): Float {
  return value;
}
