/**
 * The end of GJK: checks the bracket of the distance, closes a wide one by the normal of the face, and writes the
 * result. The verdict is UNDECIDED if f32 cannot decide.
 */
import {
  all,
  any,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  min,
  select,
  splat,
  sqrt,
} from '../../../language/lanes.ts';
import { along, dot, scale, sub, type Vec3 } from '../../../math/lanes/vectors.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { DEPTH, MAX_DISTANCE, OVERLAP_ONLY } from '../../../tables/kernelContext.ts';
import { FIT, lengthOf, type RelativePose, ROUNDING } from '../../poses/lanes/relativePose.ts';
import {
  carrying,
  type Ids,
  NOTHING,
  type PairResult,
  readSimplexes,
  writeNoSeparation,
  writeResults,
  writeSimplexes,
} from '../../rows/lanes/pairResult.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { DEEP, UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { boxCorner, ownCorner } from './boxSupport.ts';
import { BEYOND, CONTAINED, INVALID, type Progress, RUNNING, type Search, SPENT, WITHIN } from './search.ts';
import { polish } from './simplex.ts';
import { supportOfDifference } from './support.ts';
import { pointOf, type SupportSet, vertexOf } from './supportSet.ts';

/** Maximum width of a good bracket, as a part of the size. */
export const WIDTH = 2e-6;
/**
 * Maximum error of a distance, as a part of the size: the contract is 1e-5 of the sum of the extents. The size is at
 * most √3 times that for boxes, and for some hulls nearly 3 times, but their brackets are mostly narrower than allowed.
 * So shapes many sizes apart are undecided: f32 is too inaccurate for their distance.
 */
export const PROMISED = 4e-6;
/** Rounding error of a distance and its lower bound in f32, as a part of the distance. */
export const NOISE = 6e-7;
/** The normals of cores nearer than this part of their size are too inaccurate in f32. */
export const NEAR = 5e-4;
/** The same for the normal of a face. */
export const NEAR_FACE = 2e-5;

