/** Sets of searches: with those that every engine has, and those that others need. */
import type { Search } from '../narrow/threadTools.ts';
import { distanceSearch } from './distance/search.ts';
import { findPairsSearch } from './findPairs/search.ts';
import type { Searches } from './frameLayout.ts';

/** Those of every engine: pairs, flags and distances. @internal */
export const ALWAYS: Searches = [distanceSearch, findPairsSearch];

/** The searches, and those that they need before them. None stands twice. @internal */
export function withNeeds(searches: Searches): Searches {
  const all = new Set<Search<never>>();
  const add = (search: Search<never>) => {
    search.needs?.forEach(add);
    all.add(search);
  };
  searches.forEach(add);
  return [...all];
}
