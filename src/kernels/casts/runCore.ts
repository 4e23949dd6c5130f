/**
 * The sweep of boxes and hulls without turns (coreSweep.ts): the supports come from the tables of the shapes. Hosts and
 * wasm compile this file, with the same bits.
 */
import { CORNERED, SMOOTH } from '../../shapes/codes.ts';
import { supportVertex } from '../../shapes/cores/supports/vertices.ts';
import type { CorePools } from '../cores/tables.ts';
import type { Double, Doubles, Int } from '../lanes.ts';
import type { Cast } from './bodies.ts';
import { LEFT } from './boxTurn.ts';
import { advanceSweep, ENDED, findCorner, MOST_STEPS, writeHalfAxes } from './coreSweep.ts';
import type { CastBody, CastNumbers } from './tables.ts';
import { copy, toLocal, toWorld } from './vectors.ts';

/** Goes on from c.time, along c.axis first. @returns Free, Hit, or LEFT */
export function sweepCores(cast: Cast): Int {
  const { c } = cast;
  const { a, b } = c;
  const { direction } = cast.scratch.pair;
  if (((a.traits | b.traits) & SMOOTH) !== 0) return LEFT;
  if ((a.traits & CORNERED) !== 0) writeHalfAxes(a);
  if ((b.traits & CORNERED) !== 0) writeHalfAxes(b);
  let count: Int = 0;
  for (let step: Int = 0; step < MOST_STEPS; step++) {
    if ((a.traits & CORNERED) !== 0) findCorner(a, c.axis, 1);
    else findVertex(c, a, 1, direction, cast.poolsA);
    if ((b.traits & CORNERED) !== 0) findCorner(b, c.axis, -1);
    else findVertex(c, b, -1, direction, cast.poolsB);
    count = advanceSweep(c, count);
    if (count < 0) return count - ENDED;
  }
  return LEFT;
}

/** Writes the vertex of A that is farthest along c.axis, or of B, with `side` −1, against it, world axes. */
function findVertex(c: CastNumbers, body: CastBody, side: Double, direction: Doubles, pools: CorePools): void {
  const { axis, local } = c;
  for (let k: Int = 0; k < 3; k++) local[k] = side * axis[k];
  toLocal(local, body.rest, local);
  copy(direction, local);
  supportVertex(direction, pools, body.word);
  copy(local, direction);
  toWorld(body.found, body.rest, local);
}
