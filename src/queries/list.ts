/** All queries. The methods of the engine, and the types of its capacities, follow from this list. */
import { castPairsQuery } from './castPairs/query.ts';
import { castQuery } from './castShapes/query.ts';
import { closestQuery } from './closestPoints/query.ts';
import { contactQuery } from './contacts/query.ts';
import { distanceQuery } from './distance/query.ts';
import { findPairsQuery } from './findPairs/query.ts';
import { nearestQuery } from './nearest/query.ts';
import { shapeOverlapQuery } from './overlapShapes/query.ts';
import { overlapQuery } from './overlaps/query.ts';
import { passQuery } from './passes/query.ts';
import { probeQuery } from './probes/query.ts';
import { rayQuery } from './rays/query.ts';
import { separateQuery } from './separate/query.ts';
import { slideQuery } from './slides/query.ts';

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
  castPairsQuery,
  slideQuery,
  nearestQuery,
  passQuery,
] as const;

type Listed = (typeof QUERIES)[number];

/** The methods of all queries. */
export type QueryMethods = Intersection<NonNullable<Listed['types']>['methods']>;

/** The capacities of all queries. */
export type QueryCapacity = Intersection<NonNullable<Listed['types']>['capacity']>;

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
