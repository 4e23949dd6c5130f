/**
 * The engine's own passes, as one thread runs them. They read what is asked in the query row, and write nothing but a
 * function of tables: a block that is run twice gives the same bytes. Passes of queries
 * are in queries/passList.ts, with their numbers.
 */
import type { PassTools } from '../broad/pass.ts';
import { createBroadScratch } from '../broad/scratch.ts';
import type { Frame } from '../memory/frame.ts';
import { RowRunner } from '../narrow/rowRunner.ts';
import type { WideKernel } from '../narrow/wideKernel.ts';
import { carrySimplexes } from '../queries/distance/carrySimplex.ts';
import { PASSES, passNumber } from '../queries/passList.ts';
import { EVEN_TO_ODD } from '../queries/queryTable.ts';
import type { PassFunction } from './passCode.ts';

export const INTERSECT = 1;
export const DISTANCE = 2;
/** A distance, and the manifolds of the pairs that are near. */
export const CONTACTS = 3;
/** Hands what is kept per pair on to the rows where the pairs are now. */
export const CARRY = 16;

/**
 * Passes by number, some of which are none. Their argument is the number of rows per block.
 * @param wide the thread's wide kernel, if the engine runs on one
 */
export function builtInPasses(frame: Frame, thread: number, wide: WideKernel | undefined): PassFunction[] {
  const rows = new RowRunner(frame, thread, wide);
  const passes: PassFunction[] = [];
  passes[INTERSECT] = (begin, end) => rows.compute(true, begin, end);
  passes[DISTANCE] = (begin, end) => rows.compute(false, begin, end);
  passes[CONTACTS] = (begin, end) => {
    rows.compute(false, begin, end);
    rows.computeManifolds(begin, end);
  };
  passes[CARRY] = (begin, end) => {
    const { results, pairs } = rows.list;
    carrySimplexes(results, frame.query.words[EVEN_TO_ODD] === 1, pairs.carried, begin, end);
  };
  const { geometry, scratch } = rows;
  const tools: PassTools = { frame, geometry, scratch: scratch.scratch, search: createBroadScratch() };
  for (const pass of PASSES) {
    passes[passNumber(pass)] = (begin, end, blockRows) => {
      pass.run(tools, Math.trunc(begin / blockRows), begin, end, rows.list.pairs);
    };
  }
  return passes;
}
