/** What `separate` and `moveAndSlide` find beside movers: planes, as columns and as objects. */
import { integerIn } from '../../errors.ts';
import { MOST_PLANES } from '../../tables/moverPlanes.ts';

/** A collider that a mover touches. */
export interface TouchedPlane {
  /** Collider id. */
  id: number;
  /** Its triangle, half cell or part; −1 for a convex shape. */
  child: number;
  /** Unit normal from the collider to the mover, world axes. */
  normal: Float64Array;
  /** Signed distance (m). */
  distance: number;
}

/** The columns of both results. */
interface MoverColumns {
  readonly status: Uint8Array;
  readonly planeCounts: Uint8Array;
  readonly planes: Float32Array;
  readonly planeIds: Uint32Array;
  readonly planeChildren: Int32Array;
}

/** Results of queries for movers. */
export class MoverResults {
  /** The status of each mover. */
  readonly status: Uint8Array;
  /** Planes of each mover, at most 16. */
  readonly planeCounts: Uint8Array;
  /**
   * 64 per mover, 4 per plane: unit normal from the collider to the mover, world axes, and signed distance (m). Numbers
   * after those of `planeCounts` planes are not defined.
   */
  readonly planes: Float32Array;
  /** 16 per mover: the collider of each plane. */
  readonly planeIds: Uint32Array;
  /** 16 per mover: the triangle, the half cell or the part of that collider; −1 for a convex shape. */
  readonly planeChildren: Int32Array;
  #count = 0;

  /** @internal */
  constructor({ status, planeCounts, planes, planeIds, planeChildren }: MoverColumns) {
    this.status = status;
    this.planeCounts = planeCounts;
    this.planes = planes;
    this.planeIds = planeIds;
    this.planeChildren = planeChildren;
  }

  /** Movers of the query. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query: the columns hold `count` movers. */
  answered(count: number): void {
    this.#count = count;
  }

  /** @internal The planes of mover k as objects. @param where the call, for messages */
  readPlanes(where: string, k: number): TouchedPlane[] {
    integerIn(`${where}: mover`, k, 0, this.#count - 1);
    return Array.from({ length: this.planeCounts[k] }, (_, n) => {
      const row = MOST_PLANES * k + n;
      return {
        id: this.planeIds[row],
        child: this.planeChildren[row],
        normal: Float64Array.from(this.planes.subarray(4 * row, 4 * row + 3)),
        distance: this.planes[4 * row + 3],
      };
    });
  }
}
