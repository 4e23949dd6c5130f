/**
 * The search of one ray: the nearest hit, any hit, or all hits. It goes down the tree to the nearest node first, tests
 * the bounds of each leaf, then the body. Those without bounds are tested by their planes.
 *
 *   reads    tree, bounds, colliders; scratch.numbers.ray
 *   writes   nearest: scratch.numbers.best; all: scratch.hits from `at` on, in no order
 *
 * The nearest hit has the smallest t, of equal ones the smallest id, and the smallest child of a collider: a node is
 * skipped only if the ray enters it beyond the nearest hit. A body is hit not before its bounds, so the answer depends
 * on the scene alone.
 */

import { meetPlane } from '../../kernels/rays/closedForms.ts';
import { clearChildren, startHits, writeHit } from '../../kernels/rays/hit.ts';
import { nextOnRay } from '../../kernels/rays/nextOnRay.ts';
import { rayBody } from '../../kernels/rays/rayBody.ts';
import { isSought } from '../../kernels/tree/isSought.ts';
import { startDescent } from '../../kernels/tree/startDescent.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { ALL, ANY, NONE } from '../../tables/rayTree.ts';
import { MANY, SHAPE_STRIDE, TRAITS } from '../../tables/shapeWords.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE } from '../../tables/treeTable.ts';
import { testChildren } from './rayChildren.ts';
import type { RayScratch, RayView } from './rayScratch.ts';
import { delayHit, isLeftOut, isTaken, takeHit } from './takeHit.ts';

/**
 * @param at where the hits of an ALL search begin in the scratch
 * @returns the nearest id, or NONE; ANY: 0 or NONE; ALL: the end of the hits
 */
export function searchRay(scratch: RayScratch, at: number): number {
  const { view } = scratch;
  const { tree, bounds, mode } = view;
  const { numbers, stack } = scratch;
  clearChildren(numbers.hit, numbers.best);
  startHits(numbers.best, numbers.ray);
  let result = searchPlanes(view, scratch, mode === ALL ? at : NONE);
  startDescent(tree.words, stack);
  while (mode !== ANY || result === NONE) {
    const row = nextOnRay(tree, bounds.boxes, stack, numbers);
    if (row < 0) break;
    if (isSeen(view, row)) result = testBody(view, scratch, row, result);
  }
  return result;
}

function isSeen({ colliders: { groups, sensors }, mask, ignored }: RayView, row: number): boolean {
  return isSought(groups, sensors, row, mask) && row !== ignored;
}

/** Tests a body whose bounds the ray enters at numbers.entry (m). @returns the new result of the search */
function testBody(view: RayView, scratch: RayScratch, row: number, result: number): number {
  const { numbers, geometry } = scratch;
  const { body, hit } = numbers;
  const word = SHAPE_STRIDE * view.colliders.shapes[row];
  if ((geometry.shapes.words[word + TRAITS] & MANY) !== 0) return testChildren(view, scratch, row, result);
  const code = rayBody(numbers, geometry, view.colliders, row, word);
  if (isLeftOut(view, code)) return result;
  delayHit(view, numbers, code);
  if (!isTaken(view, numbers, row, NO_CHILD)) return result;
  writeHit(hit, body, code);
  return takeHit(view, scratch, row, code, result);
}

function searchPlanes(view: RayView, scratch: RayScratch, result: number): number {
  const { planes, words } = view.tree;
  const { hit, ray } = scratch.numbers;
  for (let k = 0; k < words[PLANE_COUNT]; k++) {
    const row = planes[PLANE_STRIDE * k + PLANE_ROW];
    if (!isSeen(view, row)) continue;
    const code = meetPlane(hit, ray, planes, PLANE_STRIDE * k);
    if (isLeftOut(view, code) || !isTaken(view, scratch.numbers, row, NO_CHILD)) continue;
    result = takeHit(view, scratch, row, code, result);
    if (view.mode === ANY && result !== NONE) return result;
  }
  return result;
}
