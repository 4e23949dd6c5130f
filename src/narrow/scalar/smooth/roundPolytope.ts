/**
 * The polytope of a search with round cores, in the memory of `Polytope`. It grows as in epa/polytope.ts, and differs
 * in what is fast: a new face takes the place of a removed one, so that a scan finds the lowest.
 *
 *   behind   4 face + e: the half-edge beyond edge e of a face, as 4 · face + edge
 *   alive    1: a search for the lowest face finds it; 2: it was set aside
 *   heap     of each block of faces the lowest one; −1: a face has changed
 */
import { SLIVER } from '../epa/facePlane.ts';
import { EDGES, FACES, GROWTH, POINTS, type Polytope, REMOVED } from '../epa/polytopeTable.ts';
import { findHole } from './hole.ts';

/** log2 of the faces of a block. */
const BLOCK = 5;

/** Makes a tetrahedron with outward faces of points 0 … 3. `flipped`: 0 → 1 → 2 is clockwise seen from 3. */
export function beginFaces(p: Polytope, flipped: boolean): void {
  const { behind, n } = p;
  n[POINTS] = 4;
  n[FACES] = 4;
  n[GROWTH] = 1;
  p.startsIn.fill(0, 0, 4);
  const one = flipped ? 2 : 1;
  const two = flipped ? 1 : 2;
  // the base seen from outside, then the three that meet in point 3
  setFace(p, 0, 0, two, one);
  setFace(p, 1, 0, one, 3);
  setFace(p, 2, one, two, 3);
  setFace(p, 3, two, 0, 3);
  behind[0] = 12;
  behind[1] = 8;
  behind[2] = 4;
  for (let side = 1; side < 4; side++) {
    behind[4 * side] = 3 - side;
    behind[4 * side + 1] = 4 * (side === 3 ? 1 : side + 1) + 2;
    behind[4 * side + 2] = 4 * (side === 1 ? 3 : side - 1) + 1;
  }
}

/** The face with the lowest plane, of several the first. −1 if none is left. */
export function lowestOf(p: Polytope): number {
  const { planes, alive, heap, n } = p;
  const faces = n[FACES];
  let face = -1;
  let least = Infinity;
  for (let from = 0; from < faces; from += 1 << BLOCK) {
    let best = heap[from >> BLOCK];
    if (best < 0) {
      best = from;
      let height = Infinity;
      const end = Math.min(from + (1 << BLOCK), faces);
      for (let k = from; k < end; k++) {
        if (planes[4 * k + 3] < height && alive[k] === 1) {
          height = planes[4 * k + 3];
          best = k;
        }
      }
      heap[from >> BLOCK] = best;
    }
    if (planes[4 * best + 3] < least && alive[best] === 1) {
      least = planes[4 * best + 3];
      face = best;
    }
  }
  return face;
}

/** Takes a face out of the search for the lowest. It stays in the polytope. */
export function setAside({ alive, heap }: Polytope, face: number): void {
  alive[face] = 2;
  heap[face >> BLOCK] = -1;
}

/** Sets the corners of a face, and its plane. */
function setFace(p: Polytope, face: number, u: number, v: number, w: number): void {
  const { y, planes, corners } = p;
  corners[3 * face] = u;
  corners[3 * face + 1] = v;
  corners[3 * face + 2] = w;
  p.alive[face] = 1;
  p.mark[face] = 0;
  p.heap[face >> BLOCK] = -1;
  // edges from w
  const wx = y[3 * w];
  const wy = y[3 * w + 1];
  const wz = y[3 * w + 2];
  const sx = y[3 * u] - wx;
  const sy = y[3 * u + 1] - wy;
  const sz = y[3 * u + 2] - wz;
  const tx = y[3 * v] - wx;
  const ty = y[3 * v + 1] - wy;
  const tz = y[3 * v + 2] - wz;
  const ex = tx - sx;
  const ey = ty - sy;
  const ez = tz - sz;
  const ss = sx * sx + sy * sy + sz * sz;
  const tt = tx * tx + ty * ty + tz * tz;
  const ee = ex * ex + ey * ey + ez * ez;
  // the two shorter edges give the most accurate normal
  let nx: number;
  let ny: number;
  let nz: number;
  let longest: number;
  if (ee >= ss && ee >= tt) {
    nx = sy * tz - sz * ty;
    ny = sz * tx - sx * tz;
    nz = sx * ty - sy * tx;
    longest = ee;
  } else if (tt >= ss) {
    nx = sy * ez - sz * ey;
    ny = sz * ex - sx * ez;
    nz = sx * ey - sy * ex;
    longest = tt;
  } else {
    nx = ty * ez - tz * ey;
    ny = tz * ex - tx * ez;
    nz = tx * ey - ty * ex;
    longest = ss;
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
  const height = nx * wx + ny * wy + nz * wz + (nx * (sx + tx) + ny * (sy + ty) + nz * (sz + tz)) / 3;
  planes[at] = nx;
  planes[at + 1] = ny;
  planes[at + 2] = nz;
  planes[at + 3] = height;
}

/**
 * Grows the polytope by point `point` (the last one written), which face `first` sees.
 *
 * @returns false, without a change, if the hole has no simple border or there are too many faces
 */
export function growRound(p: Polytope, first: number, point: number): boolean {
  const { behind, border, startsAt, n } = p;
  n[GROWTH]++;
  p.startsIn[point] = 0;
  if (!findHole(p, first, point)) return false;
  n[POINTS] = point + 1;
  const removed = n[REMOVED];
  const edges = n[EDGES];
  const { stack, heap } = p;
  const faces = n[FACES];
  // places that no new face takes
  for (let k = edges; k < removed; k++) {
    const face = stack[k];
    p.alive[face] = 0;
    heap[face >> BLOCK] = -1;
  }
  // new places
  const extra = Math.max(edges - removed, 0);
  for (let k = 0; k < extra; k++) stack[removed + k] = faces + k;
  n[FACES] = faces + extra;
  // along the border: a face starts where the one before ends
  let edge = 0;
  let last = stack[edges - 1];
  for (let k = 0; k < edges; k++) {
    const face = stack[k];
    const end = border[3 * edge + 1];
    const outside = border[3 * edge + 2];
    setFace(p, face, border[3 * edge], end, point);
    behind[4 * face] = outside;
    behind[outside] = 4 * face;
    behind[4 * face + 2] = 4 * last + 1;
    behind[4 * last + 1] = 4 * face + 2;
    last = face;
    edge = startsAt[end];
  }
  return true;
}
