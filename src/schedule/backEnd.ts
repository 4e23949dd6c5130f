/** What computes rows on one thread. Each function reads the query row, and works on a range of rows. */
import { boundsRows } from '../broad/bounds/bounds.ts';
import { planarKernel } from '../dim2/rows/kernel.ts';
import { CastRunner } from '../narrow/castRunner.ts';
import { ContactRunner } from '../narrow/contactRunner.ts';
import { PlacedPairs } from '../narrow/placedPairs.ts';
import { RowRunner } from '../narrow/rowRunner.ts';
import type { ThreadKernels } from '../narrow/threadKernels.ts';
import { sceneGeometry } from '../shapes/cores/list.ts';
import type { QueryTables } from '../tables/boundTables.ts';
import { isPlanar } from '../tables/colliderTable.ts';
import type { Frame } from '../tables/frame.ts';

type Rows<R> = (begin: number, end: number) => R;

export interface BackEnd {
  /** Whether each pair overlaps. */
  readonly intersect: Rows<void>;
  /** The signed distance of each pair. */
  readonly distance: Rows<void>;
  /** The signed distance of each pair, and the manifolds of the pairs within the margin. */
  readonly contacts: Rows<void>;
  /** The bounds of colliders, or of probes. Returns the number of rows with an invalid pose. */
  readonly writeBounds: Rows<number>;
  /** Pairs with probes. Undefined in planar scenes. */
  readonly placed: PlacedPairs | undefined;
  /** Undefined in planar scenes. */
  readonly castKernel?: CastRunner;
}

export function backEndOf(frame: Frame, tables: QueryTables, thread: number, kernels: ThreadKernels): BackEnd {
  if (isPlanar(frame.colliders)) return { ...planarKernel(frame, tables), placed: undefined };
  const rows = new RowRunner(frame, tables, thread, kernels);
  const contacts = new ContactRunner(frame, rows, kernels);
  const { bounds, placed, counts } = frame;
  const geometry = sceneGeometry(frame);
  return {
    intersect: (begin, end) => rows.compute(true, begin, end),
    distance: (begin, end) => rows.compute(false, begin, end),
    contacts: (begin, end) => contacts.compute(begin, end),
    writeBounds: (begin, end) => boundsRows(bounds, placed, counts, geometry, begin, end, kernels.broad),
    placed: new PlacedPairs(frame, rows, thread, kernels),
    castKernel: new CastRunner(frame, kernels),
  };
}
