/**
 * The search of one ray down the f32 tree (tables/rayTree.ts), four children at a time, the nearest first. A hit
 * ends a search of the nearest earlier.
 *
 * Conservative: no leaf is left out whose body the f64 tests would hit. Boxes are rounded outward. The origin has two
 * f32 values along each axis: rounded up and down, and moved apart by the rounding of all f64 numbers behind it. Planes
 * through which the ray enters use the one that makes the entry earlier, others the one that makes the exit later.
 * Reciprocals are scaled by 1 ∓ 2⁻²⁰, which covers their own rounding, that of differences and of products (Ize, Robust
 * BVH Ray Traversal, 2013). A distant origin is first moved along the ray to the ball around the scene.
 *
 * No branch depends on how many children are entered, or on their order: a sorting network orders their keys, of which
 * those of children that the ray misses are the last.
 */

import {
  abs,
  type Double,
  type Doubles,
  doublesAt,
  type Flag,
  type Float,
  float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  max,
  shortsAt,
  wordsAt,
} from '../../../language/lanes.ts';
import { BOUNDS_STRIDE } from '../../../tables/boundsWords.ts';
import {
  COLLIDER_BOUNDS,
  COLLIDER_SHAPES,
  LOOPS,
  POSITIONS,
  RAY_MODE,
  RAY_NODES,
  RAY_REALS,
  ROTATIONS,
  SHAPE_WORDS,
} from '../../../tables/kernelContext.ts';
import { MIDDLE, NEAREST, REACH, ROUNDING } from '../../../tables/rayTree.ts';
import { FACE_COUNT, SHAPE_STRIDE } from '../../../tables/shapeWords.ts';
import type { EnginePools } from '../../cores/enginePools.ts';
import { add, inner, lengthOf, type Vec } from '../../planes/lanes/placed.ts';
import { poolsOf, shapesOf } from '../../rows/lanes/pools.ts';
import { boxAt } from '../../tree/box.ts';
import { descendWide, startWide } from '../../tree/lanes/descend.ts';
import { isBox, lastOf, meetBox, passesBox } from '../box.ts';
import { boxEntry, LEAF_SLACK } from '../boxEntry.ts';
import { castCore } from '../castCore.ts';
import { NO_FACE, UNKNOWN } from '../facePortal.ts';
import { keepHit, MISSES, startHits, writeHit, writeTime } from '../hit.ts';
import { placeRay } from '../localRay.ts';
import type { RayPoses, RayVertices } from '../pools.ts';
import { isInReach } from '../ray.ts';
import { type Filter, isBetter, isHit, isSeen } from './counted.ts';
import { faceOfEntry } from './hullFace.ts';
import type { RayTables } from './rayTables.ts';
import {
  type Axis,
  F32_ROUNDING,
  F64_ROUNDING,
  LATER,
  LEAST,
  type Line,
  lineOf,
  pushEntered,
  setAxis,
  setLimit,
} from './slabs.ts';

/** The place of a ray that is known within more may be anywhere: f32 does not hold its distance (m). */
const MOST_MARGIN: Double = 1e20;
/** Beyond all boxes: its differences with the planes of a box are finite, and of an empty box no NaN (m). */
const ANYWHERE: Float = 1e36;

/** Starts the descent of the ray that is loaded. */
export function startSearch(context: Ints, tables: RayTables): void {
  const reals = doublesAt(context[RAY_REALS]);
  const ray = tables.ray;
  const middle: Vec = { x: reals[MIDDLE], y: reals[MIDDLE + 1], z: reals[MIDDLE + 2] };
  const unit = vecIn(ray.unit);
  const inverse = vecIn(ray.inverse);
  const offset = add(vecIn(ray.origin), -1, middle);
  const margin = F64_ROUNDING * lengthOf(offset) + reals[ROUNDING];
  const none: Double = 0;
  const skipped = max(none, -inner(offset, unit) - reals[REACH] - margin);
  const place = add(offset, skipped, unit);
  if (margin < MOST_MARGIN) {
    startAxis(tables.axes[0], place.x, inverse.x, margin);
    startAxis(tables.axes[1], place.y, inverse.y, margin);
    startAxis(tables.axes[2], place.z, inverse.z, margin);
  } else {
    setAxis(tables.axes[0], ANYWHERE, -ANYWHERE, inverse.x);
    setAxis(tables.axes[1], ANYWHERE, -ANYWHERE, inverse.y);
    setAxis(tables.axes[2], ANYWHERE, -ANYWHERE, inverse.z);
  }
  startHits(tables.best, ray);
  tables.moved.ahead[0] = skipped - margin;
  tables.state.plane = 0;
  startWide(context, tables.stack, 0);
}

