/** Results of `moveAndSlide` in the public API. */
import { integerIn } from '../../errors.ts';
import { readPlanes, type TouchedPlane } from '../separate/readPlanes.ts';
import type { SlideStatusCode } from './status.ts';
import { MOST_PLANES, type SlideTable } from './table.ts';

/** A collider that a mover met, with the distance at the contact. */
export type MetPlane = TouchedPlane;

/** One mover. */
export interface SlideReading {
  status: SlideStatusCode;
  /** Vector to add to the position, world (m). */
  displacement: Float64Array;
  /** What the mover met, in this order. */
  planes: MetPlane[];
}

/** The way of each mover of a query. Row k belongs to mover k. Valid until the next `moveAndSlide`. */
export class SlideResults {
  /** Vectors to add to the positions, 4 per mover: x y z – (m), world. NaN for an invalid mover. */
  readonly displacements: Float64Array;
  /** `SlideStatus` of each mover. */
  readonly status: Uint8Array;
  /** Planes that each mover met, at most 16. Planes whose normals agree to 1e-5 rad count once, as the last of them. */
  readonly planeCounts: Uint8Array;
  /**
   * 64 per mover, 4 per plane, in the order in which the mover met them: unit normal from the collider to the mover,
   * world axes, and signed distance (m). Numbers after those of `planeCounts` planes are not defined.
   */
  readonly planes: Float32Array;
  /** 16 per mover: the collider of each plane. */
  readonly planeIds: Uint32Array;
  #count = 0;

  /** @internal */
  constructor({ displacements, status, planeCounts, planes, planeIds }: SlideTable) {
    this.displacements = displacements;
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
  read(k: number): SlideReading {
    integerIn('slides.read: mover', k, 0, this.#count - 1);
    return {
      status: this.status[k] as SlideStatusCode,
      displacement: this.displacements.slice(4 * k, 4 * k + 3),
      planes: readPlanes(this, MOST_PLANES, k),
    };
  }
}
