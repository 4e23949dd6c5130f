/** The start of a search: the simplex of the last query if it fits, else a direction. */
import { SIMPLEX_STRIDE, UNUSED } from '../../../queries/distance/table.ts';
import { VERTEX_COUNT } from '../../../shapes/codes.ts';
import type { Context } from '../context.ts';
import type { PairRow, Row } from '../row.ts';
import { DIR, ID_A, ID_B, V, VV, WEIGHT, Y } from '../scratch.ts';
import { pointOf } from '../support.ts';
import { copy, dot, load } from '../vectors.ts';
import { startFromSimplex } from './careful.ts';
import { CONTAINED, type Search, TOUCHING } from './search.ts';

/**
 * Loads the last simplex of the row at the current poses.
 * @returns the number of its points; 0 if there is none, or if it has vertices that these shapes lack
 */
function readSimplex(context: Context, row: Row): number {
  const { f, i, from } = context;
  const r = row.pose.rotation;
  const t = row.pose.shift;
  const atA = SIMPLEX_STRIDE * row.pair - 4 * row.swapped;
  const atB = SIMPLEX_STRIDE * row.pair + 4 + 4 * row.swapped;
  const verticesA = context.a.words[row.a.word + VERTEX_COUNT];
  const verticesB = context.b.words[row.b.word + VERTEX_COUNT];
  let count = 0;
  while (count < 4 && from[atA + count] !== UNUSED) {
    const idA = from[atA + count];
    const idB = from[atB + count];
    if (idA >= verticesA || idB >= verticesB) {
      count = 0;
      break;
    }
    i[ID_A + count] = idA;
    i[ID_B + count] = idB;
    // the same operations in the same order as in a step, so that equal vertices cancel exactly
    pointOf(f, DIR, context.b.geometry, row.b.shape, idB);
    const bx = f[DIR];
    const by = f[DIR + 1];
    const bz = f[DIR + 2];
    pointOf(f, DIR, context.a.geometry, row.a.shape, idA);
    f[Y + 3 * count] = t.x - f[DIR] + (r.x.x * bx + r.x.y * by + r.x.z * bz);
    f[Y + 3 * count + 1] = t.y - f[DIR + 1] + (r.y.x * bx + r.y.y * by + r.y.z * bz);
    f[Y + 3 * count + 2] = t.z - f[DIR + 2] + (r.z.x * bx + r.z.y * by + r.z.z * bz);
    count++;
  }
  return count;
}

/** Starts from the simplex of the last query, if there is one. Ends the search if it contains the origin. */
export function resume(context: Context, row: Row, search: Search): void {
  const { f, i } = context;
  const { size } = row;
  const kept = readSimplex(context, row);
  if (kept === 0) return;
  const count = startFromSimplex(f, i, kept);
  search.count = count;
  load(search.v, f, V);
  search.vv = f[VV];
  load(search.p, f, Y);
  search.idP = i[ID_A] | (i[ID_B] << 16);
  search.weightP = f[WEIGHT];
  if (count > 1) {
    load(search.q, f, Y + 3);
    search.idQ = i[ID_A + 1] | (i[ID_B + 1] << 16);
    search.weightQ = f[WEIGHT + 1];
  }
  if (count > 2) {
    load(search.r, f, Y + 6);
    search.idR = i[ID_A + 2] | (i[ID_B + 2] << 16);
    search.weightR = f[WEIGHT + 2];
  }
  if (count === 4) search.idS = i[ID_A + 3] | (i[ID_B + 3] << 16);
  if (count === 4 || !(search.vv > TOUCHING * TOUCHING * size * size)) search.ending = CONTAINED;
}

/** Chooses the direction of a search without a simplex. */
export function start(row: PairRow, search: Search): void {
  const { v } = search;
  copy(v, row.pose.shift);
  if (!(row.a.isBox && row.b.isBox)) betweenEllipsoids(row, search);
  // the origins coincide: any direction works
  if (v.x === 0 && v.y === 0 && v.z === 0) v.x = 1;
}

/**
 * The direction that separates two ellipsoids of the shapes' extents: M⁻¹ t up to its length, in frame A. M is the sum
 * of their squared half axes. It is much nearer to the normal than t for shapes that are not round.
 */
function betweenEllipsoids(row: PairRow, search: Search): void {
  const { v } = search;
  const r = row.pose.rotation;
  const t = row.pose.shift;
  const halfA = row.a.half;
  const halfB = row.b.half;
  const radiusA = row.a.radius;
  const radiusB = row.b.radius;
  const bxx = (halfB.x + radiusB) * (halfB.x + radiusB);
  const byy = (halfB.y + radiusB) * (halfB.y + radiusB);
  const bzz = (halfB.z + radiusB) * (halfB.z + radiusB);
  const xx =
    (halfA.x + radiusA) * (halfA.x + radiusA) + r.x.x * r.x.x * bxx + r.x.y * r.x.y * byy + r.x.z * r.x.z * bzz;
  const yy =
    (halfA.y + radiusA) * (halfA.y + radiusA) + r.y.x * r.y.x * bxx + r.y.y * r.y.y * byy + r.y.z * r.y.z * bzz;
  const zz =
    (halfA.z + radiusA) * (halfA.z + radiusA) + r.z.x * r.z.x * bxx + r.z.y * r.z.y * byy + r.z.z * r.z.z * bzz;
  const xy = r.x.x * r.y.x * bxx + r.x.y * r.y.y * byy + r.x.z * r.y.z * bzz;
  const xz = r.x.x * r.z.x * bxx + r.x.y * r.z.y * byy + r.x.z * r.z.z * bzz;
  const yz = r.y.x * r.z.x * bxx + r.y.y * r.z.y * byy + r.y.z * r.z.z * bzz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const cyz = xy * xz - xx * yz;
  v.x = (yy * zz - yz * yz) * t.x + cxy * t.y + cxz * t.z;
  v.y = cxy * t.x + (xx * zz - xz * xz) * t.y + cyz * t.z;
  v.z = cxz * t.x + cyz * t.y + (xx * yy - xy * xy) * t.z;
  if (!(dot(v, v) > 0)) copy(v, t);
}
