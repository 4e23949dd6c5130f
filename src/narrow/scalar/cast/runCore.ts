/** The sweep of boxes and hulls without turns (coreSweep.ts): the supports come from the tables of the shapes. */
import { CORNERED, SMOOTH, TRAITS } from '../../../shapes/codes.ts';
import { DIR, type Geometry } from '../../../shapes/cores/core.ts';
import { supportVertex } from '../../../shapes/cores/vertices.ts';
import type { Cast } from './bodies.ts';
import { LEFT } from './boxTurn.ts';
import { advanceSweep, ENDED, findCorner, MOST_STEPS, writeHalfAxes } from './coreSweep.ts';
import { AXIS, BODY_A, BODY_B, CORE_A, CORE_B, FOUND_A, FOUND_B, HALF_A, HALF_B, REST_A, REST_B } from './places.ts';

/** Goes on from c[TIME], along c[AXIS …] first. @returns Free, Hit, or LEFT */
export function sweepCores({ c, geometryA, geometryB, thread }: Cast): number {
  const traitsA = geometryA.shapes.words[TRAITS];
  const traitsB = geometryB.shapes.words[TRAITS];
  const isBoxA = (traitsA & CORNERED) !== 0;
  const isBoxB = (traitsB & CORNERED) !== 0;
  if (((traitsA | traitsB) & SMOOTH) !== 0) return LEFT;
  if (isBoxA) writeHalfAxes(c, CORE_A, HALF_A, REST_A);
  if (isBoxB) writeHalfAxes(c, CORE_B, HALF_B, REST_B);
  const { f } = thread.scratch;
  let count = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (isBoxA) findCorner(c, 1);
    else findVertex(c, f, geometryA, BODY_A);
    if (isBoxB) findCorner(c, 0);
    else findVertex(c, f, geometryB, BODY_B);
    count = advanceSweep(c, count);
    if (count < 0) return count - ENDED;
  }
  return LEFT;
}

/** Writes the vertex of A that is farthest along c[AXIS …], or of B against it, world axes. */
function findVertex(c: Float64Array, f: Float64Array, geometry: Geometry, body: number): void {
  const isA = body === BODY_A;
  const matrix = isA ? REST_A : REST_B;
  const found = isA ? FOUND_A : FOUND_B;
  const side = isA ? 1 : -1;
  const x = side * c[AXIS];
  const y = side * c[AXIS + 1];
  const z = side * c[AXIS + 2];
  for (let k = 0; k < 3; k++) f[DIR + k] = c[matrix + k] * x + c[matrix + 3 + k] * y + c[matrix + 6 + k] * z;
  supportVertex(f, geometry, 0);
  for (let k = 0; k < 3; k++) {
    const row = matrix + 3 * k;
    c[found + k] = c[row] * f[DIR] + c[row + 1] * f[DIR + 1] + c[row + 2] * f[DIR + 2];
  }
}
