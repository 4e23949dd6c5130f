/** Contact manifolds of the rows that a tile of contacts defers, in f64: scalar/contacts/manifold.ts. */
import { prepareManifold, writeManifold } from '../../scalar/contacts/manifold.ts';
import type { DistanceColumns, Manifold, ManifoldColumns, ShapePools } from '../../scalar/contacts/tables.ts';
import {
  COORDINATES,
  DEFERRED_BYTES,
  FEATURES_FROM,
  FEATURES_TO,
  IDS,
  LAST_ROW,
  LOOPS,
  MAX_DISTANCE_PLACE,
  type MOST_TILE_BYTES,
  OFFSET_A,
  OFFSET_B,
  PLANES,
  POINT_COUNT,
  POINTS_A,
  POINTS_B,
  PREVIOUS,
  SEPARATION,
  SHAPE_WORDS,
  STATUS,
  TILE_BYTES,
  TOUCHES,
  TOUCHING_PLACE,
} from '../context.ts';
import {
  addressOf,
  bytesAt,
  doublesAt,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  shortsAt,
  type Table,
  tableAt,
  wordsAt,
} from '../lanes.ts';
import { posesOf } from './pools.ts';

/** The tables of f64 kernels, at the place of those of the tile. */
interface ExactTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly manifold: Manifold;
}

/** Writes the manifolds of the first `count` deferred rows. */
export function exactContacts(context: Ints, count: Int): void {
  const manifold = tableAt<ExactTables>(addressOf(context) + TILE_BYTES).manifold;
  prepareManifold(manifold);
  manifold.margin = doublesAt(context[MAX_DISTANCE_PLACE])[0];
  manifold.touching = doublesAt(context[TOUCHING_PLACE])[0];
  const shapes: ShapePools = {
    words: wordsAt(context[SHAPE_WORDS]),
    reals: floatsAt(context[SHAPE_WORDS]),
    coordinates: floatsAt(context[COORDINATES]),
    planes: floatsAt(context[PLANES]),
    loops: shortsAt(context[LOOPS]),
  };
  const rows: DistanceColumns = {
    ids: wordsAt(context[IDS]),
    status: bytesAt(context[STATUS]),
    separation: floatsAt(context[SEPARATION]),
    offsetA: floatsAt(context[OFFSET_A]),
    offsetB: floatsAt(context[OFFSET_B]),
  };
  const columns: ManifoldColumns = {
    features: {
      from: wordsAt(context[FEATURES_FROM]),
      to: wordsAt(context[FEATURES_TO]),
      previous: intsAt(context[PREVIOUS]),
    },
    lastRow: intsAt(context[LAST_ROW]),
    pointCount: bytesAt(context[POINT_COUNT]),
    pointsA: floatsAt(context[POINTS_A]),
    pointsB: floatsAt(context[POINTS_B]),
    touches: bytesAt(context[TOUCHES]),
  };
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  for (let k: Int = 0; k < count; k += 1) writeManifold(manifold, shapes, posesOf(context), rows, columns, deferred[k]);
}
