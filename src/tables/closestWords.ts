/** Words of the query on points (closestTable.ts): numbers only, for host TypeScript and wide sources. */

/** Groups to search. */
export const GROUPS = 0;
