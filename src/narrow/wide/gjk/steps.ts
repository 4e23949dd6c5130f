/** Steps of GJK: for every group that seeks, first the lowest points, then what they make of the simplexes. */

import { all, any, type Int, int, intsAt, type LaneInt, maskBits, select, tableAt, unless } from '../lanes.ts';
import { dot, type Vec3 } from '../vectors.ts';
import { boxCorner } from './boxSupport.ts';
import { reduceSegment, reduceTriangle } from './firstSteps.ts';
import { BEYOND, CONTAINED, type Live, MET, RUNNING, type Search, searchAt, WITHIN } from './search.ts';
import { INSIDE, moveTo, reduce } from './simplex.ts';
import { supportOfDifference } from './support.ts';
import { pointOf, type SupportSet, supportSetAt } from './supportSet.ts';

/** Bounds have met: relative width of the bracket of the squared distance. */
const CLOSED = 1e-6;

/** Finds the lowest points of `count` groups, and ends where that is all there is to find. Returns how many still seek. */
export function descend(searches: Int, live: Live, sides: Int, count: Int, boxes: Int): Int {
  const groups = intsAt(live.groups);
  let left: Int = 0;
  for (let g: Int = 0; g < count; g += 1) {
    const k = groups[g];
    const search = tableAt<Search>(searchAt(searches, k));
    const rotation = search.rotation[0];
    const shift = search.shift[0];
    const v = search.v[0];
    const vv = search.vv[0];
    let id: LaneInt = 0;
    let w: Vec3 = v;
    if (boxes === 1) {
      const corner = boxCorner(v, rotation, shift, search.halfA[0], search.halfB[0]);
      id = corner.id;
      w = corner.point;
    } else {
      const sideA = tableAt<SupportSet>(supportSetAt(sides, k, 0));
      const sideB = tableAt<SupportSet>(supportSetAt(sides, k, 1));
      id = supportOfDifference(sideA, sideB, rotation, v);
      w = pointOf(sideA, sideB, id, rotation, shift);
    }
    const simplex = search.simplex[0];
    const fate = search.state[0];
    const active = fate === RUNNING;
    const vw = dot(v, w);
    const again = id === simplex.idP || id === simplex.idQ || id === simplex.idR;
    const closed = vv - vw <= CLOSED * vv;
    const out = vw > 0 && vw * vw > search.far2[0] * vv;
    const ended: LaneInt = select(out, BEYOND, maskBits(again || closed) & MET);
    const now = fate | (ended & maskBits(active));
    search.lowest[0] = w;
    search.id[0] = id;
    search.height[0] = select(active, vw, search.height[0]);
    search.state[0] = now;
    groups[left] = k;
    left += int(any(now === RUNNING));
  }
  return left;
}

/** Finds where a step leads, in all groups. */
export function reduceAll(searches: Int, live: Live, count: Int): void {
  const groups = intsAt(live.groups);
  for (let g: Int = 0; g < count; g += 1) {
    const search = tableAt<Search>(searchAt(searches, groups[g]));
    search.step[0] = reduce(search.simplex[0], search.lowest[0]);
  }
}

/**
 * The same in the first two steps: lanes that began with one point have less to try. A lane takes its steps as if it were
 * alone: what it answers must not depend on its neighbours.
 */
export function reduceEarly(searches: Int, live: Live, count: Int, step: Int): void {
  const groups = intsAt(live.groups);
  for (let g: Int = 0; g < count; g += 1) {
    const search = tableAt<Search>(searchAt(searches, groups[g]));
    const cold = search.cold[0] < 0;
    if (!all(cold)) search.step[0] = reduce(search.simplex[0], search.lowest[0]);
    if (any(cold)) {
      if (step === 0) {
        const first = reduceSegment(search.simplex[0].p, search.lowest[0]);
        search.step[0] = select(cold, first, search.step[0]);
      } else {
        const second = reduceTriangle(search.simplex[0].p, search.simplex[0].q, search.lowest[0]);
        search.step[0] = select(cold, second, search.step[0]);
      }
    }
  }
}

/** Takes the step in lanes that seek. Returns how many groups still do. */
export function advance(searches: Int, live: Live, count: Int): Int {
  const groups = intsAt(live.groups);
  let left: Int = 0;
  for (let g: Int = 0; g < count; g += 1) {
    const k = groups[g];
    const search = tableAt<Search>(searchAt(searches, k));
    const step = search.step[0];
    const fate = search.state[0];
    const active = fate === RUNNING;
    const inside = active && step.place === INSIDE;
    // no progress: v is as good as f32 can tell, and the bracket says how good
    const moved = active && !inside && step.vv < search.vv[0];
    const ended = active && !inside && !moved;
    const within = moved && step.vv <= search.near2[0];
    const now = fate | (maskBits(inside) & CONTAINED) | (maskBits(ended) & MET) | (maskBits(within) & WITHIN);
    search.simplex[0] = moveTo(search.simplex[0], step, search.lowest[0], search.id[0], moved);
    search.v[0] = select(moved, step.v, search.v[0]);
    search.vv[0] = select(moved, step.vv, search.vv[0]);
    search.unchanged[0] = unless(moved || inside, search.unchanged[0]);
    search.state[0] = now;
    groups[left] = k;
    left += int(any(now === RUNNING));
  }
  return left;
}
