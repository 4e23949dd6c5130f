/**
 * Rows that f32 has left open, of a box and any shape over one of its faces: a body that lies on a large ground. In
 * f64, row by row.
 *
 * Let p be the point of the shape that is lowest over the plane of the face, and h its height.
 *
 *   h > 0   If p lies over the face, the distance is h: the plane separates the shapes by h, and p is that near.
 *   h ≤ 0   If no other face of the box is nearer to p, the depth is −h: a move by −h along the normal of the face
 *           separates the shapes, and a shorter one leaves p in the box.
 *
 * Radii are added to both. Other rows stay open, and so do those nearer to contact than f64 resolves: which side they
 * are on is up to the scalar kernel.
 */
import {
  abs,
  addressOf,
  type Double,
  double,
  type Flag,
  type Float,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  max,
  min,
  select,
} from '../../../language/lanes.ts';
import {
  COLLIDER_SHAPES,
  DEFERRED_BYTES,
  DEPTH,
  IDS,
  OVERLAP_ONLY,
  ROW_COUNT,
  SHAPE_COUNT,
  SHAPE_WORDS,
} from '../../../tables/kernelContext.ts';
import {
  BOX,
  CORE,
  DEFERRED,
  EXTENT,
  HALF_X,
  RADIUS,
  SHAPE_BYTES,
  SMOOTH,
  TRAITS,
  VERTEX_COUNT,
} from '../../../tables/shapeWords.ts';
import { f64BoxRow } from '../../boxes/lanes/exact.ts';
import { supportSimple } from '../../cores/simpleSupport.ts';
import { vertexPools } from '../../rows/lanes/pools.ts';
import type { Counts } from '../../rows/lanes/rows.ts';
import { distanceTables } from '../../rows/lanes/tile.ts';
import { directionCode } from '../../supports/directionCode.ts';
import { type Height, writeHeight } from './height.ts';
import { inner, isTurn, lengthOf, negative, offsetOf, toLocal, toWorld, turnOf, type Vec } from './placed.ts';
import { writeSimplex } from './simplex.ts';
import { farthestOf, MOST_SCANNED, pointsOf, vertexOf } from './vertices.ts';

/**
 * A pair nearer to contact than this part of its size is left to the scalar kernel, so that its flag is the same: the
 * depth of vertices is accurate there to the last bits, its searches count cores as touching within 1e-8 of the size,
 * and the depth of smooth cores has a wider bracket.
 */
const RESOLVED = 1e-13;
const RESOLVED_BY_SEARCH = 2e-8;
const RESOLVED_SMOOTH = 1e-7;

/** Computes the deferred rows that it can, and keeps the others in the list. */
export function f64FaceRows(context: Ints, counts: Counts): void {
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  const lengths = intsAt(counts.deferred);
  const count = lengths[0];
  let rest: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const row = deferred[k];
    const isWritten = f64Row(context, row);
    deferred[rest] = row;
    rest += 1 - isWritten;
  }
  lengths[0] = rest;
}

/** @returns 1 if the row is written */
function f64Row(context: Ints, row: Int): Int {
  const ids = intsAt(context[IDS]);
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  const a = min(ids[2 * row], ids[2 * row + 1]);
  const b = max(ids[2 * row], ids[2 * row + 1]);
  // ids above 2³¹ read as negative
  if (a < 0 || b >= context[ROW_COUNT] || a === b) return 0;
  const shapeA = shapes[a];
  const shapeB = shapes[b];
  if (min(shapeA, shapeB) < 0 || max(shapeA, shapeB) >= context[SHAPE_COUNT]) return 0;
  const wordsA = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shapeA);
  const wordsB = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shapeB);
  const sizeA = baseSize(wordsA);
  const sizeB = baseSize(wordsB);
  // a shape lies over the larger of two boxes
  let isWritten: Int = 0;
  if (sizeA >= sizeB) {
    if (sizeA > 0) isWritten = f64FaceRow(context, row, a, b, wordsA, wordsB);
    if (isWritten === 0 && sizeB > 0) isWritten = f64FaceRow(context, row, b, a, wordsB, wordsA);
  } else {
    isWritten = f64FaceRow(context, row, b, a, wordsB, wordsA);
    if (isWritten === 0 && sizeA > 0) isWritten = f64FaceRow(context, row, a, b, wordsA, wordsB);
  }
  if (isWritten === 0 && sizeA > 0 && sizeB > 0) isWritten = f64BoxRow(context, row, a, b, wordsA, wordsB);
  return isWritten;
}

/** The extent of a box; 0 for other cores. */
function baseSize(words: Ints): Float {
  return words[CORE] === BOX ? floatsAt(words)[EXTENT] : 0;
}

/** Whether f64 supports of a core are computed here. */
function hasSupport(words: Ints): Flag {
  const isSmooth = (words[TRAITS] & SMOOTH) !== 0;
  return isSmooth ? (words[TRAITS] & DEFERRED) === 0 : words[VERTEX_COUNT] <= MOST_SCANNED;
}

