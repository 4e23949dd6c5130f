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
