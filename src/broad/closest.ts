/**
 * The closest collider of a point: a descent of the tree by the distance of boxes, nearest first. A wide kernel goes
 * down the f32 tree for all points of a block (points/lanes/findPoints.ts), and measures bodies. Points and scenes that
 * f32 does not hold have the descent here.
 *
 *   reads   the search (kernels/points/pointSearch.ts): the point; tree, bounds, groups, shapes and poses; the f32 tree
 *   writes  the search: distance, error bound, normal and offset of the closest collider, and its row or −1
 *
 * Inside of colliders the deepest is the closest. Of equal distances the smallest row wins. No collider is skipped
 * whose distance may equal the best, so the answer does not depend on the order of the tree.
 */

import { nextNearPoint } from '../kernels/points/nextNearPoint.ts';
import { PointSearch, WHOLE } from '../kernels/points/pointSearch.ts';
import { isSought } from '../kernels/tree/isSought.ts';
import { startDescent } from '../kernels/tree/startDescent.ts';
import { TreeStack } from '../kernels/tree/tables.ts';
import type { Frame } from '../tables/frame.ts';
import { HAS_F32_TREE } from '../tables/rayTree.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE } from '../tables/treeTable.ts';
import type { PlacedKernel } from './placedKernel.ts';

/** The wide kernel's search of the f32 tree. */
export interface WidePoints {
  /** The search of the current point. */
  readonly point: PointSearch;
  /**
   * Finds the closest colliders of rows [begin, end) of the point table, and writes their results.
   * @returns the row of a body that is to be measured, WHOLE for a search by the host, or −1: all are found
   */
  findPoints(begin: number, end: number): number;
  /** Goes on afterwards. @returns as findPoints */
  resumePoints(): number;
}

export class ClosestSearch {
  readonly search: PointSearch;
  readonly #frame: Frame;
  readonly #kernel: PlacedKernel;
  readonly #wide: WidePoints | undefined;
  readonly #stack = new TreeStack();

  /** @param wide the thread's wide kernel, if there is one */
  constructor(frame: Frame, kernel: PlacedKernel, wide: WidePoints | undefined) {
    this.#frame = frame;
    this.#kernel = kernel;
    this.#wide = wide;
    this.search = wide?.point ?? new PointSearch();
  }

  /** Finds rows [begin, end) of the point table with the wide kernel. @returns whether there is one, and an f32 tree */
  findWide(mask: number, begin: number, end: number): boolean {
    const wide = this.#wide;
    if (!wide || this.#frame.rays.words[HAS_F32_TREE] === 0) return false;
    for (let row = wide.findPoints(begin, end); row !== -1; row = wide.resumePoints()) {
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
    const { search } = this;
    const stack = this.#stack;
    startDescent(tree.words, stack);
    for (;;) {
      const row = nextNearPoint(tree, bounds.boxes, stack, search);
      if (row < 0) return;
      this.#tryRow(row, mask);
    }
  }

  /** Measures a collider, and keeps it if it is closer than the best. */
  #tryRow(row: number, mask: number): void {
    const { search } = this;
    const { groups, sensors } = this.#frame.colliders;
    if (isSought(groups, sensors, row, mask)) this.#kernel.measurePoint(search, row);
  }
}
