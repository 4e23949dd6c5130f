/** All queries: those of `hullstorm`. The methods of its engines, and the types of their capacities, follow. */
import type { Intersection, Query } from './define.ts';
import { distanceQuery } from './distance/query.ts';
import { findPairsQuery } from './findPairs/query.ts';
import * as list from './list.ts';

/** Those of every engine: pairs, flags and distances. */
const ALWAYS = [distanceQuery, findPairsQuery] as const;

type Listed = (typeof ALWAYS)[number] | (typeof list)[keyof typeof list][number];

/** The methods of all queries. */
export type QueryMethods = Intersection<NonNullable<Listed['types']>['methods']>;

/** The capacities of all queries. */
export type QueryCapacity = Intersection<NonNullable<Listed['types']>['capacity']>;

/** @internal */
export const QUERIES: readonly Query[] = [...new Set([...ALWAYS, ...Object.values(list).flat()])];
