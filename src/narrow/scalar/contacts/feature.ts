/**
 * The contact feature of a collider in the contact frame: the face whose normal is closest to the contact normal, or
 * the two ends of an edge.
 *
 *   reads   the pose and shape of one collider, the axes of the contact frame
 *   writes  CORNERS, IDS and PLANE of the side
 *   returns the number of corners: 0 = none (a point), 2 = an edge, WHOLE_PLANE, else a face
 */
import { BOX, CORE, FRUSTUM, HALF_SPACE, SHAPE_STRIDE, VERTEX_COUNT } from '../../../shapes/codes.ts';
import type { Double, Doubles, Floats, Int } from '../../wide/lanes.ts';
import { writeRotation } from '../rotation.ts';
import { boxFeature } from './boxFeature.ts';
import {
  A,
  ACROSS_1,
  ACROSS_2,
  LOCAL,
  type Manifold,
  NORMAL,
  OFFSET,
  PLANE,
  PLANE_STRIDE,
  type PoseColumns,
  ROT,
  SHIFT,
  type ShapePools,
  WHOLE_PLANE,
} from './contactScratch.ts';
import { frustumFeature } from './frustumFeature.ts';
import { vertexFeature } from './vertexFeature.ts';

/** Loads the feature of a side: of the collider in row `id`. @returns the number of its corners */
export function loadFeature(m: Manifold, shapes: ShapePools, poses: PoseColumns, id: Int, side: Int): Int {
  const word = poses.shapes[id] * SHAPE_STRIDE;
  const code = shapes.words[word + CORE];
  if (shapes.words[word + VERTEX_COUNT] === 1) return 0;
  turn(m.f, poses.rotations, 4 * id, side);
  if (code === BOX) return boxFeature(m, shapes, word, side);
  if (code === FRUSTUM) return frustumFeature(m, shapes, word, side);
  if (code === HALF_SPACE) return planeFeature(m.f, side);
  // none for ellipsoids and composites: they have no faces, and two vertices no more
  return vertexFeature(m, shapes, word, side);
}

/** Writes ROT, LOCAL and SHIFT of the collider at quaternion `q`. */
function turn(f: Doubles, rotations: Floats, q: Int, side: Int): void {
  writeRotation(f, ROT, rotations, q);
  for (let axis: Int = 0; axis < 3; axis++) {
    const from: Int = axis === 0 ? ACROSS_1 : axis === 1 ? ACROSS_2 : NORMAL;
    const u = f[from];
    const v = f[from + 1];
    const t = f[from + 2];
    for (let c: Int = 0; c < 3; c++) {
      f[LOCAL + 3 * axis + c] = f[ROT + c] * u + f[ROT + 3 + c] * v + f[ROT + 6 + c] * t;
    }
    f[SHIFT + axis] = side === A ? 0 : f[OFFSET] * u + f[OFFSET + 1] * v + f[OFFSET + 2] * t;
  }
}

/** The feature of a half-space: its plane, without corners. */
function planeFeature(f: Doubles, side: Int): Int {
  const to = PLANE + side * PLANE_STRIDE;
  let offset: Double = 0;
  for (let axis: Int = 0; axis < 3; axis++) {
    f[to + axis] = f[LOCAL + 3 * axis + 1];
    offset += f[to + axis] * f[SHIFT + axis];
  }
  f[to + 3] = offset;
  return WHOLE_PLANE;
}
