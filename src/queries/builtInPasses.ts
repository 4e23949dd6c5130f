/**
 * The engine's own passes, as one thread runs them. Their parameters lie in the query row (tables/queryTable.ts). A
 * pass writes a function of tables and nothing else, so a block that runs twice gives the same bytes. Passes of queries
 * have their numbers in searchList.ts.
 */
import { ClosestSearch } from '../broad/closest.ts';
import type { PassTools } from '../broad/pass.ts';
import { createRayScratch } from '../broad/rays/rayScratch.ts';
import { createBroadScratch } from '../broad/scratch.ts';
import type { ThreadKernels } from '../narrow/threadKernels.ts';
import { backEndOf } from '../schedule/backEnd.ts';
import type { PassFunction } from '../schedule/passCode.ts';
import { sceneGeometry } from '../shapes/cores/list.ts';
import { QueryTables } from '../tables/boundTables.ts';
import type { Frame } from '../tables/frame.ts';
import { EVEN_TO_ODD, POLYTOPES_EVEN_TO_ODD } from '../tables/queryTable.ts';
import { carryPolytopes } from './distance/carryPolytopes.ts';
import { carrySimplexes } from './distance/carrySimplex.ts';
import { PASSES, passNumber } from './searchList.ts';
import { Separator } from './separate/separator.ts';

export const INTERSECT = 1;
export const DISTANCE = 2;
/** The distance of each row, and the manifolds of the pairs within the margin. */
export const CONTACTS = 3;
/** Copies the simplex and the polytope of each pair to the row that the pair has now. */
export const CARRY = 16;

/** Passes by number; some numbers have no pass. The argument of a pass is the number of rows per block. */
export function builtInPasses(frame: Frame, thread: number, kernels: ThreadKernels): PassFunction[] {
  const tables = new QueryTables(frame);
  const { broad, wide } = kernels;
  const { intersect, distance, contacts, writeBounds, placed, castKernel } = backEndOf(frame, tables, thread, kernels);
  const passes: PassFunction[] = [];
  passes[INTERSECT] = intersect;
  passes[DISTANCE] = distance;
  passes[CONTACTS] = contacts;
  passes[CARRY] = (begin, end) => {
    const { list, polytopes } = tables;
    const { words } = frame.query;
    const { carried } = list.pairs;
    const simplexes = carrySimplexes(list.results, words[EVEN_TO_ODD] === 1, carried, begin, end, broad);
    if (polytopes) carryPolytopes(polytopes, words[POLYTOPES_EVEN_TO_ODD] === 1, simplexes, carried, begin, end);
  };
  const searches = wide?.searches;
  const tools: PassTools = {
    frame,
    writeBounds,
    broad,
    search: createBroadScratch(searches?.castSweep),
    near: searches,
    placed,
    closest: placed && new ClosestSearch(frame, placed, searches),
    castKernel,
    rays: createRayScratch(frame, sceneGeometry(frame), searches),
  };
  if (placed) tools.separator = new Separator(tools, placed);
  for (const pass of PASSES) {
    passes[passNumber(pass)] = (begin, end, blockRows) => {
      pass.run(tools, Math.trunc(begin / blockRows), begin, end, tables.list.pairs);
    };
  }
  return passes;
}
