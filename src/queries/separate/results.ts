/** Results of `separate` in the public API. */
import { integerIn } from '../../errors.ts';
import { readPlanes, type TouchedPlane } from './readPlanes.ts';
import type { SeparateStatusCode } from './status.ts';
import { MOST_PLANES, type SeparateTable } from './table.ts';

export type { TouchedPlane };

/** One mover. */
export interface SeparateReading {
  status: SeparateStatusCode;
  /** Vector to add to the position, world (m). */
  push: Float64Array;
  /** The colliders that it touches at the end, the nearest first. */
  planes: TouchedPlane[];
}

/** The push of each mover of a query. Row k belongs to mover k. Valid until the next `separate`. */
export class SeparateResults {
  /** Vectors to add to the positions, 4 per mover: x y z – (m), world. NaN for an invalid mover. */
  readonly pushes: Float64Array;
  /** `SeparateStatus` of each mover. */
  readonly status: Uint8Array;
  /** Planes that each mover touches after its push: colliders at most twice the skin away. At most 16. */
  readonly planeCounts: Uint8Array;
  /**
   * 64 per mover, 4 per plane: unit normal from the collider to the mover, world axes, and signed distance (m). The
   * nearest plane comes first. Numbers after those of `planeCounts` planes are not defined.
   */
  readonly planes: Float32Array;
  /** 16 per mover: the collider of each plane. */
  readonly planeIds: Uint32Array;
  #count = 0;

  /** @internal */
  constructor({ pushes, status, planeCounts, planes, planeIds }: SeparateTable) {
    this.pushes = pushes;
    this.status = status;
    this.planeCounts = planeCounts;
    this.planes = planes;
    this.planeIds = planeIds;
  }

  /** Movers of the query. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query: the columns hold `count` movers. */
  answered(count: number): void {
    this.#count = count;
  }

  /** Row k as a new object. @throws QueryError for a mover that does not exist */
  read(k: number): SeparateReading {
    integerIn('separate.read: mover', k, 0, this.#count - 1);
    return {
      status: this.status[k] as SeparateStatusCode,
      push: this.pushes.slice(4 * k, 4 * k + 3),
      planes: readPlanes(this, MOST_PLANES, k),
    };
  }
}
