/**
 * The true answers, in f64, by code that shares nothing with any kernel or peer: signed distance per pair (m), > 0 a
 * gap, < 0 minus the penetration depth, NaN without a certificate (main.ts prints how many).
 *
 *   gap      gap.ts: two bounds of the minimum norm of A − B, which have to meet
 *   depth    boxes: boxes.ts, exact; others: depth.ts, two bounds as well
 */
import { isRound, supportOf } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import { boxSeparation } from './truth/boxes.ts';
import { depthOf } from './truth/depth.ts';
import { Difference } from './truth/difference.ts';
import { gapOf } from './truth/gap.ts';

export interface Truth {
  readonly signed: Float64Array;
  readonly uncertified: number;
  readonly overlapping: number;
}

/** Largest difference of both bounds, in parts of the pair's size: 1e-4 of the threshold for a wrong flag. */
const CERTIFIED = 1e-8;
/** The same for a pair with a round shape, whose polytopes only approach the surface: 1e-2 of the threshold. */
const CERTIFIED_ROUND = 1e-6;
/** Supports of a round rim lie on the same cap up to rounding. In parts of the size. */
const COPLANAR = 1e-9;

export function truthOf(workload: Workload): Truth {
  const { pairs, pairCount, positions, rotations, shapeOf, shapes, sizes } = workload;
  const signed = new Float64Array(pairCount);
  let uncertified = 0;
  let overlapping = 0;
  for (let p = 0; p < pairCount; p++) {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    const shapeA = shapes[shapeOf[a]];
    const shapeB = shapes[shapeOf[b]];
    const offset = [0, 1, 2].map((k) => positions[4 * b + k] - positions[4 * a + k]);
    const difference = new Difference(supportOf(shapeA, rotations, a), supportOf(shapeB, rotations, b), offset);
    const round = isRound(shapeA) || isRound(shapeB);
    const tolerance = (round ? CERTIFIED_ROUND : CERTIFIED) * sizes[p];
    if (shapeA.kind === 'box' && shapeB.kind === 'box') {
      const along = boxSeparation(workload, shapeA.halfExtents, shapeB.halfExtents, a, b, offset);
      signed[p] = along <= 0 ? along : gapOf(difference, sizes[p], tolerance);
      // the gap is at least that along any axis: the two methods check each other
      if (along > 0 && !(signed[p] >= along - CERTIFIED * sizes[p])) signed[p] = Number.NaN;
    } else {
      const gap = gapOf(difference, sizes[p], tolerance);
      signed[p] = gap > 0 ? gap : -depthOf(difference, tolerance, round ? COPLANAR * sizes[p] : 0);
    }
    if (Number.isNaN(signed[p])) uncertified++;
    if (signed[p] <= 0) overlapping++;
  }
  return { signed, uncertified, overlapping };
}

/**
 * Distance by which B must move along `normal` to leave A: an upper bound of the depth, exact if the normal is right.
 */
export function overlapAlong(workload: Workload, pair: number, normal: ArrayLike<number>): number {
  const { pairs, positions, rotations, shapeOf, shapes } = workload;
  const a = pairs[2 * pair];
  const b = pairs[2 * pair + 1];
  const offset = [0, 1, 2].map((k) => positions[4 * b + k] - positions[4 * a + k]);
  const world = (id: number) => supportOf(shapes[shapeOf[id]], rotations, id);
  const s = new Difference(world(a), world(b), offset).support(normal[0], normal[1], normal[2]);
  const length = Math.hypot(normal[0], normal[1], normal[2]);
  return (s[0] * normal[0] + s[1] * normal[1] + s[2] * normal[2]) / length;
}
