/**
 * The horizon of a new vertex: the border of the faces that see it. It consists of their edges whose reverse is an edge
 * of none of them. Up to three faces, 90 % of all cases, take no branch.
 */
import {
  bitmask,
  bitsOf,
  bytesAt,
  type Four,
  fromBits,
  type Int,
  insertInt,
  intsAt,
  type LaneInt,
  type Mask,
  transpose,
} from '../../../language/lanes.ts';
import { type Edges, MAX_POINTS, type Polytope } from './epaTables.ts';

export const FEW = 3;

/**
 * Writes the directed edges around the `count` faces, at most FEW, in `polytope.seen`.
 * @returns their number; −1 if they are not one loop
 */
export function horizonOfFew(polytope: Polytope, count: Int): Int {
  const seen = intsAt(polytope.seen);
  const horizon = intsAt(polytope.horizon);
  // the edges of a word of ones are their own reverse, so they are on no border
  const none: LaneInt = -1;
  polytope.seen[count] = none;
  const s0 = seen[0];
  const s1 = seen[1];
  const s2 = seen[2];
  const words = insertInt(insertInt(insertInt(none, 0, s0), 1, s1), 2, s2);
  const first = words & 4095;
  const second = (words >>> 6) & 4095;
  const third = (words >>> 12) & 4095;
  const u = first & 63;
  const v = second & 63;
  const w = third & 63;
  const backFirst = fromBits(v | (u << 6));
  const backSecond = fromBits(w | (v << 6));
  const backThird = fromBits(u | (w << 6));
  const f = transpose({ a: backFirst, b: backFirst, c: backFirst, d: backFirst });
  const g = transpose({ a: backSecond, b: backSecond, c: backSecond, d: backSecond });
  const h = transpose({ a: backThird, b: backThird, c: backThird, d: backThird });
  const inFirst = bitmask(isOneOf(first, f, g, h));
  const inSecond = bitmask(isOneOf(second, f, g, h));
  const inThird = bitmask(isOneOf(third, f, g, h));
  let border: Int = 0;
  horizon[border] = s0 & 4095;
  border += 1 - (inFirst & 1);
  horizon[border] = (s0 >> 6) & 4095;
  border += 1 - (inSecond & 1);
  horizon[border] = (s0 >> 12) & 4095;
  border += 1 - (inThird & 1);
  horizon[border] = s1 & 4095;
  border += 1 - ((inFirst >> 1) & 1);
  horizon[border] = (s1 >> 6) & 4095;
  border += 1 - ((inSecond >> 1) & 1);
  horizon[border] = (s1 >> 12) & 4095;
  border += 1 - ((inThird >> 1) & 1);
  horizon[border] = s2 & 4095;
  border += 1 - ((inFirst >> 2) & 1);
  horizon[border] = (s2 >> 6) & 4095;
  border += 1 - ((inSecond >> 2) & 1);
  horizon[border] = (s2 >> 12) & 4095;
  border += 1 - ((inThird >> 2) & 1);
  // a row of faces shares one edge less than its number of faces; three faces around a vertex share three
  return border === count + 2 || (count === 3 && border === 3) ? border : -1;
}

/** Whether an edge is one of nine: lanes 0, 1, 2 of three vectors, splat. */
function isOneOf(edge: LaneInt, f: Four, g: Four, h: Four): Mask {
  const inF = edge === bitsOf(f.a) || edge === bitsOf(f.b) || edge === bitsOf(f.c);
  const inG = edge === bitsOf(g.a) || edge === bitsOf(g.b) || edge === bitsOf(g.c);
  const inH = edge === bitsOf(h.a) || edge === bitsOf(h.b) || edge === bitsOf(h.c);
  return inF || inG || inH;
}

/** The same for any number of faces. */
export function horizonOfMany(polytope: Polytope, edges: Edges, count: Int): Int {
  const seen = intsAt(polytope.seen);
  const horizon = intsAt(polytope.horizon);
  const next = intsAt(polytope.next);
  const marks = bytesAt(edges.marks);
  for (let k: Int = 0; k < count; k += 1) {
    const word = seen[k];
    marks[word & 4095] = 1;
    marks[(word >> 6) & 4095] = 1;
    marks[(word >> 12) & 4095] = 1;
  }
  let border: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const word = seen[k];
    const first = word & 4095;
    const second = (word >> 6) & 4095;
    const third = (word >> 12) & 4095;
    horizon[border] = first;
    border += 1 - marks[reversed(first)];
    horizon[border] = second;
    border += 1 - marks[reversed(second)];
    horizon[border] = third;
    border += 1 - marks[reversed(third)];
  }
  for (let k: Int = 0; k < count; k += 1) {
    const word = seen[k];
    marks[word & 4095] = 0;
    marks[(word >> 6) & 4095] = 0;
    marks[(word >> 12) & 4095] = 0;
  }
  if (border < 3 || border > MAX_POINTS) return -1;
  // one loop returns to its start after all of its edges
  for (let k: Int = 0; k < border; k += 1) next[horizon[k] & 63] = horizon[k] >> 6;
  const begin = horizon[0] & 63;
  let walked: Int = 1;
  let vertex = next[begin];
  while (vertex !== begin && walked < border) {
    vertex = next[vertex];
    walked += 1;
  }
  return vertex === begin && walked === border ? border : -1;
}

/** Twelve bits of an edge, with start and end exchanged. */
function reversed(edge: Int): Int {
  return ((edge & 63) << 6) | (edge >> 6);
}
