/** Contact manifolds of rows by the host: manifold.ts. */
import type { DistanceColumns, ManifoldColumns, PoseColumns, ShapePools } from './columns.ts';
import { prepareManifold, writeManifold } from './manifold.ts';
import { Manifold } from './manifoldTables.ts';

/** Columns that manifolds are written to, and the parameters of the query. */
export interface ContactParams extends ManifoldColumns {
  readonly features: { readonly from: Uint32Array; readonly to: Uint32Array; readonly previous: Int32Array };
  readonly touches: Uint8Array;
  /** One number: the largest separation of a contact point (m). */
  readonly margin: Float64Array;
  /** One number: the largest signed distance of a pair that touches (m). */
  readonly touching: Float64Array;
}

/** Tables of one manifold. */
export function createManifold(): Manifold {
  const manifold = new Manifold();
  prepareManifold(manifold);
  return manifold;
}

/** Writes the manifolds of rows [begin, end). */
export function contactRows(
  manifold: Manifold,
  shapes: ShapePools,
  poses: PoseColumns,
  rows: DistanceColumns,
  params: ContactParams,
  begin: number,
  end: number,
): void {
  manifold.margin = params.margin[0];
  manifold.touching = params.touching[0];
  for (let p = begin; p < end; p++) writeManifold(manifold, shapes, poses, rows, params, p);
}
