/** `nearest`: the nearest others of each collider. search.ts has its pass. */
import { passNumber } from '../../broad/pass.ts';
import { fail, integerIn } from '../../errors.ts';
import { SEES_SENSORS } from '../../tables/colliderWords.ts';
import { ROWS } from '../../tables/countTable.ts';
import { type Frame, ownTable } from '../../tables/frame.ts';
import type { ProbeStatusCode } from '../../tables/probeStatus.ts';
import { setDistance } from '../../tables/queryTable.ts';
import { callsOf, defineQuery } from '../define.ts';
import { boolean, copyNumber, integer, LIMIT as LIMIT_RANGE, number, type OptionKinds } from '../options.ts';
import { treeSearch } from '../treeSearch.ts';
import {
  LIMIT,
  MOST,
  NEAREST,
  NEAREST_TABLE,
  type NearestCapacity,
  nearestSearch,
  prepareNearest,
  SENSORS,
} from './search.ts';

/** The parameters of `nearest`. */
export interface NearestOptions {
  /** Most neighbors of a collider. An integer in 1..64, default 1. */
  readonly k?: number | undefined;
  /** Colliders whose distance is above this (m) are no neighbors. Default: Infinity. */
  readonly maxDistance?: number | undefined;
  /** Whether sensors are neighbors, too. A sensor has neighbors either way. Default: false. */
  readonly sensors?: boolean | undefined;
}

export interface NearestCalls {
  /**
   * The nearest others of each collider: ids, signed distances, normals and witness points, nearest first. The shapes
   * decide, not their bounding boxes: distances are those of `distance`, with their error bounds. Of others at the same
   * distance the one with the smaller id comes first. Colliders that overlap are the deepest first. Both colliders must
   * see each other by their groups, as in `findPairs`; two static ones are neighbors, too. See docs/probes.md.
   * @throws QueryError for a bad option, for more than `capacity.neighbors` neighbors, `k` for each collider row, while
   *   another `nearest` runs, in a planar scene, and after `close`; earlier results then stay as they are
   *
   * @example
   * ```ts
   * const nearest = await engine.nearest({ k: 3, maxDistance: 2 });
   * for (const { id, distance } of nearest.read(0)) console.log(id, distance); // of collider 0
   * ```
   */
  nearest(options?: NearestOptions): Promise<NearestResults>;
  /**
   * `nearest` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `nearest`
   */
  nearestSync(options?: NearestOptions): NearestResults;
}

/** One neighbor. Points in world coordinates (m), f64. */
export interface Neighbor {
  /** Collider id. */
  readonly id: number;
  /** Signed distance (m): < 0 is minus the depth. */
  readonly distance: number;
  /** Unit normal from the collider to the neighbor. */
  readonly normal: [number, number, number];
  /** Witness point on the collider. */
  readonly pointA: [number, number, number];
  /** Witness point on the neighbor. */
  readonly pointB: [number, number, number];
  /** Error bound of `distance` (m). */
  readonly errorBound: number;
}

/**
 * The neighbors of each collider. Those of collider i are rows `k · i` up to, and without, `k · i + counts[i]`, by
 * distance, then by id. Valid until the next `nearest`.
 */
export class NearestResults {
  /** `ProbeStatus` of each collider: `Invalid` where there is none, or its pose is. */
  readonly status: Uint8Array;
  /** Neighbors of each collider, at most k. */
  readonly counts: Uint8Array;
  /** By neighbor: its collider id. */
  readonly ids: Int32Array;
  /** 4 per neighbor: unit normal from the collider to the neighbor (x y z, world), signed distance (m). */
  readonly separation: Float32Array;
  /** 4 per neighbor: witness point on the collider minus its position, world axes (m); error bound (m). */
  readonly offsetA: Float32Array;
  /** 4 per neighbor: witness point on the neighbor minus its position, world axes (m); 0. */
  readonly offsetB: Float32Array;
  readonly #frame: Frame;
  #k = 1;
  #count = 0;

  /** @internal */
  constructor(frame: Frame) {
    const { status, counts, ids, separation, offsetA, offsetB } = ownTable(frame, NEAREST_TABLE);
    this.status = status;
    this.counts = counts;
    this.ids = ids;
    this.separation = separation;
    this.offsetA = offsetA;
    this.offsetB = offsetB;
    this.#frame = frame;
  }

  /** Most neighbors of a collider, as the query asked. */
  get k(): number {
    return this.#k;
  }

  /** Collider rows of the query. */
  get count(): number {
    return this.#count;
  }

  /** @internal Called after a query. */
  answered(count: number, k: number): void {
    this.#count = count;
    this.#k = k;
  }

  /** The neighbors of collider i, copied. @throws QueryError for a row that does not exist */
  read(i: number): Neighbor[] {
    integerIn('nearest.read: collider', i, 0, this.#count - 1);
    return Array.from({ length: this.counts[i] }, (_, n) => this.#readRow(i, this.#k * i + n));
  }

  /** The status of collider i. @throws QueryError for a row that does not exist */
  statusOf(i: number): ProbeStatusCode {
    return this.status[integerIn('nearest.statusOf: collider', i, 0, this.#count - 1)] as ProbeStatusCode;
  }

  #readRow(collider: number, row: number): Neighbor {
    const id = this.ids[row];
    const [x, y, z, distance] = this.separation.subarray(4 * row, 4 * row + 4);
    return {
      id,
      distance,
      normal: [x, y, z],
      pointA: this.#pointOf(collider, this.offsetA, row),
      pointB: this.#pointOf(id, this.offsetB, row),
      errorBound: this.offsetA[4 * row + 3],
    };
  }

  #pointOf(id: number, offsets: Float32Array, row: number): [number, number, number] {
    const { positions } = this.#frame.colliders;
    const at = (c: number) => positions[4 * id + c] + offsets[4 * row + c];
    return [at(0), at(1), at(2)];
  }
}

/** Colliders per block. */
const ROW_BLOCK = 16;
/** Work of a collider as a number of pairs, for each of its neighbors. */
const NEIGHBOR_WORTH = 10;
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Infinity);

const OPTIONS = {
  k: integer(1, 1, 64),
  maxDistance: number<NearestOptions>(LIMIT_RANGE, ({ maxDistance }, to) => copyNumber(maxDistance, to)),
  sensors: boolean(false),
} satisfies OptionKinds<NearestOptions>;

export const nearestQuery = defineQuery<NearestCalls, NearestCapacity>({
  search: nearestSearch,
  open(tools) {
    const { frame } = tools;
    const table = ownTable(frame, NEAREST_TABLE);
    const results = new NearestResults(frame);
    let count = 0;
    const start = treeSearch(
      tools,
      [
        () => prepareNearest(frame, table),
        { pass: passNumber(frame, NEAREST), blockRows: ROW_BLOCK, prepare: () => count },
      ],
      () => count > 0,
    );
    return callsOf(tools, 'nearest', {
      given: ['options'],
      options: OPTIONS,
      isSpatial: true,
      begin({ where, options: { k, maxDistance, sensors } }) {
        const rows = frame.counts[ROWS];
        const room = table.ids.length;
        if (k * rows > room) fail(where, `at most ${room} neighbors (raise capacity.neighbors)`, k * rows);
        count = rows;
        table.words[MOST] = k;
        table.words[SENSORS] = sensors ? SEES_SENSORS : 0;
        table.reals.set(maxDistance, LIMIT);
        setDistance(frame.query, true, NO_LIMIT);
        return start(NEIGHBOR_WORTH * k * count);
      },
      read({ options: { k } }) {
        results.answered(count, k);
        return results;
      },
    });
  },
});
