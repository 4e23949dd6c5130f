/**
 * Fewer vertices for a hull, when the user asks for it. The vertices kept are supports of evenly spread directions, so
 * they are the hull's own and the result lies inside it.
 */
import { buildHull, type HullGeometry } from './hullBuild.ts';

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** The hull itself if it has at most `maxVertices` (≥ 4), else the hull of that many of its vertices or fewer. */
export function simplifyHull(hull: HullGeometry, maxVertices: number): HullGeometry {
  const count = hull.vertices.length / 3;
  if (count <= maxVertices) return hull;
  let kept = axisSupports(hull, maxVertices);
  // more directions find more vertices: stop before there are too many
  for (let directions = 2 * maxVertices; directions <= 64 * maxVertices; directions *= 2) {
    const found = new Set(kept);
    for (let k = 0; k < directions && found.size < maxVertices; k++) {
      const y = 1 - (2 * k + 1) / directions;
      const ring = Math.sqrt(1 - y * y);
      found.add(support(hull, ring * Math.cos(GOLDEN_ANGLE * k), y, ring * Math.sin(GOLDEN_ANGLE * k)));
    }
    kept = found;
    if (kept.size >= maxVertices) break;
  }
  const points: number[] = [];
  for (const id of [...kept].sort((a, b) => a - b)) points.push(...hull.vertices.subarray(3 * id, 3 * id + 3));
  return buildHull(points);
}

/** The extreme vertices of the three axes: they keep the bounding box. */
function axisSupports(hull: HullGeometry, limit: number): Set<number> {
  const kept = new Set<number>();
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [1, -1]) {
      if (kept.size < limit) {
        kept.add(support(hull, axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0));
      }
    }
  }
  return kept;
}

function support({ vertices }: HullGeometry, x: number, y: number, z: number): number {
  let best = -Infinity;
  let id = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    const height = vertices[k]! * x + vertices[k + 1]! * y + vertices[k + 2]! * z;
    if (height > best) {
      best = height;
      id = k / 3;
    }
  }
  return id;
}
