/** All queries. Their capacities, their tables in the frame and the numbers of their passes follow from this list. */
import type { Pass } from '../broad/pass.ts';
import { TREE_PASSES } from '../broad/passes.ts';
import { type ContactCapacity, contactQuery } from './contacts/query.ts';
import { distanceQuery, type PairCapacity } from './distance/query.ts';
import { findPairsQuery } from './findPairs/query.ts';
import { type OverlapCapacity, overlapQuery } from './overlaps/query.ts';
import { type PassCapacity, passQuery } from './passes/query.ts';
import type { CapacityDefault } from './query.ts';

/** In the order of their tables in the memory. @internal */
export const QUERIES = [distanceQuery, contactQuery, findPairsQuery, overlapQuery, passQuery] as const;

/** The capacities of all queries. */
export interface QueryCapacity extends PairCapacity, ContactCapacity, OverlapCapacity, PassCapacity {}

/** By name of a capacity. @internal */
export const CAPACITY_DEFAULTS: { readonly [K in keyof QueryCapacity]: CapacityDefault } = mergeAll(
  QUERIES.map(({ capacity }) => capacity),
);

/** The tables of all queries in the frame. @internal */
export type QueryTables = Intersection<ReturnType<(typeof QUERIES)[number]['bind']>>;

/** All passes with a number: those of the tree, then those of each query. @internal */
export const PASSES: readonly Pass[] = [...TREE_PASSES, ...QUERIES.flatMap(({ passes }) => passes)];
/** Number of the first pass. Smaller numbers are stages over the rows of a list (schedule/builtInPasses.ts). */
const FIRST_PASS = 32;

/** The number of a pass in a stage. @internal */
export function passNumber(pass: Pass): number {
  return FIRST_PASS + PASSES.indexOf(pass);
}

/** The pass with this number, if there is one. @internal */
export function passOf(number: number): Pass | undefined {
  return PASSES[number - FIRST_PASS];
}

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

function mergeAll<T extends object>(parts: readonly T[]): Intersection<T> {
  return Object.assign({}, ...parts) as Intersection<T>;
}
