/**
 * A convex polytope that grows inside the difference B − A: triangles with outward normals, links to adjacent faces,
 * and a heap. The top of the heap is the face whose plane has the smallest signed distance from the origin.
 *
 * A growth removes every face that sees the new point (a flood from the first one). A fan from the border of the hole
 * to the point closes it. Nothing changes before the border is known to be one simple loop.
 *
 * Method: van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects, 2001; hull growing
 * instead of face splitting after Gregorius, Robust Contact Creation for Physics Simulations, 2015.
 */
import { pushFace } from './faceHeap.ts';
import { setPlane } from './facePlane.ts';
import { FACES, GROWTH, HEAP, MAX_FACES, POINTS, type Polytope } from './polytopeTable.ts';

/**
 * Makes a tetrahedron with outward faces of points 0…3, which are written before. `flipped`: 0 → 1 → 2 is clockwise
 * seen from 3.
 */
export function beginTetrahedron(p: Polytope, flipped: boolean): void {
  p.n[POINTS] = 4;
  p.n[FACES] = 0;
  p.n[HEAP] = 0;
  p.n[GROWTH] = 1;
  for (let k = 0; k < 4; k++) p.startsIn[k] = 0;
  const one = flipped ? 2 : 1;
  const two = flipped ? 1 : 2;
  // faces: the base seen from outside, then the three that meet in point 3
  addFace(p, 0, two, one);
  addFace(p, 0, one, 3);
  addFace(p, one, two, 3);
  addFace(p, two, 0, 3);
  link(p, 0, 0, 3, 0);
  link(p, 0, 1, 2, 0);
  link(p, 0, 2, 1, 0);
  link(p, 1, 1, 2, 2);
  link(p, 2, 1, 3, 2);
  link(p, 3, 1, 1, 2);
}

/** Links edge `e` of face `f` and edge `d` of face `g`: they are the same edge. */
function link(p: Polytope, f: number, e: number, g: number, d: number): void {
  p.behind[3 * f + e] = g;
  p.behind[3 * g + d] = f;
}

function addFace(p: Polytope, u: number, v: number, w: number): number {
  const face = p.n[FACES];
  p.n[FACES] = face + 1;
  const { corners, alive, mark } = p;
  corners[3 * face] = u;
  corners[3 * face + 1] = v;
  corners[3 * face + 2] = w;
  alive[face] = 1;
  mark[face] = 0;
  setPlane(p, face, 3 * u, 3 * v, 3 * w);
  pushFace(p, face);
  return face;
}

/**
 * Grows the polytope by point `point` (the last one written), which face `first` sees.
 *
 * @returns false, without a change, if the hole has no simple border or there are too many faces
 */
export function grow(p: Polytope, first: number, point: number): boolean {
  const { y, planes, corners, behind, alive, border, stack, mark, startsAt, startsIn, n } = p;
  const above = p.above[0];
  const px = y[3 * point];
  const py = y[3 * point + 1];
  const pz = y[3 * point + 2];
  const growth = n[GROWTH] + 1;
  n[GROWTH] = growth;
  startsIn[point] = 0;

  // flood: marks faces +growth if they see the point, else −growth
  let top = 0;
  let edges = 0;
  let seen = 0;
  mark[first] = growth;
  stack[top++] = first;
  while (seen < top) {
    const face = stack[seen++];
    for (let e = 0; e < 3; e++) {
      const next = behind[3 * face + e];
      if (mark[next] !== growth && mark[next] !== -growth) {
        const at = 4 * next;
        const height = planes[at] * px + planes[at + 1] * py + planes[at + 2] * pz - planes[at + 3];
        mark[next] = height > above ? growth : -growth;
        if (height > above) stack[top++] = next;
      }
      if (mark[next] === -growth) {
        border[3 * edges] = corners[3 * face + e];
        border[3 * edges + 1] = corners[3 * face + ((e + 1) % 3)];
        border[3 * edges + 2] = next;
        edges++;
      }
    }
  }

  // one simple loop: every point starts one edge, and the edges in order reach all points
  if (edges < 3 || n[FACES] + edges > MAX_FACES) return false;
  for (let e = 0; e < edges; e++) {
    const start = border[3 * e];
    if (startsIn[start] === growth) return false;
    startsIn[start] = growth;
    startsAt[start] = e;
  }
  let walked = 0;
  let edge = 0;
  do {
    const end = border[3 * edge + 1];
    if (startsIn[end] !== growth) return false;
    edge = startsAt[end];
    walked++;
  } while (edge !== 0 && walked < edges);
  if (walked !== edges || edge !== 0) return false;

  for (let k = 0; k < top; k++) alive[stack[k]] = 0;
  const base = n[FACES];
  for (let e = 0; e < edges; e++) {
    const start = border[3 * e];
    const end = border[3 * e + 1];
    const outside = border[3 * e + 2];
    const face = addFace(p, start, end, point);
    behind[3 * face] = outside;
    behind[3 * face + 1] = base + startsAt[end];
    for (let k = 0; k < 3; k++) {
      if (corners[3 * outside + k] === end && corners[3 * outside + ((k + 1) % 3)] === start)
        behind[3 * outside + k] = face;
    }
  }
  for (let e = 0; e < edges; e++) {
    const next = behind[3 * (base + e) + 1];
    behind[3 * next + 2] = base + e;
  }
  return true;
}
