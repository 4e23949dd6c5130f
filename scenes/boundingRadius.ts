/** The radius of the sphere around a shape's local origin that holds the shape (m). */
import type { Shape } from 'hullstorm';

/** @throws for a kind that no scene of bodies has */
export function boundingRadius(shape: Shape): number {
  const { radius } = shape;
  switch (shape.kind) {
    case 'point':
      return radius;
    case 'segment':
      return shape.halfHeight + radius;
    case 'box':
      return Math.hypot(...shape.halfExtents) + radius;
    case 'frustum':
      return Math.hypot(shape.halfHeight, Math.max(shape.bottomRadius, shape.topRadius)) + radius;
    case 'taperedCapsule':
      return shape.halfHeight + Math.max(shape.radiusA, shape.radiusB) + radius;
    case 'ellipsoid':
      return Math.max(...shape.radii) + radius;
    case 'hull': {
      let farthest = 0;
      for (let p = 0; p < shape.points.length; p += 3) {
        farthest = Math.max(farthest, Math.hypot(shape.points[p], shape.points[p + 1], shape.points[p + 2]));
      }
      return farthest + radius;
    }
    default:
      throw new Error(`boundingRadius: expected a shape of a scene, got ${(shape as Shape).kind}`);
  }
}
