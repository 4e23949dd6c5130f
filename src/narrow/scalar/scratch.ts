/**
 * The scratch that a pair is computed in: one Float64Array and one Int32Array with named places (places.ts). Kernels pass
 * numbers to each other through these places and not as arguments, because V8 allocates for every double that crosses a
 * call that it did not inline.
 */
import { createPolytope, type Polytope } from './epa/polytope.ts';
import { INTEGER_PLACES, REAL_PLACES } from './places.ts';

export { DIR, type Geometry } from '../../shapes/cores/core.ts';
export * from './places.ts';

/** What one pair is computed in. */
export interface Scratch {
  readonly f: Float64Array;
  readonly i: Int32Array;
}

/** Scratch for one pair. */
export function createScratch(): Scratch {
  return { f: new Float64Array(REAL_PLACES), i: new Int32Array(INTEGER_PLACES) };
}

/** All that one thread computes in. */
export interface ScalarScratch {
  readonly scratch: Scratch;
  readonly polytope: Polytope;
}

/** A workbench for one thread. */
export function createScalarScratch(): ScalarScratch {
  return { scratch: createScratch(), polytope: createPolytope() };
}
