/**
 * The contact face through which the line enters a hull. Or a proof that the line misses it: it enters one face beyond
 * the exit of another. The planes are raised by the tolerance of contact faces, so they do not cut the hull.
 *
 * For hosts; wasm finds the planes that may matter in f32, four at a time (kernels/rays/lanes/hullFace.ts).
 */
import { FACE_COUNT, FACE_WORDS, VERTEX_BEGIN } from '../../tables/shapeWords.ts';
import { faceRowsOf } from '../../tables/vertexTable.ts';
import type { SceneGeometry } from '../cores/geometry.ts';
import { NO_FACE, UNKNOWN } from './facePortal.ts';
import type { BodyRay } from './rayNumbers.ts';

/** Contact faces are less than this part of the extent below the hull. */
const FACE_PART = 2 ** -14;

/** @returns a face, NO_FACE or UNKNOWN */
export function faceOfEntry(body: BodyRay, geometry: SceneGeometry, word: number): number {
  const { words } = geometry.shapes;
  const { planes } = geometry.vertices;
  const count = words[word + FACE_COUNT];
  const rows = faceRowsOf(count);
  const begin = FACE_WORDS * words[word + VERTEX_BEGIN];
  const raised = FACE_PART * body.size + body.slack + body.growth;
  const { center, unit } = body;
  const cx = center[0];
  const cy = center[1];
  const cz = center[2];
  const ux = unit[0];
  const uy = unit[1];
  const uz = unit[2];
  let entry = -Infinity;
  let exit = Infinity;
  let face = UNKNOWN;
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
    else if (under < 0) return NO_FACE;
  }
  return entry > exit ? NO_FACE : face;
}
