/** Results of `overlapShapes` in the public API. */
import { integerIn } from '../../errors.ts';
import type { ShapeOverlapTable } from './table.ts';

/**
 * Colliders that come within the margin of each probe. Those of probe k are `ids[starts[k]]` up to, and without,
 * `ids[starts[k + 1]]`, ascending. Valid until the next `overlapShapes`.
 */
export class ShapeOverlapResults {
  /** Begin of each probe in `ids`; entry `count` is the end of the last one. */
  readonly starts: Uint32Array;
  /** Collider ids. Entries from `starts[count]` on are not defined. */
  readonly ids: Uint32Array;
  /** `ProbeStatus` of each probe. */
  readonly status: Uint8Array;
  #count = 0;

  /** @internal */
  constructor({ starts, ids, status }: ShapeOverlapTable) {
    this.starts = starts;
    this.ids = ids;
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
}
