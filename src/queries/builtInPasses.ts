/**
 * The engine's own passes, as one thread runs them. Their parameters lie in the query row (tables/queryTable.ts). A
 * pass writes a function of tables and nothing else, so a block that runs twice gives the same bytes.
 */
import { FIRST_PASS } from '../broad/pass.ts';
import type { ThreadKernels } from '../narrow/threadKernels.ts';
import { type PlanarKernel, ThreadTools } from '../narrow/threadTools.ts';
import type { PassFunction } from '../schedule/passCode.ts';
import type { BuiltShape, ShapeQueue } from '../schedule/shapeQueue.ts';
import type { QueryTables } from '../tables/boundTables.ts';
import type { Frame } from '../tables/frame.ts';
import { passesOf, type Searches } from './frameLayout.ts';

/** The code of the threads of an engine. */
export interface ThreadCode {
  /** In the order of their tables in the memory. */
  readonly searches: Searches;
  /** Builds shapes for `scene.addShapes`. Undefined: the calling thread builds them alone. */
  readonly buildShapes?: (queue: ShapeQueue, built: BuiltShape[]) => unknown;
  /** Computes the rows of planar scenes. */
  readonly planarKernel?: (frame: Frame, tables: QueryTables) => PlanarKernel;
}

/** Passes by number. The argument of a pass is the number of rows per block. */
export function builtInPasses(
  frame: Frame,
  thread: number,
  { searches, planarKernel }: ThreadCode,
  kernels: ThreadKernels,
): PassFunction[] {
  const tools = new ThreadTools(frame, thread, kernels, planarKernel);
  const passes: PassFunction[] = [];
  for (const [place, { run }] of passesOf(searches).entries()) {
    passes[FIRST_PASS + place] = (begin, end, blockRows) => run(tools, Math.trunc(begin / blockRows), begin, end);
  }
  return passes;
}
