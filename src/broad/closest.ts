/**
 * The closest collider of a point: a descent of the tree by the distance of boxes, nearest first. A wide kernel goes
 * down the f32 twin of the tree for all points of a block (narrow/wide/points/findPoints.ts); here are measured the
 * bodies that it leaves.
 *
 *   reads   numbers (narrow/scalar/points/codes.ts): the point; tree, bounds, groups, shapes and poses; the twin
 *   writes  numbers: distance, error bound, normal and offset of the closest collider, and its row or −1
 *
 * Inside of colliders the deepest is the closest. Of equal distances the smallest row wins. No collider is skipped
 * whose distance may equal the best, so the answer does not depend on the order of the tree.
 */
import type { Frame } from '../memory/frame.ts';
import {
  BEST,
  BEST_ROW,
  FOUND,
  FOUND_DISTANCE,
  FOUND_PLACES,
  IS_PROVEN,
  LIMIT,
  PLACE,
  POINT_NUMBERS,
} from '../narrow/scalar/points/codes.ts';
import { WHOLE } from '../narrow/wide/points/codes.ts';
import { HAS_TWIN } from '../narrow/wide/rays/codes.ts';
import { Status } from '../queries/distance/status.ts';
import { BOUNDS_STRIDE } from './bounds/boundsTable.ts';
import type { PlacedKernel } from './placedKernel.ts';
import { PLANE_ROW } from './planes.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, STACK_WORDS, startDescent } from './tree/descent.ts';
import { FAT_STRIDE, PLANE_COUNT, PLANE_STRIDE } from './tree/treeTable.ts';

/** Rounding of bounds and distances, generously, as a part of the coordinates. */
const SLACK = 2 ** -44;

/** The wide kernel's search of the f32 twin of the tree. */
export interface WidePoints {
  /** The numbers of the current point. */
  readonly pointNumbers: Float64Array;
  /**
   * Finds the closest colliders of rows [begin, end) of the point table, and writes their results.
   * @returns the row of a body that the host measures, WHOLE for a search by the host, or −1: all are found
   */
  findPoints(begin: number, end: number): number;
  /** Goes on after work of the host. @returns as findPoints */
  findOn(): number;
}

export class ClosestSearch {
  readonly numbers: Float64Array;
  readonly #frame: Frame;
  readonly #kernel: PlacedKernel;
  readonly #wide: WidePoints | undefined;
  readonly #stack = new Int32Array(STACK_WORDS);
  /** Squared distances of the boxes on the stack. */
  readonly #squares = new Float64Array(STACK_WORDS);
  /** The square of the limit, 0 inside of a collider (m²). */
  readonly #most = new Float64Array(1);

  /** @param wide the thread's wide kernel, if there is one */
  constructor(frame: Frame, kernel: PlacedKernel, wide: WidePoints | undefined) {
    this.#frame = frame;
    this.#kernel = kernel;
    this.#wide = wide;
    this.numbers = wide?.pointNumbers ?? new Float64Array(POINT_NUMBERS);
  }

  /** Finds rows [begin, end) of the point table with the wide kernel. @returns whether there is one, and a twin */
  findWide(mask: number, begin: number, end: number): boolean {
    const wide = this.#wide;
    if (!wide || this.#frame.rays.words[HAS_TWIN] === 0) return false;
    for (let row = wide.findPoints(begin, end); row !== -1; row = wide.findOn()) {
      if (row === WHOLE) this.#descend(mask);
      else this.#tryRow(row, mask);
    }
    return true;
  }

  /** Searches the groups of `mask`. @param most the largest distance to look for: one number */
  find(mask: number, most: Float64Array): void {
    const { numbers } = this;
    numbers[BEST_ROW] = -1;
    numbers[IS_PROVEN] = 1;
    numbers[BEST + FOUND_DISTANCE] = most[0];
    numbers[LIMIT] = Infinity;
    this.#lowerLimit();
    this.#tryPlanes(mask);
    this.#descend(mask);
  }

  /** Lowers the limit for the best distance so far. */
  #lowerLimit(): void {
    const { numbers } = this;
    const distance = numbers[BEST + FOUND_DISTANCE];
    const reach =
      Math.abs(numbers[PLACE]) + Math.abs(numbers[PLACE + 1]) + Math.abs(numbers[PLACE + 2]) + Math.abs(distance);
    numbers[LIMIT] = Math.min(numbers[LIMIT], distance + SLACK * reach);
    this.#squareLimit();
  }

