/** The columns and parameters of rows that keep their manifolds. */
import type { ContactTable } from '../../../queries/contacts/table.ts';
import type { SceneGeometry } from '../../../shapes/cores/core.ts';
import type { Poses, ResultColumns } from '../queryParams.ts';

/** Stamps and anchors, and when a row keeps its manifold. */
export interface RecycleParams {
  /** Stamps of the last query, and those to write. */
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** Anchors, likewise. */
  readonly anchorsFrom: Float32Array;
  readonly anchorsTo: Float32Array;
  /** The number of the query by which each row has got its stamp, likewise; and that of this query. */
  readonly stampedFrom: Int32Array;
  readonly stampedTo: Int32Array;
  readonly query: number;
  /** Whether the last query wrote stamps. */
  readonly isStamped: boolean;
  /** The rows of this turn get fresh manifolds. */
  readonly turn: number;
  /** One number: the largest motion of a row that keeps its points, as a part of its smaller shape. */
  readonly share: Float64Array;
  /** One number: the same at most (m). */
  readonly mostMotion: Float64Array;
}

/** The tables of a query, as these functions read them. */
export interface RecycleTables {
  readonly contacts: ContactTable;
  readonly results: ResultColumns;
  readonly ids: Uint32Array;
  readonly poses: Poses & { readonly rotations: Float32Array };
  readonly geometry: SceneGeometry;
}
