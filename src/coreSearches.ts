/** What workers know of the queries of `hullstorm/core`, by the names of these. */
import { castPairsSearch } from './queries/castPairs/search.ts';
import { castSearch } from './queries/castShapes/search.ts';
import { closestSearch } from './queries/closestPoints/search.ts';
import { contactSearch } from './queries/contacts/search.ts';
import { nearestSearch } from './queries/nearest/search.ts';
import { shapeOverlapSearch } from './queries/overlapShapes/search.ts';
import { overlapSearch } from './queries/overlaps/search.ts';
import { passSearch } from './queries/passes/search.ts';
import { raySearch } from './queries/rays/search.ts';
import { separateSearch } from './queries/separate/search.ts';
import { slideSearch } from './queries/slides/search.ts';

/** What a worker runs of a query. */
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
