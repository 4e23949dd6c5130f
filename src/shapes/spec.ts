/** The functions and types of shapes, as both entries of the package export them. */

export { type BoxShape, box } from './cores/box.ts';
export type { EllipsoidShape } from './cores/ellipsoid.ts';
export type { FrustumShape } from './cores/frustum.ts';
export type { HalfSpaceShape } from './cores/halfSpace.ts';
export { hull, triangle } from './cores/hull.ts';
export { type PointShape, point, sphere } from './cores/point.ts';
export { capsule, type SegmentShape, segment } from './cores/segment.ts';
export type { TaperedCapsuleShape } from './cores/taperedCapsule.ts';
export { halfSpace } from './halfSpaceShape.ts';
export type { HullOptions, HullShape } from './hull/prepareHull.ts';
export {
  type CompoundPart,
  type CompoundShape,
  type HullOfShape,
  type PlacedShape,
  rounded,
  type Shape,
  type ShapePart,
  type SumShape,
} from './shape.ts';
export { cone, cylinder, disk, ellipsoid, frustum, hullOf, sum, taperedCapsule } from './smoothShapes.ts';
