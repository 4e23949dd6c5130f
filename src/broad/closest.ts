/**
 * The closest collider of a point: a descent of the tree by the distance of boxes, nearest first. A wide kernel goes
 * down the f32 twin of the tree for all points of a block (points/lanes/findPoints.ts), and measures bodies. What
 * it leaves is done here.
 *
 *   reads   the search (kernels/points/pointSearch.ts): the point; tree, bounds, groups, shapes and poses; the twin
 *   writes  the search: distance, error bound, normal and offset of the closest collider, and its row or −1
 *
 * Inside of colliders the deepest is the closest. Of equal distances the smallest row wins. No collider is skipped
 * whose distance may equal the best, so the answer does not depend on the order of the tree.
 */
import { keepClosest } from '../kernels/points/pointRow.ts';
import { PointSearch, WHOLE } from '../kernels/points/pointSearch.ts';
import { BOUNDS_STRIDE } from '../tables/boundsTable.ts';
import type { Frame } from '../tables/frame.ts';
import { HAS_TWIN } from '../tables/rayTree.ts';
import { FAT_STRIDE, PLANE_COUNT, PLANE_ROW, PLANE_STRIDE } from '../tables/treeTable.ts';
import type { PlacedKernel } from './placedKernel.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, STACK_WORDS, startDescent } from './tree/descent.ts';

/** The wide kernel's search of the f32 twin of the tree. */
export interface WidePoints {
  /** The search of the current point. */
  readonly point: PointSearch;
  /**
   * Finds the closest colliders of rows [begin, end) of the point table, and writes their results.
   * @returns the row of a body that is to be measured, WHOLE for a search by the host, or −1: all are found
   */
  findPoints(begin: number, end: number): number;
  /** Goes on afterwards. @returns as findPoints */
  findOn(): number;
  /** Measures a collider, and keeps it if it is the closest. @returns whether it did: the host measures the others */
  tryPoint(row: number): boolean;
}

export class ClosestSearch {
  readonly search: PointSearch;
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
    this.search = wide?.point ?? new PointSearch();
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

  /** Searches the groups of `mask` for the point that is loaded. */
  find(mask: number): void {
    this.#tryPlanes(mask);
    this.#descend(mask);
  }

  /** Inside of a collider only boxes around the point are left: their squares are 0. */
  #squareLimit(): void {
    const limit = this.search.limit[0];
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
    const { place } = this.search;
    this.#squareLimit();
    let top = startDescent(tree.words, stack);
    squares.fill(0, 0, top);
    do {
      const begin = stack[BEGIN];
      const end = stack[END];
      const level = stack[LEVEL];
      const from = top;
      for (let k = begin; k < end; k++) {
        const square = squareTo(boxes, FAT_STRIDE * k, place);
        if (!(square <= most[0])) continue;
        if (level === 0) {
          const row = order[k];
          if (squareTo(bounds.boxes, BOUNDS_STRIDE * row, place) <= most[0]) this.#tryRow(row, mask);
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
    const { search } = this;
    if ((this.#frame.colliders.groups[2 * row] & mask) === 0) return;
    if (!this.#wide?.tryPoint(row)) keepClosest(search, row, this.#kernel.measurePoint(search, row));
    this.#squareLimit();
  }
}

/** Words of the stack before the first node (tree/descent.ts). */
const FIRST_NODE = 3;

/** Squared distance of the point and the box at boxes[at]; NaN for a box with NaN. V8 inlines it. */
function squareTo(boxes: Float64Array, at: number, place: Float64Array): number {
  const dx = Math.max(boxes[at] - place[0], place[0] - boxes[at + 3], 0);
  const dy = Math.max(boxes[at + 1] - place[1], place[1] - boxes[at + 4], 0);
  const dz = Math.max(boxes[at + 2] - place[2], place[2] - boxes[at + 5], 0);
  return dx * dx + dy * dy + dz * dz;
}
