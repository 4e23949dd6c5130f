/**
 * The search of one ray: the nearest hit, any hit, or all hits. It goes down the tree to the nearest node first, tests
 * the bounds of each leaf, then the body. Those without bounds are tested by their planes.
 *
 *   reads    tree, bounds, colliders; scratch.numbers.ray
 *   writes   nearest: scratch.numbers.best; all: scratch.ids, t, normals from `at` on, in no order
 *
 * The nearest hit has the smallest t, and of equal ones the smallest id: a node is skipped only if the ray enters it
 * beyond the nearest hit. A body is hit not before its bounds, so the answer depends on the scene alone.
 */

import { meetPlane } from '../../kernels/rays/closedForms.ts';
import { INSIDE, keepHit, MISSES, startHits, writeHit } from '../../kernels/rays/hit.ts';
import { nextOnRay } from '../../kernels/rays/nextOnRay.ts';
import { rayBody } from '../../kernels/rays/rayBody.ts';
import type { RayNumbers } from '../../kernels/rays/rayNumbers.ts';
import { isSought } from '../../kernels/tree/isSought.ts';
import { startDescent } from '../../kernels/tree/startDescent.ts';
import { ALL, ANY, NEAREST, NONE } from '../../tables/rayTree.ts';
import { SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE } from '../../tables/treeTable.ts';
import { growHits, type RayScratch, type RayView } from './rayScratch.ts';

/**
 * @param at where the hits of an ALL search begin in the scratch
 * @returns the nearest id, or NONE; ANY: 0 or NONE; ALL: the end of the hits
 */
export function searchRay(scratch: RayScratch, at: number): number {
  const { view } = scratch;
  const { tree, bounds, mode } = view;
  const { numbers, stack } = scratch;
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
  const { ray, body, hit } = numbers;
  const code = rayBody(numbers, geometry, view.colliders, row, SHAPE_STRIDE * view.colliders.shapes[row]);
  if (isLeftOut(view, code)) return result;
  // a difference by rounding, if there is one; castClosest writes 0 for INSIDE
  if (code !== INSIDE || view.mode === NEAREST) hit.t = Math.max(hit.t, numbers.entry / ray.length);
  if (view.mode === ALL || isNearer(numbers, row)) writeHit(hit, body, code);
  return takeHit(view, scratch, row, code, result);
}

function searchPlanes(view: RayView, scratch: RayScratch, result: number): number {
  const { planes, words } = view.tree;
  const { hit, ray } = scratch.numbers;
  for (let k = 0; k < words[PLANE_COUNT]; k++) {
    const row = planes[PLANE_STRIDE * k + PLANE_ROW];
    if (!isSeen(view, row)) continue;
    const code = meetPlane(hit, ray, planes, PLANE_STRIDE * k);
    if (!isLeftOut(view, code)) result = takeHit(view, scratch, row, code, result);
    if (view.mode === ANY && result !== NONE) return result;
  }
  return result;
}

function isLeftOut({ skipInside }: RayView, code: number): boolean {
  return code === MISSES || (code === INSIDE && skipInside);
}

/** Whether the last hit is nearer than the best, or as near and its id is smaller. */
function isNearer({ hit, best }: RayNumbers, row: number): boolean {
  return hit.t < best.hit.t || (hit.t === best.hit.t && (best.row === NONE || row < best.row));
}

/** Takes the last hit into the result of the search. */
function takeHit({ mode }: RayView, scratch: RayScratch, row: number, code: number, result: number): number {
  if (mode === ANY) return 0;
  const { numbers } = scratch;
  const { hit } = numbers;
  if (mode === ALL) {
    growHits(scratch, result + 1);
    scratch.ids[result] = row;
    scratch.t[result] = hit.t;
    for (let c = 0; c < 3; c++) scratch.normals[4 * result + c] = hit.normal[c];
    scratch.normals[4 * result + 3] = hit.bound;
    return result + 1;
  }
  if (!isNearer(numbers, row)) return result;
  keepHit(numbers.best, numbers.ray, hit, code, row);
  return row;
}
