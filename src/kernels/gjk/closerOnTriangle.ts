/**
 * The point of a triangle that is closest to the origin: a candidate for the closest point of a simplex.
 *
 * Triangles use their normal (Ericson, Real-Time Collision Detection, 2005, §5.1). Slivers use orthogonal projection,
 * which keeps the digits of the weights where areas and Gram determinants cancel (van den Bergen, Collision Detection
 * in Interactive 3D Environments, 2004, §4.3).
 *
 * Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import type { CorePair } from '../cores/corePair.ts';
import { bitOf, closerOnSegment } from './closerOnSegment.ts';

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
 * Makes the closest point of triangle (p, q, r) the candidate if it is nearer than the one so far.
 */
export function closerOnTriangle(pair: CorePair, p: Int, q: Int, r: Int): void {
  const { candidate } = pair;
  const { y } = pair.simplex;
  const { weights, v } = candidate;
  const px = y[3 * p];
  const py = y[3 * p + 1];
  const pz = y[3 * p + 2];
  const qx = y[3 * q];
  const qy = y[3 * q + 1];
  const qz = y[3 * q + 2];
  const rx = y[3 * r];
  const ry = y[3 * r + 1];
  const rz = y[3 * r + 2];
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

  const pp = px * px + py * py + pz * pz;
  const farthest = Math.max(Math.max(pp, qx * qx + qy * qy + qz * qz), rx * rx + ry * ry + rz * rz);
  const longest = Math.max(ux * ux + uy * uy + uz * uz, wx * wx + wy * wy + wz * wz);
  if (!(nn > SLIVER * farthest * longest)) {
    closerOnSliver(pair, p, q, r);
    return;
  }

  // weights of the projection of the origin, times nn: signed areas of its triangles with each edge
  const areaP = nx * (qy * rz - qz * ry) + ny * (qz * rx - qx * rz) + nz * (qx * ry - qy * rx);
  const areaQ = nx * (ry * pz - rz * py) + ny * (rz * px - rx * pz) + nz * (rx * py - ry * px);
  const areaR = nx * (py * qz - pz * qy) + ny * (pz * qx - px * qz) + nz * (px * qy - py * qx);
  if (areaP > 0 && areaQ > 0 && areaR > 0) {
    const height = (nx * px + ny * py + nz * pz) / nn;
    const vv = height * height * nn;
    if (!(vv < candidate.vv)) return;
    const share = 1 / (areaP + areaQ + areaR);
    weights[p] = areaP * share;
    weights[q] = areaQ * share;
    weights[r] = areaR * share;
    v[0] = height * nx;
    v[1] = height * ny;
    v[2] = height * nz;
    candidate.vv = vv;
    candidate.mask = bitOf(p) | bitOf(q) | bitOf(r);
    return;
  }
  // the closest point lies on an edge that has the projection beyond it; NaN areas test all three
  if (!(areaP > 0)) closerOnSegment(pair, q, r);
  if (!(areaQ > 0)) closerOnSegment(pair, r, p);
  if (!(areaR > 0)) closerOnSegment(pair, p, q);
}

/**
 * The same for a sliver. Projects the origin onto the longest edge, then across it (Gram–Schmidt): both steps keep
 * their digits.
 */
function closerOnSliver(pair: CorePair, a: Int, b: Int, c: Int): void {
  const { candidate } = pair;
  const { y } = pair.simplex;
  const { weights, v } = candidate;
  const ab = edgeSquared(y, 3 * a, 3 * b);
  const bc = edgeSquared(y, 3 * b, 3 * c);
  const ca = edgeSquared(y, 3 * c, 3 * a);
  // p and q are the ends of the longest edge
  const p = ab >= bc && ab >= ca ? a : bc >= ca ? b : c;
  const q = p === a ? b : p === b ? c : a;
  const r = p === a ? c : p === b ? a : b;
  const px = y[3 * p];
  const py = y[3 * p + 1];
  const pz = y[3 * p + 2];
  const ux = y[3 * q] - px;
  const uy = y[3 * q + 1] - py;
  const uz = y[3 * q + 2] - pz;
  const wx = y[3 * r] - px;
  const wy = y[3 * r + 1] - py;
  const wz = y[3 * r + 2] - pz;
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
    closerOnSegment(pair, q, r);
    closerOnSegment(pair, r, p);
    closerOnSegment(pair, p, q);
    return;
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
    if (!(vv < candidate.vv)) return;
    weights[p] = weightP;
    weights[q] = weightQ;
    weights[r] = weightR;
    v[0] = height * nx;
    v[1] = height * ny;
    v[2] = height * nz;
    candidate.vv = vv;
    candidate.mask = bitOf(p) | bitOf(q) | bitOf(r);
    return;
  }
  // the closest point lies on an edge that has the projection beyond it; NaN weights test all three
  if (!(weightP > 0)) closerOnSegment(pair, q, r);
  if (!(weightQ > 0)) closerOnSegment(pair, r, p);
  if (!(weightR > 0)) closerOnSegment(pair, p, q);
}

/** The squared distance of the points at `p` and `q`. For slivers only: a call that V8 does not inline allocates. */
function edgeSquared(y: Doubles, p: Int, q: Int): Double {
  const ex = y[q] - y[p];
  const ey = y[q + 1] - y[p + 1];
  const ez = y[q + 2] - y[p + 2];
  return ex * ex + ey * ey + ez * ez;
}
