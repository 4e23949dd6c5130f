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
} from '../../../language/lanes.ts';
import { BOUNDS_STRIDE } from '../../../tables/boundsWords.ts';
import { NO_CHILD } from '../../../tables/childWords.ts';
import {
  COLLIDER_BOUNDS,
  COLLIDER_SHAPES,
  POSITIONS,
  RAY_MODE,
  RAY_NODES,
  RAY_REALS,
  ROTATIONS,
  SHAPE_WORDS,
} from '../../../tables/kernelContext.ts';
import { MIDDLE, NEAREST, NONE, REACH, ROUNDING } from '../../../tables/rayTree.ts';
import { MANY, SHAPE_STRIDE, TRAITS } from '../../../tables/shapeWords.ts';
import { add, inner, lengthOf, type Vec } from '../../planes/lanes/placed.ts';
import { shapesOf } from '../../rows/lanes/pools.ts';
import { boxAt } from '../../tree/box.ts';
import { descendWide, startWide } from '../../tree/lanes/descend.ts';
import { isBox, meetBox, passesBox } from '../box.ts';
import { boxEntry, LEAF_SLACK } from '../boxEntry.ts';
import { clearChildren, keepHit, MISSES, startHits, writeHit, writeTime } from '../hit.ts';
import { placeRay } from '../localRay.ts';
import type { RayPoses } from '../pools.ts';
import { isInReach } from '../ray.ts';
import { castOther } from './castOther.ts';
import { castChildren, resumeChildren } from './children.ts';
import { type Filter, isBetter, isHit, isSeen } from './counted.ts';
import type { RayTables } from './rayTables.ts';
import { F64_ROUNDING, LATER, type Line, lineOf, pushEntered, setLimit, startAxes } from './slabs.ts';

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
  startAxes(tables.axes, place, inverse, margin);
  clearChildren(tables.hit, tables.best);
  startHits(tables.best, ray);
  tables.moved.ahead[0] = skipped - margin;
  tables.state.plane = 0;
  tables.state.owner = NONE;
  startWide(context, tables.stack, 0);
}

interface Search {
  readonly context: Ints;
  readonly tables: RayTables;
  readonly filter: Filter;
  readonly line: Line;
}

/** Goes on with the search: to the nearest hit of all; or, for other modes, to the next one. */
export function resumeSearch(context: Ints, tables: RayTables, filter: Filter): void {
  if (tables.state.owner >= 0) {
    const isHeld = resumeChildren(context, tables);
    if (isHeld) return;
  }
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
  const isLast = testBody(context, tables, row);
  setLimit(line, limitOf(tables));
  return isLast;
}

/** The end of the ray in f32, from where it was moved to. */
function limitOf(tables: RayTables): Float {
  return float((tables.best.end - tables.moved.ahead[0]) * LATER);
}

/** Casts the ray against a body, and keeps the best hit. @returns whether the search stops at it */
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
  const isMany = (shapes.words[word + TRAITS] & MANY) !== 0;
  if (isMany) {
    const begin = boxEntry(ray, bounds, LEAF_SLACK);
    if (!(begin <= best.end)) return false;
    placeRay(tables.whole, ray, poses, row, shapes, word);
    return castChildren(context, tables, row, begin);
  }
  placeRay(body, ray, poses, row, shapes, word);
  const isNear = passesBox(body, shapes, word, best);
  if (!isNear) return false;
  let code: Int = MISSES;
  if (isBox(shapes, word, body)) code = meetBox(body);
  else code = castOther(context, tables, context[SHAPE_WORDS], word);
  if (!isHit(context, code)) return false;
  writeTime(hit, ray, body, code);
  if (!isInReach(ray, hit.t)) return false;
  // a body is hit not before its bounds
  const entry = boxEntry(ray, bounds, LEAF_SLACK);
  if (!(entry <= best.end)) return false;
  hit.t = max(hit.t, entry / ray.length);
  if (!isBetter(context, best, hit.t, row, NO_CHILD)) return false;
  writeHit(hit, body, code);
  keepHit(best, ray, hit, code, row);
  return context[RAY_MODE] !== NEAREST;
}

function vecIn(values: Doubles): Vec {
  return { x: values[0], y: values[1], z: values[2] };
}
