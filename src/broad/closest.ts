/**
 * The closest collider of a point: a descent of the tree by the distance of boxes, nearest first. With a wide kernel it
 * goes down the f32 twin of the tree (narrow/wide/points/seekPoint.ts).
 *
 *   reads   point, tree, bounds, groups, shapes and poses; the twin, if this call has made it
 *   writes  `best`: distance, error bound, normal and offset of the closest collider (scalar/placedDistance.ts)
 *   returns its row, or −1
 *
 * Inside of colliders the deepest is the closest. Of equal distances the smallest row wins. No collider is skipped
 * whose distance may equal the best, so the answer does not depend on the order of the tree.
 */
import type { Frame } from '../memory/frame.ts';
import { OUT_DISTANCE as DISTANCE, OUT_PLACES as PLACES } from '../narrow/scalar/placedDistance.ts';
import { LIMIT, MASK, PLACE } from '../narrow/wide/points/codes.ts';
import { HAS_TWIN } from '../narrow/wide/rays/codes.ts';
import { Status } from '../queries/distance/status.ts';
import { BOUNDS_STRIDE } from './bounds/boundsTable.ts';
import type { PlacedKernel } from './placedKernel.ts';
import { PLANE_ROW } from './planes.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, STACK_WORDS, startDescent } from './tree/descent.ts';
import { FAT_STRIDE, PLANE_COUNT, PLANE_STRIDE } from './tree/treeTable.ts';

/** Rounding of bounds and distances, generously, as a part of the coordinates. */
const SLACK = 2 ** -44;

/** The way of a point down the f32 twin of the tree: it finds colliders that may be the closest. */
export interface PointDescent {
  /** The numbers of the point (narrow/wide/points/codes.ts). */
  readonly pointNumbers: Float64Array;
  /** @returns whether f32 holds the distances of the point */
  beginPoint(): boolean;
  /** @returns the row of the next collider that may be within the limit, or −1 */
  seekPoint(): number;
}

export class ClosestSearch {
  /** x y z (m), world. */
  readonly point = new Float64Array(3);
  /** The largest distance to look for (m): one number. */
  readonly most = new Float64Array(1);
  readonly best = new Float64Array(PLACES);
  /** Whether the distance of the closest collider is proven. */
  isProven = true;
  readonly #frame: Frame;
  readonly #kernel: PlacedKernel;
  readonly #wide: PointDescent | undefined;
  readonly #stack = new Int32Array(STACK_WORDS);
  /** Squared distances of the boxes on the stack. */
  readonly #squares = new Float64Array(STACK_WORDS);
  /** Distances above this cannot be the best (m), and its square, below 0 inside of a collider. */
  readonly #limit = new Float64Array(2);
  #row = -1;

  /** @param wide the thread's wide kernel, if there is one */
  constructor(frame: Frame, kernel: PlacedKernel, wide: PointDescent | undefined) {
    this.#frame = frame;
    this.#kernel = kernel;
    this.#wide = wide;
  }

  /** Searches the groups of `mask`. The point is finite. */
  find(mask: number): number {
    const { best, most } = this;
    this.#row = -1;
    this.isProven = true;
    best[DISTANCE] = most[0];
    this.#setLimit();
    this.#tryPlanes(mask);
    if (!this.#seek(mask)) this.#descend(mask);
    return this.#row;
  }

  /** Goes down the twin. @returns false if there is none for this point */
  #seek(mask: number): boolean {
    const wide = this.#wide;
    if (!wide || this.#frame.rays.words[HAS_TWIN] === 0) return false;
    const { point } = this;
    const f = wide.pointNumbers;
    const limit = this.#limit;
    for (let c = 0; c < 3; c++) f[PLACE + c] = point[c];
    f[LIMIT] = limit[0];
    f[MASK] = mask;
    if (!wide.beginPoint()) return false;
    for (let row = wide.seekPoint(); row >= 0; row = wide.seekPoint()) {
      this.#tryRow(row, mask);
      if (limit[0] < f[LIMIT]) f[LIMIT] = limit[0];
    }
    return true;
  }

  /** Sets the limits for the best distance so far. */
  #setLimit(): void {
    const limit = this.#limit;
    const { point } = this;
    const distance = this.best[DISTANCE];
    const reach = Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]) + Math.abs(distance);
    limit[0] = distance + SLACK * reach;
    // inside of a collider only boxes around the point are left: their squares are 0
    limit[1] = limit[0] > 0 ? limit[0] * limit[0] : 0;
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
    const limit = this.#limit;
    const { point } = this;
    let top = startDescent(tree.words, stack);
    squares.fill(0, 0, top);
    do {
      const begin = stack[BEGIN];
      const end = stack[END];
      const level = stack[LEVEL];
      const from = top;
      for (let k = begin; k < end; k++) {
        const square = squareTo(boxes, FAT_STRIDE * k, point);
        if (!(square <= limit[1])) continue;
        if (level === 0) {
          const row = order[k];
          if (squareTo(bounds.boxes, BOUNDS_STRIDE * row, point) <= limit[1]) this.#tryRow(row, mask);
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
      while (top > FIRST_NODE && squares[top - NODE_WORDS] > limit[1]) top -= NODE_WORDS;
      top = nextBoxes(tree.words, stack, top);
    } while (top > 0);
  }

  /** Measures a collider, and keeps it if it is closer than the best. */
  #tryRow(row: number, mask: number): void {
    const { groups } = this.#frame.colliders;
    const kernel = this.#kernel;
    if ((groups[2 * row] & mask) === 0) return;
    const status = kernel.measurePoint(row, this.point, this.#limit);
    if (status === Status.BeyondMaxDistance) return;
    const { out } = kernel;
    const { best } = this;
    if (!(out[DISTANCE] <= best[DISTANCE])) return;
    if (out[DISTANCE] === best[DISTANCE] && this.#row !== -1 && row > this.#row) return;
    for (let c = 0; c < PLACES; c++) best[c] = out[c];
    this.#row = row;
    this.isProven = status !== Status.NotConverged;
    this.#setLimit();
  }
}

/** Words of the stack before the first node (tree/descent.ts). */
const FIRST_NODE = 3;

/** Squared distance of the point and the box at boxes[at]; NaN for a box with NaN. V8 inlines it. */
function squareTo(boxes: Float64Array, at: number, point: Float64Array): number {
  const dx = Math.max(boxes[at] - point[0], point[0] - boxes[at + 3], 0);
  const dy = Math.max(boxes[at + 1] - point[1], point[1] - boxes[at + 4], 0);
  const dz = Math.max(boxes[at + 2] - point[2], point[2] - boxes[at + 5], 0);
  return dx * dx + dy * dy + dz * dz;
}
