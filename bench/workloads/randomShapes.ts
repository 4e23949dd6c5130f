/** The shapes of generated workloads. All lengths are in meters. */
import { type Random, randomUnit } from '../../scenes/random.ts';
import { dot } from '../vectors.ts';
import type { WorkloadShape } from '../workloadShapes.ts';

/** Half extents 0.2–1 m. */
export function randomBoxes(count: number, random: Random): WorkloadShape[] {
  return Array.from({ length: count }, () => ({
    kind: 'box',
    halfExtents: Float32Array.from({ length: 3 }, () => 0.2 + 0.8 * random()),
  }));
}

/** Thirds of boxes, cylinders and cones: half extents, half heights and radii 0.2–1 m. */
export function roundShapes(count: number, random: Random): WorkloadShape[] {
  const length = () => Math.fround(0.2 + 0.8 * random());
  return Array.from({ length: count }, (_, k): WorkloadShape => {
    if (k % 3 === 0) return { kind: 'box', halfExtents: Float32Array.of(length(), length(), length()) };
    return { kind: k % 3 === 1 ? 'cylinder' : 'cone', halfHeight: length(), radius: length() };
  });
}

/**
 * Hulls of which every point is a vertex, on perturbed ellipsoids with semi-axes of 0.4–1 m. Directions are well spread
 * (best of 8), radii are 1 + up to 0.3 / n, and a point is kept only if it is extreme along its own direction.
 * Stretching to an ellipsoid keeps extreme points extreme.
 */
export function ellipsoidHulls(count: number, vertexCount: number, random: Random): WorkloadShape[] {
  return Array.from({ length: count }, () => {
    const axes = [0, 1, 2].map(() => 0.4 + 0.6 * random());
    const directions: Float64Array[] = [];
    const radii: number[] = [];
    while (directions.length < vertexCount) {
      let best = new Float64Array(3);
      let bestNearest = 2;
      for (let t = 0; t < 8; t++) {
        const candidate = new Float64Array(3);
        randomUnit(candidate, 0, 3, random);
        const nearest = directions.reduce((most, other) => Math.max(most, dot(candidate, other)), -1);
        if (nearest < bestNearest) {
          bestNearest = nearest;
          best = candidate;
        }
      }
      const radius = 1 + (0.3 / vertexCount) * random();
      const extreme = directions.every((other, i) => {
        const cosine = dot(best, other);
        return radius > radii[i] * cosine && radii[i] > radius * cosine;
      });
      if (!extreme) continue;
      directions.push(best);
      radii.push(radius);
    }
    const points = directions.flatMap((d, i) => axes.map((axis, k) => axis * radii[i] * d[k]));
    return { kind: 'hull', points: Float32Array.from(points) };
  });
}
