/**
 * The ray in the frame of a body. It is moved along itself to the point nearest to the body's position before it is
 * turned, so a distant origin costs the bits of its own coordinates only. The slack covers this rounding: a ray that
 * passes within it meets the body, so no ray passes between two bodies that touch.
 */
import type { Double, Int } from '../../language/lanes.ts';
import { writeRotation } from '../../math/rotation.ts';
import { EXTENT, RADIUS } from '../../tables/shapeWords.ts';
import { toLocal } from '../casts/vectors.ts';
import type { RayPoses, RayShapes } from './pools.ts';
import type { BodyRay, WorldRay } from './rayNumbers.ts';

/** Rounding of the local ray, as a part of the origin's distance and of the size. */
const ROUNDING: Double = 1 / 1_125_899_906_842_624;

/** Writes the ray in the frame of collider `row`, whose shape is at `word`. */
export function placeRay(body: BodyRay, ray: WorldRay, poses: RayPoses, row: Int, shapes: RayShapes, word: Int): void {
  const u = ray.unit;
  const x = ray.origin[0] - poses.positions[4 * row];
  const y = ray.origin[1] - poses.positions[4 * row + 1];
  const z = ray.origin[2] - poses.positions[4 * row + 2];
  const start = x * u[0] + y * u[1] + z * u[2];
  writeRotation(body.rotation, 0, poses.rotations, 4 * row);
  const m = body.rotation;
  const cx = x - start * u[0];
  const cy = y - start * u[1];
  const cz = z - start * u[2];
  body.center[0] = m[0] * cx + m[3] * cy + m[6] * cz;
  body.center[1] = m[1] * cx + m[4] * cy + m[7] * cz;
  body.center[2] = m[2] * cx + m[5] * cy + m[8] * cz;
  toLocal(body.unit, m, u);
  const radius = Number(shapes.reals[word + RADIUS]);
  const size = Number(shapes.reals[word + EXTENT]) + radius;
  body.start = start;
  body.slack = ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z) + 2 * size);
  body.size = size;
  body.growth = radius;
}
