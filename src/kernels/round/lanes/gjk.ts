/**
 * Distance and overlap of cores, one of them round, by GJK in f32, always from a direction. A round core has no vertex
 * that returns, so a search ends when the bounds of the distance differ by a part of the size.
 */
import {
  any,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  type Lane,
  type LaneInt,
  type Mask,
  maskBits,
  max,
  min,
  select,
  splat,
  sqrt,
  where,
} from '../../../language/lanes.ts';
import { dot, scale, times, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { MAX_DISTANCE, OVERLAP_ONLY } from '../../../tables/kernelContext.ts';
import { between } from '../../gjk/lanes/firstDirection.ts';
import { reduceSegment, reduceTriangle } from '../../gjk/lanes/firstSteps.ts';
import { BEYOND, CONTAINED, INVALID, MET, RUNNING, WITHIN } from '../../gjk/lanes/search.ts';
import { INSIDE, type Step } from '../../gjk/lanes/simplex.ts';
import { ROUNDING, relativePose, sizes } from '../../poses/lanes/relativePose.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { type DistanceTables, distanceTables } from '../../rows/lanes/tile.ts';
import type { RoundSearch, RoundSimplex } from './search.ts';
import { reduceRound } from './simplex.ts';
import { findSupports, loadRoundSet, type RoundSet } from './support.ts';

/** The bounds meet at this width, as a part of the size… */
const CLOSED = 4e-6;
/** …or of the distance, if that is less: for an accurate normal. f32 does not resolve less than the third. */
const CLOSED_NEAR = 4e-5;
const RESOLVED = 3e-7;
/** Steps of a lane that may increase the squared distance, by this factor at most. */
const LEVEL_STEPS = 6;
const LEVEL = 1 + 1e-6;
/** Maximum of steps. A lane that needs more is undecided. */
const MAX_STEPS = 32;

/** Searches rows [first, end) of a list, at most CHUNK_ROWS, group by group. */
export function roundGjk(context: Ints, rows: Rows, first: Int, end: Int): void {
  const tables = distanceTables(context);
  const groups = intsAt(tables.live.groups);
  let count: Int = 0;
  for (let k: Int = first; k < end; k += 4) {
    const g = (k - first) >> 2;
    const search = tables.roundSearches[g];
    loadRoundSet(context, tables.roundSets[2 * g], tables.supportSets[2 * g], intsAt(rows.shapeA), k);
    loadRoundSet(context, tables.roundSets[2 * g + 1], tables.supportSets[2 * g + 1], intsAt(rows.shapeB), k);
    loadPairs(context, rows, search, tables.roundSets[2 * g], tables.roundSets[2 * g + 1], k);
    begin(tables, g);
    groups[count] = g;
    count += int(any(search.state[0] === RUNNING));
  }
  for (let step: Int = 0; step < MAX_STEPS && count > 0; step += 1) {
    count = descend(tables, count);
    count = advance(tables, count, step);
  }
}

/** Writes the poses of pairs k … k + 3, the limits of their search, and its first direction. */
function loadPairs(context: Ints, rows: Rows, search: RoundSearch, setA: RoundSet, setB: RoundSet, k: Int): void {
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const radii = a.radius + b.radius;
  const size = setA.extent[0] + setB.extent[0];
  const eps = ROUNDING * (size + radii);
  const overlapOnly = splat(context[OVERLAP_ONLY] === 1);
  const first = between(pose.rotation, pose.shift, a.half, a.radius, b.half, b.radius);
  const none = dot(first, first) === 0;
  const up: Vec3 = { x: 0, y: 1, z: 0 };
  const v = select(none, up, first);
  search.rotation[0] = pose.rotation;
  search.shift[0] = pose.shift;
  search.offset[0] = pose.offset;
  search.quatA[0] = pose.quatA;
  search.scaleA[0] = pose.scaleA;
  search.halfA[0] = a.half;
  search.halfB[0] = b.half;
  search.radiusA[0] = a.radius;
  search.radiusB[0] = b.radius;
  search.size[0] = size;
  search.far[0] = select(overlapOnly, radii + eps, splat(floatsAt(context)[MAX_DISTANCE]) + radii);
  search.near[0] = select(overlapOnly, radii - eps, -1);
  const running: LaneInt = RUNNING;
  search.state[0] = select(pose.valid, running, INVALID);
  search.v[0] = v;
  search.vv[0] = dot(v, v);
}

/** Finds the point of B − A that is lowest along the unit vector n, for group g. */
export function findSupport(tables: DistanceTables, g: Int, n: Vec3): void {
  const search = tables.roundSearches[g];
  const setA = tables.roundSets[2 * g];
  const setB = tables.roundSets[2 * g + 1];
  const rotation = search.rotation[0];
  const d = timesTransposed(rotation, n);
  findSupports(setA, tables.supportSets[2 * g], n);
  findSupports(setB, tables.supportSets[2 * g + 1], { x: -d.x, y: -d.y, z: -d.z });
  const a = setA.point[0];
  const b = times(rotation, setB.point[0]);
  const shift = search.shift[0];
  search.support[0] = { x: shift.x - a.x + b.x, y: shift.y - a.y + b.y, z: shift.z - a.z + b.z };
}

/** The first point of B − A. v stays a direction in lanes that it ends. */
function begin(tables: DistanceTables, g: Int): void {
  const search = tables.roundSearches[g];
  const n = scale(1 / sqrt(search.vv[0]), search.v[0]);
  findSupport(tables, g, n);
  const w = search.support[0];
  const height = dot(n, w);
  const beyond = height > search.far[0];
  const v = select(beyond, n, w);
  const zero: Lane = 0;
  const one: Lane = 1;
  search.simplex[0] = {
    p: w,
    q: w,
    r: w,
    alongP: n,
    alongQ: n,
    alongR: n,
    weightP: one,
    weightQ: zero,
    weightR: zero,
  };
  search.v[0] = v;
  search.vv[0] = dot(v, v);
  search.along[0] = n;
  search.height[0] = height;
  search.level[0] = LEVEL_STEPS;
  search.state[0] = search.state[0] | (maskBits(beyond && search.state[0] === RUNNING) & BEYOND);
}

/** Finds the supports of `count` groups, and ends lanes whose bounds meet. Returns how many groups still search. */
function descend(tables: DistanceTables, count: Int): Int {
  const groups = intsAt(tables.live.groups);
  let left: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const g = groups[k];
    const search = tables.roundSearches[g];
    const length = sqrt(search.vv[0]);
    const n = scale(1 / length, search.v[0]);
    findSupport(tables, g, n);
    const state = search.state[0];
    const active = state === RUNNING;
    const height = dot(n, search.support[0]);
    const size = search.size[0];
    const width = max(RESOLVED * size, min(CLOSED * size, CLOSED_NEAR * length));
    const met = maskBits(length - height <= width) & MET;
    const ended: LaneInt = select(height > search.far[0], BEYOND, met);
    const now = state | (ended & maskBits(active));
    search.along[0] = n;
    search.height[0] = select(active, height, search.height[0]);
    search.level[0] = where(length - height > CLOSED * size, search.level[0]);
    search.state[0] = now;
    groups[left] = g;
    left += int(any(now === RUNNING));
  }
  return left;
}

