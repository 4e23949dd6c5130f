/**
 * Contact manifolds, row p for pair p: up to four points of each pair within the margin.
 *
 *   column        type    unit  meaning
 *   pointCount    u8            points of the pair, 0–4
 *   pointsA       f32×16  m     4 × (point on A minus A's position, world axes; signed separation of the point)
 *   pointsB       f32×16  m     4 × (point on B minus B's position, world axes; 0)
 *   featuresEven  u32×4         ids of the features that make each point (see below); NO_FEATURE in empty slots.
 *   featuresOdd   u32×4         Queries read one of the two as the last result and write the other, in turn
 *   previous      i32×4         index of each point in the last contact query: 4 · row + slot, or −1
 *   lastRow       i32           row of the pair in the last contact query, or −1
 *   idsEven       u32×2         pairs of a contact query; one column holds those of the last query, in turn
 *   idsOdd        u32×2
 *   touchesEven   u8            1 = the pair touches; in turn
 *   touchesOdd    u8
 *   recycled      u8            1 = the row kept its manifold (contactStamps.ts)
 *   stampsEven    f32×12        the relative pose at which each row got its manifold (contactStamps.ts); in place while
 *   stampsOdd     f32×12        no row moves, else in turn; so are the next two
 *   anchorsEven   f32×16  m     the points on A in A's frame, as 4 x, 4 y, 4 z; 4 separations at the stamp
 *   anchorsOdd    f32×16  m
 *   stampedEven   i32           the number of the query that wrote the stamp
 *   stampedOdd    i32
 *   began         u32           rows that touch and did not before (queries/contacts/events.ts has the counts)
 *   stayed        u32           rows that touch and did before
 *   ended         u32           rows of the last query that touched and do not touch any more
 *   endedIds      u32×2         their collider ids
 *   sensors       u8            1 = a collider of the pair is a sensor: the row has no points, and touches in overlap
 *   normalsEven   f32×4         of pairs with children: the normal of each row in canonical order, by which the next
 *   normalsOdd    f32×4         query finds it again; then in the row of the pair the number of its next row, else 0
 *
 * A pair whose shapes have children has up to MANIFOLDS manifolds. Its row has the deepest. The others have rows
 * behind those of all pairs: number k of these pairs has EXTRA_ROWS from count + EXTRA_ROWS k on. Rows that it does not
 * need have no points.
 *
 * Feature ids: featureIds.ts.
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { STAMP_STRIDE } from './contactStamps.ts';
import { MANIFOLDS, MAX_POINTS } from './featureIds.ts';
import { PAIR_COUNT, type QueryTable } from './queryTable.ts';

/** Elements per row of `pointsA` and `pointsB`. */
export const POINT_STRIDE = 4 * MAX_POINTS;

export { MANIFOLDS };
/** Rows of such a pair behind those of all pairs. */
export const EXTRA_ROWS = MANIFOLDS - 1;

/** The first row of a pair behind those of all pairs. @param k its number among the pairs with children */
export function extraRowOf({ words }: QueryTable, k: number): number {
  return words[PAIR_COUNT] + EXTRA_ROWS * k;
}

/** @internal */
const SCHEMA = {
  pointCount: column(Uint8Array),
  pointsA: column(Float32Array, POINT_STRIDE),
  pointsB: column(Float32Array, POINT_STRIDE),
  featuresEven: column(Uint32Array, MAX_POINTS),
  featuresOdd: column(Uint32Array, MAX_POINTS),
  previous: column(Int32Array, MAX_POINTS),
  lastRow: column(Int32Array),
  idsEven: column(Uint32Array, 2),
  idsOdd: column(Uint32Array, 2),
  touchesEven: column(Uint8Array),
  touchesOdd: column(Uint8Array),
  recycled: column(Uint8Array),
  stampsEven: column(Float32Array, STAMP_STRIDE),
  stampsOdd: column(Float32Array, STAMP_STRIDE),
  anchorsEven: column(Float32Array, POINT_STRIDE),
  anchorsOdd: column(Float32Array, POINT_STRIDE),
  stampedEven: column(Int32Array),
  stampedOdd: column(Int32Array),
  began: column(Uint32Array),
  stayed: column(Uint32Array),
  ended: column(Uint32Array),
  endedIds: column(Uint32Array, 2),
  sensors: column(Uint8Array),
  normalsEven: column(Float32Array, 4),
  normalsOdd: column(Float32Array, 4),
};

/** @internal */
export type ContactTable = Columns<typeof SCHEMA>;

/** Bytes of a table of `capacity` rows. @internal */
export function contactTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. @internal */
export function bindContacts(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ContactTable {
  return bindColumns(SCHEMA, buffer, byteOffset, capacity);
}
