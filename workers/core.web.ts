/** `hullstorm/core/worker`: a worker with the queries that it names. */
import { isA } from '../src/checks.ts';
import { refuse } from '../src/errors.ts';
import { scalarKernels } from '../src/narrow/scalarKernel.ts';
import type { Searches } from '../src/queries/frameLayout.ts';
import type { QueryCode } from '../src/queries/searchList.ts';
import { ALWAYS, withNeeds } from '../src/queries/searchSets.ts';
import { runWebWorker } from './runWebWorker.ts';

export * from '../src/queries/searchList.ts';

/** The scalar kernel: for engines with `kernel: 'scalar'`, and for browsers without WebAssembly SIMD. */
export const scalar: QueryCode = { name: 'scalar', kernels: scalarKernels } as QueryCode;

const EXPECTED = 'a query of hullstorm/core/worker, such as rays';

/**
 * Makes this thread a worker of engines of `hullstorm/core`. To be called at once, with no await before it.
 * @param queries those of the engine, under the same names, and `scalar` if it may run on the scalar kernel
 * @throws QueryError for what is no query
 *
 * @example
 * ```ts
 * // rayWorker.js
 * import { rays, serve } from 'hullstorm/core/worker';
 * serve([rays]);
 * // page
 * const engine = await createEngine({
 *   queries: [rays],
 *   createWorker: () => new Worker(new URL('./rayWorker.js', import.meta.url), { type: 'module' }),
 * });
 * ```
 */
export function serve(queries: readonly QueryCode[] = []): void {
  const where = 'serve: queries';
  if (!Array.isArray(queries)) refuse(where, 'an array of queries of hullstorm/core/worker', queries);
  // `scalar` is not named here: bundlers leave out what a worker does not import
  const searches = [...ALWAYS];
  let kernels: typeof scalarKernels | undefined;
  for (const [place, query] of queries.entries()) {
    if (!isA(query, Object)) refuse(`${where}[${place}]`, EXPECTED, query);
    if ('kernels' in query) kernels = query.kernels as typeof scalarKernels;
    else if ('passes' in query) searches.push(query as Searches[number]);
    else refuse(`${where}[${place}]`, EXPECTED, query);
  }
  runWebWorker({ searches: withNeeds(searches), ...(kernels && { scalarKernels: kernels }) });
}
