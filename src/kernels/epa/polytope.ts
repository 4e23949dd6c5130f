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
import type { Flag, Int } from '../../language/lanes.ts';
import { pushFace } from './faceHeap.ts';
import { placeFace, setPlane } from './facePlane.ts';
import { beginLinks, findHole, link } from './hole.ts';
import type { Polytope } from './polytopeTable.ts';

/**
 * Makes a tetrahedron with outward faces of points 0…3, which are written before. `flipped`: 0 → 1 → 2 is clockwise
 * seen from 3.
 */
export function beginTetrahedron(p: Polytope, flipped: Flag): void {
  const one: Int = flipped ? 2 : 1;
  const two: Int = flipped ? 1 : 2;
  beginLinks(p);
  p.faces = 0;
  p.heapSize = 0;
  addFace(p, 0, two, one);
  addFace(p, 0, one, 3);
  addFace(p, one, two, 3);
  addFace(p, two, 0, 3);
}

function addFace(p: Polytope, u: Int, v: Int, w: Int): void {
  const face = p.faces;
  p.faces = face + 1;
  placeFace(p, face, u, v, w);
  setPlane(p, face);
  pushFace(p, face);
}

/**
 * Grows the polytope by point `point` (the last one written), which face `first` sees.
 *
 * @returns false, without a change, if the hole has no simple border or there are too many faces
 */
export function grow(p: Polytope, first: Int, point: Int): Flag {
  const isHole = findHole(p, first, point);
  if (!isHole) return false;
  const base = p.faces;
  p.points = point + 1;
  for (let k: Int = 0; k < p.removed; k++) p.alive[p.stack[k]] = 0;
  for (let e: Int = 0; e < p.edges; e++) {
    const end = p.border[3 * e + 1];
    const outside = p.border[3 * e + 2];
    const face = 4 * (base + e);
    const next = 4 * (base + p.startsAt[end]);
    addFace(p, p.border[3 * e], end, point);
    link(p, face, outside);
    // the next face starts where this one ends
    link(p, face + 1, next + 2);
  }
  return true;
}
