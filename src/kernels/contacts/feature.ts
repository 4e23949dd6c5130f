/** The contact feature of a collider in the contact frame: see Side of manifoldTables.ts. */
import type { Double, Int } from '../../language/lanes.ts';
import { writeRotation } from '../../math/rotation.ts';
import {
  BOX,
  CORE,
  FRUSTUM,
  HALF_SPACE,
  SHAPE_STRIDE,
  TAPERED_CAPSULE,
  VERTEX_COUNT,
} from '../../tables/shapeWords.ts';
import { boxFeature } from './boxFeature.ts';
import type { PoseColumns, ShapePools } from './columns.ts';
import { frustumFeature, taperedCapsuleFeature } from './frustumFeature.ts';
import { type Manifold, type Side, WHOLE_PLANE } from './manifoldTables.ts';
import { vertexFeature } from './vertexFeature.ts';

/** Loads the feature of a side: of the collider in row `id`. @returns the number of its corners */
export function loadFeature(m: Manifold, side: Side, shapes: ShapePools, poses: PoseColumns, id: Int): Int {
  const word = poses.shapes[id] * SHAPE_STRIDE;
  const code = shapes.words[word + CORE];
  if (shapes.words[word + VERTEX_COUNT] === 1) return 0;
  writeRotation(m.turn, 0, poses.rotations, 4 * id);
  writeLocal(m, side);
  if (code === BOX) return boxFeature(m, side, shapes, word);
  if (code === FRUSTUM) return frustumFeature(m, side, shapes, word);
  if (code === TAPERED_CAPSULE) return taperedCapsuleFeature(m, side, shapes, word);
  if (code === HALF_SPACE) return planeFeature(m, side);
  // none for ellipsoids and composites: they have no vertices
  return vertexFeature(m, side, shapes, word);
}

/** Writes the axes of the contact frame in the frame of the shape, and where the shape is. */
function writeLocal(m: Manifold, side: Side): void {
  const turn = m.turn;
  const offset = m.offset;
  for (let axis: Int = 0; axis < 3; axis++) {
    const u = m.axes[3 * axis];
    const v = m.axes[3 * axis + 1];
    const t = m.axes[3 * axis + 2];
    for (let c: Int = 0; c < 3; c++) m.local[3 * axis + c] = turn[c] * u + turn[3 + c] * v + turn[6 + c] * t;
    m.shift[axis] = side.sign > 0 ? 0 : offset[0] * u + offset[1] * v + offset[2] * t;
  }
}

/** The feature of a half-space: its plane, without corners. */
function planeFeature(m: Manifold, side: Side): Int {
  let offset: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    side.plane[c] = m.local[3 * c + 1];
    offset += side.plane[c] * m.shift[c];
  }
  side.plane[3] = offset;
  return WHOLE_PLANE;
}
