/**
 * Scratch of one pair: one Float64Array and one Int32Array with named offsets (places.ts). Kernels pass numbers to each
 * other through these arrays and not as arguments: V8 allocates for every double that crosses a call without inlining.
 */
import type { CoreScratch, Scratch } from '../../shapes/cores/core.ts';
import { createPolytope } from './epa/polytopeTable.ts';
import { INTEGER_PLACES, REAL_PLACES } from './places.ts';

export { type CoreScratch as ScalarScratch, DIR, type Geometry, type Scratch } from '../../shapes/cores/core.ts';
export * from './places.ts';

/** Creates the scratch of one pair. */
export function createScratch(): Scratch {
  return { f: new Float64Array(REAL_PLACES), i: new Int32Array(INTEGER_PLACES) };
}

/** Creates the scratch of one thread. */
export function createScalarScratch(): CoreScratch {
  return { scratch: createScratch(), polytope: createPolytope() };
}
