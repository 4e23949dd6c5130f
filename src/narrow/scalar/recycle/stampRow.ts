/** Stamps: what a row of a later query has to know to keep its manifold. */
import { GAP, NORMAL, REACH, STAMP_STRIDE } from '../../../queries/contacts/stamps.ts';
import { POINT_STRIDE } from '../../../queries/contacts/table.ts';
import { Status } from '../../../queries/distance/table.ts';
import { EXTENT, FACED, RADIUS, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../../../shapes/codes.ts';
import type { ContactParams } from '../contacts/contactRows.ts';
import { POINT, place, toLocal } from './motion.ts';
import type { RecycleParams, RecycleTables } from './tables.ts';

/** Points from which a round shape lies on a face. */
const FACE = 3;

/** Writes what a fresh manifold gives to the stamp of row p. */
export function stampRow(
  { contacts, results, ids, poses, geometry }: RecycleTables,
  f: Float64Array,
  { margin }: ContactParams,
  { to, anchorsTo }: RecycleParams,
  p: number,
): void {
  const { status, separation } = results;
  const { words, reals } = geometry.shapes;
  if (status[p] === Status.Invalid || status[p] === Status.NotConverged) return;
  const isSwapped = ids[2 * p] > ids[2 * p + 1];
  const a = isSwapped ? ids[2 * p + 1] : ids[2 * p];
  const b = isSwapped ? ids[2 * p] : ids[2 * p + 1];
  const atA = SHAPE_STRIDE * poses.shapes[a];
  const atB = SHAPE_STRIDE * poses.shapes[b];
  const traitsA = words[atA + TRAITS];
  const traitsB = words[atB + TRAITS];
  const count = contacts.pointCount[p];
  const isRound = (traitsA & traitsB & FACED) === 0 || reals[atA + RADIUS] + reals[atB + RADIUS] > 0;
  if (((traitsA | traitsB) & UNBOUNDED) !== 0 || (isRound && count > 0 && count < FACE)) return;
  if (count === 0 && !(separation[4 * p + 3] > margin[0])) return;
  const extentA = reals[atA + EXTENT] + reals[atA + RADIUS];
  const extentB = reals[atB + EXTENT] + reals[atB + RADIUS];
  const reach = Math.min(extentA, extentB);
  if (reach === 0) return;
  const at = STAMP_STRIDE * p;
  const sign = isSwapped ? -1 : 1;
  place(f, poses, a, b);
  to[at + REACH] = extentA < extentB ? -reach : reach;
  for (let k = 0; k < 3; k++) f[POINT + k] = sign * separation[4 * p + k];
  toLocal(f, POINT);
  for (let k = 0; k < 3; k++) to[at + NORMAL + k] = f[POINT + k];
  to[at + GAP] = separation[4 * p + 3];
  const onA = isSwapped ? contacts.pointsB : contacts.pointsA;
  for (let point = POINT_STRIDE * p; point < POINT_STRIDE * p + 4 * count; point += 4) {
    for (let k = 0; k < 3; k++) f[POINT + k] = onA[point + k];
    toLocal(f, POINT);
    const anchor = POINT_STRIDE * p + (point - POINT_STRIDE * p) / 4;
    for (let k = 0; k < 3; k++) anchorsTo[anchor + 4 * k] = f[POINT + k];
    anchorsTo[anchor + 12] = contacts.pointsA[point + 3];
  }
}
