/**
 * `hullstorm/pair2d`: synchronous queries on one pair of convex shapes in the plane, in plain TypeScript, f64, without
 * threads, wasm or an engine. The words, signs, statuses and bounds are those of `hullstorm/pair`.
 */
export { QueryError } from './errors.ts';
export { CastStatus, type CastStatusCode } from './pair2d/cast.ts';
export {
  castRay,
  createRayHit,
  type RayHit,
  type RayOptions,
  RayStatus,
  type RayStatusCode,
} from './pair2d/castRay.ts';
export { type CastHit, type CastOptions, castShapes, createCastHit, type Motion } from './pair2d/castShapes.ts';
export { type ContactOptions, contacts, createPairContacts, type PairContacts } from './pair2d/pairContacts.ts';
export {
  createPairDistance,
  distance,
  intersect,
  type PairDistance,
  type PairOptions,
} from './pair2d/pairDistance.ts';
export type { Pose } from './pair2d/poses.ts';
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
} from './planar/shapes.ts';
export { Status, type StatusCode } from './queries/distance/status.ts';
