/**
 * The queries of `hullstorm/core`, by the names under which pages import them. A bundler leaves out the code of those
 * that a page does not import.
 */
import { castPairsQuery } from './queries/castPairs/query.ts';
import { castQuery } from './queries/castShapes/query.ts';
import { closestQuery } from './queries/closestPoints/query.ts';
import { contactQuery } from './queries/contacts/query.ts';
import { nearestQuery } from './queries/nearest/query.ts';
import { shapeOverlapQuery } from './queries/overlapShapes/query.ts';
import { overlapQuery } from './queries/overlaps/query.ts';
import { passQuery } from './queries/passes/query.ts';
import { probeQuery } from './queries/probes/query.ts';
import { rayQuery } from './queries/rays/query.ts';
import { separateQuery } from './queries/separate/query.ts';
import { slideQuery } from './queries/slides/query.ts';

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
