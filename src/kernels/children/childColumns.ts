/** Columns that contacts of shapes with children read and write. */
import type { Floats, Words } from '../../language/lanes.ts';
import type { DistanceColumns, PoseColumns, ShapePools } from '../contacts/columns.ts';
import type { CorePools } from '../cores/corePair.ts';
import type { SurfacePools } from './surfaceView.ts';

export interface ChildColumns {
  readonly shapes: ShapePools;
  /** Rows of vertices (tables/vertexTable.ts). */
  readonly points: Floats;
  readonly poses: PoseColumns;
  /** The pairs of the thread's list. */
  readonly rows: DistanceColumns;
  readonly surfaces: SurfacePools;
  /** Of compounds. */
  readonly parts: Words;
  readonly geometry: CorePools;
}
