/** Children of colliders near a probe, as one thread finds them: `tools.part(placedChildren)`. */
import type { PlacedKernel } from '../broad/placedKernel.ts';
import { hasChildren } from '../tables/shapeKinds.ts';
import { ChildOverlaps } from './children/childOverlaps.ts';
import type { ThreadTools } from './threadTools.ts';

export const placedChildren = (tools: ThreadTools): PlacedChildren => new PlacedChildren(tools);

export class PlacedChildren {
  readonly #tools: ThreadTools;
  readonly #kernel: PlacedKernel;
  readonly #overlaps: ChildOverlaps;

  constructor(tools: ThreadTools) {
    this.#tools = tools;
    this.#kernel = tools.placed;
    this.#overlaps = new ChildOverlaps(tools.frame, tools.rows, tools.thread);
  }

  /** The user's numbers of the children found, ascending. */
  get found(): Uint32Array {
    return this.#overlaps.found;
  }

  /**
   * Finds the children of a pair's collider, the first of its ids, that come within the maximum distance of the query.
   * @param overlapOnly whether only those count that overlap
   * @returns their number; 0: the collider has none
   */
  find(overlapOnly: boolean, pair: number): number {
    const { frame, rows } = this.#tools;
    const { list } = this.#kernel;
    const { ids } = list.pairs;
    const collider = ids[2 * pair];
    if (!hasChildren(frame.shapes, frame.placed.shapes[collider])) return 0;
    this.#overlaps.find(overlapOnly, collider, ids[2 * pair + 1]);
    // the list is that of the kernel again
    rows.computePlaced(list, overlapOnly, 0);
    return this.#overlaps.count;
  }
}
