/**
 * The point of a triangle that is closest to the origin: a candidate for the closest point of a simplex.
 *
 * Triangles use their normal (Ericson, Real-Time Collision Detection, 2005, §5.1). Slivers use orthogonal projection,
 * which keeps the digits of the weights where areas and Gram determinants cancel (van den Bergen, Collision Detection
 * in Interactive 3D Environments, 2004, §4.3).
 */
import { TRY_V, TRY_VV, TRY_WEIGHT, Y } from '../places.ts';
import { closerOnSegment } from './closerOnSegment.ts';

/** A triangle is a sliver if its normal is shorter than this part of farthest corner × longest edge (squared here). */
const SLIVER = 1e-12;
/** A sliver is a line if it is no wider than a hundred roundings of its corners (squared here)… */
const LINE = 1e-28;
/**
 * …or if the nearest point of its longest edge gives a better direction than its normal. The error of the point is the
 * width over the distance; that of the normal is a few roundings of the corners over the width (both squared here).
 */
const NOISE = 1e-31;

/**
 * Keeps the closest point of triangle (p, q, r) if it is nearer than the candidate so far. Returns the mask of the
 * winner.
 */
export function closerOnTriangle(f: Float64Array, p: number, q: number, r: number, mask: number): number {
  const P = Y + 3 * p;
  const Q = Y + 3 * q;
  const R = Y + 3 * r;
  const px = f[P];
  const py = f[P + 1];
  const pz = f[P + 2];
  const qx = f[Q];
  const qy = f[Q + 1];
  const qz = f[Q + 2];
  const rx = f[R];
  const ry = f[R + 1];
  const rz = f[R + 2];
  const ux = qx - px;
  const uy = qy - py;
  const uz = qz - pz;
  const wx = rx - px;
  const wy = ry - py;
  const wz = rz - pz;
  // normal of the triangle; its length is twice the area
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  const nn = nx * nx + ny * ny + nz * nz;

  const farthest = Math.max(px * px + py * py + pz * pz, qx * qx + qy * qy + qz * qz, rx * rx + ry * ry + rz * rz);
  const longest = Math.max(ux * ux + uy * uy + uz * uz, wx * wx + wy * wy + wz * wz);
  if (!(nn > SLIVER * farthest * longest)) return closerOnSliver(f, p, q, r, mask);

  // weights of the projection of the origin, times nn: signed areas of its triangles with each edge
  const areaP = nx * (qy * rz - qz * ry) + ny * (qz * rx - qx * rz) + nz * (qx * ry - qy * rx);
  const areaQ = nx * (ry * pz - rz * py) + ny * (rz * px - rx * pz) + nz * (rx * py - ry * px);
  const areaR = nx * (py * qz - pz * qy) + ny * (pz * qx - px * qz) + nz * (px * qy - py * qx);
  if (areaP > 0 && areaQ > 0 && areaR > 0) {
    const height = (nx * px + ny * py + nz * pz) / nn;
    const vv = height * height * nn;
    if (!(vv < f[TRY_VV])) return mask;
    const share = 1 / (areaP + areaQ + areaR);
    f[TRY_WEIGHT + p] = areaP * share;
    f[TRY_WEIGHT + q] = areaQ * share;
    f[TRY_WEIGHT + r] = areaR * share;
    f[TRY_V] = height * nx;
    f[TRY_V + 1] = height * ny;
    f[TRY_V + 2] = height * nz;
    f[TRY_VV] = vv;
    return (1 << p) | (1 << q) | (1 << r);
  }
  // the closest point lies on an edge that has the projection beyond it; NaN areas test all three
  if (!(areaP > 0)) mask = closerOnSegment(f, q, r, mask);
  if (!(areaQ > 0)) mask = closerOnSegment(f, r, p, mask);
  if (!(areaR > 0)) mask = closerOnSegment(f, p, q, mask);
  return mask;
}

/**
 * The same for a sliver. Projects the origin onto the longest edge, then across it (Gram–Schmidt): both steps keep
 * their digits.
 */
