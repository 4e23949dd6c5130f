/** The first tetrahedron of a polytope, and the hole that a new point leaves in it, for both kinds of polytope. */
import type { Flag, Int } from '../../language/lanes.ts';
import { MAX_FACES } from './capacity.ts';
import type { Polytope } from './polytopeTable.ts';

/**
 * Begins with points 0 … 3, and links the four faces of their tetrahedron: the base 0 2 1, seen from outside, then
 * 0 1 3, 1 2 3 and 2 0 3.
 */
export function beginLinks(p: Polytope): void {
  p.points = 4;
  p.growth = 1;
  for (let k: Int = 0; k < 4; k++) p.startsIn[k] = 0;
  for (let side: Int = 1; side < 4; side++) {
    link(p, 3 - side, 4 * side);
    link(p, 4 * side + 1, 4 * (side === 3 ? 1 : side + 1) + 2);
  }
}

/** Links two half-edges: they are the same edge. */
export function link(p: Polytope, one: Int, other: Int): void {
  p.behind[one] = other;
  p.behind[other] = one;
}

/**
 * Finds the faces that see point `point`, by a flood from `first`, and the border of the hole that they leave.
 *
 *   writes  stack[k]: the `removed` faces; border[3 k …]: start, end and half-edge beyond of its `edges` edges;
 *           startsAt: by point, the edge that starts there
 *   returns false if the border is not one simple loop, or there are too many faces
 */
export function findHole(p: Polytope, first: Int, point: Int): Flag {
  const y = p.y;
  const planes = p.planes;
  const corners = p.corners;
  const border = p.border;
  const stack = p.stack;
  const mark = p.mark;
  const px = y[3 * point];
  const py = y[3 * point + 1];
  const pz = y[3 * point + 2];
  const growth = p.growth + 1;
  p.growth = growth;
  p.startsIn[point] = 0;
  let top: Int = 1;
  let edges: Int = 0;
  mark[first] = growth;
  stack[0] = first;
  for (let seen: Int = 0; seen < top; seen++) {
    const face = stack[seen];
    for (let e: Int = 0; e < 3; e++) {
      const beyond = p.behind[4 * face + e];
      const next = beyond >> 2;
      let side = mark[next];
      if (side !== growth && side !== -growth) {
        const at = 4 * next;
        const height = planes[at] * px + planes[at + 1] * py + planes[at + 2] * pz - planes[at + 3];
        side = height > p.above ? growth : -growth;
        mark[next] = side;
        if (side === growth) {
          stack[top] = next;
          top++;
        }
      }
      if (side === growth) continue;
      const start = corners[3 * face + e];
      // a border that meets itself
      if (p.startsIn[start] === growth) return false;
      p.startsIn[start] = growth;
      p.startsAt[start] = edges;
      border[3 * edges] = start;
      border[3 * edges + 1] = corners[3 * face + (e === 2 ? 0 : e + 1)];
      border[3 * edges + 2] = beyond;
      edges++;
    }
  }
  p.removed = top;
  p.edges = edges;
  return isLoop(p) && p.faces + edges <= MAX_FACES;
}

/** Whether the border, on which no two edges start in one point, is one loop. */
function isLoop(p: Polytope): Flag {
  let edge: Int = 0;
  for (let walked: Int = 1; walked <= p.edges; walked++) {
    const end = p.border[3 * edge + 1];
    if (p.startsIn[end] !== p.growth) return false;
    edge = p.startsAt[end];
    if (edge === 0) return walked === p.edges && walked > 2;
  }
  return false;
}
