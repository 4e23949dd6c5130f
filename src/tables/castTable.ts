/**
 * Casts: shapes that move until they meet. `castPairs` moves both colliders of each pair of a list, `castShapes` moves
 * probes (probeTable.ts) against the scene. Both have their own results.
 *
 *   column        type   per         unit    meaning
 *   motions       f64×8  collider    m, rad  of castPairs: move x y z –, turn x y z –; behind them those of guests
 *   pivots        f64×4  collider    m       of castPairs, if its words say so, and of guests: the point about which it
 *                                            turns, from its position along its own axes, x y z –
 *   moves, turns  f64×4  probe       m, rad  of castShapes: displacement x y z –, rotation vector x y z –
 *   options       f64                m       skin, tolerance (NaN: a part of the size), largest extent of a shape
 *   words         i32                        whether pairs may leave; first probe of the list; groups to search;
 *                                            whether the casts are those of moveAndSlide; whether there are
 *                                            pivots; the row of the first guest; how far its motion lies before it
 *
 * Results, for each of the two, for the casts of moveAndSlide (queries/slides), and for those of a thread's guests:
 *
 *   status        u8     cast                a `CastStatus`
 *   ids           i32    cast                collider that is met, −1 for none; not for pairs
 *   t             f64    cast                time in [0, 1]: proven free before
 *   normals       f32×4  cast        1, m    normal from A to B (x y z, world), signed distance, both at t
 *   offsetsA      f32×4  cast        m       witness point on A minus A's position at t; fourth: error bound
 *   offsetsB      f32×4  cast        m       the same on B; fourth: spare, 0
 *   childA childB i32    cast                children that are met, by the user's numbers; −1 for convex shapes
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { FOR_MOVERS, MOTION_STRIDE, PIVOT_STRIDE } from './castWords.ts';
import { guestsOf } from './guestCounts.ts';
import { MOST_IN_RUN } from './meshWords.ts';

export * from './castWords.ts';

const MOTION_SCHEMA = {
  motions: /* @__PURE__ */ column(Float64Array, MOTION_STRIDE),
  pivots: /* @__PURE__ */ column(Float64Array, PIVOT_STRIDE),
};
const MOVE_SCHEMA = { moves: /* @__PURE__ */ column(Float64Array, 4), turns: /* @__PURE__ */ column(Float64Array, 4) };
const RESULT_SCHEMA = {
  status: /* @__PURE__ */ column(Uint8Array),
  ids: /* @__PURE__ */ column(Int32Array),
  t: /* @__PURE__ */ column(Float64Array),
  normals: /* @__PURE__ */ column(Float32Array, 4),
  offsetsA: /* @__PURE__ */ column(Float32Array, 4),
  offsetsB: /* @__PURE__ */ column(Float32Array, 4),
  childA: /* @__PURE__ */ column(Int32Array),
  childB: /* @__PURE__ */ column(Int32Array),
};
const HEAD_SCHEMA = {
  options: /* @__PURE__ */ column(Float64Array, 4),
  words: /* @__PURE__ */ column(Int32Array, 16),
};

/** @internal */
export type CastResultTable = Columns<typeof RESULT_SCHEMA>;

/** @internal */
export interface CastTable {
  readonly motions: Float64Array;
  readonly pivots: Float64Array;
  readonly moves: Float64Array;
  readonly turns: Float64Array;
  readonly options: Float64Array;
  readonly words: Int32Array;
  readonly ofPairs: CastResultTable;
  readonly ofShapes: CastResultTable;
  /** Of the last casts of `moveAndSlide`. */
  readonly ofMovers: CastResultTable;
  /** Of the guests of each thread. */
  readonly ofGuests: readonly CastResultTable[];
}

/** Capacities that the tables depend on. @internal */
export interface CastSizes {
  readonly casts: number;
  readonly colliders: number;
  readonly probes: number;
  readonly threads: number;
  readonly planar?: boolean;
}

/** @internal */
export function castTableBytes(sizes: CastSizes): number {
  const { casts, probes, threads } = sizes;
  return (
    columnsBytes(MOTION_SCHEMA, motionRows(sizes)) +
    columnsBytes(MOVE_SCHEMA, probes) +
    3 * columnsBytes(RESULT_SCHEMA, casts) +
    threads * columnsBytes(RESULT_SCHEMA, MOST_IN_RUN) +
    columnsBytes(HEAD_SCHEMA, 1)
  );
}

/** Rows of motions: of colliders, then of guests. */
function motionRows(sizes: CastSizes): number {
  return sizes.colliders + guestsOf(sizes);
}

/** Views over a table that lies at `byteOffset`. @internal */
export function bindCasts(buffer: ArrayBufferLike, byteOffset: number, sizes: CastSizes): CastTable {
  const { casts, probes, threads } = sizes;
  let at = byteOffset;
  const { motions, pivots } = bindColumns(MOTION_SCHEMA, buffer, at, motionRows(sizes));
  at += columnsBytes(MOTION_SCHEMA, motionRows(sizes));
  const { moves, turns } = bindColumns(MOVE_SCHEMA, buffer, at, probes);
  at += columnsBytes(MOVE_SCHEMA, probes);
  const ofPairs = bindColumns(RESULT_SCHEMA, buffer, at, casts);
  at += columnsBytes(RESULT_SCHEMA, casts);
  const ofShapes = bindColumns(RESULT_SCHEMA, buffer, at, casts);
  at += columnsBytes(RESULT_SCHEMA, casts);
  const ofMovers = bindColumns(RESULT_SCHEMA, buffer, at, casts);
  at += columnsBytes(RESULT_SCHEMA, casts);
  const ofGuests: CastResultTable[] = [];
  for (let t = 0; t < threads; t++) {
    ofGuests.push(bindColumns(RESULT_SCHEMA, buffer, at, MOST_IN_RUN));
    at += columnsBytes(RESULT_SCHEMA, MOST_IN_RUN);
  }
  const { options, words } = bindColumns(HEAD_SCHEMA, buffer, at, 1);
  return { motions, pivots, moves, turns, options, words, ofPairs, ofShapes, ofMovers, ofGuests };
}

/** The results of the current casts of shapes. @internal */
export function shapeRows({ words, ofShapes, ofMovers }: CastTable): CastResultTable {
  return words[FOR_MOVERS] === 1 ? ofMovers : ofShapes;
}