function startAxis(axis: Axis, place: Double, inverse: Double, margin: Double): void {
  const room = margin + F32_ROUNDING * abs(place) + LEAST;
  const up = float(place + room);
  const down = float(place - room);
  setAxis(axis, up, down, inverse);
}

interface Search {
  readonly context: Ints;
  readonly tables: RayTables;
  readonly filter: Filter;
  readonly line: Line;
}

/** Goes on with the search: to the nearest hit of all; or, for other modes, to the next one. */
export function resumeSearch(context: Ints, tables: RayTables, filter: Filter): void {
  const line = lineOf(tables.stack, tables.axes, limitOf(tables));
  const search: Search = { context, tables, filter, line };
  descendWide(context[RAY_NODES], tables.stack, search, lastKeyOf, open, isEnough);
}

function lastKeyOf(search: Search): Int {
  return search.line.lastKey;
}

function open(search: Search, node: Int, top: Int): Int {
  return pushEntered(search.line, node, top);
}

/** Casts the ray against a body. @returns whether it is a hit, and no other may be better */
function isEnough(search: Search, row: Int): Flag {
  const { context, tables, filter, line } = search;
  if (!isSeen(context, filter, row)) return false;
  const isBest = testBody(context, tables, row);
  setLimit(line, limitOf(tables));
  return isBest && context[RAY_MODE] !== NEAREST;
}

/** The end of the ray in f32, from where it was moved to. */
function limitOf(tables: RayTables): Float {
  return float((tables.best.end - tables.moved.ahead[0]) * LATER);
}

/** Casts the ray against a body. @returns whether it is the best hit so far, which is kept */
function testBody(context: Ints, tables: RayTables, row: Int): Flag {
  const ray = tables.ray;
  const body = tables.body;
  const hit = tables.hit;
  const best = tables.best;
  // tested last, since nearly all hits pass; loaded here, so that the cache has them by then
  const bounds = boxAt(doublesAt(context[COLLIDER_BOUNDS]), BOUNDS_STRIDE * row);
  const word = SHAPE_STRIDE * intsAt(context[COLLIDER_SHAPES])[row];
  const shapes = shapesOf(context);
  const poses: RayPoses = { positions: doublesAt(context[POSITIONS]), rotations: floatsAt(context[ROTATIONS]) };
  placeRay(body, ray, poses, row, shapes, word);
  const isNear = passesBox(body, shapes, word, best);
  if (!isNear) return false;
  let code: Int = MISSES;
  if (isBox(shapes, word, body.growth)) code = meetBox(body);
  else code = castOther(context, tables, word);
  if (!isHit(context, code)) return false;
  writeTime(hit, ray, body, code);
  if (!isInReach(ray, hit.t)) return false;
  // a body is hit not before its bounds
  const entry = boxEntry(ray, bounds, LEAF_SLACK);
  if (!(entry <= best.end)) return false;
  hit.t = max(hit.t, entry / ray.length);
  if (!isBetter(context, best, hit.t, row)) return false;
  writeHit(hit, body, code);
  keepHit(best, ray, hit, code, row);
  return true;
}

/** RayPools in wasm. */
interface WideRayPools extends EnginePools {
  readonly vertices: RayVertices;
}

/** What a body that is no box is to the ray. */
function castOther(context: Ints, tables: RayTables, word: Int): Int {
  const body = tables.body;
  const words = wordsAt(context[SHAPE_WORDS]);
  let face: Int = UNKNOWN;
  if (words[word + FACE_COUNT] > 0) {
    face = faceOfEntry(context, intsAt(context[SHAPE_WORDS] + 4 * word), body, lastOf(body, tables.best));
    if (face === NO_FACE) return MISSES;
  }
  const { shapes, vertices, parts, points } = poolsOf(context, tables.points);
  const { coordinates, cells } = vertices;
  const pools: WideRayPools = {
    shapes,
    vertices: { coordinates, cells, loops: shortsAt(context[LOOPS]) },
    parts,
    points,
  };
  return castCore(body, pools, word, face);
}

function vecIn(values: Doubles): Vec {
  return { x: values[0], y: values[1], z: values[2] };
}
