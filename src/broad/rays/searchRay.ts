/**
 * The search of one ray: the nearest hit, any hit, or all hits. It goes down the tree to the nearest node first, tests
 * the bounds of each leaf, then the body. Half-spaces are tested by their planes.
 *
 *   reads    tree, bounds, colliders; scratch.f: the ray (loadRay.ts)
 *   writes   nearest: f[BEST_T …]; all: scratch.ids, t, normals from `at` on, in no order
 *
 * The nearest hit has the smallest t, and of equal ones the smallest id: a node is skipped only if the ray enters it
 * beyond the nearest hit. A body is hit not before its bounds, so the answer depends on the scene alone.
 */
import {
  BEST_BOUND,
  BEST_INSIDE,
  BEST_NORMAL,
  BEST_T,
  BOUND,
  BOX_ENTRY,
  ENTERS,
  INSIDE,
  LAST,
  LEAF,
  LENGTH,
  MISSES,
  MOST_T,
  RESULT_NORMAL,
  T,
} from '../../narrow/scalar/rays/places.ts';
import { rayBody } from '../../narrow/scalar/rays/rayBody.ts';
import { rayPlane } from '../../narrow/scalar/rays/rayPlane.ts';
import { ALL, ANY, NEAREST, NONE } from '../../narrow/wide/rays/codes.ts';
import { BOUNDS_STRIDE } from '../bounds/boundsTable.ts';
import { PLANE_ROW } from '../planes.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, startDescent } from '../tree/descent.ts';
import { FAT_STRIDE, PLANE_COUNT, PLANE_STRIDE } from '../tree/treeTable.ts';
import { enters, LEAF_SLACK, NODE_SLACK, writeInverse } from './entry.ts';
import { growHits, type RayScratch, type RayView } from './rayScratch.ts';

/** Beyond the nearest hit by more than rounding. */
const BEYOND = 1 + 2 ** -48;

/**
 * @param at where the hits of an ALL search begin in the scratch
 * @returns the nearest id, or NONE; ANY: 0 or NONE; ALL: the end of the hits
 */
export function searchRay(scratch: RayScratch, at: number): number {
  const { view } = scratch;
  const { tree, bounds, mode } = view;
  const { boxes, order } = tree;
  const { f, stack, entries } = scratch;
  writeInverse(f);
  let result = mode === ALL ? at : NONE;
  f[BEST_T] = f[MOST_T];
  result = searchPlanes(view, scratch, result);
  if (mode === ANY && result !== NONE) return result;
  f[LAST] = f[BEST_T] * f[LENGTH] * BEYOND;
  let top = startDescent(tree.words, stack);
  entries[top - NODE_WORDS] = 0;
  do {
    const level = stack[LEVEL];
    const end = stack[END];
    const first = top;
    for (let k = stack[BEGIN]; k < end; k++) {
      if (!enters(f, boxes, FAT_STRIDE * k, NODE_SLACK)) continue;
      if (level > 0) {
        const entry = f[BOX_ENTRY];
        // the nearest is pushed last
        let place = top;
        for (; place > first && entries[place - NODE_WORDS] < entry; place -= NODE_WORDS) {
          entries[place] = entries[place - NODE_WORDS];
          stack[place] = stack[place - NODE_WORDS];
        }
        entries[place] = entry;
        stack[place] = k;
        stack[top + 1] = level;
        top += NODE_WORDS;
        continue;
      }
      const row = order[k];
      if (!isSeen(view, row) || !enters(f, bounds.boxes, BOUNDS_STRIDE * row, LEAF_SLACK)) continue;
      f[LEAF] = f[BOX_ENTRY];
      result = testBody(view, scratch, row, result);
      if (mode === ANY && result !== NONE) return result;
      if (mode === NEAREST) f[LAST] = f[BEST_T] * f[LENGTH] * BEYOND;
    }
    // below the first node the entry is 0
    while (entries[top - NODE_WORDS] > f[LAST]) top -= NODE_WORDS;
    top = nextBoxes(tree.words, stack, top);
  } while (top > 0);
  return result;
}

function isSeen({ colliders: { groups }, mask, rayMask, ignored }: RayView, row: number): boolean {
  const membership = groups[2 * row];
  return (membership & mask) !== 0 && (membership & rayMask) !== 0 && row !== ignored;
}

/** Tests a body whose bounds the ray enters at f[LEAF] (m). @returns the new result of the search */
function testBody(view: RayView, scratch: RayScratch, row: number, result: number): number {
  const { f, geometry } = scratch;
  const { positions, rotations, shapes } = view.colliders;
  const code = rayBody(f, geometry, positions, rotations, row, shapes[row]);
  // a difference by rounding, if there is one; castClosest writes 0 for INSIDE
  if (code === ENTERS || (code === INSIDE && view.mode === NEAREST)) f[T] = Math.max(f[T], f[LEAF] / f[LENGTH]);
  return keepHit(view, scratch, row, code, result);
}

function searchPlanes(view: RayView, scratch: RayScratch, result: number): number {
  const { planes, words } = view.tree;
  for (let k = 0; k < words[PLANE_COUNT]; k++) {
    const row = planes[PLANE_STRIDE * k + PLANE_ROW];
    if (!isSeen(view, row)) continue;
    result = keepHit(view, scratch, row, rayPlane(scratch.f, planes, PLANE_STRIDE * k), result);
    if (view.mode === ANY && result !== NONE) return result;
  }
  return result;
}

/** Takes the last hit into the result of the search. */
function keepHit(
  { mode, skipInside }: RayView,
  scratch: RayScratch,
  row: number,
  code: number,
  result: number,
): number {
  if (code === MISSES || (code === INSIDE && skipInside)) return result;
  const { f } = scratch;
  if (mode === ANY) return 0;
  if (mode === ALL) {
    growHits(scratch, result + 1);
    scratch.ids[result] = row;
    scratch.t[result] = f[T];
    for (let c = 0; c < 3; c++) scratch.normals[4 * result + c] = f[RESULT_NORMAL + c];
    scratch.normals[4 * result + 3] = f[BOUND];
    return result + 1;
  }
  const isNearer = f[T] < f[BEST_T] || (f[T] === f[BEST_T] && (result === NONE || row < result));
  if (!isNearer) return result;
  f[BEST_T] = f[T];
  for (let c = 0; c < 3; c++) f[BEST_NORMAL + c] = f[RESULT_NORMAL + c];
  f[BEST_BOUND] = f[BOUND];
  f[BEST_INSIDE] = Number(code === INSIDE);
  return row;
}
