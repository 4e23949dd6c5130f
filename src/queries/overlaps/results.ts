/**
 * Answers of `overlapBox` and `overlapSphere` as users hold them: ids over the shared memory, and where each volume's
 * begin.
 */
import { integerIn } from '../../errors.ts';

/**
 * Colliders whose bounding boxes overlap each volume. Those of volume k are `ids[starts[k]]` up to, and without,
 * `ids[starts[k + 1]]`, ascending. Valid until the next query of the same kind: `overlapBox` and `overlapSphere` have
 * results of their own.
 */
export class OverlapResults {
  /** Where in `ids` those of each volume begin; entry `count` is where the last one ends. */
  readonly starts: Uint32Array;
  /** Collider ids. What lies behind `starts[count]` is not defined. */
  readonly ids: Uint32Array;
  #count = 0;

  /** @internal */
  constructor(starts: Uint32Array, ids: Uint32Array) {
    this.starts = starts;
    this.ids = ids;
  }

  /** Volumes that were asked. */
  get count(): number {
    return this.#count;
  }

  /** @internal Says that `starts` and `ids` are those of so many volumes. */
  answered(count: number): void {
    this.#count = count;
  }

  /**
   * Ids of volume k: a view, which allocates, where `starts` and `ids` do not.
   * @throws QueryError for a volume that was not asked
   */
  read(k: number): Uint32Array {
    integerIn('overlaps.read: volume', k, 0, this.#count - 1);
    return this.ids.subarray(this.starts[k], this.starts[k + 1]);
  }
}
