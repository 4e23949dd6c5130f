/** The start of a search: the simplex of the last query if it fits, else a direction. */
import type { Int } from '../../language/lanes.ts';
import { copy, dot, load } from '../../math/vectors.ts';
import { VERTEX_COUNT } from '../../tables/shapeWords.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';
import { pointOf } from '../cores/support.ts';
import type { Context } from '../rows/context.ts';
import type { PairRow, Row } from '../rows/row.ts';
import { accept } from './careful.ts';
import { CONTAINED, type Search, TOUCHING } from './search.ts';
import { closestOnSimplex } from './simplex.ts';

/**
 * Loads the last simplex of the row at the current poses.
 * @returns the number of its points; 0 if there is none, or if it has vertices that these shapes lack
 */
function readSimplex(context: Context, row: Row): Int {
  const { from, direction, pair } = context;
  const { y, idsA, idsB } = pair.simplex;
  const r = row.pose.rotation;
  const t = row.pose.shift;
  const atA = SIMPLEX_STRIDE * row.pair - 4 * row.swapped;
  const atB = SIMPLEX_STRIDE * row.pair + 4 + 4 * row.swapped;
  const verticesA = context.a.words[row.a.word + VERTEX_COUNT];
  const verticesB = context.b.words[row.b.word + VERTEX_COUNT];
  let count: Int = 0;
  while (count < 4 && from[atA + count] !== UNUSED) {
    const idA = from[atA + count];
    const idB = from[atB + count];
    if (idA >= verticesA || idB >= verticesB) {
      count = 0;
      break;
    }
    idsA[count] = idA;
    idsB[count] = idB;
    // the same operations in the same order as in a step, so that equal vertices cancel exactly
    pointOf(direction, context.b.geometry, row.b.word, idB);
    const bx = direction[0];
    const by = direction[1];
    const bz = direction[2];
    pointOf(direction, context.a.geometry, row.a.word, idA);
    y[3 * count] = t.x - direction[0] + (r.x.x * bx + r.x.y * by + r.x.z * bz);
    y[3 * count + 1] = t.y - direction[1] + (r.y.x * bx + r.y.y * by + r.y.z * bz);
    y[3 * count + 2] = t.z - direction[2] + (r.z.x * bx + r.z.y * by + r.z.z * bz);
    count++;
  }
  return count;
}

/** Starts from the simplex of the last query, if there is one. Ends the search if it contains the origin. */
export function resume(context: Context, row: Row, search: Search): void {
  const { pair } = context;
  const { simplex } = pair;
  const { y, weights, idsA, idsB } = simplex;
  const { size } = row;
  const stored = readSimplex(context, row);
  if (stored === 0) return;
  // the points that carry the closest one
  closestOnSimplex(pair, stored);
  const count = accept(pair, stored);
  search.count = count;
  load(search.v, simplex.v, 0);
  search.vv = simplex.vv;
  load(search.p, y, 0);
  search.idP = idsA[0] | (idsB[0] << 16);
  search.weightP = weights[0];
  if (count > 1) {
    load(search.q, y, 3);
    search.idQ = idsA[1] | (idsB[1] << 16);
    search.weightQ = weights[1];
  }
  if (count > 2) {
    load(search.r, y, 6);
    search.idR = idsA[2] | (idsB[2] << 16);
    search.weightR = weights[2];
  }
  if (count === 4) search.idS = idsA[3] | (idsB[3] << 16);
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
