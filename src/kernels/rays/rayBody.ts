/** Where a ray meets one body, on hosts; the wide kernel has the same steps around its own search (rays/lanes). */
import { CORE, FACE_COUNT, POINT, SEGMENT } from '../../tables/shapeWords.ts';
import type { SceneGeometry } from '../cores/geometry.ts';
import { isBox, meetBox, passesBox } from './box.ts';
import { castCore } from './castCore.ts';
import { NO_FACE, UNKNOWN } from './facePortal.ts';
import { MISSES, writeTime } from './hit.ts';
import { faceOfEntry } from './hullFace.ts';
import { placeRay } from './localRay.ts';
import type { RayPoses } from './pools.ts';
import { isInReach } from './ray.ts';
import type { BestHit, BodyRay, RayNumbers } from './rayNumbers.ts';

/** What a ray needs of the shapes. */
export type RayGeometry = SceneGeometry;

/**
 * Casts the ray against collider `row`, whose shape is at `word`. Hits beyond the best one may be left out.
 * @returns MISSES, ENTERS or INSIDE, with numbers.hit.t and what writeHit reads
 */
export function rayBody(
  numbers: RayNumbers,
  geometry: RayGeometry,
  poses: RayPoses,
  row: number,
  word: number,
): number {
  const { ray, body, hit, best } = numbers;
  const { shapes } = geometry;
  placeRay(body, ray, poses, row, shapes, word);
  const code = castConvex(body, geometry, word, best);
  if (code === MISSES) return MISSES;
  writeTime(hit, ray, body, code);
  return isInReach(ray, hit.t) ? code : MISSES;
}

/** What a convex body is to the ray in its frame. Hits beyond the best one may be left out. */
export function castConvex(body: BodyRay, geometry: RayGeometry, word: number, best: BestHit): number {
  const { shapes } = geometry;
  const core = shapes.words[word + CORE];
  // the closed form of a ball or a capsule costs less than the box around it
  if (core !== POINT && core !== SEGMENT && !passesBox(body, shapes, word, best)) return MISSES;
  return isBox(shapes, word, body) ? meetBox(body) : castOther(body, geometry, word);
}

function castOther(body: BodyRay, geometry: RayGeometry, word: number): number {
  // the portal of a body with a radius is no triangle of vertices
  const hasFace = geometry.shapes.words[word + FACE_COUNT] > 0 && body.growth === 0;
  const face = hasFace ? faceOfEntry(body, geometry, word) : UNKNOWN;
  return face === NO_FACE ? MISSES : castCore(body, geometry, word, face);
}
