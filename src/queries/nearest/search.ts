/**
 * Finds the nearest others of each collider. The bounding tree gives those within a reach, the pair kernels measure
 * them. The reach grows until it holds enough of them. If the last one that is kept is farther away than the reach, a
 * second search takes its distance as the reach: so none that is nearer is missed.
 *
 *   column      type   per       meaning
 *   status      u8     collider  ProbeStatus (tables/probeStatus.ts)
 *   counts      u8     collider  neighbors that are found
 *   ids         i32    neighbor  the other collider. Those of row i begin at k · i, by distance, then by id
 *   separation  f32×4  neighbor  unit normal from the collider to the other (x y z, world), signed distance (m)
 *   offsetA     f32×4  neighbor  witness point on the collider minus its position, world (m); error bound (m)
 *   offsetB     f32×4  neighbor  the same on the other; 0
 *   words       i32              most neighbors of a collider: k; SEES_SENSORS or 0
 *   reals       f64              the first reach, the largest distance, the error of distances (m)
 *
 *   pass      items       reads → writes
 *   NEAREST   colliders   tree, bounds, groups, shapes, poses; words, reals → the other columns
 */
import { findAround } from '../../broad/around.ts';
import type { PlacedKernel } from '../../broad/placedKernel.ts';
import { growRows } from '../../broad/scratch.ts';
import { column, columnGroup, tableLayout } from '../../memory/columns.ts';
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import { ROWS, SHAPES } from '../../tables/countTable.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { type Frame, ownTable } from '../../tables/frame.ts';
import { ProbeStatus } from '../../tables/probeStatus.ts';
import { PLACED_PAIRS } from '../../tables/probeTable.ts';
import { HAS_F32_TREE } from '../../tables/rayTree.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { probeSearch } from '../probes/search.ts';
import { rayTables } from '../rays/tables.ts';

export interface NearestCapacity {
  /** Neighbors that one call of `nearest` has room for: `k` for each collider row. Default 65,536. */
  readonly neighbors: number;
}

/** @internal */
export interface NearestRowCapacity extends NearestCapacity {
  readonly colliders: number;
}

// words
/** @internal */
export const MOST = 0;
/** @internal */
export const SENSORS = 1;
// reals
/** @internal */
export const FIRST_REACH = 0;
/** @internal */
export const LIMIT = 1;
/** @internal */
export const ROUNDING = 2;

const ROW_SCHEMA = { status: /* @__PURE__ */ column(Uint8Array), counts: /* @__PURE__ */ column(Uint8Array) };
const NEIGHBOR_SCHEMA = {
  ids: /* @__PURE__ */ column(Int32Array),
  separation: /* @__PURE__ */ column(Float32Array, 4),
  offsetA: /* @__PURE__ */ column(Float32Array, 4),
  offsetB: /* @__PURE__ */ column(Float32Array, 4),
};
const HEAD_SCHEMA = { words: /* @__PURE__ */ column(Int32Array, 2), reals: /* @__PURE__ */ column(Float64Array, 3) };

/** @internal */
export const NEAREST_TABLE = /* @__PURE__ */ tableLayout(
  columnGroup(ROW_SCHEMA, ({ colliders }: NearestRowCapacity) => colliders),
  columnGroup(NEIGHBOR_SCHEMA, ({ neighbors }: NearestCapacity) => neighbors),
  columnGroup(HEAD_SCHEMA, () => 1),
);

/** @internal */
export type NearestTable = ReturnType<typeof NEAREST_TABLE.bind>;

/** @internal */
export const NEAREST: QueryPass = {
  name: 'nearest',
  run(tools, _, begin, end) {
    findNearest(tools, tools.placed, begin, end);
  },
};

/** @internal */
export const nearestSearch: Search<NearestRowCapacity> = {
  name: 'nearest',
  capacity: { neighbors: { default: 65_536 } },
  needs: [probeSearch, rayTables],
  passes: [NEAREST],
  table: NEAREST_TABLE,
};

/** Errors of f32 distances, generously: a part of the distance, and of the largest size in the scene. */
const ERROR = 1e-5;
/** The first reach: a quarter of the spacing, as a part of the sum of the three sides. */
const FIRST = 1 / 12;

/** The reach of the current search (m). In an array: an argument would be allocated. */
const reach = /* @__PURE__ */ new Float64Array(1);

/**
 * On the calling thread, before the pass: writes the first reach, a part of the spacing of colliders that fill their
 * common box, and the error of distances.
 * @internal
 */
export function prepareNearest({ bounds: { boxes }, counts, shapes }: Frame, { reals }: NearestTable): void {
  let sides = 0;
  for (let c = 0; c < 3; c++) {
    let least = Infinity;
    let most = -Infinity;
    for (let row = 0; row < counts[ROWS]; row++) {
      const low = boxes[BOUNDS_STRIDE * row + c];
      const high = boxes[BOUNDS_STRIDE * row + 3 + c];
      // not those without bounds, nor NaN
      if (!(high - low < Infinity)) continue;
      least = Math.min(least, low);
      most = Math.max(most, high);
    }
    sides += Math.max(most - least, 0);
  }
  let size = 0;
  for (let shape = 0; shape < counts[SHAPES]; shape++) {
    const at = SHAPE_STRIDE * shape;
    const own = shapes.reals[at + EXTENT] + shapes.reals[at + RADIUS];
    if (own < Infinity) size = Math.max(size, own);
  }
  reals[FIRST_REACH] = (FIRST * sides) / Math.cbrt(counts[ROWS] + 1);
  reals[ROUNDING] = ERROR * size;
}

