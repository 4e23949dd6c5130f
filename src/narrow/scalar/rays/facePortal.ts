/**
 * A portal of a hull from a contact face: the triangle of its loop that the line passes through. Its corners are
 * vertices, so the portal is exact; refine.ts finds the face of the hull from it.
 */
import { FACE_COUNT, FACE_WORDS, VERTEX_BEGIN, VERTEX_ROWS } from '../../../shapes/codes.ts';
import type { Doubles, Int } from '../../wide/lanes.ts';
import { copy } from '../cast/vectors.ts';
import { seeAcross } from './across.ts';
import type { RayPools } from './pools.ts';
import { areaOf, GRAZING, THROUGH } from './portal.ts';
import type { BodyRay } from './tables.ts';

/** Finds the portal by the triangles from the first corner of the loop. @returns THROUGH or GRAZING */
export function portalOn(body: BodyRay, pools: RayPools, word: Int, face: Int): Int {
  const words = pools.shapes.words;
  const loops = pools.vertices.loops;
  const a = body.portal.a;
  const b = body.portal.b;
  const c = body.portal.c;
  const at = FACE_WORDS * words[word + VERTEX_BEGIN];
  const ids = at + words[word + FACE_COUNT] + 1;
  const first = ids + loops[at + face];
  const end = ids + loops[at + face + 1];
  seeVertex(a, body, pools, word, loops[first]);
  seeVertex(b, body, pools, word, loops[first + 1]);
  for (let k = first + 2; k < end; k++) {
    // seen along the line, loops of faces through which it enters are clockwise
    copy(c, b);
    seeVertex(b, body, pools, word, loops[k]);
    const ab = areaOf(a, b);
    const bc = areaOf(b, c);
    const ca = areaOf(c, a);
    if (ab >= 0 && bc >= 0 && ca >= 0 && ca + bc + ab > 0) return THROUGH;
  }
  return GRAZING;
}

/** Writes a vertex in the axes across the ray. */
function seeVertex(to: Doubles, body: BodyRay, pools: RayPools, word: Int, id: Int): void {
  const coordinates = pools.vertices.coordinates;
  const rows = pools.shapes.words[word + VERTEX_ROWS];
  const at = 3 * pools.shapes.words[word + VERTEX_BEGIN] + id;
  to[0] = Number(coordinates[at]);
  to[1] = Number(coordinates[at + rows]);
  to[2] = Number(coordinates[at + 2 * rows]);
  seeAcross(to, body, to);
}
