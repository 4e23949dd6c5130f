/**
 * Distance of shapes without bounds and shapes of tiers box and vertices: the height of the body's lowest vertex over
 * the plane, in f64, row by row. Defers smooth cores, and hulls of many vertices, to cores/halfSpaceDistance.ts.
 */
import { double, floatsAt, type Int, type Ints, int, intsAt } from '../../../language/lanes.ts';
import { IDS, TO } from '../../../tables/kernelContext.ts';
import { EXTENT, RADIUS, SMOOTH, TRAITS, VERTEX_COUNT } from '../../../tables/shapeWords.ts';
import { defer } from '../../rows/lanes/defer.ts';
import type { Counts, Rows } from '../../rows/lanes/rows.ts';
import { type Height, writeHeight } from './height.ts';
import { isUnbounded, placeOver } from './over.ts';
import { inner, isTurn, lengthOf, toWorld } from './placed.ts';
import { farthestOf, MOST_SCANNED, vertexOf } from './vertices.ts';

/** No vertex, in the high half of a word of a simplex. */
const ONE_VERTEX: Int = -65536;

/** Computes `count` rows. */
export function planePairs(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += 1) {
    const row = intsAt(rows.row)[k];
    const wordsA = intsAt(intsAt(rows.shapeA)[k]);
    const wordsB = intsAt(intsAt(rows.shapeB)[k]);
    const a = intsAt(rows.a)[k];
    const b = intsAt(rows.b)[k];
    let written: Int = 0;
    if (isUnbounded(wordsA)) written = planePair(context, row, a, b, wordsB);
    else written = planePair(context, row, b, a, wordsA);
    if (written === 0) defer(context, counts, row);
  }
}

/** Computes the row of collider `body` with the shape at `words` over the plane of `base`. Returns 0 to defer it. */
function planePair(context: Ints, row: Int, base: Int, body: Int, words: Ints): Int {
  if ((words[TRAITS] & SMOOTH) !== 0 || words[VERTEX_COUNT] > MOST_SCANNED) return 0;
  const { baseTurn, points, turn, up, down, offset, level } = placeOver(context, base, body, words);
  if (!(isTurn(baseTurn) && isTurn(turn) && lengthOf(offset) < 1e18)) return 0;
  const vertex = farthestOf(words, points, down);
  const arm = toWorld(turn, vertexOf(words, points, vertex));
  // 1 if the base is the caller's first collider
  const baseFirst = int(intsAt(context[IDS])[2 * row] === base);
  // the simplex: the body's vertex, and 0 for the base
  const to = intsAt(context[TO] + 16 * row);
  to[0] = ONE_VERTEX | (vertex * (1 - baseFirst));
  to[1] = -1;
  to[2] = ONE_VERTEX | (vertex * baseFirst);
  to[3] = -1;
  const height: Height = {
    up,
    offset,
    arm,
    level: level + inner(up, arm),
    radius: double(floatsAt(words)[RADIUS]),
    baseRadius: 0,
    reach: lengthOf(offset) + double(floatsAt(words)[EXTENT]),
    error: 0,
  };
  writeHeight(context, row, baseFirst, height);
  return 1;
}