/** Finds the neighbors of rows [begin, end). */
function findNearest(tools: ThreadTools, placed: PlacedKernel, begin: number, end: number): void {
  const { frame, search } = tools;
  const { boxes } = frame.bounds;
  const { groups } = frame.colliders;
  const table = ownTable(frame, NEAREST_TABLE);
  const { counts, reals, separation, status } = table;
  const most = table.words[MOST];
  const limit = reals[LIMIT];
  const wide = frame.rays.words[HAS_F32_TREE] === 1 ? tools.wide?.searches : undefined;
  for (let row = begin; row < end; row++) {
    const low = boxes[BOUNDS_STRIDE * row];
    counts[row] = 0;
    status[row] = Number.isNaN(low) ? ProbeStatus.Invalid : ProbeStatus.Answered;
    if (status[row] === ProbeStatus.Invalid) continue;
    if (low === -Infinity) {
      measure(tools, placed, table, row, listAll(tools, row, table.words[SENSORS] !== 0));
      continue;
    }
    startReach(reals, boxes, BOUNDS_STRIDE * row);
    for (;;) {
      const near = findAround(frame, search, row, reach, groups[2 * row + 1] | table.words[SENSORS], row, wide);
      const isWhole = reach[0] >= limit;
      if (near >= most || isWhole) {
        measure(tools, placed, table, row, near);
        const last = counts[row] === most ? separation[4 * (most * row + most - 1) + 3] : Infinity;
        const enough = Math.max(last, 0) * (1 + ERROR) + reals[ROUNDING];
        if (isWhole || enough <= reach[0]) break;
        if (enough < limit) {
          reach[0] = enough;
          continue;
        }
      }
      // beyond the largest double it is Infinity
      reach[0] = Math.min(reach[0] > 0 ? 2 * reach[0] : limit, limit);
    }
  }
}

/**
 * Sets the first reach of the box at boxes[at]: at most half of its smallest side that is not 0, so that it does not
 * grow with a scene in which few colliders are far away from the others.
 */
function startReach(reals: Float64Array, boxes: Float64Array, at: number): void {
  reach[0] = Math.min(reals[FIRST_REACH], reals[LIMIT]);
  for (let c = 0; c < 3; c++) {
    const half = (boxes[at + 3 + c] - boxes[at + c]) / 2;
    if (half > 0 && half < reach[0]) reach[0] = half;
  }
}

/**
 * Lists all others: a collider without bounds is near each of them.
 * @param sees whether sensors are listed
 * @returns their number
 */
function listAll({ frame, search }: ThreadTools, row: number, sees: boolean): number {
  const rows = frame.counts[ROWS];
  const { boxes } = frame.bounds;
  const { sensors } = frame.colliders;
  if (search.rows.length < rows) growRows(search, rows);
  let count = 0;
  for (let other = 0; other < rows; other++) {
    const isThere = other !== row && !Number.isNaN(boxes[BOUNDS_STRIDE * other]);
    if (isThere && (sees || sensors[other] === 0)) search.rows[count++] = other;
  }
  return count;
}

/** Measures the first `near` rows of the search, and writes those that are nearest to `row`. */
function measure(
  { frame, search: { rows } }: ThreadTools,
  placed: PlacedKernel,
  table: NearestTable,
  row: number,
  near: number,
): void {
  const { groups } = frame.colliders;
  const { ids } = placed.list.pairs;
  table.counts[row] = 0;
  let pairs = 0;
  for (let n = 0; n < near; n++) {
    const other = rows[n];
    const isSeen = (groups[2 * other] & groups[2 * row + 1]) !== 0 && (groups[2 * other + 1] & groups[2 * row]) !== 0;
    if (!isSeen) continue;
    ids[2 * pairs] = row;
    ids[2 * pairs + 1] = other;
    pairs++;
    if (pairs < PLACED_PAIRS) continue;
    keepNearest(placed, table, row, pairs);
    pairs = 0;
  }
  if (pairs > 0) keepNearest(placed, table, row, pairs);
}

/** Computes the first `pairs` pairs of the list, and merges them into the neighbors of `row`. */
function keepNearest(placed: PlacedKernel, table: NearestTable, row: number, pairs: number): void {
  const { pairs: listed, results } = placed.list;
  const { counts, ids, offsetA, offsetB, reals, separation, status } = table;
  const most = table.words[MOST];
  const first = most * row;
  placed.compute(false, pairs);
  for (let p = 0; p < pairs; p++) {
    const distance = results.separation[4 * p + 3];
    const id = listed.ids[2 * p + 1];
    if (results.status[p] === Status.Invalid || !(distance <= reals[LIMIT])) continue;
    if (results.status[p] === Status.NotConverged) status[row] = ProbeStatus.Unresolved;
    const count = counts[row];
    let at = first + count;
    // by distance, then by id
    while (at > first) {
      const before = separation[4 * at - 1];
      if (before < distance || (before === distance && ids[at - 1] < id)) break;
      at--;
    }
    if (at === first + most) continue;
    const end = first + Math.min(count + 1, most);
    ids.copyWithin(at + 1, at, end - 1);
    separation.copyWithin(4 * at + 4, 4 * at, 4 * end - 4);
    offsetA.copyWithin(4 * at + 4, 4 * at, 4 * end - 4);
    offsetB.copyWithin(4 * at + 4, 4 * at, 4 * end - 4);
    ids[at] = id;
    for (let c = 0; c < 4; c++) {
      separation[4 * at + c] = results.separation[4 * p + c];
      offsetA[4 * at + c] = results.offsetA[4 * p + c];
      offsetB[4 * at + c] = results.offsetB[4 * p + c];
    }
    counts[row] = end - first;
  }
}
