/** The sweep of boxes and hulls without turns (kernels/casts/coreSweep.ts): the supports come from the shape tables. */
import { CORNERED, SMOOTH } from '../../../shapes/codes.ts';
import { supportOfVertices } from '../../cores/lanes/supports.ts';
import type { Double, Doubles, Int, Ints } from '../../lanes.ts';
import type { Vec } from '../../planes/lanes/placed.ts';
import { LEFT } from '../boxTurn.ts';
import { advanceSweep, ENDED, findCorner, MOST_STEPS, writeHalfAxes } from '../coreSweep.ts';
import type { CastBody, CastNumbers } from '../tables.ts';

/**
 * Goes on from c.time, along c.axis first.
 * @param wordsA words of the shapes
 * @returns Free, Hit or LEFT
 */
export function sweepCores(context: Ints, c: CastNumbers, wordsA: Ints, wordsB: Ints): Int {
  const a = c.a;
  const b = c.b;
  if (((a.traits | b.traits) & SMOOTH) !== 0) return LEFT;
  if ((a.traits & CORNERED) !== 0) writeHalfAxes(a);
  if ((b.traits & CORNERED) !== 0) writeHalfAxes(b);
  let count: Int = 0;
  for (let step: Int = 0; step < MOST_STEPS; step++) {
    if ((a.traits & CORNERED) !== 0) findCorner(a, c.axis, 1);
    else findVertex(context, a, wordsA, c.axis, 1);
    if ((b.traits & CORNERED) !== 0) findCorner(b, c.axis, -1);
    else findVertex(context, b, wordsB, c.axis, -1);
    count = advanceSweep(c, count);
    if (count < 0) return count - ENDED;
  }
  return LEFT;
}

/** Writes the vertex that is farthest along n, or with `side` −1 against it, to the support of a body. */
function findVertex(context: Ints, body: CastBody, words: Ints, n: Doubles, side: Double): void {
  const m = body.rest;
  const x = side * n[0];
  const y = side * n[1];
  const z = side * n[2];
  const toward: Vec = {
    x: m[0] * x + m[3] * y + m[6] * z,
    y: m[1] * x + m[4] * y + m[7] * z,
    z: m[2] * x + m[5] * y + m[8] * z,
  };
  const point = supportOfVertices(context, words, toward);
  body.found[0] = m[0] * point.x + m[1] * point.y + m[2] * point.z;
  body.found[1] = m[3] * point.x + m[4] * point.y + m[5] * point.z;
  body.found[2] = m[6] * point.x + m[7] * point.y + m[8] * point.z;
}
