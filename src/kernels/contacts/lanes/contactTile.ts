/**
 * Contact manifolds of rows with a distance: boxes four pairs at a time, and other shapes with faces; see
 * tables/kernelContext.ts.
 */
import {
  addressOf,
  bytesAt,
  type Flag,
  type Float,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  max,
  min,
} from '../../../language/lanes.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import {
  COLLIDER_SHAPES,
  DEFERRED_BYTES,
  IDS,
  IS_LISTED,
  LISTED_BYTES,
  MARGIN,
  ROTATIONS,
  SEPARATION,
  SHAPE_WORDS,
  STATUS,
  TOUCHES,
  TOUCHING,
} from '../../../tables/kernelContext.ts';
import { CORNERED, FACE_COUNT, SHAPE_BYTES, TRAITS, UNBOUNDED } from '../../../tables/shapeWords.ts';
import { isUnbounded } from '../../planes/lanes/over.ts';
import { planeContacts } from '../../planes/lanes/planeContacts.ts';
import { pad, type Rows } from '../../rows/lanes/rows.ts';
import { contactTables } from '../../rows/lanes/tile.ts';
import { boxFaces } from './boxFaces.ts';
import { facePairs } from './facePairs.ts';
import { writePoints } from './points.ts';
import { writeNone } from './writeFeatures.ts';

/** Bounds of squared lengths of quaternions: between them, lanes normalize a quaternion, and a product of two. */
const SHORT = 1e-9;
const LONG = 1e9;

/**
 * Writes the manifolds of rows [begin, end), at most TILE_ROWS: of the pair list, or of the rows listed in the scratch.
 * @returns the number of deferred rows, which the scratch lists: points and segments (but not over planes), large
 * faces, and very short or long quaternions
 */
export function contactTile(context: Ints, begin: Int, end: Int): Int {
  const tables = contactTables(context);
  const boxes = tables.boxes;
  const others = tables.others;
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  const ids = intsAt(context[IDS]);
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  const status = bytesAt(context[STATUS]);
  const separation = floatsAt(context[SEPARATION]);
  const touches = bytesAt(context[TOUCHES]);
  const margin = floatsAt(context)[MARGIN];
  const touching = floatsAt(context)[TOUCHING];
  let count: Int = 0;
  let otherCount: Int = 0;
  let deferredCount: Int = 0;
  const listed = intsAt(addressOf(context) + LISTED_BYTES);
  for (let at: Int = begin; at < end; at += 1) {
    let row: Int = at;
    if (context[IS_LISTED] === 1) row = listed[at];
    const code = status[row];
    const distance = separation[4 * row + 3];
    touches[row] = int(distance <= touching && code !== Status.BeyondMaxDistance);
    if (distance <= margin && code !== Status.BeyondMaxDistance && code !== Status.Invalid) {
      const first = ids[2 * row];
      const second = ids[2 * row + 1];
      const a = min(first, second);
      const b = max(first, second);
      const wordsA = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shapes[a]);
      const wordsB = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shapes[b]);
      const squareA = squareOf(context[ROTATIONS] + 16 * a);
      const squareB = squareOf(context[ROTATIONS] + 16 * b);
      const ordinary = min(squareA, squareB) > SHORT && max(squareA, squareB) < LONG;
      if (((wordsA[TRAITS] | wordsB[TRAITS]) & UNBOUNDED) !== 0) {
        let written: Int = 0;
        if (isUnbounded(wordsA)) written = planeContacts(context, row, a, b, wordsB);
        else written = planeContacts(context, row, b, a, wordsA);
        deferred[deferredCount] = row;
        deferredCount += 1 - written;
      } else if (!hasFaces(wordsA) || !hasFaces(wordsB) || !ordinary) {
        deferred[deferredCount] = row;
        deferredCount += 1;
      } else if ((wordsA[TRAITS] & wordsB[TRAITS] & CORNERED) !== 0) {
        putRow(boxes, count, row, a, b, addressOf(wordsA), addressOf(wordsB), int(first > second));
        count += 1;
      } else {
        putRow(others, otherCount, row, a, b, addressOf(wordsA), addressOf(wordsB), int(first > second));
        otherCount += 1;
      }
    } else writeNone(context, row);
  }
  pad(boxes, count);
  for (let k: Int = 0; k < count; k += 4) {
    boxFaces(context, boxes, k);
    for (let lane: Int = 0; lane < 4 && k + lane < count; lane += 1) writePoints(context, boxes, k, lane);
  }
  pad(others, otherCount);
  return facePairs(context, others, otherCount, deferredCount);
}

/** Whether a shape has faces that wide kernels support. */
function hasFaces(words: Ints): Flag {
  return (words[TRAITS] & CORNERED) !== 0 || words[FACE_COUNT] !== 0;
}

/** The squared length of the quaternion at an address. */
function squareOf(rotation: Int): Float {
  const q = floatsAt(rotation);
  return q[0] * q[0] + q[1] * q[1] + (q[2] * q[2] + q[3] * q[3]);
}

function putRow(rows: Rows, k: Int, row: Int, a: Int, b: Int, shapeA: Int, shapeB: Int, swapped: Int): void {
  intsAt(rows.row)[k] = row;
  intsAt(rows.a)[k] = a;
  intsAt(rows.b)[k] = b;
  intsAt(rows.shapeA)[k] = shapeA;
  intsAt(rows.shapeB)[k] = shapeB;
  intsAt(rows.swapped)[k] = swapped;
}
