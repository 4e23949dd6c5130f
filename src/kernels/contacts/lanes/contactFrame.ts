/**
 * Contact frames of four pairs: two axes across the normal, and the normal (contactScratch.ts).
 */
import { type Int, type Ints, intsAt, type Lane, max, min, select } from '../../../language/lanes.ts';
import { dot, scale, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { extentsOf, fromWorld, relativePose, sizes } from '../../poses/lanes/relativePose.ts';
import { storeVectors } from '../../rows/lanes/gather.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { contactTables } from '../../rows/lanes/tile.ts';
import { AS_DEEP_SHARE, DEEPER_SHARE, SNAP_SHARE } from '../tolerances.ts';
import { loadSeparation } from './loadSeparation.ts';

/** Fills the views and axes of pairs k … k + 3, and the tolerances of their patches. */
export function enterFrames(context: Ints, rows: Rows, k: Int): void {
  const tables = contactTables(context);
  const patch = tables.patch;
  const axes = tables.axes;
  const views = tables.views;
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const separation = loadSeparation(context, rows, k);
  const n = separation.normal;
  // Duff et al., Building an orthonormal basis, revisited, 2017
  const side: Lane = select(n.z < 0, -1, 1);
  const c = -1 / (side + n.z);
  const d = n.x * n.y * c;
  const first: Vec3 = { x: 1 + side * n.x * n.x * c, y: side * d, z: -side * n.x };
  const second: Vec3 = { x: d, y: side + n.y * n.y * c, z: -n.y };
  const firstA = fromWorld(pose.quatA, pose.scaleA, first);
  const secondA = fromWorld(pose.quatA, pose.scaleA, second);
  const normalA = fromWorld(pose.quatA, pose.scaleA, n);
  storeVectors(views.firstA, firstA);
  storeVectors(views.secondA, secondA);
  storeVectors(views.normalA, normalA);
  storeVectors(views.firstB, timesTransposed(pose.rotation, firstA));
  storeVectors(views.secondB, timesTransposed(pose.rotation, secondA));
  storeVectors(views.normalB, timesTransposed(pose.rotation, normalA));
  storeVectors(views.shift, { x: dot(pose.offset, first), y: dot(pose.offset, second), z: dot(pose.offset, n) });
  const none: Lane = 0;
  storeVectors(views.radius, { x: a.radius, y: none, z: none });
  storeVectors(axes.alongS, first);
  storeVectors(axes.alongT, second);
  storeVectors(axes.normal, n);
  storeVectors(axes.offset, pose.offset);
  storeVectors(axes.base, scale(none, n));
  const extentA = extentsOf(intsAt(rows.shapeA), k) + a.radius;
  const extentB = extentsOf(intsAt(rows.shapeB), k) + b.radius;
  const large = max(extentA, extentB);
  patch.snap[0] = SNAP_SHARE * min(extentA, extentB);
  patch.deeper[0] = DEEPER_SHARE * large;
  patch.asDeep[0] = AS_DEEP_SHARE * large;
  patch.distance[0] = separation.distance;
  patch.radii[0] = a.radius + b.radius;
}
