/**
 * A portal of a hull from a contact face: the triangle of its loop that the line passes through. Its corners are
 * vertices, so the portal is exact; refine.ts finds the face of the hull from it.
 */
import type { Int } from '../../language/lanes.ts';
import { copy, type Vec3, zero } from '../../math/vectors.ts';
import { FACE_COUNT, FACE_WORDS, VERTEX_BEGIN, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import { areaOf, seeAcross } from './across.ts';
import type { RayPools } from './pools.ts';
import { GRAZING, storeCorners, THROUGH } from './portal.ts';
import type { BodyRay } from './rayNumbers.ts';

/** In place of a face: the line misses the hull; or neither this nor a face is found. */
export const NO_FACE = -1;
export const UNKNOWN = -2;

/** Finds the portal by the triangles from the first corner of the loop. @returns THROUGH or GRAZING */
export function portalOn(body: BodyRay, pools: RayPools, word: Int, face: Int): Int {
  const { words } = pools.shapes;
  const { loops } = pools.vertices;
  const at = FACE_WORDS * words[word + VERTEX_BEGIN];
  const ids = at + words[word + FACE_COUNT] + 1;
  const first = ids + loops[at + face];
  const end = ids + loops[at + face + 1];
  const a = zero();
  const b = zero();
  const c = zero();
  for (let k = first; k < end; k++) {
    // seen along the line, loops of faces through which it enters are clockwise
    copy(c, b);
    seeVertex(b, body, pools, word, loops[k]);
    if (k === first) copy(a, b);
    const ab = areaOf(a, b);
    const bc = areaOf(b, c);
    const ca = areaOf(c, a);
    if (ab >= 0 && bc >= 0 && ca >= 0 && ca + bc + ab > 0) {
      storeCorners(body.portal, a, b, c);
      return THROUGH;
    }
  }
  return GRAZING;
}

/** Writes a vertex in the axes across the ray. */
function seeVertex(to: Vec3, body: BodyRay, pools: RayPools, word: Int, id: Int): void {
  const { words } = pools.shapes;
  const { coordinates } = pools.vertices;
  const rows = words[word + VERTEX_ROWS];
  const at = 3 * words[word + VERTEX_BEGIN] + id;
  to.x = Number(coordinates[at]);
  to.y = Number(coordinates[at + rows]);
  to.z = Number(coordinates[at + 2 * rows]);
  seeAcross(to, body);
}
