/** The planes of the faces of a polytope. */
import type { Polytope } from './polytopeTable.ts';

/** (Squared area / squared longest edge)²: a triangle below this has no accurate normal. */
export const SLIVER = 1e-26;

/** Writes the plane of a face. `u`, `v` and `w` are the places of its corners in `y`. */
export function setPlane(p: Polytope, face: number, u: number, v: number, w: number): void {
  const { y, planes } = p;
  const ux = y[u];
  const uy = y[u + 1];
  const uz = y[u + 2];
  const vx = y[v];
  const vy = y[v + 1];
  const vz = y[v + 2];
  const wx = y[w];
  const wy = y[w + 1];
  const wz = y[w + 2];
  const ax = vx - ux;
  const ay = vy - uy;
  const az = vz - uz;
  const bx = wx - vx;
  const by = wy - vy;
  const bz = wz - vz;
  const cx = ux - wx;
  const cy = uy - wy;
  const cz = uz - wz;
  const aa = ax * ax + ay * ay + az * az;
  const bb = bx * bx + by * by + bz * bz;
  const cc = cx * cx + cy * cy + cz * cz;
  // the two shorter edges give the most accurate normal
  let nx: number;
  let ny: number;
  let nz: number;
  let longest: number;
  if (aa >= bb && aa >= cc) {
    nx = by * cz - bz * cy;
    ny = bz * cx - bx * cz;
    nz = bx * cy - by * cx;
    longest = aa;
  } else if (bb >= cc) {
    nx = cy * az - cz * ay;
    ny = cz * ax - cx * az;
    nz = cx * ay - cy * ax;
    longest = bb;
  } else {
    nx = ay * bz - az * by;
    ny = az * bx - ax * bz;
    nz = ax * by - ay * bx;
    longest = cc;
  }
  const nn = nx * nx + ny * ny + nz * nz;
  const at = 4 * face;
  if (!(nn > SLIVER * longest * longest)) {
    planes[at] = 0;
    planes[at + 1] = 0;
    planes[at + 2] = 0;
    planes[at + 3] = Infinity;
    return;
  }
  const share = 1 / Math.sqrt(nn);
  nx *= share;
  ny *= share;
  nz *= share;
  planes[at] = nx;
  planes[at + 1] = ny;
  planes[at + 2] = nz;
  planes[at + 3] = (nx * (ux + vx + wx) + ny * (uy + vy + wy) + nz * (uz + vz + wz)) / 3;
}
