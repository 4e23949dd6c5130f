/** Results of `moveAndSlide` in the public API. */
import type { SlideStatusCode } from '../../tables/slideStatus.ts';
import { MoverResults, type TouchedPlane } from '../separate/moverResults.ts';
import type { SlideTable } from './search.ts';

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

/**
 * The way of each mover of a query, with `SlideStatus` in `status`. Row k belongs to mover k. Planes are those that a
 * mover met, in this order; planes whose normals agree to 1e-5 rad count once, as the last of them. Valid until the
 * next `moveAndSlide`.
 */
export class SlideResults extends MoverResults {
  /** Vectors to add to the positions (m), world: four numbers per mover, x y z and an unused 0. NaN if invalid. */
  readonly displacements: Float64Array;

  /** @internal */
  constructor(table: SlideTable) {
    super(table);
    this.displacements = table.displacements;
  }

  /** Row k as a new object. @throws QueryError for a mover that does not exist */
  read(k: number): SlideReading {
    const planes = this.readPlanes('slides.read', k);
    const displacement = this.displacements.slice(4 * k, 4 * k + 3);
    return { status: this.status[k] as SlideStatusCode, displacement, planes };
  }
}
