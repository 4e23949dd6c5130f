/**
 * The distance of two separate boxes, if the nearest corner of one lies above a separating face of the other. The plane
 * of the face is a lower bound of the distance, the corner an upper bound. This holds for a third of separate pairs.
 */
import type { Int } from '../../language/lanes.ts';
import { copy, negative, signOf, timesTransposed, type Vec3, zero } from '../../math/vectors.ts';
import type { Search } from '../gjk/search.ts';
import { BEYOND, CONVERGED } from '../gjk/search.ts';
import type { Context } from '../rows/context.ts';
import type { PairResult } from '../rows/pairResult.ts';
import type { Row } from '../rows/row.ts';
import type { SeparatingFace } from './intersect.ts';

/** The corner in the frame of the box with the face, its number, and the half extents of that box. */
interface Corner {
  readonly point: Vec3;
  id: Int;
  readonly reach: Vec3;
}

function noCorner(): Corner {
  return { point: zero(), id: 0, reach: zero() };
}

/** Writes the result and the simplex if the corner projects onto the face. Else the search stays unchanged. */
export function cornerToFace(
  context: Context,
  row: Row,
  face: SeparatingFace,
  search: Search,
  result: PairResult,
): void {
  const { normal } = face;
  const sign = signOf(negative(face.along));
  normal.x *= sign;
  normal.y *= sign;
  normal.z *= sign;
  const corner = noCorner();
  if (face.bitB !== 0) cornerOfA(row, normal, corner, result.witness);
  else cornerOfB(row, face, corner, result.witness);
  const { point, reach } = corner;
  const beyond =
    negative(reach.x - Math.abs(point.x)) |
    (negative(reach.y - Math.abs(point.y)) << 1) |
    (negative(reach.z - Math.abs(point.z)) << 2);
  if (beyond !== (face.bitA | face.bitB)) return;
  search.ending = face.gap > context.maxDistance + row.radii ? BEYOND : CONVERGED;
  copy(result.normal, normal);
  result.distance = face.gap;
  result.bound = search.ending === BEYOND ? Infinity : 0;
  // the corner of the face nearest to the projection, and its two neighbors: the projection lies between them
  const nearest = signsOf(point);
  const rest = 7 ^ beyond;
  const low = rest & -rest;
  const ofFace: Int = face.bitA === 0 ? 16 : 0;
  const id = corner.id << (16 - ofFace);
  search.count = 3;
  search.idP = id | (nearest << ofFace);
  search.idQ = id | ((nearest ^ low) << ofFace);
  search.idR = id | ((nearest ^ low ^ rest) << ofFace);
}

/** The corner of A that is farthest along the normal of a face of B; it is the witness on A. */
function cornerOfA(row: Row, normal: Vec3, corner: Corner, witness: Vec3): void {
  const { half } = row.a;
  const t = row.pose.shift;
  witness.x = half.x * signOf(negative(normal.x));
  witness.y = half.y * signOf(negative(normal.y));
  witness.z = half.z * signOf(negative(normal.z));
  const d: Vec3 = { x: witness.x - t.x, y: witness.y - t.y, z: witness.z - t.z };
  const seen = timesTransposed(row.pose.rotation, d);
  copy(corner.point, seen);
  copy(corner.reach, row.b.half);
  corner.id = signsOf(normal);
}

/** The corner of B that is lowest along the normal of a face of A. Its projection onto the face is the witness on A. */
function cornerOfB(row: Row, face: SeparatingFace, corner: Corner, witness: Vec3): void {
  const { half } = row.b;
  const { normal, gap } = face;
  const { point } = corner;
  const r = row.pose.rotation;
  const t = row.pose.shift;
  const seen = timesTransposed(r, normal);
  const sx = negative(-seen.x);
  const sy = negative(-seen.y);
  const sz = negative(-seen.z);
  const b: Vec3 = { x: half.x * signOf(sx), y: half.y * signOf(sy), z: half.z * signOf(sz) };
  point.x = t.x + r.x.x * b.x + r.x.y * b.y + r.x.z * b.z;
  point.y = t.y + r.y.x * b.x + r.y.y * b.y + r.y.z * b.z;
  point.z = t.z + r.z.x * b.x + r.z.y * b.y + r.z.z * b.z;
  corner.id = sx | (sy << 1) | (sz << 2);
  copy(corner.reach, row.a.half);
  witness.x = point.x - gap * normal.x;
  witness.y = point.y - gap * normal.y;
  witness.z = point.z - gap * normal.z;
}

/** The number of the corner on the side of `v`: bits 0, 1, 2 set = −x, −y, −z. */
function signsOf(v: Vec3): Int {
  return negative(v.x) | (negative(v.y) << 1) | (negative(v.z) << 2);
}
