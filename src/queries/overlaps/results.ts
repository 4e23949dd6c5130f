/**
 * Results of `overlapBox` and `overlapSphere` in the public API: ids over the shared memory, and the begin of each
 * volume's ids.
 */
import { integerIn } from '../../errors.ts';

/**
 * Colliders whose bounding boxes overlap each volume, or whose shapes do with `exact`. Those of volume k are
 * `ids[starts[k]]` up to, and without, `ids[starts[k + 1]]`, ascending. Valid until the next query of the same kind:
 * `overlapBox` and `overlapSphere` have separate results.
 */
export class OverlapResults {
  /** Begin of each volume in `ids`; entry `count` is the end of the last one. */
  readonly starts: Uint32Array;
  /** Collider ids. Entries from `starts[count]` on are not defined. */
  readonly ids: Uint32Array;
  #count = 0;

  /** @internal */
  constructor(starts: Uint32Array, ids: Uint32Array) {
    this.starts = starts;
    this.ids = ids;
  }

  /** Volumes of the query. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query: `starts` and `ids` hold `count` volumes. */
  answered(count: number): void {
    this.#count = count;
  }

  /**
   * Ids of volume k as a view. The view allocates; `starts` and `ids` do not.
   * @throws QueryError for a volume that does not exist
   */
  read(k: number): Uint32Array {
    integerIn('overlaps.read: volume', k, 0, this.#count - 1);
    return this.ids.subarray(this.starts[k], this.starts[k + 1]);
  }
}
