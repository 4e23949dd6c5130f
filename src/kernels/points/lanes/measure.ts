/** Bodies with a closed form of the distance, measured in f64: kernels/points/closedForms.ts. */
import { bytesAt, doublesAt, type Int, type Ints, int, intsAt, shortsAt } from '../../../language/lanes.ts';
import { NO_CHILD } from '../../../tables/childWords.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { COLLIDER_GROUPS, COLLIDER_SENSORS, TREE_PLANES, TREE_WORDS } from '../../../tables/kernelContext.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE } from '../../../tables/treeWords.ts';
import { poseColumns } from '../../rows/lanes/columns.ts';
import { shapesOf } from '../../rows/lanes/pools.ts';
import { isSought } from '../../tree/isSought.ts';
import { measureClosed } from '../closedForms.ts';
import { keepClosest } from '../pointRow.ts';
import type { PointSearch } from '../pointSearch.ts';

/** Measures the body in `row`, which has a closed form, and keeps it if it is closer than the best. */
export function measureBody(context: Ints, search: PointSearch, row: Int): void {
  measureClosed(search, poseColumns(context), shapesOf(context), row);
  keepClosest(search, row, NO_CHILD, Status.Separated);
}

/** Measures the colliders without bounds. */
export function measureUnbounded(context: Ints, search: PointSearch, mask: Int): void {
  const count = intsAt(context[TREE_WORDS])[PLANE_COUNT];
  const groups = shortsAt(context[COLLIDER_GROUPS]);
  const sensors = bytesAt(context[COLLIDER_SENSORS]);
  for (let k: Int = 0; k < count; k++) {
    const plane = doublesAt(context[TREE_PLANES] + 8 * PLANE_STRIDE * k);
    const row = int(plane[PLANE_ROW]);
    // NaN is the plane of an invalid pose
    if (isSought(groups, sensors, row, mask) && plane[0] - plane[0] === 0) measureBody(context, search, row);
  }
}
