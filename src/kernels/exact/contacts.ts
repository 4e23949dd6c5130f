/** Contact manifolds of the rows that a tile of contacts defers, in f64: kernels/contacts/manifold.ts. */
import { addressOf, doublesAt, type Int, type Ints, intsAt, type Table, tableAt } from '../../language/lanes.ts';
import {
  DEFERRED_BYTES,
  MAX_DISTANCE_AT,
  type MOST_TILE_BYTES,
  TILE_BYTES,
  TOUCHING_AT,
} from '../../tables/kernelContext.ts';
import { prepareManifold, writeManifold } from '../contacts/manifold.ts';
import type { Manifold } from '../contacts/manifoldTables.ts';
import { distanceColumns, manifoldColumns, poseColumns, shapePools } from '../rows/lanes/columns.ts';

/** The tables of f64 kernels, at the place of those of the tile. */
interface ExactTables extends Table<4, typeof MOST_TILE_BYTES> {
  readonly manifold: Manifold;
}

/** Writes the manifolds of the first `count` deferred rows. */
export function exactContacts(context: Ints, count: Int): void {
  const manifold = tableAt<ExactTables>(addressOf(context) + TILE_BYTES).manifold;
  prepareManifold(manifold);
  manifold.margin = doublesAt(context[MAX_DISTANCE_AT])[0];
  manifold.touching = doublesAt(context[TOUCHING_AT])[0];
  const shapes = shapePools(context);
  const poses = poseColumns(context);
  const rows = distanceColumns(context);
  const columns = manifoldColumns(context);
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  for (let k: Int = 0; k < count; k += 1) writeManifold(manifold, shapes, poses, rows, columns, deferred[k]);
}
