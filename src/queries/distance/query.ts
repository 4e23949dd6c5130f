/** `intersect` and `distance`: one stage over all rows of a list. */
import { DISTANCE_WASM, EXACT_DISTANCE } from '../../narrow/wasmPieces.ts';
import type { PairList } from '../../pairs/pairList.ts';
import { setDistance } from '../../tables/queryTable.ts';
import { callsOf, defineQuery } from '../define.ts';
import type { GpuOptions } from '../gpu.ts';
import { PairsInput } from '../inputs.ts';
import { boolean, copyNumber, gpuBuffer, LIMIT, number, type OptionKinds, oneOf, range } from '../options.ts';
import type { DistanceResults, IntersectResults } from './results.ts';
import { RowQuery } from './rowQuery.ts';
import {
  DISTANCE,
  DISTANCE_CHILDREN,
  DISTANCE_LISTED,
  distanceSearch,
  INTERSECT,
  INTERSECT_CHILDREN,
  INTERSECT_LISTED,
  type PairCapacity,
} from './search.ts';

/** The parameters of a distance query besides the pairs. */
export interface DistanceOptions extends GpuOptions {
  /** Pairs proven farther apart than this (m) stop early and become `BeyondMaxDistance`. Default: Infinity. */
  readonly maxDistance?: number | undefined;
  /**
   * Whether penetration is measured. Default: true. With false, all pairs that touch or overlap, of cores or of radii
   * alone, are `Overlapping` with distance 0, and NaN for normal, witness points and error bound: distances are ≥ 0.
   */
  readonly depth?: boolean | undefined;
}

/** The parameters of `intersect` besides the pairs. */
export interface IntersectOptions extends GpuOptions {}

export interface DistanceCalls {
  /**
   * Creates a pair list. It lives as long as the engine.
   * @param capacity most pairs of the list
   * @throws QueryError when the lists together would need more than `capacity.pairs` rows, and after `close`
   *
   * @example
   * ```ts
   * const list = engine.createPairList(2);
   * list.set([a, b, a, c]); // the pairs (a, b) and (a, c)
   * const distances = await engine.distance(list);
   * ```
   */
  createPairList(capacity: number): PairList;

  /**
   * Whether each pair overlaps. Faster than `distance`, because a pair ends at the first proof.
   * @throws QueryError for a bad option, a list that is being queried, and after `close`
   *
   * @example
   * ```ts
   * const { status } = await engine.intersect(pairs);
   * const overlap = status[0] === Status.Overlapping;
   * ```
   */
  intersect(pairs?: PairList, options?: IntersectOptions): Promise<IntersectResults>;
  /**
   * `intersect` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `intersect`
   */
  intersectSync(pairs?: PairList, options?: IntersectOptions): IntersectResults;

  /**
   * Signed distance, normal and witness points of each pair. Starts from the simplexes of the last query on the list,
   * so a scene that moves a little is faster.
   * @throws QueryError for a bad option, a list that is being queried, and after `close`
   *
   * @example
   * ```ts
   * const results = await engine.distance(pairs, { maxDistance: 1 });
   * const { status, distance, normal, pointA, pointB } = results.read(0);
   * ```
   */
  distance(pairs?: PairList, options?: DistanceOptions): Promise<DistanceResults>;
  /**
   * `distance` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `distance`
   */
  distanceSync(pairs?: PairList, options?: DistanceOptions): DistanceResults;
}

const GPU_OPTIONS = {
  read: oneOf("'all', 'separation', 'status' or 'none'", 'all', 'separation', 'status', 'none'),
  moved: range(),
  poses: gpuBuffer(),
} satisfies OptionKinds<GpuOptions>;

const OPTIONS = {
  maxDistance: number<DistanceOptions>(LIMIT, ({ maxDistance }, to) => copyNumber(maxDistance, to)),
  depth: boolean(true),
  ...GPU_OPTIONS,
} satisfies OptionKinds<DistanceOptions>;

export const distanceQuery = defineQuery<DistanceCalls, PairCapacity>({
  search: distanceSearch,
  wasm: [DISTANCE_WASM, EXACT_DISTANCE],
  open(tools) {
    const { frame, lists } = tools;
    const intersect = new RowQuery(tools, {
      all: INTERSECT,
      listed: INTERSECT_LISTED,
      children: INTERSECT_CHILDREN,
      columnsOf: ({ overlaps }) => overlaps.columns,
    });
    const distance = new RowQuery(tools, {
      all: DISTANCE,
      listed: DISTANCE_LISTED,
      children: DISTANCE_CHILDREN,
      columnsOf: ({ distances }) => distances.columns,
    });
    return {
      createPairList: (capacity: number) => lists.create('engine.createPairList', capacity),
      ...callsOf(tools, 'intersect', {
        given: ['pairs', 'options'],
        options: GPU_OPTIONS,
        input: () => new PairsInput(lists),
        isOfList: () => true,
        begin: ({ input: { state } }) => intersect.begin(state),
        run: ({ where, input: { state }, options }) => intersect.run({ where, state, overlapOnly: true, ...options }),
        read({ input: { state }, options: { read } }) {
          intersect.finish(state, read);
          return state.overlaps;
        },
      }),
      ...callsOf(tools, 'distance', {
        given: ['pairs', 'options'],
        options: OPTIONS,
        input: () => new PairsInput(lists),
        isOfList: () => true,
        begin({ input: { state }, options: { depth, maxDistance } }) {
          setDistance(frame.query, depth, maxDistance);
          return distance.begin(state);
        },
        run({ where, input: { state }, options: { depth, maxDistance, ...options } }) {
          setDistance(frame.query, depth, maxDistance);
          return distance.run({ where, state, overlapOnly: false, ...options });
        },
        read({ input: { state }, options: { read } }) {
          distance.finish(state, read);
          return state.distances;
        },
      }),
    };
  },
});
