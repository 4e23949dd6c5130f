/**
 * All passes of queries, in the order of their numbers. The list is apart from list.ts, because a pass reads the frame,
 * and the frame follows from list.ts.
 */
import type { Pass } from '../broad/pass.ts';
import { TREE_PASSES } from '../broad/passes.ts';
import { FIND_PAIRS_PASSES } from './findPairs/passes.ts';
import { OVERLAP_PASSES } from './overlaps/passes.ts';

export const PASSES: readonly Pass[] = [...TREE_PASSES, ...FIND_PAIRS_PASSES, ...OVERLAP_PASSES];
/** Number of the first of them. Smaller numbers are stages over the rows of a list (schedule/builtInPasses.ts). */
const FIRST_PASS = 32;

/** The number of a pass in the stages of a program. */
export function passNumber(pass: Pass): number {
  return FIRST_PASS + PASSES.indexOf(pass);
}
