/** Contact frames of four pairs: two axes across the normal, and the normal; see narrow/scalar/contacts/contactScratch.ts. */
import { addressOf, type Int, type Ints, intsAt, type Lane, max, min, select, tableAt } from '../lanes.ts';
import { fromWorld, lengthOf, relativePose, sizes } from '../relativePose.ts';
import type { Rows } from '../rows.ts';
import { AXES, PATCH, VIEWS } from '../tile.ts';
import { dot, scale, timesTransposed, type Vec3 } from '../vectors.ts';
import { AS_DEEP, DEEPER, keep, SNAP } from './boxFaces.ts';
import type { Axes, Patch, Views } from './contactScratch.ts';
import { loadSeparation } from './loadSeparation.ts';

/** Fills the views and axes of pairs k … k + 3, and what their patches are measured by. */
export function viewPairs(context: Ints, rows: Rows, k: Int): void {
  const patch = tableAt<Patch>(addressOf(context) + PATCH);
  const axes = tableAt<Axes>(addressOf(context) + AXES);
  const views = tableAt<Views>(addressOf(context) + VIEWS);
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const said = loadSeparation(context, rows, k);
  const n = said.normal;
  // Duff et al., Building an orthonormal basis, revisited, 2017
  const side: Lane = select(n.z < 0, -1, 1);
  const c = -1 / (side + n.z);
  const d = n.x * n.y * c;
  const first: Vec3 = { x: 1 + side * n.x * n.x * c, y: side * d, z: -side * n.x };
  const second: Vec3 = { x: d, y: side + n.y * n.y * c, z: -n.y };
  const firstA = fromWorld(pose.quatA, pose.scaleA, first);
  const secondA = fromWorld(pose.quatA, pose.scaleA, second);
  const normalA = fromWorld(pose.quatA, pose.scaleA, n);
  keep(views.firstA, firstA);
  keep(views.secondA, secondA);
  keep(views.normalA, normalA);
  keep(views.firstB, timesTransposed(pose.rotation, firstA));
  keep(views.secondB, timesTransposed(pose.rotation, secondA));
  keep(views.normalB, timesTransposed(pose.rotation, normalA));
  keep(views.shift, { x: dot(pose.offset, first), y: dot(pose.offset, second), z: dot(pose.offset, n) });
  const none: Lane = 0;
  keep(views.radius, { x: a.radius, y: none, z: none });
  keep(axes.alongS, first);
  keep(axes.alongT, second);
  keep(axes.normal, n);
  keep(axes.offset, pose.offset);
  keep(axes.base, scale(none, n));
  const extentA = lengthOf(a.half) + a.radius;
  const extentB = lengthOf(b.half) + b.radius;
  const large = max(extentA, extentB);
  patch.snap[0] = SNAP * min(extentA, extentB);
  patch.deeper[0] = DEEPER * large;
  patch.asDeep[0] = AS_DEEP * large;
  patch.distance[0] = said.distance;
  patch.radii[0] = a.radius + b.radius;
}
