/** The hole that a new point leaves in the polytope of a search with round cores: roundPolytope.ts closes it. */
import { EDGES, FACES, GROWTH, MAX_FACES, type Polytope, REMOVED } from '../epa/polytopeTable.ts';

/**
 * Finds the faces that see point `point`, by a flood from `first`, and the border of the hole that they leave.
 *
 *   writes  stack[k]: the n[REMOVED] faces; border[3 k …]: start, end and half-edge beyond of its n[EDGES] edges;
 *           startsAt: by point, the edge that starts there
 *   returns false if the border is not one simple loop, or there are too many faces
 */
export function findHole(p: Polytope, first: number, point: number): boolean {
  const { y, planes, corners, behind, border, stack, mark, startsAt, startsIn, n } = p;
  const above = p.above[0];
  const growth = n[GROWTH];
  const px = y[3 * point];
  const py = y[3 * point + 1];
  const pz = y[3 * point + 2];
  let top = 1;
  let edges = 0;
  mark[first] = growth;
  stack[0] = first;
  for (let seen = 0; seen < top; seen++) {
    const face = stack[seen];
    for (let e = 0; e < 3; e++) {
      const beyond = behind[4 * face + e];
      const next = beyond >> 2;
      let side = mark[next];
      if (side !== growth && side !== -growth) {
        const at = 4 * next;
        const height = planes[at] * px + planes[at + 1] * py + planes[at + 2] * pz - planes[at + 3];
        side = height > above ? growth : -growth;
        mark[next] = side;
        if (side === growth) stack[top++] = next;
      }
      if (side === growth) continue;
      const start = corners[3 * face + e];
      // a border that meets itself
      if (startsIn[start] === growth) return false;
      startsIn[start] = growth;
      startsAt[start] = edges;
      border[3 * edges] = start;
      border[3 * edges + 1] = corners[3 * face + (e === 2 ? 0 : e + 1)];
      border[3 * edges + 2] = beyond;
      edges++;
    }
  }
  n[REMOVED] = top;
  n[EDGES] = edges;
  if (edges < 3 || n[FACES] + edges > MAX_FACES) return false;
  let walked = 0;
  let edge = 0;
  do {
    const end = border[3 * edge + 1];
    if (startsIn[end] !== growth) return false;
    edge = startsAt[end];
    walked++;
  } while (edge !== 0 && walked < edges);
  return walked === edges && edge === 0;
}
