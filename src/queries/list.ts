/** All queries. Their capacities and their tables in the frame follow from this list. */
import { type CastCapacity, castQuery } from './casts/query.ts';
import { closestQuery, type PointCapacity } from './closestPoints/query.ts';
import { type ContactCapacity, contactQuery } from './contacts/query.ts';
import { distanceQuery, type PairCapacity } from './distance/query.ts';
import { findPairsQuery } from './findPairs/query.ts';
import { shapeOverlapQuery } from './overlapShapes/query.ts';
import { type OverlapCapacity, overlapQuery } from './overlaps/query.ts';
import { type PassCapacity, passQuery } from './passes/query.ts';
import { type ProbeCapacity, probeQuery } from './probes/query.ts';
import type { CapacityDefault } from './query.ts';
import { type RayCapacity, rayQuery } from './rays/query.ts';
import { separateQuery } from './separate/query.ts';
import { slideQuery } from './slides/query.ts';

/** In the order of their tables in the memory. @internal */
export const QUERIES = [
  distanceQuery,
  contactQuery,
  findPairsQuery,
  overlapQuery,
  probeQuery,
  rayQuery,
  shapeOverlapQuery,
  closestQuery,
  separateQuery,
  castQuery,
  slideQuery,
  passQuery,
] as const;

/** The capacities of all queries. */
export interface QueryCapacity
  extends PairCapacity,
    ContactCapacity,
    OverlapCapacity,
    ProbeCapacity,
    RayCapacity,
    PointCapacity,
    CastCapacity,
    PassCapacity {}

/** By name of a capacity. @internal */
export const CAPACITY_DEFAULTS: { readonly [K in keyof QueryCapacity]: CapacityDefault } = mergeAll(
  QUERIES.map(({ capacity }) => capacity),
);

/** The tables of all queries in the frame. @internal */
export type QueryTables = Intersection<ReturnType<(typeof QUERIES)[number]['bind']>>;

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

function mergeAll<T extends object>(parts: readonly T[]): Intersection<T> {
  return Object.assign({}, ...parts) as Intersection<T>;
}
