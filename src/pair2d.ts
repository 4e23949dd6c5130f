/**
 * `hullstorm/pair2d`: synchronous queries on one pair of convex shapes in the plane, in plain TypeScript, f64, without
 * threads, wasm or an engine. The words, signs, statuses and bounds are those of `hullstorm/pair`.
 */

export type { Vec2Like } from './checks.ts';
export {
  type BoxShape,
  box2,
  capsule2,
  circle,
  type PointShape,
  type PolygonShape,
  polygon,
  rounded,
  type SegmentShape,
  type Shape,
  segment2,
} from './dim2/pair/shapes.ts';
export { CastStatus, type CastStatusCode } from './dim2/queries/cast.ts';
export {
  castRay,
  createRayHit,
  type RayHit,
  type RayOptions,
  RayStatus,
  type RayStatusCode,
} from './dim2/queries/castRay.ts';
export { type CastHit, type CastOptions, castShapes, createCastHit, type Motion } from './dim2/queries/castShapes.ts';
export { type ContactOptions, contacts, createPairContacts, type PairContacts } from './dim2/queries/pairContacts.ts';
export {
  createPairDistance,
  distance,
  intersect,
  type PairDistance,
  type PairOptions,
} from './dim2/queries/pairDistance.ts';
export type { Pose } from './dim2/queries/poses.ts';
export { QueryError } from './errors.ts';
export { Status, type StatusCode } from './tables/distanceStatus.ts';
