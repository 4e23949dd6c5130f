/** What threads run of the queries: their passes and tables, by the names of the queries in `list.ts`. */
import { castPairsSearch } from './castPairs/search.ts';
import { castSearch } from './castShapes/search.ts';
import { closestSearch } from './closestPoints/search.ts';
import { contactSearch } from './contacts/search.ts';
import { nearestSearch } from './nearest/search.ts';
import { shapeOverlapSearch } from './overlapShapes/search.ts';
import { overlapSearch } from './overlaps/search.ts';
import { passSearch } from './passes/search.ts';
import { raySearch } from './rays/search.ts';
import { separateSearch } from './separate/search.ts';
import { slideSearch } from './slides/search.ts';

/** What a thread runs of a query: a `Search` (narrow/threadTools.ts). */
export interface QueryCode {
  readonly name: string;
}

export const castPairs: QueryCode = castPairsSearch;
export const castShapes: QueryCode = castSearch;
export const closestPoints: QueryCode = closestSearch;
export const contacts: QueryCode = contactSearch;
export const nearest: QueryCode = nearestSearch;
export const overlaps: QueryCode = overlapSearch;
export const passes: QueryCode = passSearch;
export const rays: QueryCode = raySearch;
export const separate: QueryCode = separateSearch;
export const overlapShapes: QueryCode = shapeOverlapSearch;
export const moveAndSlide: QueryCode = slideSearch;
