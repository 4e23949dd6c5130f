/**
 * The engine's own passes, as one thread runs them. Their parameters lie in the query row (tables/queryTable.ts). A
 * pass writes a function of tables and nothing else, so a block that runs twice gives the same bytes.
 */
import type { BroadKernel } from '../broad/broadKernel.ts';
import { FIRST_PASS } from '../broad/pass.ts';
import { ScalarBroad } from '../broad/scalarBroad.ts';
import { WideBroad } from '../broad/wideBroad.ts';
import { type PlanarKernel, ThreadTools } from '../narrow/threadTools.ts';
import type { WideKernel } from '../narrow/wideKernel.ts';
import type { buildClaimed } from '../schedule/hullQueue.ts';
import type { PassFunction } from '../schedule/passCode.ts';
import type { QueryTables } from '../tables/boundTables.ts';
import type { Frame } from '../tables/frame.ts';
import { passesOf, type Searches } from './frameLayout.ts';

/** The code of the threads of an engine. */
export interface ThreadCode {
  /** In the order of their tables in the memory. */
  readonly searches: Searches;
  /** Builds hulls for `scene.addShapes`. Undefined: the calling thread builds them alone. */
  readonly buildHulls?: typeof buildClaimed;
  /** Computes the rows of planar scenes. */
  readonly planarKernel?: (frame: Frame, tables: QueryTables) => PlanarKernel;
}

/** What runs the passes of the broad phase on a thread. */
export function broadKernelOf(frame: Frame, wide: WideKernel | undefined): BroadKernel {
  return wide ? new WideBroad(wide.calls, wide.words) : new ScalarBroad(frame);
}

/**
 * Passes by number. The argument of a pass is the number of rows per block.
 * @param wide the thread's wide kernel, if the engine runs on one
 * @param broad what runs the passes of the broad phase on the thread
 */
export function builtInPasses(
  frame: Frame,
  thread: number,
  { searches, planarKernel }: ThreadCode,
  wide: WideKernel | undefined,
  broad = broadKernelOf(frame, wide),
): PassFunction[] {
  const tools = new ThreadTools(frame, thread, wide, broad, planarKernel);
  const passes: PassFunction[] = [];
  for (const [place, { run }] of passesOf(searches).entries()) {
    passes[FIRST_PASS + place] = (begin, end, blockRows) => run(tools, Math.trunc(begin / blockRows), begin, end);
  }
  return passes;
}
