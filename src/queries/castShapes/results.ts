/** Results of casts in the public API: columns over the shared memory, and one row as a plain object. */
import { integerIn } from '../../errors.ts';
import type { CastStatusCode } from '../../tables/castStatus.ts';
import type { CastResultTable, CastTable } from '../../tables/castTable.ts';
import type { CastList } from './castList.ts';

/** The columns that results of casts have in common. */
export class CastColumns {
  /** A `CastStatus` per cast. */
  readonly status: Uint8Array;
  /**
   * Time in [0, 1] per cast: before it the shapes are proven to be farther apart than `skin`. 1 for `Free`, NaN for
   * `Invalid`.
   */
  readonly t: Float64Array;
  /** 4 per cast, at t: unit normal from A to B (x y z, world), signed distance (m). NaN for `Free` and `Invalid`. */
  readonly normals: Float32Array;
  /** 4 per cast: witness point on A minus A's position at t, world axes; then the error bound of the distance (m). */
  readonly offsetsA: Float32Array;
  /** 4 per cast: witness point on B minus B's position at t, world axes (m); then 0. */
  readonly offsetsB: Float32Array;

  /** @internal */
  constructor({ status, t, normals, offsetsA, offsetsB }: CastResultTable) {
    this.status = status;
    this.t = t;
    this.normals = normals;
    this.offsetsA = offsetsA;
    this.offsetsB = offsetsB;
  }
}

/** One cast of a shape in full. Points in world coordinates (m), f64, at time t. */
export interface CastShapeReading {
  readonly status: CastStatusCode;
  /** The collider that is met, or −1. */
  readonly id: number;
  /** The child of that collider, or −1. */
  readonly child: number;
  readonly t: number;
  /** Signed distance at t (m). */
  readonly distance: number;
  readonly errorBound: number;
  /** Unit normal from the shape to the collider. */
  readonly normal: [number, number, number];
  /** Witness point on the shape. */
  readonly pointA: [number, number, number];
  /** Witness point on the collider. */
  readonly pointB: [number, number, number];
}

/** First contacts of moving shapes with the scene, row k for cast k. Valid until the next `castShapes`. */
export class CastShapeResults extends CastColumns {
  /** Per cast: the collider that is met first, of those met at the same time the smallest id; −1 for none. */
  readonly ids: Int32Array;
  /** Per cast: the child of that collider that is met first, of those met together the smallest; −1 for none. */
  readonly child: Int32Array;
  #casts: CastList | undefined;
  #count = 0;

  /** @internal */
  constructor({ ofShapes }: CastTable) {
    super(ofShapes);
    this.ids = ofShapes.ids;
    this.child = ofShapes.childB;
  }

  /** Rows in use. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called by a query on `casts`. */
  answered(casts: CastList, count: number): void {
    this.#casts = casts;
    this.#count = count;
  }

  /**
   * One cast in full. Allocates; the list must be that of the query.
   * @throws QueryError for a row that does not exist
   */
  read(k: number): CastShapeReading {
    integerIn('casts.read: row', k, 0, this.#count - 1);
    const { positions, moves } = this.#casts!;
    const at = 4 * k;
    const t = this.t[k];
    const normal: [number, number, number] = [this.normals[at], this.normals[at + 1], this.normals[at + 2]];
    const distance = this.normals[at + 3];
    const pointA = normal.map((_, c) => positions[at + c] + t * moves[at + c] + this.offsetsA[at + c]);
    return {
      status: this.status[k] as CastStatusCode,
      id: this.ids[k],
      child: this.child[k],
      t,
      distance,
      errorBound: this.offsetsA[at + 3],
      normal,
      pointA: pointA as [number, number, number],
      pointB: pointA.map((x, c) => x + distance * normal[c]) as [number, number, number],
    };
  }
}