  /** Inside of a collider only boxes around the point are left: their squares are 0. */
  #squareLimit(): void {
    const limit = this.numbers[LIMIT];
    this.#most[0] = limit > 0 ? limit * limit : 0;
  }

  #tryPlanes(mask: number): void {
    const { planes, words } = this.#frame.tree;
    const end = PLANE_STRIDE * words[PLANE_COUNT];
    for (let at = PLANE_ROW; at < end; at += PLANE_STRIDE) {
      // NaN is the plane of an invalid pose
      if (planes[at - PLANE_ROW] - planes[at - PLANE_ROW] === 0) this.#tryRow(planes[at], mask);
    }
  }

  #descend(mask: number): void {
    const { tree, bounds } = this.#frame;
    const { boxes, order } = tree;
    const stack = this.#stack;
    const squares = this.#squares;
    const most = this.#most;
    const { numbers } = this;
    this.#squareLimit();
    let top = startDescent(tree.words, stack);
    squares.fill(0, 0, top);
    do {
      const begin = stack[BEGIN];
      const end = stack[END];
      const level = stack[LEVEL];
      const from = top;
      for (let k = begin; k < end; k++) {
        const square = squareTo(boxes, FAT_STRIDE * k, numbers);
        if (!(square <= most[0])) continue;
        if (level === 0) {
          const row = order[k];
          if (squareTo(bounds.boxes, BOUNDS_STRIDE * row, numbers) <= most[0]) this.#tryRow(row, mask);
          continue;
        }
        // sorted: the nearest is on top
        let at = top;
        for (; at > from && squares[at - NODE_WORDS] < square; at -= NODE_WORDS) {
          stack[at] = stack[at - NODE_WORDS];
          squares[at] = squares[at - NODE_WORDS];
        }
        stack[at] = k;
        squares[at] = square;
        stack[top + 1] = level;
        top += NODE_WORDS;
      }
      while (top > FIRST_NODE && squares[top - NODE_WORDS] > most[0]) top -= NODE_WORDS;
      top = nextBoxes(tree.words, stack, top);
    } while (top > 0);
  }

  /** Measures a collider, and keeps it if it is closer than the best. */
  #tryRow(row: number, mask: number): void {
    const { groups } = this.#frame.colliders;
    const { numbers } = this;
    if ((groups[2 * row] & mask) === 0) return;
    const status = this.#kernel.measurePoint(numbers, row);
    if (status === Status.BeyondMaxDistance) return;
    const best = BEST + FOUND_DISTANCE;
    const found = FOUND + FOUND_DISTANCE;
    if (!(numbers[found] <= numbers[best])) return;
    if (numbers[found] === numbers[best] && numbers[BEST_ROW] >= 0 && row > numbers[BEST_ROW]) return;
    for (let c = 0; c < FOUND_PLACES; c++) numbers[BEST + c] = numbers[FOUND + c];
    numbers[BEST_ROW] = row;
    numbers[IS_PROVEN] = status === Status.NotConverged ? 0 : 1;
    this.#lowerLimit();
  }
}

/** Words of the stack before the first node (tree/descent.ts). */
const FIRST_NODE = 3;

/** Squared distance of the point and the box at boxes[at]; NaN for a box with NaN. V8 inlines it. */
function squareTo(boxes: Float64Array, at: number, numbers: Float64Array): number {
  const dx = Math.max(boxes[at] - numbers[PLACE], numbers[PLACE] - boxes[at + 3], 0);
  const dy = Math.max(boxes[at + 1] - numbers[PLACE + 1], numbers[PLACE + 1] - boxes[at + 4], 0);
  const dz = Math.max(boxes[at + 2] - numbers[PLACE + 2], numbers[PLACE + 2] - boxes[at + 5], 0);
  return dx * dx + dy * dy + dz * dz;
}