/** Moves v to the nearest point of the simplex with the support. Returns how many groups still search. */
function advance(tables: DistanceTables, count: Int, step: Int): Int {
  const groups = intsAt(tables.live.groups);
  let left: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const g = groups[k];
    const search = tables.roundSearches[g];
    const w = search.support[0];
    // the first two steps have fewer features to test
    if (step === 0) takeStep(search, reduceSegment(search.simplex[0].p, w));
    else if (step === 1) takeStep(search, reduceTriangle(search.simplex[0].p, search.simplex[0].q, w));
    else takeStep(search, reduceRound(search.simplex[0], w));
    groups[left] = g;
    left += int(any(search.state[0] === RUNNING));
  }
  return left;
}

/** Takes a step in lanes that still search, or ends them. */
function takeStep(search: RoundSearch, step: Step): void {
  const state = search.state[0];
  const active = state === RUNNING;
  const inside = active && step.place === INSIDE;
  // with a wide bracket, steps that f32 cannot tell from progress are taken, too
  const level = search.level[0];
  const vv = search.vv[0];
  const allowed = select(level > 0, LEVEL * vv, vv);
  const moved = active && !inside && step.vv < allowed;
  search.level[0] = level - where(step.vv >= vv, 1);
  const ended = active && !inside && !moved;
  const near = search.near[0];
  const within = moved && near > 0 && step.vv <= near * near;
  search.simplex[0] = moveTo(search.simplex[0], step, search.support[0], search.along[0], moved);
  search.v[0] = select(moved, step.v, search.v[0]);
  search.vv[0] = select(moved, step.vv, search.vv[0]);
  search.state[0] = state | (maskBits(inside) & CONTAINED) | (maskBits(ended) & MET) | (maskBits(within) & WITHIN);
}

/** The simplex after a step to w, in the `taken` lanes. */
function moveTo(s: RoundSimplex, step: Step, w: Vec3, along: Vec3, taken: Mask): RoundSimplex {
  const toP = step.place === 0 && taken;
  const toQ = step.place === 1 && taken;
  const toR = step.place === 2 && taken;
  return {
    p: select(toP, w, s.p),
    q: select(toQ, w, s.q),
    r: select(toR, w, s.r),
    alongP: select(toP, along, s.alongP),
    alongQ: select(toQ, along, s.alongQ),
    alongR: select(toR, along, s.alongR),
    weightP: select(taken, step.weightP, s.weightP),
    weightQ: select(taken, step.weightQ, s.weightQ),
    weightR: select(taken, step.weightR, s.weightR),
  };
}
