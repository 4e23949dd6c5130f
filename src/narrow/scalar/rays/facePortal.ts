/**
 * A portal of a hull from its contact faces: the triangle of a face's loop that the line passes through, on the face
 * through which it enters. Or a proof that the line misses the hull: it enters one face beyond the exit of another.
 *
 *   reads    the axes across the ray, f[CENTER …], f[UNIT …], f[SLACK], f[SIZE]; contact faces of the shape
 *   writes   f[CORNERS …]: a portal, for THROUGH
 *   returns  BESIDE, THROUGH, or GRAZING: neither is found
 *
 * The planes are raised by the tolerance of contact faces, so they do not cut the hull. Their corners are vertices, so
 * the portal is exact; refine.ts finds the face of the hull from it.
 */
import { FACE_COUNT, VERTEX_BEGIN, VERTEX_ROWS } from '../../../shapes/codes.ts';
import type { SceneGeometry } from '../../../shapes/cores/core.ts';
import { faceRowsOf, loopsAt, planesAt } from '../../../shapes/vertexTable.ts';
import { ACROSS_X, ACROSS_Y, CENTER, CORNERS, SIZE, SLACK, UNIT } from './places.ts';
import { BESIDE, GRAZING, THROUGH } from './portal.ts';

/** Contact faces are less than this part of the extent below the hull. */
const FACE_PART = 2 ** -14;

/** @param word of the shape, which has contact faces and no radius */
export function faceOfEntry(f: Float64Array, geometry: SceneGeometry, word: number): number {
  const { words } = geometry.shapes;
  const { planes } = geometry.vertices;
  const count = words[word + FACE_COUNT];
  const rows = faceRowsOf(count);
  const begin = planesAt(words[word + VERTEX_BEGIN]);
  const raised = FACE_PART * f[SIZE] + f[SLACK];
  const cx = f[CENTER];
  const cy = f[CENTER + 1];
  const cz = f[CENTER + 2];
  const ux = f[UNIT];
  const uy = f[UNIT + 1];
  const uz = f[UNIT + 2];
  let entry = -Infinity;
  let exit = Infinity;
  let face = -1;
  for (let k = begin; k < begin + count; k++) {
    const nx = planes[k];
    const ny = planes[k + rows];
    const nz = planes[k + 2 * rows];
    const under = planes[k + 3 * rows] + raised - (nx * cx + ny * cy + nz * cz);
    const slope = nx * ux + ny * uy + nz * uz;
    if (slope < 0) {
      if (under / slope > entry) {
        entry = under / slope;
        face = k - begin;
      }
    } else if (slope > 0) exit = Math.min(exit, under / slope);
    else if (under < 0) return BESIDE;
  }
  if (entry > exit) return BESIDE;
  return face < 0 ? GRAZING : portalOn(f, geometry, word, face);
}

/** Finds the triangle of a loop around the line, from the loop's first corner. */
function portalOn(f: Float64Array, geometry: SceneGeometry, word: number, face: number): number {
  const { words } = geometry.shapes;
  const { loops } = geometry.vertices;
  const at = loopsAt(words[word + VERTEX_BEGIN]);
  const ids = at + words[word + FACE_COUNT] + 1;
  const first = ids + loops[at + face];
  const end = ids + loops[at + face + 1];
  loadCorner(f, CORNERS, geometry, word, loops[first]);
  loadCorner(f, CORNERS + 6, geometry, word, loops[first + 1]);
  for (let k = first + 2; k < end; k++) {
    for (let c = 0; c < 3; c++) f[CORNERS + 3 + c] = f[CORNERS + 6 + c];
    loadCorner(f, CORNERS + 6, geometry, word, loops[k]);
    const ab = f[CORNERS] * f[CORNERS + 4] - f[CORNERS + 1] * f[CORNERS + 3];
    const bc = f[CORNERS + 3] * f[CORNERS + 7] - f[CORNERS + 4] * f[CORNERS + 6];
    const ca = f[CORNERS + 6] * f[CORNERS + 1] - f[CORNERS + 7] * f[CORNERS];
    // seen along the line, loops of faces through which it enters are clockwise
    if (!(ab <= 0 && bc <= 0 && ca <= 0 && ab + bc + ca < 0)) continue;
    for (let c = 0; c < 3; c++) {
      const b = f[CORNERS + 3 + c];
      f[CORNERS + 3 + c] = f[CORNERS + 6 + c];
      f[CORNERS + 6 + c] = b;
    }
    return THROUGH;
  }
  return GRAZING;
}

/** Writes a vertex in the axes across the ray. */
function loadCorner(f: Float64Array, to: number, geometry: SceneGeometry, word: number, id: number): void {
  const { words } = geometry.shapes;
  const { coordinates } = geometry.vertices;
  const rows = words[word + VERTEX_ROWS];
  const at = 3 * words[word + VERTEX_BEGIN] + id;
  const x = coordinates[at] - f[CENTER];
  const y = coordinates[at + rows] - f[CENTER + 1];
  const z = coordinates[at + 2 * rows] - f[CENTER + 2];
  f[to] = x * f[ACROSS_X] + y * f[ACROSS_X + 1] + z * f[ACROSS_X + 2];
  f[to + 1] = x * f[ACROSS_Y] + y * f[ACROSS_Y + 1] + z * f[ACROSS_Y + 2];
  f[to + 2] = x * f[UNIT] + y * f[UNIT + 1] + z * f[UNIT + 2];
}
