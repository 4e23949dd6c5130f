/**
 * The queries, by the names under which `hullstorm/core` exports them: a bundler leaves out the code of those that a
 * page does not import. Each stands with those that it is of no use without. A new query has a line here, and one in
 * `searchList.ts`. `hullstorm` has all of them (whole.ts).
 */
import { castPairsQuery } from './castPairs/query.ts';
import { castQuery } from './castShapes/query.ts';
import { closestQuery } from './closestPoints/query.ts';
import { contactQuery } from './contacts/query.ts';
import { nearestQuery } from './nearest/query.ts';
import { shapeOverlapQuery } from './overlapShapes/query.ts';
import { overlapQuery } from './overlaps/query.ts';
import { passQuery } from './passes/query.ts';
import { probeQuery } from './probes/query.ts';
import { rayQuery } from './rays/query.ts';
import { separateQuery } from './separate/query.ts';
import { slideQuery } from './slides/query.ts';

/** `contacts`. */
export const contacts = [contactQuery] as const;
/** `createRayList`, `castRays`. */
export const rays = [rayQuery] as const;
/** `overlapBox`, `overlapSphere`. */
export const overlaps = [overlapQuery] as const;
/** `createProbeList`, `overlapShapes`. */
export const overlapShapes = [probeQuery, shapeOverlapQuery] as const;
/** `closestPoints`. */
export const closestPoints = [closestQuery] as const;
/** `createProbeList`, `separate`. */
export const separate = [probeQuery, separateQuery] as const;
/** `createCastList`, `castShapes`. */
export const castShapes = [castQuery] as const;
/** `castPairs`. */
export const castPairs = [castPairsQuery] as const;
/** `createCastList`, `castShapes`, `moveAndSlide`. */
export const moveAndSlide = [castQuery, slideQuery] as const;
/** `nearest`. */
export const nearest = [nearestQuery] as const;
/** `loadPasses`. */
export const passes = [passQuery] as const;

export type { CastPairsCalls } from './castPairs/query.ts';
export type { CastShapesCalls } from './castShapes/query.ts';
export type { CastCapacity } from './castShapes/search.ts';
export type { ClosestCalls } from './closestPoints/query.ts';
export type { PointCapacity } from './closestPoints/search.ts';
export type { ContactCalls } from './contacts/query.ts';
export type { ContactCapacity } from './contacts/search.ts';
export type { Intersection, Query } from './define.ts';
export type { DistanceCalls } from './distance/query.ts';
export type { PairCapacity } from './distance/search.ts';
export type { FindPairsCalls } from './findPairs/query.ts';
export type { NearestCalls } from './nearest/query.ts';
export type { NearestCapacity } from './nearest/search.ts';
export type { ShapeOverlapCalls } from './overlapShapes/query.ts';
export type { OverlapCalls } from './overlaps/query.ts';
export type { OverlapCapacity } from './overlaps/table.ts';
export type { PassCalls } from './passes/query.ts';
export type { PassCapacity } from './passes/search.ts';
export type { ProbeCalls } from './probes/query.ts';
export type { ProbeCapacity } from './probes/search.ts';
export type { RayCalls } from './rays/query.ts';
export type { RayCapacity } from './rays/tables.ts';
export type { SeparateCalls } from './separate/query.ts';
export type { SlideCalls } from './slides/query.ts';
