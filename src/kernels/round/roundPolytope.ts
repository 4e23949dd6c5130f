/**
 * The polytope of a search with round cores, in the memory of `Polytope`. It grows as in epa/polytope.ts, and differs
 * in what is fast: a new face takes the place of a removed one, so that a scan finds the lowest.
 *
 *   alive    1: a search for the lowest face finds it; 2: it was set aside
 *   heap     of each block of faces the lowest one; −1: a face has changed
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { placeFace, SLIVER } from '../epa/facePlane.ts';
import { beginLinks, findHole, link } from '../epa/hole.ts';
import type { Polytope } from '../epa/polytopeTable.ts';

/** log2 of the faces of a block. */
const BLOCK = 5;

/** Makes a tetrahedron with outward faces of points 0 … 3. `flipped`: 0 → 1 → 2 is clockwise seen from 3. */
export function beginFaces(p: Polytope, flipped: Flag): void {
  const one: Int = flipped ? 2 : 1;
  const two: Int = flipped ? 1 : 2;
  beginLinks(p);
  p.faces = 4;
  setFace(p, 0, 0, two, one);
  setFace(p, 1, 0, one, 3);
  setFace(p, 2, one, two, 3);
  setFace(p, 3, two, 0, 3);
}

/** The face with the lowest plane, of several the first. −1 if none is left. */
export function lowestOf(p: Polytope): Int {
  const planes = p.planes;
  const alive = p.alive;
  const heap = p.heap;
  const faces = p.faces;
  let face: Int = -1;
  let least: Double = Infinity;
  for (let from: Int = 0; from < faces; from += 1 << BLOCK) {
    let best = heap[from >> BLOCK];
    if (best < 0) {
      best = from;
      let height: Double = Infinity;
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
export function setAside(p: Polytope, face: Int): void {
  p.alive[face] = 2;
  p.heap[face >> BLOCK] = -1;
}

/** Sets the corners of a face, and its plane. */
function setFace(p: Polytope, face: Int, u: Int, v: Int, w: Int): void {
  const y = p.y;
  const planes = p.planes;
  placeFace(p, face, u, v, w);
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
  let nx: Double = 0;
  let ny: Double = 0;
  let nz: Double = 0;
  let longest = ss;
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
  planes[at + 3] =
    nn > SLIVER * longest * longest
      ? nx * wx + ny * wy + nz * wz + (nx * (sx + tx) + ny * (sy + ty) + nz * (sz + tz)) / 3
      : Infinity;
}

/**
 * Grows the polytope by point `point` (the last one written), which face `first` sees.
 *
 * @returns false, without a change, if the hole has no simple border or there are too many faces
 */
export function growRound(p: Polytope, first: Int, point: Int): Flag {
  const isHole = findHole(p, first, point);
  if (!isHole) return false;
  const border = p.border;
  const stack = p.stack;
  const removed = p.removed;
  const edges = p.edges;
  p.points = point + 1;
  // places that no new face takes
  for (let k = edges; k < removed; k++) {
    const face = stack[k];
    p.alive[face] = 0;
    p.heap[face >> BLOCK] = -1;
  }
  // new places
  for (let k = removed; k < edges; k++) {
    stack[k] = p.faces;
    p.faces++;
  }
  // along the border: a face starts where the one before ends
  let edge: Int = 0;
  let last = stack[edges - 1];
  for (let k: Int = 0; k < edges; k++) {
    const face = stack[k];
    const end = border[3 * edge + 1];
    const outside = border[3 * edge + 2];
    setFace(p, face, border[3 * edge], end, point);
    link(p, 4 * face, outside);
    link(p, 4 * face + 2, 4 * last + 1);
    last = face;
    edge = p.startsAt[end];
  }
  return true;
}
