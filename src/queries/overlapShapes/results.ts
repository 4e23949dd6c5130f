/** Results of `overlapShapes` in the public API. */
import { integerIn } from '../../errors.ts';
import type { ShapeOverlapTable } from './table.ts';

/** A collider near a probe, and one of its children. */
export interface ShapeOverlap {
  readonly id: number;
  /** Triangle, half cell or part; −1 for a convex shape. */
  readonly child: number;
}

/**
 * Colliders that come within the margin of each probe. Those of probe k are `ids[starts[k]]` up to, and without,
 * `ids[starts[k + 1]]`, ascending. With `children` a collider has an entry per child, with its number in `child`.
 * Valid until the next `overlapShapes`.
 */
export class ShapeOverlapResults {
  /** Begin of each probe in `ids`; entry `count` is the end of the last one. */
  readonly starts: Uint32Array;
  /** Collider ids. Entries from `starts[count]` on are not defined. */
  readonly ids: Uint32Array;
  /**
   * With `children`: of each id, the triangle, the half cell or the part, ascending in each collider; −1 for convex
   * shapes. Without it −1.
   */
  readonly child: Int32Array;
  /** `ProbeStatus` of each probe. */
  readonly status: Uint8Array;
  #count = 0;

  /** @internal */
  constructor({ starts, ids, child, status }: ShapeOverlapTable) {
    this.starts = starts;
    this.ids = ids;
    this.child = child;
    this.status = status;
  }

  /** Probes of the query. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query: the columns hold `count` probes. */
  answered(count: number): void {
    this.#count = count;
  }

  /**
   * Ids of probe k as a view. The view allocates; `starts` and `ids` do not.
   * @throws QueryError for a probe that does not exist
   */
  read(k: number): Uint32Array {
    integerIn('overlaps.read: probe', k, 0, this.#count - 1);
    return this.ids.subarray(this.starts[k], this.starts[k + 1]);
  }

  /**
   * Ids and children of probe k as objects.
   * @throws QueryError for a probe that does not exist
   */
  readChildren(k: number): ShapeOverlap[] {
    integerIn('overlaps.readChildren: probe', k, 0, this.#count - 1);
    const begin = this.starts[k];
    return Array.from({ length: this.starts[k + 1] - begin }, (_, n) => ({
      id: this.ids[begin + n],
      child: this.child[begin + n],
    }));
  }
}
