/** Results of `closestPoints` in the public API. */
import { integerIn } from '../../errors.ts';
import type { ClosestStatusCode } from '../../tables/closestStatus.ts';
import type { Frame } from '../../tables/frame.ts';

/** The closest collider of one point. */
export interface ClosestReading {
  status: ClosestStatusCode;
  /** Collider id, or −1. */
  id: number;
  /** The closest child, by the user's number; −1 for a convex shape. */
  child: number;
  /** Signed distance (m): < 0 is minus the depth of the point in the collider. */
  distance: number;
  /** Unit normal from the collider to the point, world axes. Inside it points out of the collider. */
  normal: Float64Array;
  /** The closest point of the collider's surface, world (m). */
  point: Float64Array;
  /** Error bound of `distance` (m). */
  errorBound: number;
}

/** The closest collider of each point of a query. Row k belongs to point k. Valid until the next `closestPoints`. */
export class ClosestResults {
  /** `ClosestStatus` of each point. */
  readonly status: Uint8Array;
  /** Collider ids; −1 where there is none. */
  readonly ids: Int32Array;
  /** Signed distances (m), of surfaces ≥ 0; Infinity where there is no collider. */
  readonly distances: Float64Array;
  /**
   * 4 per point: unit normal from the collider to the point, world axes, and the error bound of the distance (m). NaN
   * where there is no collider.
   */
  readonly normals: Float32Array;
  /** 4 per point: the closest point of the surface minus the collider's position, world axes (m), and 0. */
  readonly offsets: Float32Array;
  /** The closest child: a triangle or a part, by the user's number. −1 for a convex shape. */
  readonly child: Int32Array;
  readonly #frame: Frame;
  #count = 0;

  /** @internal */
  constructor(frame: Frame) {
    const { status, ids, distances, normals, offsets, child } = frame.closest;
    this.#frame = frame;
    this.status = status;
    this.ids = ids;
    this.distances = distances;
    this.normals = normals;
    this.offsets = offsets;
    this.child = child;
  }

  /** Points of the query. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query: the columns hold `count` points. */
  answered(count: number): void {
    this.#count = count;
  }

  /** Row k in f64, as a new object. @throws QueryError for a point that does not exist */
  read(k: number): ClosestReading {
    integerIn('closest.read: point', k, 0, this.#count - 1);
    const id = this.ids[k];
    const { positions } = this.#frame.colliders;
    return {
      status: this.status[k] as ClosestStatusCode,
      id,
      child: this.child[k],
      distance: this.distances[k],
      normal: Float64Array.from(this.normals.subarray(4 * k, 4 * k + 3)),
      point: Float64Array.from({ length: 3 }, (_, c) => positions[4 * Math.max(id, 0) + c] + this.offsets[4 * k + c]),
      errorBound: this.normals[4 * k + 3],
    };
  }
}
