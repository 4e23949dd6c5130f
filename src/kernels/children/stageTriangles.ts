/** Finds the triangles of a surface that a convex body may touch, and writes them as guests of a thread's list. */
import type { Int } from '../../language/lanes.ts';
import { MOST_IN_RUN } from '../../tables/meshWords.ts';
import { writeBodyBox } from './bodyBox.ts';
import type { ChildColumns } from './childColumns.ts';
import {
  BODY,
  type ChildState,
  COLLIDER,
  GUEST_POSE,
  GUEST_SHAPE,
  GUEST_VERTEX,
  HEAD,
  IS_FIRST,
  IS_ONE_SIDED,
  IS_SENSOR,
  NODE,
  PART,
} from './childState.ts';
import { placeGuest, writeTriangle } from './guestTriangle.ts';
import { isMet } from './metTriangles.ts';
import { beginNear, nextNear } from './nearSearch.ts';
import { beginRule } from './surfaceRule.ts';

/** Pairs of a thread's list, and vertices of a guest, padded. */
const MOST_PAIRS = 128;
const PAD_VERTICES = 4;

/** Begins with a body and a surface. */
export function beginTriangles(s: ChildState, c: ChildColumns): void {
  const { met, rule, search, span, words } = s;
  rule.extent[0] = span.extent[0];
  beginRule(rule, c.surfaces, words[NODE], words[HEAD]);
  met.isOneSided = words[IS_SENSOR] === 1 ? 0 : words[IS_ONE_SIDED];
  met.margin[0] = s.margin[0];
  search.near.limit[0] = s.margin[0];
  writeBodyBox(search.near.box, s.frame, c.poses, c.geometry, words[BODY], words[COLLIDER]);
  beginNear(search, c.surfaces, words[NODE]);
}

/** Fills the list with the triangles that follow. @returns their number; 0: there are no more */
export function stageTriangles(s: ChildState, c: ChildColumns): Int {
  const { search, words } = s;
  let pairs: Int = 0;
  while (pairs + MOST_IN_RUN <= MOST_PAIRS) {
    const goesOn = nextNear(search, c.surfaces);
    if (!goesOn) return pairs;
    for (let k = search.first; k < search.first + search.count; k++) {
      const counts = isMet(s, c.geometry, c.surfaces, k, pairs);
      if (!counts) continue;
      stage(s, c, pairs);
      s.childOf[pairs] = k;
      s.partOf[pairs] = words[PART];
      pairs++;
    }
  }
  return pairs;
}

/** Writes pair `pair` of the list: the triangle of the rule and the body, in the order of the pair. */
function stage(s: ChildState, c: ChildColumns, pair: Int): void {
  const { rule, words } = s;
  const { ids } = c.rows;
  const guest = words[GUEST_POSE] + pair;
  const vertex = words[GUEST_VERTEX] + PAD_VERTICES * pair;
  placeGuest(c.poses, guest, words[COLLIDER], s.frame.turn, rule.corners);
  writeTriangle(c.shapes, c.points, words[GUEST_SHAPE] + pair, vertex, rule.corners, rule.normal);
  const first: Int = words[IS_FIRST] === 1 ? 0 : 1;
  ids[2 * pair + first] = guest;
  ids[2 * pair + 1 - first] = words[BODY];
}
