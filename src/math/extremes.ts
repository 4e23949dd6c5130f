/**
 * The smaller and the larger of two numbers: a NaN on either side gives the first. Hosts run these functions as
 * written; wasm has instructions for them, which do not branch (tools/lanes/hosted.ts). V8 inlines them.
 */
import type { Double } from '../language/lanes.ts';

export function lesser(a: Double, b: Double): Double {
  return b < a ? b : a;
}

export function greater(a: Double, b: Double): Double {
  return a < b ? b : a;
}
