/** Steps of GJK, group by group: first the support points of all groups, then their simplexes. */
import {
  all,
  any,
  bitmask,
  countBits,
  type Int,
  int,
  intsAt,
  type LaneInt,
  maskBits,
  select,
  unless,
} from '../../../language/lanes.ts';
import { dot, type Vec3 } from '../../../math/lanes/vectors.ts';
import type { DistanceTables } from '../../rows/lanes/tile.ts';
import { CLOSED } from '../search.ts';
import { boxCorner } from './boxSupport.ts';
import { reduceSegment, reduceTriangle } from './firstSteps.ts';
import { BEYOND, CONTAINED, MAX_STEPS, MET, RUNNING, SPENT, WITHIN } from './search.ts';
import { INSIDE, moveTo, reduce } from './simplex.ts';
import { supportOfDifference } from './support.ts';
import { groupOf, pointOf, setOf } from './supportSet.ts';

/**
 * Finds the support points of `count` groups, and ends lanes whose bounds meet or are beyond the limit. Returns the
 * number of groups that still search.
 */
export function descend(tables: DistanceTables, count: Int, boxes: Int): Int {
  const groups = intsAt(tables.live.groups);
  let left: Int = 0;
  for (let g: Int = 0; g < count; g += 1) {
    const k = groups[g];
    const search = tables.searches[groupOf(k)];
    const progress = tables.progress[k >> 2];
    const rotation = search.rotation[0];
    const shift = search.shift[0];
    const v = progress.v[0];
    const vv = progress.vv[0];
    let id: LaneInt = 0;
    let w: Vec3 = v;
    if (boxes === 1) {
      const corner = boxCorner(v, rotation, shift, search.halfA[0], search.halfB[0]);
      id = corner.id;
      w = corner.point;
    } else {
      const setA = tables.supportSets[setOf(k)];
      const setB = tables.supportSets[setOf(k) + 1];
      id = supportOfDifference(setA, setB, rotation, v);
      w = pointOf(setA, setB, id, rotation, shift);
    }
    const simplex = progress.simplex[0];
    const state = progress.state[0];
    const active = state === RUNNING;
    const vw = dot(v, w);
    const again = id === simplex.idP || id === simplex.idQ || id === simplex.idR;
    const closed = vv - vw <= CLOSED * vv;
    const out = vw > 0 && vw * vw > search.far2[0] * vv;
    const ended: LaneInt = select(out, BEYOND, maskBits(again || closed) & MET);
    const now = state | (ended & maskBits(active));
    search.support[0] = w;
    search.id[0] = id;
    search.height[0] = select(active, vw, search.height[0]);
    progress.state[0] = now;
    groups[left] = k;
    left += int(any(now === RUNNING));
  }
  return left;
}

/** Computes the step to the support point, in all groups. */
export function reduceAll(tables: DistanceTables, count: Int): void {
  const groups = intsAt(tables.live.groups);
  for (let g: Int = 0; g < count; g += 1) {
    const search = tables.searches[groupOf(groups[g])];
    const progress = tables.progress[groups[g] >> 2];
    search.step[0] = reduce(progress.simplex[0], search.support[0]);
  }
}

/**
 * The same for the first two steps: lanes that began with one point have fewer features to test. A lane steps as if it
 * were alone: its result must not depend on its neighbors.
 */
export function reduceEarly(tables: DistanceTables, count: Int, step: Int): void {
  const groups = intsAt(tables.live.groups);
  for (let g: Int = 0; g < count; g += 1) {
    const search = tables.searches[groupOf(groups[g])];
    const progress = tables.progress[groups[g] >> 2];
    const cold = progress.cold[0] < 0;
    if (!all(cold)) search.step[0] = reduce(progress.simplex[0], search.support[0]);
    if (any(cold)) {
      if (step === 0) {
        const first = reduceSegment(progress.simplex[0].p, search.support[0]);
        search.step[0] = select(cold, first, search.step[0]);
      } else {
        const second = reduceTriangle(progress.simplex[0].p, progress.simplex[0].q, search.support[0]);
        search.step[0] = select(cold, second, search.step[0]);
        progress.cold[0] = 0;
      }
    }
  }
}

/** Takes the step in lanes that still search. Returns the number of groups that go on; `live` counts their lanes. */
export function advance(tables: DistanceTables, count: Int): Int {
  const groups = intsAt(tables.live.groups);
  let left: Int = 0;
  let lanes: Int = 0;
  for (let g: Int = 0; g < count; g += 1) {
    const k = groups[g];
    const search = tables.searches[groupOf(k)];
    const progress = tables.progress[k >> 2];
    const step = search.step[0];
    const state = progress.state[0];
    const active = state === RUNNING;
    const inside = active && step.place === INSIDE;
    // no progress: f32 cannot improve v, and the bracket bounds its error
    const moved = active && !inside && step.vv < progress.vv[0];
    const ended = active && !inside && !moved;
    const within = moved && step.vv <= search.near2[0];
    const steps = progress.steps[0] + 1;
    const met = state | (maskBits(inside) & CONTAINED) | (maskBits(ended) & MET) | (maskBits(within) & WITHIN);
    const now = met | (maskBits(met === RUNNING && steps >= MAX_STEPS) & SPENT);
    progress.simplex[0] = moveTo(progress.simplex[0], step, search.support[0], search.id[0], moved);
    progress.v[0] = select(moved, step.v, progress.v[0]);
    progress.vv[0] = select(moved, step.vv, progress.vv[0]);
    progress.unchanged[0] = unless(moved || inside, progress.unchanged[0]);
    progress.steps[0] = steps;
    progress.state[0] = now;
    const running = bitmask(now === RUNNING);
    lanes += countBits(running);
    groups[left] = k;
    left += int(running !== 0);
  }
  intsAt(tables.live.lanes)[0] = lanes;
  return left;
}
