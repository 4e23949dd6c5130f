/**
 * The end of a search of round cores: checks the bracket of the distance, takes over depths, and writes the result. The
 * verdict is UNDECIDED if f32 cannot decide.
 */
import {
  any,
  floatsAt,
  type Int,
  type Ints,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  min,
  select,
  splat,
  sqrt,
  where,
} from '../../../language/lanes.ts';
import { along, dot, scale, sub, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { DEPTH, MAX_DISTANCE, OVERLAP_ONLY } from '../../../tables/kernelContext.ts';
import { BEYOND, CONTAINED, INVALID, RUNNING, WITHIN } from '../../gjk/lanes/search.ts';
import { type RelativePose, ROUNDING } from '../../poses/lanes/relativePose.ts';
import {
  carrying,
  type Ids,
  NOTHING,
  type PairResult,
  readSimplexes,
  writeResults,
  writeSimplexes,
} from '../../rows/lanes/pairResult.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import type { DistanceTables } from '../../rows/lanes/tile.ts';
import { UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { faceOf, findDepths } from './epa.ts';
import { findSupport } from './gjk.ts';
import { idsAlong } from './ids.ts';
import type { RoundSlot } from './search.ts';

/** Maximum width of a good bracket, as a part of the size. */
const WIDTH = 7e-6;
/** Maximum error of a distance with its rounding, as a part of the size. */
const PROMISED = 9e-6;
/** Rounding error of a distance and its lower bound in f32, as a part of the distance. */
const NOISE = 4e-7;
/** Maximum error of the point that the weights give, as a part of the size. */
const FIT = 4e-6;
/** The normals of cores nearer than this part of their size are too inaccurate in f32. */
const NEAR = 5e-4;

/** Writes results, simplexes and verdicts of pairs k … k + 3, which are group g. */
export function finishRound(context: Ints, tables: DistanceTables, rows: Rows, g: Int, k: Int, count: Int): void {
  const search = tables.roundSearches[g];
  const radii = search.radiusA[0] + search.radiusB[0];
  const size = search.size[0];
  const state = search.state[0];
  const valid = state !== INVALID;
  const beyond = state === BEYOND;
  const contained = state === CONTAINED;
  const length = sqrt(search.vv[0]);
  const lower = search.height[0];
  const allowed = min(WIDTH * size + NOISE * length, PROMISED * size - NOISE * length);
  const converged = valid && !contained && state !== RUNNING && (beyond || max(length - lower, 0) <= allowed);
  if (context[OVERLAP_ONLY] === 1) {
    const eps = ROUNDING * (size + radii);
    const apart = beyond || (converged && lower > radii + eps);
    const together = contained || state === WITHIN || (converged && !beyond && length < radii - eps);
    const separated: LaneInt = select(apart, Status.Separated, UNDECIDED);
    const overlap: LaneInt = Status.Overlapping;
    rows.verdict[k] = select(valid, select(together, overlap, separated), UNDECIDED);
    writeSimplexes(context, rows, k, readSimplexes(context, rows, k));
  } else {
    let simplex = search.simplex[0];
    let fourth = search.along[0];
    const gap = select(beyond, lower, length) - radii;
    const isShallow = splat(context[DEPTH] !== 1) && gap <= 0 && !beyond;
    const unmeasured = contained || isShallow;
    // components that are not computed are NaN, and so are those that depend on them
    let normal = scale(select(unmeasured, NOTHING, 1 / length), search.v[0]);
    let distance: Lane = select(unmeasured, 0, gap);
    let width: Lane = select(unmeasured, NOTHING, select(beyond, 1 / 0, max(length - lower, 0)));
    let nearest = search.v[0];
    let deep: Mask = valid && !valid;
    if (context[DEPTH] === 1 && any(contained)) {
      findDepths(context, tables, rows, g, k, count);
      deep = contained && tables.outcome.met[0] !== 0;
      const face = faceOf(tables);
      simplex = select(deep, face, simplex);
      fourth = select(deep, tables.roundOutcome.apex[0], fourth);
      const out = tables.outcome.normal[0];
      const upper = tables.outcome.upper[0];
      const under = tables.outcome.lower[0];
      normal = select(deep, { x: -out.x, y: -out.y, z: -out.z }, normal);
      distance = select(deep, -upper - radii, distance);
      width = select(deep, max(upper - under, 0), width);
      nearest = select(deep, scale(under, out), nearest);
    }
    // the weights must give that point, because they also give the witness
    const weightP = simplex.weightP;
    const weightQ = simplex.weightQ;
    const weightR = simplex.weightR;
    const blend = along(along(scale(weightP, simplex.p), weightQ, simplex.q), weightR, simplex.r);
    const miss = sub(blend, nearest);
    const slots = tables.roundSlots;
    setSlot(slots[0], simplex.alongP, simplex.p);
    setSlot(slots[1], simplex.alongQ, simplex.q);
    setSlot(slots[2], simplex.alongR, simplex.r);
    setSlot(slots[3], fourth, nearest);
    let used: Int = 3;
    if (any(contained)) used = 4;
    for (let slot: Int = 0; slot < used; slot += 1) findSlot(tables, g, slots[slot]);
    // of vertices that are equally high, a slot may have another than the search
    const missP = where(weightP > 0, slots[0].miss[0]);
    const missQ = where(weightQ > 0, slots[1].miss[0]);
    const missR = where(weightR > 0, slots[2].miss[0]);
    const others = max(max(missP, missQ), missR);
    const fits = beyond || max(dot(miss, miss), others) <= FIT * FIT * size * size;
    const carried: Ids = { p: slots[0].id[0], q: slots[1].id[0], r: slots[2].id[0], s: slots[3].id[0] };
    const few = carrying(carried, weightP !== 0, weightQ !== 0, weightR !== 0);
    writeSimplexes(context, rows, k, select(contained, carried, few));
    const onA = along(along(scale(weightP, slots[0].onA[0]), weightQ, slots[1].onA[0]), weightR, slots[2].onA[0]);
    const result: PairResult = {
      normal,
      distance,
      bound: width + ROUNDING * (size + radii + length),
      witness: along(onA, search.radiusA[0], normal),
    };
    const pose: RelativePose = {
      rotation: search.rotation[0],
      shift: search.shift[0],
      offset: search.offset[0],
      quatA: search.quatA[0],
      scaleA: search.scaleA[0],
      valid,
    };
    writeResults(context, rows, k, pose, result);
    const far = splat(floatsAt(context)[MAX_DISTANCE]) + radii;
    const side: LaneInt = select(distance > 0, Status.Separated, Status.Overlapping);
    const certain: LaneInt = select(beyond || length > far, Status.BeyondMaxDistance, side);
    // the limit is proven by a plane alone, of any direction: it needs no nearest point
    const clear = select(beyond, lower > ROUNDING * (size + radii), length > NEAR * size);
    const good = (converged && clear) || deep;
    const decided: LaneInt = select(good && fits, select(deep, Status.Overlapping, certain), UNDECIDED);
    const shallow: LaneInt = select(splat(context[DEPTH] === 1), decided, Status.Overlapping);
    rows.verdict[k] = select(contained, shallow, decided);
  }
}

/** Writes the direction and the point of a slot. */
function setSlot(slot: RoundSlot, along: Vec3, point: Vec3): void {
  slot.along[0] = along;
  slot.point[0] = point;
}

/** Writes what the support along the direction of a slot gives, for group g. */
function findSlot(tables: DistanceTables, g: Int, slot: RoundSlot): void {
  const search = tables.roundSearches[g];
  const setA = tables.roundSets[2 * g];
  const setB = tables.roundSets[2 * g + 1];
  const n = slot.along[0];
  findSupport(tables, g, n);
  const miss = sub(search.support[0], slot.point[0]);
  const d = timesTransposed(search.rotation[0], n);
  const down: Vec3 = { x: -d.x, y: -d.y, z: -d.z };
  slot.onA[0] = setA.point[0];
  slot.id[0] = idsAlong(setA, n, setA.vertex[0]) | (idsAlong(setB, down, setB.vertex[0]) << 16);
  slot.miss[0] = dot(miss, miss);
}
