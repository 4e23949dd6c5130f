/** What the threads of the whole library run. */
import type { ThreadCode } from './builtInPasses.ts';
import type { Searches } from './frameLayout.ts';
import * as list from './searchList.ts';
import { ALWAYS, withNeeds } from './searchSets.ts';

/** In the order of their tables in the memory. @internal */
export const SEARCHES: Searches = withNeeds([...ALWAYS, ...(Object.values(list) as unknown as Searches)]);

/** @internal */
export const WHOLE_CODE: ThreadCode = { searches: SEARCHES };