/** Computes the row as `body` over a face of the box `base`. @returns 1 if that is proven, and the row written */
function f64FaceRow(context: Ints, row: Int, base: Int, body: Int, box: Ints, words: Ints): Int {
  if (!hasSupport(words)) return 0;
  const baseTurn = turnOf(context, base);
  const turn = turnOf(context, body);
  const offset = offsetOf(context, base, body);
  if (!(isTurn(baseTurn) && isTurn(turn) && lengthOf(offset) < 1e18)) return 0;
  const place = toLocal(baseTurn, offset);
  const reals = floatsAt(box);
  const half: Vec = { x: double(reals[HALF_X]), y: double(reals[HALF_X + 1]), z: double(reals[HALF_X + 2]) };
  // the face beyond which the body lies
  const overX = abs(place.x) - half.x;
  const overY = abs(place.y) - half.y;
  const overZ = abs(place.z) - half.z;
  const ofX = overX >= overY && overX >= overZ;
  const ofY = !ofX && overY >= overZ;
  const ofZ = !ofX && !ofY;
  const none: Double = 0;
  const normal: Vec = {
    x: select(ofX, signOf(place.x), none),
    y: select(ofY, signOf(place.y), none),
    z: select(ofZ, signOf(place.z), none),
  };
  const up = toWorld(baseTurn, normal);
  const down = negative(toLocal(turn, up));
  const { direction, simplex } = distanceTables(context).pair;
  let vertex: Int = 0;
  let x: Double = 0;
  let y: Double = 0;
  let z: Double = 0;
  if ((words[TRAITS] & SMOOTH) !== 0) {
    direction[0] = down.x;
    direction[1] = down.y;
    direction[2] = down.z;
    vertex = directionCode(direction);
    supportSimple(direction, vertexPools(context), (addressOf(words) - context[SHAPE_WORDS]) >> 2);
    x = direction[0];
    y = direction[1];
    z = direction[2];
  } else {
    const points = pointsOf(context, words);
    vertex = farthestOf(words, points, down);
    const point = vertexOf(words, points, vertex);
    x = point.x;
    y = point.y;
    z = point.z;
  }
  const local: Vec = { x, y, z };
  const arm = toWorld(turn, local);
  const seen = toLocal(baseTurn, arm);
  const point: Vec = { x: place.x + seen.x, y: place.y + seen.y, z: place.z + seen.z };
  const above = inner(normal, point);
  const level = above - inner(absolute(normal), half);
  const inset = min(level, none);
  const isOver =
    above >= 0 &&
    (ofX || abs(point.x) <= half.x + inset) &&
    (ofY || abs(point.y) <= half.y + inset) &&
    (ofZ || abs(point.z) <= half.z + inset);
  const extents = double(reals[EXTENT]) + double(floatsAt(words)[EXTENT]);
  const radius = double(floatsAt(words)[RADIUS]);
  const baseRadius = double(reals[RADIUS]);
  const radii = radius + baseRadius;
  const sharp = int(words[CORE] === BOX) & int(radii === 0);
  // flags of boxes without radius are those of their axes
  const isMeasured = radii === 0 && (context[OVERLAP_ONLY] === 1 ? sharp === 1 : context[DEPTH] === 1);
  const bySearch: Double = (words[TRAITS] & SMOOTH) === 0 ? RESOLVED_BY_SEARCH : RESOLVED_SMOOTH;
  const resolved: Double = isMeasured && (words[TRAITS] & SMOOTH) === 0 ? RESOLVED : bySearch;
  if (!(isOver && abs(level - radii) > resolved * (extents + radii))) return 0;
  let baseFirst: Int = 0;
  if (intsAt(context[IDS])[2 * row] === base) baseFirst = 1;
  // the corner of the face nearest to the point, and its neighbors: the foot of the point lies between them
  const { idsA, idsB } = simplex;
  const nearest = int(point.x < 0) | (int(point.y < 0) << 1) | (int(point.z < 0) << 2);
  const low: Int = ofX ? 2 : 1;
  const high: Int = ofZ ? 2 : 4;
  idsA[0] = nearest;
  idsA[1] = nearest ^ low;
  idsA[2] = nearest ^ high;
  for (let k: Int = 0; k < 3; k++) idsB[k] = vertex;
  writeSimplex(context, row, baseFirst, idsA, idsB, int(level <= 0), sharp);
  const reach = lengthOf(offset) + extents;
  const height: Height = { up, offset, arm, level, radius, baseRadius, reach, error: 0 };
  writeHeight(context, row, baseFirst, height);
  return 1;
}

function signOf(x: Double): Double {
  const minus: Double = -1;
  return select(x < 0, minus, 1);
}

function absolute(v: Vec): Vec {
  return { x: abs(v.x), y: abs(v.y), z: abs(v.z) };
}
