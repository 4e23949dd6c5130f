/**
 * Distance of half-spaces and shapes of tiers box and vertices: the height of the shape's lowest vertex over the plane,
 * in f64, row by row. Defers smooth cores, and hulls of many vertices; see kernels/cores/halfSpaceDistance.ts.
 */
import { CORNERED, EXTENT, RADIUS, SMOOTH, TRAITS, VERTEX_COUNT } from '../../../shapes/codes.ts';
import { double, floatsAt, type Int, type Ints, intsAt } from '../../lanes.ts';
import { IDS, TO } from '../../rows/lanes/context.ts';
import { defer } from '../../rows/lanes/defer.ts';
import type { Counts, Rows } from '../../rows/lanes/rows.ts';
import { type Height, writeHeight } from './height.ts';
import { inner, isPlane, isTurn, lengthOf, offsetOf, toLocal, toWorld, turnOf, upOf, type Vec } from './placed.ts';
import { coordinate, cornerAlong, farthestOf, MOST_SCANNED, pointsOf } from './vertices.ts';

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
    if (isPlane(wordsA)) written = planePair(context, row, a, b, wordsB);
    else written = planePair(context, row, b, a, wordsA);
    if (written === 0) defer(context, counts, row);
  }
}

/** Computes the row of half-space `plane` and collider `body` with the shape at `words`. Returns 0 to defer it. */
function planePair(context: Ints, row: Int, plane: Int, body: Int, words: Ints): Int {
  if ((words[TRAITS] & SMOOTH) !== 0) return 0;
  const isBox = (words[TRAITS] & CORNERED) !== 0;
  if (!isBox && words[VERTEX_COUNT] > MOST_SCANNED) return 0;
  const planeTurn = turnOf(context, plane);
  const turn = turnOf(context, body);
  const offset = offsetOf(context, plane, body);
  if (!(isTurn(planeTurn) && isTurn(turn) && lengthOf(offset) < 1e18)) return 0;
  const up = upOf(planeTurn);
  const upward = toLocal(turn, up);
  const down: Vec = { x: -upward.x, y: -upward.y, z: -upward.z };
  const points = pointsOf(context, words);
  let vertex = cornerAlong(down);
  if (!isBox) vertex = farthestOf(points, words[VERTEX_COUNT], down);
  const local: Vec = {
    x: coordinate(words, points, vertex, 0),
    y: coordinate(words, points, vertex, 1),
    z: coordinate(words, points, vertex, 2),
  };
  const arm = toWorld(turn, local);
  // 1 if the half-space is the caller's first collider
  let planeFirst: Int = 0;
  if (intsAt(context[IDS])[2 * row] === plane) planeFirst = 1;
  writeVertex(context, row, planeFirst, vertex);
  const height: Height = {
    up,
    offset,
    arm,
    level: inner(up, offset) + inner(up, arm),
    radius: double(floatsAt(words)[RADIUS]),
    baseRadius: 0,
    reach: lengthOf(offset) + double(floatsAt(words)[EXTENT]),
    error: 0,
  };
  writeHeight(context, row, planeFirst, height);
  return 1;
}

/** Writes the simplex: the body's vertex, and 0 for the half-space. */
function writeVertex(context: Ints, row: Int, planeFirst: Int, vertex: Int): void {
  const to = intsAt(context[TO] + 16 * row);
  to[0] = ONE_VERTEX | (vertex * (1 - planeFirst));
  to[1] = -1;
  to[2] = ONE_VERTEX | (vertex * planeFirst);
  to[3] = -1;
}
