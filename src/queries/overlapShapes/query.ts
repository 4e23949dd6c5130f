/** `overlapShapes`: the colliders, or their children, that come within a margin of probes. search.ts has its passes. */

import { EXACT_POINTS } from '../../narrow/wasmPieces.ts';
import { ownTable } from '../../tables/frame.ts';
import { setDistance } from '../../tables/queryTable.ts';
import { LEAVES } from '../../tables/treeTable.ts';
import { callsOf, defineQuery } from '../define.ts';
import {
  boolean,
  copyNumber,
  GROUPS as GROUP_OPTION,
  length,
  number,
  type OptionKinds,
  searchMask,
} from '../options.ts';
import { OVERLAP_TABLE } from '../overlaps/table.ts';
import type { ProbeList } from '../probes/probeList.ts';
import { probesInput } from '../probes/query.ts';
import { StagedSearch } from '../staging.ts';
import { treeSearch } from '../treeSearch.ts';
import { ShapeOverlapResults } from './results.ts';
import { FIND_SHAPES, SCATTER_SHAPES, shapeOverlapSearch } from './search.ts';
import { CHILDREN, FIRST, GROUPS, OVERLAP_ONLY, SHAPE_OVERLAP_TABLE, STAGED } from './table.ts';

/** The parameters of `overlapShapes` besides the probes. */
export interface OverlapShapesOptions {
  /** Whether each child of a mesh, a height field or a compound that is near has an entry. Default: false. */
  readonly children?: boolean | undefined;
  /** Colliders farther from a probe than this (m) are not found. Default 0: shapes that touch or overlap are found. */
  readonly margin?: number | undefined;
  /** Groups to search, besides the mask of each probe. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
  /** Whether sensors are met, too. Default: false. */
  readonly sensors?: boolean | undefined;
}

export interface ShapeOverlapCalls {
  /**
   * Finds the colliders that come within a margin of each probe. The shapes decide, not their bounding boxes: rows are
   * exact up to the error bounds of the kernels in f64. Half-spaces are found, too. Colliders with an invalid pose are
   * never found. With `children` a mesh, a height field and a compound has an entry per triangle or part that is near,
   * and `capacity.overlaps` counts those.
   * @param probes a list of this engine; each probe sees the groups that its mask and the option `mask` have in common
   * @throws QueryError for a bad option, more ids than `capacity.overlaps`, a list that is being queried, while another
   *   `overlapShapes` runs, and after `close`; earlier results then stay as they are
   *
   * @example
   * ```ts
   * const near = await engine.overlapShapes(probes, { margin: 0.5 });
   * const ids = near.ids.subarray(near.starts[0], near.starts[1]); // colliders within 0.5 m of the first probe
   * ```
   */
  overlapShapes(probes: ProbeList, options?: OverlapShapesOptions): Promise<ShapeOverlapResults>;
  /**
   * `overlapShapes` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `overlapShapes`
   */
  overlapShapesSync(probes: ProbeList, options?: OverlapShapesOptions): ShapeOverlapResults;
}

/** Probes per block. */
const PROBE_BLOCK = 16;
/** Work of a probe as a number of pairs. */
const PROBE_WORTH = 30;
/** One probe is worth making the f32 tree of this many leaves. */
const F32_TREE_LEAVES = 64;

const OPTIONS = {
  children: boolean(false),
  margin: number<OverlapShapesOptions>(length(0), ({ margin }, to) => copyNumber(margin, to)),
  mask: GROUP_OPTION,
  sensors: boolean(false),
} satisfies OptionKinds<OverlapShapesOptions>;

export const shapeOverlapQuery = defineQuery<ShapeOverlapCalls>({
  search: shapeOverlapSearch,
  wasm: [EXACT_POINTS],
  open(tools) {
    const { query, tree } = tools.frame;
    const overlaps = ownTable(tools.frame, OVERLAP_TABLE);
    const shapeOverlaps = ownTable(tools.frame, SHAPE_OVERLAP_TABLE);
    const { counts, starts, words } = shapeOverlaps;
    const results = new ShapeOverlapResults(shapeOverlaps);
    let count = 0;
    const search = new StagedSearch(tools.frame, {
      counts,
      words,
      cursor: STAGED,
      room: overlaps.staging.length,
      what: 'overlaps',
      capacity: 'overlaps',
      find: FIND_SHAPES,
      place: SCATTER_SHAPES,
      blockRows: PROBE_BLOCK,
    });
    const start = treeSearch(tools, search.stages, () => F32_TREE_LEAVES * count >= tree.words[LEAVES]);
    return callsOf(tools, 'overlapShapes', {
      given: ['probes', 'options'],
      options: OPTIONS,
      input: () => probesInput(tools, ': probes'),
      begin({ where, input: { list }, options }) {
        count = list.count;
        words[FIRST] = list.first;
        words[GROUPS] = searchMask(options);
        words[CHILDREN] = options.children ? 1 : 0;
        words[OVERLAP_ONLY] = options.margin[0] === 0 ? 1 : 0;
        setDistance(query, false, options.margin);
        search.begin(where, count, starts);
        return start(PROBE_WORTH * count);
      },
      read() {
        results.answered(count);
        return results;
      },
    });
  },
});
