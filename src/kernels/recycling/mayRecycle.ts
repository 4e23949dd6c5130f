/** Which fresh manifolds a later query may recycle. Hosts and wasm compile this file, with the same bits. */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { FACED, RADIUS, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import type { DistanceColumns, PoseColumns, ShapePools } from '../contacts/columns.ts';

/** Points from which a round shape lies on a face. */
const FACE = 3;

/**
 * Whether row p, with a fresh manifold of `count` points, may get a stamp. Some rows may not: half-spaces, whose
 * positions may be far away; rows without a distance; and round shapes on one point or two, which may roll, so that no
 * part of their surface stays in contact.
 */
export function mayRecycle(
  shapes: ShapePools,
  poses: PoseColumns,
  rows: DistanceColumns,
  count: Int,
  margin: Double,
  p: Int,
): Flag {
  const status = rows.status[p];
  if (status === Status.Invalid || status === Status.NotConverged) return false;
  const a = SHAPE_STRIDE * poses.shapes[rows.ids[2 * p]];
  const b = SHAPE_STRIDE * poses.shapes[rows.ids[2 * p + 1]];
  if (((shapes.words[a + TRAITS] | shapes.words[b + TRAITS]) & UNBOUNDED) !== 0) return false;
  if (count === 0) return Number(rows.separation[4 * p + 3]) > margin;
  if (count >= FACE) return true;
  const isFaced = (shapes.words[a + TRAITS] & shapes.words[b + TRAITS] & FACED) !== 0;
  return isFaced && Number(shapes.reals[a + RADIUS]) + Number(shapes.reals[b + RADIUS]) === 0;
}
