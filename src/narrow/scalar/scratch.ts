/**
 * Scratch of one pair: one Float64Array and one Int32Array with named offsets (places.ts). Kernels pass numbers to each
 * other through these arrays and not as arguments: V8 allocates for every double that crosses a call without inlining.
 */
import { createPolytope, type Polytope } from './epa/polytope.ts';
import { INTEGER_PLACES, REAL_PLACES } from './places.ts';

export { DIR, type Geometry } from '../../shapes/cores/core.ts';
export * from './places.ts';

/** Numbers and integers of one pair. */
export interface Scratch {
  readonly f: Float64Array;
  readonly i: Int32Array;
}

/** Creates the scratch of one pair. */
export function createScratch(): Scratch {
  return { f: new Float64Array(REAL_PLACES), i: new Int32Array(INTEGER_PLACES) };
}

/** Scratch of one thread. */
export interface ScalarScratch {
  readonly scratch: Scratch;
  readonly polytope: Polytope;
}

/** Creates the scratch of one thread. */
export function createScalarScratch(): ScalarScratch {
  return { scratch: createScratch(), polytope: createPolytope() };
}
