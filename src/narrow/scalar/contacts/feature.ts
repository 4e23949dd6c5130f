/**
 * The contact feature of a collider in the contact frame: its core loads it (shapes/cores/feature.ts).
 *
 *   reads   the pose and shape of one collider, the axes of the contact frame
 *   writes  CORNERS, IDS and PLANE of the side
 *   returns the number of corners: 0 = none (a point), 2 = an edge, WHOLE_PLANE, else a face
 */

import { BOX, CORE, SHAPE_STRIDE, SMOOTH, VERTEX_COUNT } from '../../../shapes/codes.ts';
import { boxFeature } from '../../../shapes/cores/box.ts';
import type { SceneGeometry } from '../../../shapes/cores/core.ts';
import { vertexFeature } from '../../../shapes/cores/vertexFeature.ts';
import { writeRotation } from '../rotation.ts';
import { A, ACROSS_1, ACROSS_2, LOCAL, type ManifoldScratch, NORMAL, OFFSET, ROT, SHIFT } from './contactScratch.ts';

/** Loads the feature of side `side`: collider row `id` of shape `shape`. @returns the number of its corners */
export function loadFeature(
  scratch: ManifoldScratch,
  geometry: SceneGeometry,
  rotations: Float32Array,
  shape: number,
  id: number,
  side: number,
): number {
  const { words } = geometry.shapes;
  const word = shape * SHAPE_STRIDE;
  const code = words[word + CORE];
  if (words[word + VERTEX_COUNT] === 1) return 0;
  turn(scratch.f, rotations, 4 * id, side);
  if (code === BOX) return boxFeature(scratch, geometry, word, side);
  if ((code & SMOOTH) === 0) return vertexFeature(scratch, geometry, word, side);
  return geometry.cores![code]!.feature(scratch, geometry, word, side);
}

/** Writes ROT, LOCAL and SHIFT of the collider at quaternion `q`. */
function turn(f: Float64Array, rotations: Float32Array, q: number, side: number): void {
  writeRotation(f, ROT, rotations, q);
  for (let axis = 0; axis < 3; axis++) {
    const from = axis === 0 ? ACROSS_1 : axis === 1 ? ACROSS_2 : NORMAL;
    const u = f[from];
    const v = f[from + 1];
    const t = f[from + 2];
    for (let c = 0; c < 3; c++) f[LOCAL + 3 * axis + c] = f[ROT + c] * u + f[ROT + 3 + c] * v + f[ROT + 6 + c] * t;
    f[SHIFT + axis] = side === A ? 0 : f[OFFSET] * u + f[OFFSET + 1] * v + f[OFFSET + 2] * t;
  }
}
