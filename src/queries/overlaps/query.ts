/** `overlapBox` and `overlapSphere`: one query for two kinds of volumes, each with its own results. */
import { fail, refuse } from '../../errors.ts';
import { isPlanar } from '../../tables/colliderTable.ts';
import { ownTable } from '../../tables/frame.ts';
import { callsOf, defineQuery } from '../define.ts';
import { type Rows, RowsInput } from '../inputs.ts';
import { boolean, GROUPS as GROUP_OPTION, type OptionKinds, searchMask } from '../options.ts';
import { checkSpatial } from '../spatial.ts';
import { StagedSearch } from '../staging.ts';
import { treeSearch } from '../treeSearch.ts';
import { OverlapResults } from './results.ts';
import { FIND_OVERLAPS, overlapSearch, SCATTER_OVERLAPS } from './search.ts';
import {
  BOXES,
  EXACT,
  GROUPS,
  KIND,
  OVERLAP_TABLE,
  type OverlapCapacity,
  SPHERES,
  STAGED,
  VOLUME_STRIDE,
} from './table.ts';

/** The parameters of an overlap query besides the volumes. */
export interface OverlapOptions {
  /**
   * Whether the shapes themselves overlap the volume, not their bounding boxes alone: of meshes, height fields and
   * compounds a triangle or a part. Not in planar scenes. Default: false.
   */
  readonly exact?: boolean | undefined;
  /**
   * Groups to search, one per bit: the query finds colliders whose membership has one of them. An integer in 0..65535,
   * default 0xffff.
   */
  readonly mask?: number | undefined;
  /** Whether sensors are met, too. Default: false. */
  readonly sensors?: boolean | undefined;
}

export interface OverlapCalls {
  /**
   * Finds the colliders whose world bounding boxes overlap each of many boxes. Touching counts as overlap.
   *
   * The bounding boxes are tight (f64), but they are not the shapes. With `exact` the shapes decide: as `intersect` of
   * each shape and the box, whose half extents are then f32. One call reads the poses of all colliders, so pass many
   * boxes at once. Colliders with an invalid pose are never found.
   * @param boxes 6 per box: min x y z, max x y z (m, world; max ≥ min, infinity is allowed). Copied
   * @throws QueryError for a bad box or option, more boxes than `capacity.volumes`, more ids than `capacity.overlaps`,
   *   while another `overlapBox` runs, and after `close`; earlier results then stay as they are
   *
   * @example
   * ```ts
   * const found = await engine.overlapBox([-1, 0, -1, 1, 2, 1]);
   * const ids = found.ids.subarray(found.starts[0], found.starts[1]); // colliders in the first box
   * ```
   */
  overlapBox(boxes: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults>;
  /**
   * `overlapBox` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `overlapBox`
   */
  overlapBoxSync(boxes: ArrayLike<number>, options?: OverlapOptions): OverlapResults;

  /**
   * Finds the colliders whose world bounding boxes are within the radius of each of many centers. The distance is that
   * from the center to the nearest point of the bounding box, or of the shape with `exact`; see `overlapBox`.
   * @param spheres 4 per sphere: center x y z, radius ≥ 0 (m, world, finite). Copied
   * @throws QueryError as `overlapBox`
   *
   * @example
   * ```ts
   * const found = await engine.overlapSphere([0, 1, 0, 5, 10, 1, 0, 5]);
   * const second = found.ids.subarray(found.starts[1], found.starts[2]); // colliders near (10, 1, 0)
   * ```
   */
  overlapSphere(spheres: ArrayLike<number>, options?: OverlapOptions): Promise<OverlapResults>;
  /**
   * `overlapSphere` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `overlapBox`
   */
  overlapSphereSync(spheres: ArrayLike<number>, options?: OverlapOptions): OverlapResults;
}

/** Volumes per block. */
const VOLUME_BLOCK = 16;
/** Work of a volume as a number of pairs. */
const VOLUME_WORTH = 20;
/** The same if the shapes decide. */
const EXACT_WORTH = 30;

const OPTIONS = {
  exact: boolean(false),
  mask: GROUP_OPTION,
  sensors: boolean(false),
} satisfies OptionKinds<OverlapOptions>;

const VOLUMES = { stride: VOLUME_STRIDE, capacity: 'volumes' };

const BOX_ROWS: Rows = {
  ...VOLUMES,
  part: ': boxes',
  expected: '6 numbers per box: min x y z, max x y z',
  given: 6,
  read(where, to, given, count) {
    for (let k = 0; k < 6 * count; k++) {
      const value = given[k];
      if (typeof value !== 'number' || Number.isNaN(value)) refuse(`${where}: boxes[${k}]`, 'a number (m)', value);
      if (k % 6 > 2 && value < to[k - 3]) {
        fail(`${where}: boxes[${k}]`, `a number ≥ boxes[${k - 3}], ${to[k - 3]} (m)`, value);
      }
      to[k] = value;
    }
  },
};

const SPHERE_ROWS: Rows = {
  ...VOLUMES,
  part: ': spheres',
  expected: '4 numbers per sphere: x y z, radius',
  given: 4,
  read(where, to, given, count) {
    for (let k = 0; k < 4 * count; k++) {
      const value = given[k];
      const c = k % 4;
      if (typeof value !== 'number' || value - value !== 0 || (c === 3 && value < 0)) {
        refuse(`${where}: spheres[${k}]`, c === 3 ? 'a finite number ≥ 0 (m)' : 'a finite number (m)', value);
      }
      to[VOLUME_STRIDE * ((k - c) / 4) + c] = value;
    }
  },
};

export const overlapQuery = defineQuery<OverlapCalls, OverlapCapacity>({
  search: overlapSearch,
  open(tools) {
    const overlaps = ownTable(tools.frame, OVERLAP_TABLE);
    const { counts, staging, words } = overlaps;
    const search = new StagedSearch(tools.frame, {
      counts,
      words,
      cursor: STAGED,
      room: staging.length,
      what: 'overlaps',
      capacity: 'overlaps',
      find: FIND_OVERLAPS,
      place: SCATTER_OVERLAPS,
      blockRows: VOLUME_BLOCK,
    });
    const start = treeSearch(tools, search.stages);
    const callsFor = <Name extends string>(name: Name, kind: number, rows: Rows, results: OverlapResults) =>
      callsOf(tools, name, {
        given: [rows.part.slice(2), 'options'],
        options: OPTIONS,
        input: (isOwn) => new RowsInput(rows, overlaps.volumes, isOwn),
        begin({ where, input, options }) {
          // the name is a heap string: it is made only where it is needed
          if (options.exact && isPlanar(tools.frame.colliders)) checkSpatial(`${where}: exact`, tools.frame);
          input.enter();
          words[KIND] = kind;
          words[EXACT] = options.exact ? 1 : 0;
          words[GROUPS] = searchMask(options);
          search.begin(where, input.count, results.starts);
          return start((options.exact ? EXACT_WORTH : VOLUME_WORTH) * input.count);
        },
        read({ input }) {
          results.answered(input.count);
          return results;
        },
      });
    const { startsOfBoxes, idsOfBoxes, startsOfSpheres, idsOfSpheres } = overlaps;
    return {
      ...callsFor('overlapBox', BOXES, BOX_ROWS, new OverlapResults(startsOfBoxes, idsOfBoxes)),
      ...callsFor('overlapSphere', SPHERES, SPHERE_ROWS, new OverlapResults(startsOfSpheres, idsOfSpheres)),
    };
  },
});
