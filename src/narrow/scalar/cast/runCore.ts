/** The sweep of boxes and hulls without turns (coreSweep.ts): the supports come from the tables of the shapes. */
import { CORNERED, SMOOTH } from '../../../shapes/codes.ts';
import type { Geometry } from '../../../shapes/cores/core.ts';
import { supportVertex } from '../../../shapes/cores/supports/vertices.ts';
import type { Cast } from './bodies.ts';
import { LEFT } from './boxTurn.ts';
import { advanceSweep, ENDED, findCorner, MOST_STEPS, writeHalfAxes } from './coreSweep.ts';
import type { CastBody } from './tables.ts';
import { copy, toLocal, toWorld } from './vectors.ts';

/** Goes on from c.time, along c.axis first. @returns Free, Hit, or LEFT */
export function sweepCores(cast: Cast): number {
  const { c, geometryA, geometryB } = cast;
  const { a, b, axis } = c;
  if (((a.traits | b.traits) & SMOOTH) !== 0) return LEFT;
  if ((a.traits & CORNERED) !== 0) writeHalfAxes(a);
  if ((b.traits & CORNERED) !== 0) writeHalfAxes(b);
  let count = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    if ((a.traits & CORNERED) !== 0) findCorner(a, axis, 1);
    else findVertex(cast, a, 1, geometryA);
    if ((b.traits & CORNERED) !== 0) findCorner(b, axis, -1);
    else findVertex(cast, b, -1, geometryB);
    count = advanceSweep(c, count);
    if (count < 0) return count - ENDED;
  }
  return LEFT;
}

/** Writes the vertex of A that is farthest along c.axis, or of B, with `side` −1, against it, world axes. */
function findVertex({ c, thread }: Cast, { found, rest }: CastBody, side: number, geometry: Geometry): void {
  const { axis, local } = c;
  const { direction } = thread.pair;
  for (let k = 0; k < 3; k++) local[k] = side * axis[k];
  toLocal(local, rest, local);
  copy(direction, local);
  supportVertex(direction, geometry, 0);
  copy(local, direction);
  toWorld(found, rest, local);
}
