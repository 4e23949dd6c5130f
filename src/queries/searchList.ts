/**
 * What threads of the whole library know of queries: the tables of each in the memory, and its passes. A new query has
 * a line here, and one in `list.ts`, which puts it on the engine.
 */
import { planarKernel } from '../dim2/rows/kernel.ts';
import { buildClaimed } from '../schedule/hullQueue.ts';
import type { ThreadCode } from './builtInPasses.ts';
import { castPairsSearch } from './castPairs/search.ts';
import { castSearch } from './castShapes/search.ts';
import { closestSearch } from './closestPoints/search.ts';
import { contactSearch } from './contacts/search.ts';
import { distanceSearch } from './distance/search.ts';
import { findPairsSearch } from './findPairs/search.ts';
import { nearestSearch } from './nearest/search.ts';
import { shapeOverlapSearch } from './overlapShapes/search.ts';
import { overlapSearch } from './overlaps/search.ts';
import { passSearch } from './passes/search.ts';
import { probeSearch } from './probes/search.ts';
import { raySearch } from './rays/search.ts';
import { rayTables } from './rays/tables.ts';
import { separateSearch } from './separate/search.ts';
import { slideSearch } from './slides/search.ts';

/** In the order of their tables in the memory. @internal */
export const SEARCHES = [
  distanceSearch,
  contactSearch,
  findPairsSearch,
  overlapSearch,
  probeSearch,
  rayTables,
  raySearch,
  shapeOverlapSearch,
  closestSearch,
  separateSearch,
  castSearch,
  castPairsSearch,
  slideSearch,
  nearestSearch,
  passSearch,
] as const;

/** What the threads of the whole library run. @internal */
export const WHOLE_CODE: ThreadCode = { searches: SEARCHES, planarKernel, buildHulls: buildClaimed };
