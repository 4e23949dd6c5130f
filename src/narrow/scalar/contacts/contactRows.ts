/** Contact manifolds of rows by the host: manifold.ts. */
import {
  type DistanceColumns,
  INTEGER_PLACES,
  MARGIN,
  type Manifold,
  type ManifoldColumns,
  type PoseColumns,
  REAL_PLACES,
  type ShapePools,
  TOUCHING,
} from './contactScratch.ts';
import { writeRim } from './frustumFeature.ts';
import { writeManifold } from './manifold.ts';

/** Columns that manifolds are written to, and the parameters of the query. */
export interface ContactParams extends ManifoldColumns {
  readonly features: { readonly from: Uint32Array; readonly to: Uint32Array; readonly previous: Int32Array };
  readonly touches: Uint8Array;
  /** One number: the largest separation of a contact point (m). */
  readonly margin: Float64Array;
  /** One number: the largest signed distance of a pair that touches (m). */
  readonly touching: Float64Array;
}

/** Numbers of one manifold. */
export function createManifold(): Manifold {
  const manifold = { f: new Float64Array(REAL_PLACES), i: new Int32Array(INTEGER_PLACES) };
  writeRim(manifold.f);
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
  const { f } = manifold;
  f[MARGIN] = params.margin[0];
  f[TOUCHING] = params.touching[0];
  for (let p = begin; p < end; p++) writeManifold(manifold, shapes, poses, rows, params, p);
}
