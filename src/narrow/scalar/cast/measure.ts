/** What a cast asks of its pair at one time: the distance, and the separation along an axis. */
import { BOX, CORE } from '../../../shapes/codes.ts';
import { DIR, type Geometry } from '../../../shapes/cores/core.ts';
import { pairRow } from '../pairRow.ts';
import { support } from '../support.ts';
import { type Cast, placeBodies } from './bodies.ts';
import { seeAt, seeAxes, writeBoxTop, writeHeight } from './heights.ts';
import {
  ANGLE,
  AXIS,
  BODY_A,
  BODY_B,
  GAP,
  HALF_A,
  HALF_B,
  LOCAL,
  PIVOT_A,
  PIVOT_B,
  TIME,
  TOP_A,
  TOP_B,
} from './places.ts';

const PARAMS = { overlapOnly: false, maxDistance: /* @__PURE__ */ new Float64Array([Infinity]), depth: true };

/** Measures the pair at c[TIME]: writes `found`, c[GAP], and the normal to c[AXIS …]. */
export function measureCast(cast: Cast): void {
  const { c, found, poses, thread, geometryA, geometryB } = cast;
  placeBodies(cast);
  pairRow(found, poses, geometryA, geometryB, thread, PARAMS);
  c[GAP] = found.distance;
  for (let k = 0; k < 3; k++) c[AXIS + k] = found.normal[k];
}

/** Prepares heights along c[AXIS …] (heights.ts). */
export function startHeights(cast: Cast): void {
  const { c, thread, geometryA, geometryB } = cast;
  seeAxes(c);
  const { f } = thread.scratch;
  // a body that does not turn has one height
  if (c[BODY_A + ANGLE] === 0) writeTop(c, BODY_A, f, geometryA, TIME);
  if (c[BODY_B + ANGLE] === 0) writeTop(c, BODY_B, f, geometryB, TIME);
}

/** Writes the separation along the axis at time c[at] to c[HEIGHT]. */
export function heightAt({ c, thread, geometryA, geometryB }: Cast, at: number): void {
  const { f } = thread.scratch;
  if (c[BODY_A + ANGLE] > 0) writeTop(c, BODY_A, f, geometryA, at);
  if (c[BODY_B + ANGLE] > 0) writeTop(c, BODY_B, f, geometryB, at);
  writeHeight(c, at);
}

/** Writes the height of a body along the axis that it sees at time c[at]. */
function writeTop(c: Float64Array, body: number, f: Float64Array, geometry: Geometry, at: number): void {
  const isA = body === BODY_A;
  const top = isA ? TOP_A : TOP_B;
  const pivot = isA ? PIVOT_A : PIVOT_B;
  seeAt(c, body, at);
  const lower = c[LOCAL] * c[pivot] + c[LOCAL + 1] * c[pivot + 1] + c[LOCAL + 2] * c[pivot + 2];
  if (geometry.shapes.words[CORE] === BOX) {
    writeBoxTop(c, top, isA ? HALF_A : HALF_B);
    c[top] -= lower;
    return;
  }
  const x = c[LOCAL];
  const y = c[LOCAL + 1];
  const z = c[LOCAL + 2];
  f[DIR] = x;
  f[DIR + 1] = y;
  f[DIR + 2] = z;
  support(f, geometry, 0);
  c[top] = x * f[DIR] + y * f[DIR + 1] + z * f[DIR + 2] - lower;
}
