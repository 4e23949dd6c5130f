/** The points of one pair of boxes, from the slots of its patch: named, none twice, four at most, written. */
import {
  FEATURES_FROM,
  LAST_ROW,
  OFFSET_A,
  OFFSET_B,
  POINT_COUNT,
  POINTS_A,
  POINTS_B,
  SEPARATION,
} from '../context.ts';
import {
  addressOf,
  bytesAt,
  type Float,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  tableAt,
  trailingZeros,
} from '../lanes.ts';
import type { Rows } from '../rows.ts';
import { CORNERS_OF_PATCH, PATCH, SLOTS } from '../tile.ts';
import { writeFeatures } from './features.ts';
import { nameAt } from './names.ts';
import { reduceCorners } from './reduce.ts';
import type { Corners, Patch, Slots } from './tables.ts';

/** Feature id of the witness points. */
export const WITNESS = 0;
const MAX_POINTS = 4;

/** Writes the points of pair k + lane. */
export function writePoints(context: Ints, rows: Rows, k: Int, lane: Int): void {
  const patch = tableAt<Patch>(addressOf(context) + PATCH);
  const corners = tableAt<Corners>(addressOf(context) + CORNERS_OF_PATCH);
  const row = intsAt(rows.row)[k + lane];
  const swapped = intsAt(rows.swapped)[k + lane];
  const lastRow = intsAt(context[LAST_ROW])[row];
  const found = collect(context, lane);
  const distance = floatsAt(patch.distance)[lane];
  let count = found;
  if (leastOf(corners, count) > distance + floatsAt(patch.deeper)[lane]) {
    addWitness(context, patch, corners, count, lane, row, swapped);
    count += 1;
  }
  if (count > MAX_POINTS) {
    reduceCorners(corners, count, intsAt(context[FEATURES_FROM] + 16 * lastRow), lastRow, floatsAt(patch.deeper)[lane]);
    count = MAX_POINTS;
  }
  const first = floatsAt(context[POINTS_A + swapped] + 64 * row);
  const second = floatsAt(context[POINTS_B - swapped] + 64 * row);
  for (let n: Int = 0; n < count; n += 1) {
    if (intsAt(corners.feature)[n] === WITNESS) writeWitness(context, first, second, n, row, swapped);
    else
      writePoint(
        patch,
        first,
        second,
        n,
        lane,
        floatsAt(corners.s)[n],
        floatsAt(corners.t)[n],
        floatsAt(corners.separation)[n],
      );
    // the fourth of A is the separation, of B nothing, in the caller's order
    floatsAt(context[POINTS_A] + 64 * row)[4 * n + 3] = floatsAt(corners.separation)[n];
    floatsAt(context[POINTS_B] + 64 * row)[4 * n + 3] = 0;
  }
  bytesAt(context[POINT_COUNT])[row] = count;
  writeFeatures(context, intsAt(corners.feature), count, row, lastRow);
}

/** Names what is in the slots of a pair. Of corners with one name the nearer surfaces stay. Returns how many there are. */
function collect(context: Ints, lane: Int): Int {
  const patch = tableAt<Patch>(addressOf(context) + PATCH);
  const slots = tableAt<Slots>(addressOf(context) + SLOTS);
  const corners = tableAt<Corners>(addressOf(context) + CORNERS_OF_PATCH);
  const features = intsAt(corners.feature);
  let bits = intsAt(patch.valid)[lane];
  let count: Int = 0;
  while (bits !== 0) {
    const slot = trailingZeros(bits);
    bits &= bits - 1;
    const s = floatsAt(slots.s)[4 * slot + lane];
    const t = floatsAt(slots.t)[4 * slot + lane];
    const separation = floatsAt(slots.separation)[4 * slot + lane];
    const name = nameAt(patch, slots, slot, lane, s, t);
    let at: Int = 0;
    while (at < count && features[at] !== name) at += 1;
    if (at === count || separation < floatsAt(corners.separation)[at]) {
      floatsAt(corners.s)[at] = s;
      floatsAt(corners.t)[at] = t;
      floatsAt(corners.separation)[at] = separation;
      features[at] = name;
    }
    if (at === count) count += 1;
  }
  return count;
}

function leastOf(corners: Corners, count: Int): Float {
  const separations = floatsAt(corners.separation);
  let least: Float = 1e30;
  for (let n: Int = 0; n < count; n += 1) if (separations[n] < least) least = separations[n];
  return least;
}

/** Adds the witness points of a row as a corner. */
function addWitness(context: Ints, patch: Patch, corners: Corners, at: Int, lane: Int, row: Int, swapped: Int): void {
  const onA = floatsAt(context[OFFSET_A + swapped] + 16 * row);
  floatsAt(corners.s)[at] = dotWith(floatsAt(patch.alongS), lane, onA);
  floatsAt(corners.t)[at] = dotWith(floatsAt(patch.alongT), lane, onA);
  floatsAt(corners.separation)[at] = floatsAt(context[SEPARATION] + 16 * row)[3];
  intsAt(corners.feature)[at] = WITNESS;
}

/** A vector of a lane · a vector in memory. */
function dotWith(v: Floats, lane: Int, w: Floats): Float {
  return v[lane] * w[0] + v[4 + lane] * w[1] + v[8 + lane] * w[2];
}

/** Writes a point of the canonical A and B. */
function writePoint(
  patch: Patch,
  first: Floats,
  second: Floats,
  n: Int,
  lane: Int,
  s: Float,
  t: Float,
  separation: Float,
): void {
  const base = floatsAt(patch.base);
  const alongS = floatsAt(patch.alongS);
  const alongT = floatsAt(patch.alongT);
  const normal = floatsAt(patch.normal);
  const offset = floatsAt(patch.offset);
  for (let c: Int = 0; c < 3; c += 1) {
    const at = 4 * c + lane;
    const onA = base[at] + s * alongS[at] + t * alongT[at];
    first[4 * n + c] = onA;
    second[4 * n + c] = onA + separation * normal[at] - offset[at];
  }
}

function writeWitness(context: Ints, first: Floats, second: Floats, n: Int, row: Int, swapped: Int): void {
  const onA = floatsAt(context[OFFSET_A + swapped] + 16 * row);
  const onB = floatsAt(context[OFFSET_B - swapped] + 16 * row);
  for (let c: Int = 0; c < 3; c += 1) {
    first[4 * n + c] = onA[c];
    second[4 * n + c] = onB[c];
  }
}
