/** Points for convex hulls: perturbed ellipsoids, and the Stanford dragon. Local coordinates, meters. */
import dragon from './data/dragon.json' with { type: 'json' };
import { between, type Random, randomUnit } from './random.ts';

/**
 * Candidates for each direction. The one farthest from the directions before it is kept, so that vertices spread out.
 */
const TRIES = 8;

/**
 * `vertexCount` points near an ellipsoid with semi-axes of 0.28–0.55 m. Almost all of them are vertices of their hull:
 * radii differ by half of the height of the sphere between neighbors.
 */
export function ellipsoidPoints(vertexCount: number, random: Random): Float32Array {
  const axes = [0, 1, 2].map(() => between(random, 0.28, 0.55));
  const units = new Float64Array(3 * vertexCount);
  const candidate = new Float64Array(3);
  for (let v = 0; v < vertexCount; v++) {
    let bestNearest = 2;
    for (let t = 0; t < TRIES; t++) {
      randomUnit(candidate, 0, 3, random);
      let nearest = -1;
      for (let w = 0; w < 3 * v; w += 3) {
        nearest = Math.max(
          nearest,
          units[w] * candidate[0] + units[w + 1] * candidate[1] + units[w + 2] * candidate[2],
        );
      }
      if (nearest >= bestNearest) continue;
      bestNearest = nearest;
      units.set(candidate, 3 * v);
    }
  }
  const points = new Float32Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const radius = 1 + (0.8 / vertexCount) * random();
    for (let k = 0; k < 3; k++) points[3 * v + k] = radius * axes[k] * units[3 * v + k];
  }
  return points;
}

/** Hull vertices of the Stanford dragon, about the center of its bounding box. @param radius bounding radius (m) */
export function dragonPoints(radius: number): Float32Array {
  return Float32Array.from(dragon.points, (value) => radius * value);
}
