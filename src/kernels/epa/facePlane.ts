/** The faces of a polytope, and their planes. */
import type { Double, Int } from '../../language/lanes.ts';
import type { Polytope } from './polytopeTable.ts';

/** (Squared area / squared longest edge)²: a triangle below this has no accurate normal. */
export const SLIVER = 1e-26;

/** Puts a face on the polytope, with these corners. */
export function placeFace(p: Polytope, face: Int, u: Int, v: Int, w: Int): void {
  const corners = p.corners;
  corners[3 * face] = u;
  corners[3 * face + 1] = v;
  corners[3 * face + 2] = w;
  p.alive[face] = 1;
  p.mark[face] = 0;
}

/** Writes the plane of a face. */
export function setPlane(p: Polytope, face: Int): void {
  const y = p.y;
  const planes = p.planes;
  const u = 3 * p.corners[3 * face];
  const v = 3 * p.corners[3 * face + 1];
  const w = 3 * p.corners[3 * face + 2];
  const ax = y[v] - y[u];
  const ay = y[v + 1] - y[u + 1];
  const az = y[v + 2] - y[u + 2];
  const bx = y[w] - y[v];
  const by = y[w + 1] - y[v + 1];
  const bz = y[w + 2] - y[v + 2];
  const cx = y[u] - y[w];
  const cy = y[u + 1] - y[w + 1];
  const cz = y[u + 2] - y[w + 2];
  const aa = ax * ax + ay * ay + az * az;
  const bb = bx * bx + by * by + bz * bz;
  const cc = cx * cx + cy * cy + cz * cz;
  // the two shorter edges give the most accurate normal
  let nx: Double = 0;
  let ny: Double = 0;
  let nz: Double = 0;
  let longest = cc;
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
  }
  const nn = nx * nx + ny * ny + nz * nz;
  const share = 1 / Math.sqrt(nn);
  const at = 4 * face;
  nx *= share;
  ny *= share;
  nz *= share;
  planes[at] = nx;
  planes[at + 1] = ny;
  planes[at + 2] = nz;
  // NaN, of a face without area, is a sliver
  planes[at + 3] =
    nn > SLIVER * longest * longest
      ? (nx * (y[u] + y[v] + y[w]) + ny * (y[u + 1] + y[v + 1] + y[w + 1]) + nz * (y[u + 2] + y[v + 2] + y[w + 2])) / 3
      : Infinity;
}
