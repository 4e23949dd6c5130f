/** The ray in the frame of a part of a compound. Hosts and wasm compile this file, with the same bits. */
import type { Double, Int } from '../../language/lanes.ts';
import { writeRotation } from '../../math/rotation.ts';
import { POSITION, ROTATION } from '../../tables/partTable.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { toLocal } from '../casts/vectors.ts';
import type { RayShapes } from './pools.ts';
import type { BodyRay } from './rayNumbers.ts';

/**
 * Writes the ray in the frame of a part.
 * @param whole the ray in the frame of the compound
 * @param parts rows of parts (tables/partTable.ts) @param word the first of the part's shape
 */
export function placePart(body: BodyRay, whole: BodyRay, parts: RayShapes, word: Int): void {
  const { reals } = parts;
  const place = word + SHAPE_STRIDE;
  const u = whole.unit;
  const x = whole.center[0] - Number(reals[place + POSITION]);
  const y = whole.center[1] - Number(reals[place + POSITION + 1]);
  const z = whole.center[2] - Number(reals[place + POSITION + 2]);
  const along = x * u[0] + y * u[1] + z * u[2];
  body.center[0] = x - along * u[0];
  body.center[1] = y - along * u[1];
  body.center[2] = z - along * u[2];
  writeRotation(body.rotation, 0, reals, place + ROTATION);
  toLocal(body.center, body.rotation, body.center);
  toLocal(body.unit, body.rotation, u);
  const radius = Number(reals[word + RADIUS]);
  body.start = whole.start + along;
  // that of the whole is more than that of a part at the same place
  body.slack = whole.slack + PART_SLACK * whole.size;
  body.size = Number(reals[word + EXTENT]) + radius;
  body.growth = radius;
  body.weights[0] = 0;
  body.weights[1] = 0;
}

/** Rounding of the second change of frames, as a part of the size of the compound. */
const PART_SLACK: Double = 1 / 562_949_953_421_312;

/** Replaces the rotation part → compound by part → world. */
export function turnPart(body: BodyRay, whole: BodyRay): void {
  const m = whole.rotation;
  const p = body.rotation;
  for (let column: Int = 0; column < 3; column++) {
    const x = p[column];
    const y = p[3 + column];
    const z = p[6 + column];
    for (let row: Int = 0; row < 3; row++)
      p[3 * row + column] = m[3 * row] * x + m[3 * row + 1] * y + m[3 * row + 2] * z;
  }
}
