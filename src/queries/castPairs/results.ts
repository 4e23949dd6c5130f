/** Results of `castPairs` in the public API. */
import { integerIn } from '../../errors.ts';
import type { CastStatusCode } from '../../tables/castStatus.ts';
import { type CastTable, MOTION_STRIDE, MOTION_TURN, PIVOT_STRIDE, PIVOTS } from '../../tables/castTable.ts';
import { type ColliderTable, positionOf } from '../../tables/colliderTable.ts';
import { CastColumns } from '../castShapes/results.ts';
import type { ResultList } from '../distance/results.ts';
import { pivotShift } from './pivotShift.ts';

/** One cast of a pair in full. Points in world coordinates (m), f64, at time t. */
export interface CastPairReading {
  readonly a: number;
  readonly b: number;
  /** Children that meet; −1 for a convex shape. */
  readonly childA: number;
  readonly childB: number;
  readonly status: CastStatusCode;
  readonly t: number;
  /** Signed distance at t (m). */
  readonly distance: number;
  readonly errorBound: number;
  /** Unit normal from A to B. */
  readonly normal: [number, number, number];
  readonly pointA: [number, number, number];
  readonly pointB: [number, number, number];
}

/** First contacts of moving pairs, row i for pair i. Valid until the next `castPairs`. */
export class CastPairResults extends CastColumns {
  /** Per pair: the children of A and B that meet first; −1 for a convex shape, and without a hit. */
  readonly childA: Int32Array;
  readonly childB: Int32Array;
  readonly #colliders: ColliderTable;
  readonly #casts: CastTable;
  #pairs: ResultList = { ids: new Uint32Array(0), count: 0 };
  #count = 0;

  /** @internal */
  constructor(casts: CastTable, colliders: ColliderTable) {
    super(casts.ofPairs);
    this.childA = casts.ofPairs.childA;
    this.childB = casts.ofPairs.childB;
    this.#colliders = colliders;
    this.#casts = casts;
  }

  /** The pairs of the query. */
  get pairs(): ResultList {
    return this.#pairs;
  }

  /** Rows in use. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query on `pairs`. */
  answered(pairs: ResultList, count: number): void {
    this.#pairs = pairs;
    this.#count = count;
  }

  /**
   * One cast in full. Allocates; poses must be those of the query.
   * @throws QueryError for a row that does not exist
   */
  read(i: number): CastPairReading {
    integerIn('casts.read: row', i, 0, this.#count - 1);
    const a = this.#pairs.ids[2 * i];
    const b = this.#pairs.ids[2 * i + 1];
    const at = 4 * i;
    const t = this.t[i];
    return {
      a,
      b,
      childA: this.childA[i],
      childB: this.childB[i],
      status: this.status[i] as CastStatusCode,
      t,
      distance: this.normals[at + 3],
      errorBound: this.offsetsA[at + 3],
      normal: [this.normals[at], this.normals[at + 1], this.normals[at + 2]],
      pointA: this.#pointOf(a, t, this.offsetsA, at),
      pointB: this.#pointOf(b, t, this.offsetsB, at),
    };
  }

  #pointOf(id: number, t: number, offsets: Float32Array, at: number): [number, number, number] {
    const shift = this.#casts.words[PIVOTS] === 1 ? this.#shiftOf(id, t) : [0, 0, 0];
    const move = this.#casts.motions.subarray(MOTION_STRIDE * id, MOTION_STRIDE * id + 3);
    const place = (x: number, c: number) => x + t * move[c] + shift[c] + offsets[at + c];
    return positionOf(this.#colliders, id).map(place) as [number, number, number];
  }

  /** How far the position of a collider has moved more than its pivot (m). */
  #shiftOf(id: number, t: number): readonly number[] {
    const { motions, pivots } = this.#casts;
    const at = MOTION_STRIDE * id + MOTION_TURN;
    const turn = motions.subarray(at, at + 3).map((c) => t * c);
    const rotation = this.#colliders.rotations.subarray(4 * id, 4 * id + 4);
    return pivotShift(pivots.subarray(PIVOT_STRIDE * id, PIVOT_STRIDE * id + 3), rotation, turn);
  }
}
