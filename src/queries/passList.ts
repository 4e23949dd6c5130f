/** All passes with a number, in this order: those of the tree, then those of queries. */
import type { Pass } from '../broad/pass.ts';
import { TREE_PASSES } from '../broad/passes.ts';
import { CAST_PASSES } from './casts/passes.ts';
import { CLOSEST_PASSES } from './closestPoints/passes.ts';
import { FIND_PAIRS_PASSES } from './findPairs/passes.ts';
import { OVERLAP_SHAPES_PASSES } from './overlapShapes/passes.ts';
import { OVERLAP_PASSES } from './overlaps/passes.ts';
import { RAY_PASSES } from './rays/passes.ts';
import { SEPARATE_PASSES } from './separate/passes.ts';

export const PASSES: readonly Pass[] = [
  ...TREE_PASSES,
  ...FIND_PAIRS_PASSES,
  ...OVERLAP_PASSES,
  ...OVERLAP_SHAPES_PASSES,
  ...RAY_PASSES,
  ...CLOSEST_PASSES,
  ...SEPARATE_PASSES,
  ...CAST_PASSES,
];
/** Number of the first pass. Smaller numbers are stages over the rows of a list (builtInPasses.ts). */
const FIRST_PASS = 32;

/** The number of a pass in the stages of a program. */
export function passNumber(pass: Pass): number {
  return FIRST_PASS + PASSES.indexOf(pass);
}
