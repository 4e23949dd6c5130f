/** Finds the triangles of a surface that a convex body may touch, and writes them as guests of a thread's list. */
import type { Int } from '../../language/lanes.ts';
import { MOST_IN_RUN } from '../../tables/meshWords.ts';
import { beginNear } from './beginNear.ts';
import { writeBodyBox } from './bodyBox.ts';
import type { ChildColumns } from './childColumns.ts';
import type { ChildState } from './childState.ts';
import { placeGuest, writeTriangle } from './guestTriangle.ts';
import { isMet } from './metTriangles.ts';
import { nextNear } from './nextNear.ts';
import { beginRule } from './surfaceRule.ts';

/** Pairs of a thread's list, and vertices of a guest, padded. */
const MOST_PAIRS = 128;
const PAD_VERTICES = 4;

/** Begins with a body and a surface. */
export function beginTriangles(s: ChildState, c: ChildColumns): void {
  const { met, near, rule, span } = s;
  rule.extent[0] = span.extent[0];
  beginRule(rule, c.surfaces, s.nodes[0], s.heads[0]);
  met.isOneSided = s.isSensor[0] === 1 ? 0 : s.isOneSided[0];
  met.margin[0] = s.margin[0];
  near.limit[0] = s.margin[0];
  writeBodyBox(near.box, s.frame, c.poses, c.geometry, s.body[0], s.colliders[0]);
  beginNear(s.search, c.surfaces, near, s.nodes[0]);
}

/** Fills the list with the triangles that follow. @returns their number; 0: there are no more */
export function stageTriangles(s: ChildState, c: ChildColumns): Int {
  const { search } = s;
  let pairs: Int = 0;
  while (pairs + MOST_IN_RUN <= MOST_PAIRS) {
    const goesOn = nextNear(search, c.surfaces, s.near);
    if (!goesOn) return pairs;
    for (let k = search.first; k < search.first + search.count; k++) {
      const counts = isMet(s, c.geometry, c.surfaces, k, pairs);
      if (!counts) continue;
      stage(s, c, pairs);
      s.childOf[pairs] = k;
      s.partOf[pairs] = s.part[0];
      pairs++;
    }
  }
  return pairs;
}

/** Writes pair `pair` of the list: the triangle of the rule and the body, in the order of the pair. */
function stage(s: ChildState, c: ChildColumns, pair: Int): void {
  const { rule } = s;
  const { ids } = c.rows;
  const guest = s.guestPose[0] + pair;
  const vertex = s.guestVertex[0] + PAD_VERTICES * pair;
  placeGuest(c.poses, guest, s.colliders[0], s.frame.turn, rule.corners);
  writeTriangle(c.shapes, c.points, s.guestShape[0] + pair, vertex, rule.corners, rule.normal);
  const first: Int = s.isFirst[0] === 1 ? 0 : 1;
  ids[2 * pair + first] = guest;
  ids[2 * pair + 1 - first] = s.body[0];
}