function closerOnSliver(f: Float64Array, a: number, b: number, c: number, mask: number): number {
  const ab = edgeSquared(f, Y + 3 * a, Y + 3 * b);
  const bc = edgeSquared(f, Y + 3 * b, Y + 3 * c);
  const ca = edgeSquared(f, Y + 3 * c, Y + 3 * a);
  // p and q are the ends of the longest edge
  const p = ab >= bc && ab >= ca ? a : bc >= ca ? b : c;
  const q = p === a ? b : p === b ? c : a;
  const r = p === a ? c : p === b ? a : b;
  const P = Y + 3 * p;
  const Q = Y + 3 * q;
  const R = Y + 3 * r;
  const px = f[P];
  const py = f[P + 1];
  const pz = f[P + 2];
  const ux = f[Q] - px;
  const uy = f[Q + 1] - py;
  const uz = f[Q + 2] - pz;
  const wx = f[R] - px;
  const wy = f[R + 1] - py;
  const wz = f[R + 2] - pz;
  const uu = ux * ux + uy * uy + uz * uz;
  // the vector to r, less its part along the edge. The subtraction runs twice: the first leaves a rounding of the long
  // vector
  const first = (wx * ux + wy * uy + wz * uz) / uu;
  let hx = wx - first * ux;
  let hy = wy - first * uy;
  let hz = wz - first * uz;
  const second = (hx * ux + hy * uy + hz * uz) / uu;
  hx -= second * ux;
  hy -= second * uy;
  hz -= second * uz;
  const hh = hx * hx + hy * hy + hz * hz;
  // the point nearest to the origin on the line of the edge
  const along = -(px * ux + py * uy + pz * uz) / uu;
  const mx = px + along * ux;
  const my = py + along * uy;
  const mz = pz + along * uz;
  const mm = mx * mx + my * my + mz * mz;

  const farthest = Math.max(px * px + py * py + pz * pz, uu);
  if (!(hh > LINE * farthest && hh * hh > NOISE * farthest * mm)) {
    // a line: its normal has no direction
    mask = closerOnSegment(f, q, r, mask);
    mask = closerOnSegment(f, r, p, mask);
    return closerOnSegment(f, p, q, mask);
  }

  const weightR = -(mx * hx + my * hy + mz * hz) / hh;
  const weightQ = along - weightR * (first + second);
  const weightP = 1 - weightQ - weightR;
  if (weightP > 0 && weightQ > 0 && weightR > 0) {
    const nx = uy * hz - uz * hy;
    const ny = uz * hx - ux * hz;
    const nz = ux * hy - uy * hx;
    const nn = nx * nx + ny * ny + nz * nz;
    const height = (nx * px + ny * py + nz * pz) / nn;
    const vv = height * height * nn;
    if (!(vv < f[TRY_VV])) return mask;
    f[TRY_WEIGHT + p] = weightP;
    f[TRY_WEIGHT + q] = weightQ;
    f[TRY_WEIGHT + r] = weightR;
    f[TRY_V] = height * nx;
    f[TRY_V + 1] = height * ny;
    f[TRY_V + 2] = height * nz;
    f[TRY_VV] = vv;
    return (1 << p) | (1 << q) | (1 << r);
  }
  // the closest point lies on an edge that has the projection beyond it; NaN weights test all three
  if (!(weightP > 0)) mask = closerOnSegment(f, q, r, mask);
  if (!(weightQ > 0)) mask = closerOnSegment(f, r, p, mask);
  if (!(weightR > 0)) mask = closerOnSegment(f, p, q, mask);
  return mask;
}

/** The squared distance of the points at `p` and `q`. For slivers only: a call that V8 does not inline allocates. */
function edgeSquared(f: Float64Array, p: number, q: number): number {
  const x = f[q] - f[p];
  const y = f[q + 1] - f[p + 1];
  const z = f[q + 2] - f[p + 2];
  return x * x + y * y + z * z;
}