/** Writes results, simplexes and verdicts of pairs k … k + 3. Those of a lane that still searches are arbitrary. */
export function finishGjk(
  context: Ints,
  rows: Rows,
  search: Search,
  progress: Progress,
  setA: SupportSet,
  setB: SupportSet,
  k: Int,
  boxes: Int,
): void {
  if (all(progress.state[0] === CONTAINED)) {
    finishOverlap(context, rows, search, progress, k);
    return;
  }
  const rotation = search.rotation[0];
  const shift = search.shift[0];
  const halfA = search.halfA[0];
  const halfB = search.halfB[0];
  const radiusA = search.radiusA[0];
  const radii = radiusA + search.radiusB[0];
  const size = lengthOf(halfA) + lengthOf(halfB);
  const reach = size + radii;
  const eps = ROUNDING * reach;
  const state = progress.state[0];
  const valid = state !== INVALID;
  const beyond = state === BEYOND;
  const contained = state === CONTAINED;
  const active = state === RUNNING || state === SPENT;
  const simplex = progress.simplex[0];
  let v = progress.v[0];
  let vv = progress.vv[0];
  let bound = search.height[0];

  // if the bracket is wide, or the distance small: the nearest point again, by the normal of the face
  let near: Lane = NEAR;
  const rough = sqrt(vv);
  const loose =
    valid && !(active || beyond || contained) && (rough - bound / rough > WIDTH * size || rough <= NEAR * size);
  if (any(loose)) {
    const polished = polish(simplex, v);
    near = select(polished.face, NEAR_FACE, near);
    v = select(loose, polished.v, v);
    vv = dot(v, v);
    let w: Vec3 = v;
    if (boxes === 1) w = boxCorner(v, rotation, shift, halfA, halfB).point;
    else {
      const id = supportOfDifference(setA, setB, rotation, v);
      w = pointOf(setA, setB, id, rotation, shift);
    }
    bound = select(loose, dot(v, w), bound);
  }

  // the weights must give that point, because they also give the witness
  const blend = along(along(scale(simplex.weightP, simplex.p), simplex.weightQ, simplex.q), simplex.weightR, simplex.r);
  const miss = sub(blend, v);
  const fits = beyond || dot(miss, miss) <= FIT * FIT * size * size;
  const length = sqrt(vv);
  const share = 1 / length;
  const lower = bound * share;
  // points have no size: their distance replaces it
  const extent = select(reach > 0, reach, length);
  const allowed = min(WIDTH * size + ROUNDING * length, PROMISED * extent - NOISE * length);
  // rounding may turn the bracket around; `allowed` is below 0 where the shapes are too far apart for f32
  const converged = !active && valid && (beyond || max(length - lower, 0) <= allowed);
  const ids: Ids = { p: simplex.idP, q: simplex.idQ, r: simplex.idR, s: search.id[0] };
  const few = carrying(ids, simplex.weightP !== 0, simplex.weightQ !== 0, simplex.weightR !== 0);
  const unchanged = progress.unchanged[0] < 0;
  const stored = readSimplexes(context, rows, k);
  writeSimplexes(context, rows, k, select(unchanged, stored, select(contained, ids, few)));
  const overlap: LaneInt = Status.Overlapping;
  if (context[OVERLAP_ONLY] === 1) {
    const apart = beyond || (converged && length > radii + eps);
    const together = contained || state === WITHIN || (converged && !beyond && length < radii - eps);
    const separated: LaneInt = select(apart, Status.Separated, UNDECIDED);
    rows.verdict[k] = select(valid, select(together, overlap, separated), UNDECIDED);
  } else {
    // the witness on A: its vertices by their weights
    let onP: Vec3 = shift;
    let onQ: Vec3 = shift;
    let onR: Vec3 = shift;
    if (boxes === 1) {
      onP = ownCorner(simplex.idP, halfA);
      onQ = ownCorner(simplex.idQ, halfA);
      onR = ownCorner(simplex.idR, halfA);
    } else {
      onP = vertexOf(setA, simplex.idP & 0xffff);
      onQ = vertexOf(setA, simplex.idQ & 0xffff);
      onR = vertexOf(setA, simplex.idR & 0xffff);
    }
    const witness = along(along(scale(simplex.weightP, onP), simplex.weightQ, onQ), simplex.weightR, onR);
    const distance = select(beyond, lower, length) - radii;
    const isShallow = splat(context[DEPTH] !== 1) && distance <= 0 && !beyond;
    const unmeasured = contained || isShallow;
    // components that are not computed are NaN, and so are those that depend on them
    const normal = scale(select(unmeasured, NOTHING, share), v);
    const result: PairResult = {
      normal,
      distance: select(unmeasured, 0, distance),
      bound: select(unmeasured, NOTHING, select(beyond, 1 / 0, max(length - lower, 0) + ROUNDING * (reach + length))),
      witness: along(witness, radiusA, normal),
    };
    writeResults(context, rows, k, poseOf(search, valid), result);
    const far = splat(floatsAt(context)[MAX_DISTANCE]) + radii;
    const side: LaneInt = select(distance > 0, Status.Separated, Status.Overlapping);
    const certain: LaneInt = select(beyond || length > far, Status.BeyondMaxDistance, side);
    // the limit is proven by a plane alone, of any direction: it needs no nearest point
    const clear = select(beyond, lower > eps, length > near * size);
    const good: Mask = converged && fits && clear && !contained;
    const decided: LaneInt = select(good, certain, UNDECIDED);
    const deep: LaneInt = select(splat(context[DEPTH] === 1), DEEP, overlap);
    rows.verdict[k] = select(contained, deep, decided);
  }
}

function poseOf(search: Search, valid: Mask): RelativePose {
  return {
    rotation: search.rotation[0],
    shift: search.shift[0],
    offset: search.offset[0],
    quatA: search.quatA[0],
    scaleA: search.scaleA[0],
    valid,
  };
}

/** The same if all four cores overlap: they have no separation. */
function finishOverlap(context: Ints, rows: Rows, search: Search, progress: Progress, k: Int): void {
  const simplex = progress.simplex[0];
  const ids: Ids = { p: simplex.idP, q: simplex.idQ, r: simplex.idR, s: search.id[0] };
  const stored = readSimplexes(context, rows, k);
  writeSimplexes(context, rows, k, select(progress.unchanged[0] < 0, stored, ids));
  const overlap: LaneInt = Status.Overlapping;
  const isDeep = context[OVERLAP_ONLY] !== 1 && context[DEPTH] === 1;
  rows.verdict[k] = select(splat(isDeep), DEEP, overlap);
  if (context[OVERLAP_ONLY] !== 1) {
    const rowIds = intsAt(rows.row);
    writeNoSeparation(context, rowIds[k]);
    writeNoSeparation(context, rowIds[k + 1]);
    writeNoSeparation(context, rowIds[k + 2]);
    writeNoSeparation(context, rowIds[k + 3]);
  }
}
