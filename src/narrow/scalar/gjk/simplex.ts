/**
 * The point of a simplex of 1–4 points that is closest to the origin: the sub-distance problem of GJK.
 *
 *   reads   f[Y + 3 k …], k < count
 *   writes  f[TRY_WEIGHT + k] for the slots in the returned mask, f[TRY_V …], f[TRY_VV]
 *   returns a mask of the slots that carry the closest point; INSIDE if the origin lies in the tetrahedron
 *
 * Each face gives a candidate and the nearest candidate wins. So a wrong sign on a sliver costs the thickness of the
 * sliver, and never selects a wrong region. The weights make the witness points, so their point must be v.
 */
import { TRY_V, TRY_VV, TRY_WEIGHT, Y } from '../places.ts';
import { closerOnSegment } from './closerOnSegment.ts';
import { closerOnTriangle } from './closerOnTriangle.ts';

/** All four slots: the origin lies inside. */
export const INSIDE = 15;

/** A tetrahedron is flat if its height over every face is below this part of its edges: below the rounding of f64. */
const FLAT = 1e-14;
/** Slots of the simplex that carry the point closest to the origin, as a bit mask. */
export function closestOnSimplex(f: Float64Array, count: number): number {
  if (count === 3) return closestOnTriangle(f, 0, 1, 2);
  if (count === 4) return closestOnTetrahedron(f);
  if (count === 2) {
    f[TRY_VV] = Infinity;
    return closerOnSegment(f, 0, 1, 0);
  }
  f[TRY_WEIGHT] = 1;
  const x = f[Y];
  const y = f[Y + 1];
  const z = f[Y + 2];
  f[TRY_V] = x;
  f[TRY_V + 1] = y;
  f[TRY_V + 2] = z;
  f[TRY_VV] = x * x + y * y + z * z;
  return 1;
}

function closestOnTriangle(f: Float64Array, p: number, q: number, r: number): number {
  f[TRY_VV] = Infinity;
  return closerOnTriangle(f, p, q, r, 0);
}

function closestOnTetrahedron(f: Float64Array): number {
  const px = f[Y];
  const py = f[Y + 1];
  const pz = f[Y + 2];
  const qx = f[Y + 3];
  const qy = f[Y + 4];
  const qz = f[Y + 5];
  const rx = f[Y + 6];
  const ry = f[Y + 7];
  const rz = f[Y + 8];
  const sx = f[Y + 9];
  const sy = f[Y + 10];
  const sz = f[Y + 11];

  // edges from the newest point s, and the normals of the faces that meet there
  const ax = px - sx;
  const ay = py - sy;
  const az = pz - sz;
  const bx = qx - sx;
  const by = qy - sy;
  const bz = qz - sz;
  const cx = rx - sx;
  const cy = ry - sy;
  const cz = rz - sz;
  const abx = ay * bz - az * by;
  const aby = az * bx - ax * bz;
  const abz = ax * by - ay * bx;
  const bcx = by * cz - bz * cy;
  const bcy = bz * cx - bx * cz;
  const bcz = bx * cy - by * cx;
  const cax = cy * az - cz * ay;
  const cay = cz * ax - cx * az;
  const caz = cx * ay - cy * ax;

  // six times the volume, and the same with the origin in place of r, p, q: their ratio is the weight of the origin
  const volume = abx * cx + aby * cy + abz * cz;
  const overR = -(abx * sx + aby * sy + abz * sz);
  const overP = -(bcx * sx + bcy * sy + bcz * sz);
  const overQ = -(cax * sx + cay * sy + caz * sz);
  const overS = volume - overR - overP - overQ;

  const edges = Math.max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz, cx * cx + cy * cy + cz * cz);
  f[TRY_VV] = Infinity;
  let mask = 0;
  const isFlat = !(volume * volume > FLAT * FLAT * edges * edges * edges);
  const beyondR = isFlat || overR * volume < 0;
  const beyondP = isFlat || overP * volume < 0;
  const beyondQ = isFlat || overQ * volume < 0;
  const beyondS = isFlat || overS * volume < 0;
  if (!(beyondR || beyondP || beyondQ || beyondS)) {
    const share = 1 / volume;
    f[TRY_WEIGHT] = overP * share;
    f[TRY_WEIGHT + 1] = overQ * share;
    f[TRY_WEIGHT + 2] = overR * share;
    f[TRY_WEIGHT + 3] = overS * share;
    f.fill(0, TRY_V, TRY_VV + 1);
    return INSIDE;
  }
  if (beyondR) mask = closerOnTriangle(f, 0, 1, 3, mask);
  if (beyondP) mask = closerOnTriangle(f, 1, 2, 3, mask);
  if (beyondQ) mask = closerOnTriangle(f, 2, 0, 3, mask);
  if (beyondS) mask = closerOnTriangle(f, 0, 1, 2, mask);
  return mask;
}
