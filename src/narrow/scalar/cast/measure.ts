/** The distance of the pair of a cast at one time. */
import { pairRow } from '../pairRow.ts';
import { type Cast, placeBodies } from './bodies.ts';
import { AXIS, GAP } from './places.ts';

const PARAMS = { overlapOnly: false, maxDistance: /* @__PURE__ */ new Float64Array([Infinity]), depth: true };

/** Measures the pair at c[TIME]: writes `found`, c[GAP], and the normal to c[AXIS …]. */
export function measureCast(cast: Cast): void {
  const { c, found, poses, thread, geometryA, geometryB } = cast;
  placeBodies(cast);
  pairRow(found, poses, geometryA, geometryB, thread, PARAMS);
  c[GAP] = found.distance;
  for (let k = 0; k < 3; k++) c[AXIS + k] = found.normal[k];
}
