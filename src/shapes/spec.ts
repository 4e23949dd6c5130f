/** The functions and types of shapes, as both entries of the package export them. */
export { type BoxShape, box } from './cores/box.ts';
export { hullOf, sum } from './cores/composite/composite.ts';
export { type EllipsoidShape, ellipsoid } from './cores/ellipsoid.ts';
export { cone, cylinder, disk, type FrustumShape, frustum } from './cores/frustum.ts';
export { type HalfSpaceShape, halfSpace } from './cores/halfSpace.ts';
export { hull, triangle } from './cores/hull.ts';
export { type PointShape, point, sphere } from './cores/point.ts';
export { capsule, type SegmentShape, segment } from './cores/segment.ts';
export { type TaperedCapsuleShape, taperedCapsule } from './cores/taperedCapsule.ts';
export type { HullOptions, HullShape } from './hull/prepareHull.ts';
export {
  type HullOfShape,
  type PlacedShape,
  rounded,
  type Shape,
  type ShapePart,
  type SumShape,
} from './shape.ts';
