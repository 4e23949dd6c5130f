/** `closestPoints`: the closest collider of each of many points. search.ts has its pass. */
import { passNumber } from '../../broad/pass.ts';
import type { Vec3Like } from '../../checks.ts';
import { refuse } from '../../errors.ts';
import { EXACT_POINTS, POINTS_WASM } from '../../narrow/wasmPieces.ts';
import { GROUPS } from '../../tables/closestWords.ts';
import { LEAVES } from '../../tables/treeTable.ts';
import { callsOf, defineQuery } from '../define.ts';
import { type Rows, RowsInput } from '../inputs.ts';
import {
  boolean,
  copyNumber,
  GROUPS as GROUP_OPTION,
  LIMIT,
  number,
  type OptionKinds,
  searchMask,
} from '../options.ts';
import { treeSearch } from '../treeSearch.ts';
import { ClosestResults } from './results.ts';
import { CLOSEST, closestSearch, type PointCapacity } from './search.ts';

/** The parameters of `closestPoints` besides the points. */
export interface ClosestOptions {
  /** Colliders farther away than this (m) are not found. Default: Infinity. */
  readonly maxDistance?: number | undefined;
  /** Groups to search, one per bit. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
  /** Whether sensors are met, too. Default: false. */
  readonly sensors?: boolean | undefined;
}

export interface ClosestCalls {
  /**
   * The closest collider of each of many points: signed distance, normal, and the closest point of its surface. Inside
   * of colliders the distance is negative, and the collider in which the point is deepest is the closest. Of colliders
   * at the same distance the one with the smallest id is the closest. Distances are f64. A surface has no inside: its
   * distance is not negative, and the normal points to the side of the point.
   * @param points 3 per point: x y z (m, world); or a `Vector3`. Copied. A point that is not finite has the
   *   status `Invalid`
   * @throws QueryError for a bad option, more points than `capacity.points`, while another `closestPoints` runs, in a
   *   planar scene, and after `close`
   *
   * @example
   * ```ts
   * const closest = await engine.closestPoints([0, 2, 0, 5, 2, 0], { maxDistance: 10 });
   * console.log(closest.ids[0], closest.distances[0]); // the collider that is closest to (0, 2, 0)
   * ```
   */
  closestPoints(points: Vec3Like, options?: ClosestOptions): Promise<ClosestResults>;
  /**
   * `closestPoints` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `closestPoints`
   */
  closestPointsSync(points: Vec3Like, options?: ClosestOptions): ClosestResults;
}

/** Points per block. */
const POINT_BLOCK = 64;
/** Work of a point as a number of pairs. */
const POINT_WORTH = 20;
/** One point is worth making the f32 tree of this many leaves. */
const F32_TREE_LEAVES = 256;

const OPTIONS = {
  maxDistance: number<ClosestOptions>(LIMIT, ({ maxDistance }, to) => copyNumber(maxDistance, to)),
  mask: GROUP_OPTION,
  sensors: boolean(false),
} satisfies OptionKinds<ClosestOptions>;

const POINTS: Rows = {
  part: ': points',
  expected: 'x y z per point',
  given: 3,
  stride: 4,
  capacity: 'points',
  read(where, to, given, count) {
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 3; c++) {
        const value = given[3 * k + c];
        // NaN and infinity make a row invalid
        if (typeof value !== 'number') refuse(`${where}: points[${3 * k + c}]`, 'a number (m)', value);
        to[4 * k + c] = value;
      }
    }
  },
};

export const closestQuery = defineQuery<ClosestCalls, PointCapacity>({
  search: closestSearch,
  wasm: [POINTS_WASM, EXACT_POINTS],
  open(tools) {
    const { closest, tree } = tools.frame;
    const { words, reals } = closest;
    const results = new ClosestResults(tools.frame);
    let count = 0;
    const start = treeSearch(
      tools,
      [{ pass: passNumber(tools.frame, CLOSEST), blockRows: POINT_BLOCK, prepare: () => count }],
      () => F32_TREE_LEAVES * count >= tree.words[LEAVES],
    );
    return callsOf(tools, 'closestPoints', {
      given: ['points', 'options'],
      options: OPTIONS,
      isSpatial: true,
      input: (isOwn) => new RowsInput(POINTS, closest.points, isOwn),
      begin({ input, options }) {
        input.enter();
        count = input.count;
        words[GROUPS] = searchMask(options);
        reals.set(options.maxDistance);
        return start(POINT_WORTH * count);
      },
      read() {
        results.answered(count);
        return results;
      },
    });
  },
});
