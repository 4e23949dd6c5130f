/**
 * Reduces the vertices of a hull to `maxVertices`. The kept vertices are supports of evenly spread directions, so they
 * belong to the hull and the result lies inside it.
 */
import { buildHull, type HullGeometry } from './build.ts';

/** The hull itself if it has at most `maxVertices` (≥ 4), else the hull of at most that many of its vertices. */
export function simplifyHull(hull: HullGeometry, maxVertices: number): HullGeometry {
  if (hull.vertices.length / 3 <= maxVertices) return hull;
  const kept = axisSupports(hull, maxVertices);
  for (let k = 1; k <= 64 * maxVertices && kept.size < maxVertices; k++) {
    const [x, y, z] = spread(k);
    if (x * x + y * y + z * z <= 1) kept.add(support(hull, x, y, z));
  }
  const points: number[] = [];
  for (const id of [...kept].sort((a, b) => a - b)) points.push(...hull.vertices.subarray(3 * id, 3 * id + 3));
  return buildHull(points);
}

/**
 * Point k of a Halton sequence in the cube [−1, 1]³ (bases 2, 3, 5). Points in the unit ball give evenly spread
 * directions. Only + − × ÷ are used, so the result is the same on every machine.
 */
function spread(k: number): [number, number, number] {
  return [2 * radicalInverse(k, 2) - 1, 2 * radicalInverse(k, 3) - 1, 2 * radicalInverse(k, 5) - 1];
}

/** The digits of k in `base`, mirrored at the radix point. */
function radicalInverse(k: number, base: number): number {
  let inverse = 0;
  for (let digit = 1 / base; k > 0; digit /= base) {
    inverse += digit * (k % base);
    k = Math.floor(k / base);
  }
  return inverse;
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
    const height = vertices[k] * x + vertices[k + 1] * y + vertices[k + 2] * z;
    if (height > best) {
      best = height;
      id = k / 3;
    }
  }
  return id;
}
