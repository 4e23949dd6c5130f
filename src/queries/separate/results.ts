/** Results of `separate` in the public API. */
import type { SeparateStatusCode } from '../../tables/separateStatus.ts';
import { MoverResults, type TouchedPlane } from './moverResults.ts';
import type { SeparateTable } from './table.ts';

export type { TouchedPlane };

/** One mover. */
export interface SeparateReading {
  status: SeparateStatusCode;
  /** Vector to add to the position, world (m). */
  push: Float64Array;
  /** The colliders that it touches at the end, the nearest first. */
  planes: TouchedPlane[];
}

/**
 * The push of each mover of a query, with `SeparateStatus` in `status`. Row k belongs to mover k. Planes are those that
 * a mover touches after its push, the nearest first: colliders at most twice the skin away. One with children has a
 * plane for each of its sides that the mover touches, at most 8. Valid until the next `separate`.
 */
export class SeparateResults extends MoverResults {
  /** Vectors to add to the positions, 4 per mover: x y z – (m), world. NaN for an invalid mover. */
  readonly pushes: Float64Array;

  /** @internal */
  constructor(table: SeparateTable) {
    super(table);
    this.pushes = table.pushes;
  }

  /** Row k as a new object. @throws QueryError for a mover that does not exist */
  read(k: number): SeparateReading {
    const planes = this.readPlanes('separate.read', k);
    return { status: this.status[k] as SeparateStatusCode, push: this.pushes.slice(4 * k, 4 * k + 3), planes };
  }
}
