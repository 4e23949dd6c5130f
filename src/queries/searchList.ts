/**
 * What threads know of queries: the tables of each in the memory, and its passes. A new query has a line here, and one
 * in `list.ts`, which puts it on the engine.
 */
import type { Pass } from '../broad/pass.ts';
import { TREE_PASSES } from '../broad/passes.ts';
import { castPairsSearch } from './castPairs/search.ts';
import { castSearch } from './castShapes/search.ts';
import { closestSearch } from './closestPoints/search.ts';
import { contactTables } from './contacts/tables.ts';
import { distanceTables } from './distance/tables.ts';
import { findPairsSearch } from './findPairs/search.ts';
import { nearestSearch } from './nearest/search.ts';
import { shapeOverlapSearch } from './overlapShapes/search.ts';
import { overlapSearch } from './overlaps/search.ts';
import { passTables } from './passes/tables.ts';
import { probeTables } from './probes/tables.ts';
import { raySearch } from './rays/search.ts';
import { separateSearch } from './separate/search.ts';
import { slideSearch } from './slides/table.ts';

/** In the order of their tables in the memory. @internal */
export const SEARCHES = [
  distanceTables,
  contactTables,
  findPairsSearch,
  overlapSearch,
  probeTables,
  raySearch,
  shapeOverlapSearch,
  closestSearch,
  separateSearch,
  castSearch,
  castPairsSearch,
  slideSearch,
  nearestSearch,
  passTables,
] as const;

/** @internal */
export const PASSES: readonly Pass[] = [...TREE_PASSES, ...SEARCHES.flatMap(({ passes }) => passes)];

/** Number of the first pass. Smaller numbers are stages over the rows of a list (schedule/builtInPasses.ts). */
const FIRST_PASS = 32;

/** The number of a pass in the stages of a program. @internal */
export function passNumber(pass: Pass): number {
  return FIRST_PASS + PASSES.indexOf(pass);
}
