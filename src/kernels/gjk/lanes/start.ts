/** The start of GJK: the pose of the pair, then the stored simplex, or the first point of B − A. */
import {
  any,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type LaneInt,
  type Mask,
  maskBits,
  select,
  splat,
} from '../../../language/lanes.ts';
import { dot, type Vec3 } from '../../../math/lanes/vectors.ts';
import { MAX_DISTANCE, OVERLAP_ONLY } from '../../../tables/kernelContext.ts';
import { lengthOf, ROUNDING, relativePose, sizes } from '../../poses/lanes/relativePose.ts';
import { readSimplexes } from '../../rows/lanes/pairResult.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { boxCorner, cornerAt } from './boxSupport.ts';
import { between } from './firstDirection.ts';
import { reduceTriangle } from './firstSteps.ts';
import { BEYOND, CONTAINED, INVALID, type Progress, RUNNING, type Search } from './search.ts';
import { INSIDE, moveTo, reduce, type Simplex } from './simplex.ts';
import { supportOfDifference } from './support.ts';
import { isVertex, pointOf, type SupportSet } from './supportSet.ts';

/**
 * A stored simplex is valid if each vertex is at least this high along its nearest point, as a part of the squared
 * distance.
 */
const STORED = 0.999;
/** Bits that ids of box corners never have, in either half: 0xfff8fff8. */
export const NO_CORNER = -458760;

/** Writes the poses of pairs k … k + 3 and the limits of their search. */
export function loadPairs(context: Ints, rows: Rows, search: Search, progress: Progress, k: Int): void {
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const radii = a.radius + b.radius;
  const eps = ROUNDING * (lengthOf(a.half) + lengthOf(b.half) + radii);
  const overlapOnly = splat(context[OVERLAP_ONLY] === 1);
  const far = select(overlapOnly, radii + eps, splat(floatsAt(context)[MAX_DISTANCE]) + radii);
  const inner = radii - eps;
  search.rotation[0] = pose.rotation;
  search.shift[0] = pose.shift;
  search.offset[0] = pose.offset;
  search.quatA[0] = pose.quatA;
  search.scaleA[0] = pose.scaleA;
  search.halfA[0] = a.half;
  search.halfB[0] = b.half;
  search.radiusA[0] = a.radius;
  search.radiusB[0] = b.radius;
  search.far2[0] = far * far;
  search.near2[0] = select(overlapOnly && inner > 0, inner * inner, -1);
  const running: LaneInt = RUNNING;
  progress.state[0] = select(pose.valid, running, INVALID);
}

/** Starts from the stored simplex, if there is one and no vertex of it is nearer now. */
export function resume(
  context: Ints,
  rows: Rows,
  search: Search,
  progress: Progress,
  setA: SupportSet,
  setB: SupportSet,
  k: Int,
  boxes: Int,
): void {
  const stored = readSimplexes(context, rows, k);
  progress.steps[0] = 0;
  progress.unchanged[0] = 0;
  progress.cold[0] = -1;
  if (any((stored.p & 0xffff) !== 0xffff)) {
    const rotation = search.rotation[0];
    const shift = search.shift[0];
    const idQ = select(stored.q === -1, stored.p, stored.q);
    const idR = select(stored.r === -1, stored.p, stored.r);
    const four = stored.s !== -1;
    const idS = select(four, stored.s, stored.p);
    let sound: Mask = ((stored.p | idQ | idR | idS) & NO_CORNER) === 0;
    let w: Vec3 = shift;
    let p: Vec3 = shift;
    let q: Vec3 = shift;
    let r: Vec3 = shift;
    if (boxes === 1) {
      const a = search.halfA[0];
      const b = search.halfB[0];
      w = cornerAt(stored.p, rotation, shift, a, b);
      p = cornerAt(idQ, rotation, shift, a, b);
      q = cornerAt(idR, rotation, shift, a, b);
      r = cornerAt(idS, rotation, shift, a, b);
    } else {
      sound =
        isVertex(setA, setB, stored.p) &&
        isVertex(setA, setB, idQ) &&
        isVertex(setA, setB, idR) &&
        isVertex(setA, setB, idS);
      w = pointOf(setA, setB, select(sound, stored.p, 0), rotation, shift);
      p = pointOf(setA, setB, select(sound, idQ, 0), rotation, shift);
      q = pointOf(setA, setB, select(sound, idR, 0), rotation, shift);
      // overlapping shapes have a simplex of four, others repeat the first point
      r = w;
      if (any(four)) r = pointOf(setA, setB, select(sound, idS, 0), rotation, shift);
    }
    const old: Simplex = { p, q, r, idP: idQ, idQ: idR, idR: idS, weightP: 0, weightQ: 0, weightR: 0 };
    let start = reduceTriangle(p, q, w);
    if (any(four)) {
      const whole = reduce(old, w);
      start = select(four, whole, start);
    }
    const floor = STORED * start.vv;
    const best =
      dot(start.v, w) >= floor && dot(start.v, p) >= floor && dot(start.v, q) >= floor && dot(start.v, r) >= floor;
    const inside = start.place === INSIDE;
    const taken = sound && (best || inside);
    progress.simplex[0] = moveTo(old, start, w, stored.p, splat(true));
    progress.v[0] = start.v;
    progress.vv[0] = start.vv;
    progress.unchanged[0] = maskBits(taken);
    progress.cold[0] = maskBits(!taken);
    progress.state[0] = progress.state[0] | (maskBits(sound && inside) & CONTAINED);
  }
}

/** The first point of B − A, for lanes without a simplex. */
export function start(search: Search, progress: Progress, setA: SupportSet, setB: SupportSet, boxes: Int): void {
  const cold = progress.cold[0] < 0;
  if (any(cold)) {
    const rotation = search.rotation[0];
    const shift = search.shift[0];
    const a = search.halfA[0];
    const b = search.halfB[0];
    let along: Vec3 = shift;
    let id: LaneInt = 0;
    let w: Vec3 = shift;
    if (boxes === 1) {
      const corner = boxCorner(along, rotation, shift, a, b);
      id = corner.id;
      w = corner.point;
    } else {
      along = between(rotation, shift, a, search.radiusA[0], b, search.radiusB[0]);
      id = supportOfDifference(setA, setB, rotation, along);
      w = pointOf(setA, setB, id, rotation, shift);
    }
    const height = dot(along, w);
    const beyond = cold && height > 0 && height * height > search.far2[0] * dot(along, along);
    const only: Simplex = { p: w, q: w, r: w, idP: id, idQ: id, idR: id, weightP: 1, weightQ: 0, weightR: 0 };
    const v = select(beyond, along, w);
    progress.simplex[0] = select(cold, only, progress.simplex[0]);
    progress.v[0] = select(cold, v, progress.v[0]);
    progress.vv[0] = select(cold, dot(v, v), progress.vv[0]);
    search.height[0] = height;
    progress.state[0] = progress.state[0] | (maskBits(beyond && progress.state[0] === RUNNING) & BEYOND);
  }
}
