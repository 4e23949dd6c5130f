/** The tables of shapes, built once for each shape object. */
import { buildGeometry, type Geometry, SLACK_F64 } from '../pair/geometry.ts';
import { pointsOf, radiusOf } from '../pair/points.ts';
import { readShape, type Shape } from '../pair/shapes.ts';

const geometries = /* @__PURE__ */ new WeakMap<Shape, Geometry>();

/** The tables of a shape. @throws QueryError for a bad shape */
export function geometryOf(where: string, shape: Shape): Geometry {
  const known = geometries.get(shape);
  if (known) return known;
  const own = readShape(where, shape);
  const at = `${where}(${own.kind})`;
  const radius = radiusOf(at, own);
  const geometry = buildGeometry(pointsOf(at, own), radius, SLACK_F64);
  geometries.set(shape, geometry);
  return geometry;
}
