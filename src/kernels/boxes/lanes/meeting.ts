/**
 * A common point of two boxes in contact, in f64, where the corner or edges of `boxWitness` do not meet: faces that
 * overlap in part, parallel edges, edges that are parallel to a face.
 *
 * B is moved along the normal until the boxes touch. A corner of what they share then lies on an edge of one of them:
 * at its end, or where it leaves the other box. Each edge at the contact is cut by the slabs of the other box.
 *
 *   reads   pair.rotation, .shift, .halfA, .halfB; .normal and .distance of the axis that `boxesSeparation` chose
 *   writes  pair.witness on A, and the corners around it: ids of the simplex
 */
import { abs, type Double, type Int, int, max, min } from '../../../language/lanes.ts';
import { doubles } from '../../../language/members.ts';
import type { CorePair } from '../../cores/corePair.ts';

/** An edge of a box, and B after the move. */
export class Meeting {
  /** Position of B in the frame of A. */
  readonly moved = doubles(3);
  /** A point of the edge, in the frame of its box and in that of the other; the direction of the edge in the latter. */
  readonly own = doubles(3);
  readonly other = doubles(3);
  readonly along = doubles(3);
}

/** Points within `slack` (m) of both boxes count as common. @returns 1 if there is one, else 0 without valid output */
export function boxMeeting(pair: CorePair, edge: Meeting, slack: Double): Int {
  for (let c: Int = 0; c < 3; c++) edge.moved[c] = pair.shift[c] - pair.distance * pair.normal[c];
  const isOnA = meetOnEdges(pair, edge, slack, 1);
  if (isOnA === 1) return 1;
  return meetOnEdges(pair, edge, slack, 0);
}

/** Tries the edges of A (`ofA` = 1) or of B. */
function meetOnEdges(pair: CorePair, edge: Meeting, slack: Double, ofA: Int): Int {
  const half = ofA === 1 ? pair.halfA : pair.halfB;
  for (let k: Int = 0; k < 3; k++) {
    const k1: Int = k === 2 ? 0 : k + 1;
    const k2: Int = k === 0 ? 2 : k - 1;
    const outward1 = outwardOf(pair, ofA, k1);
    const outward2 = outwardOf(pair, ofA, k2);
    for (let side: Int = 0; side < 4; side++) {
      const side1: Double = (side & 1) === 1 ? -half[k1] : half[k1];
      const side2: Double = side >= 2 ? -half[k2] : half[k2];
      // edges below the contact
      if (isBelow(outward1, side1, slack) + isBelow(outward2, side2, slack) === 0) {
        edge.own[k] = 0;
        edge.own[k1] = side1;
        edge.own[k2] = side2;
        const isMet = meetOnEdge(pair, edge, slack, ofA, k);
        if (isMet === 1) return 1;
      }
    }
  }
  return 0;
}

/** The component of the normal along axis k of a box, out of it. */
function outwardOf(pair: CorePair, ofA: Int, k: Int): Double {
  const n = pair.normal;
  const m = pair.rotation;
  if (ofA === 1) return n[k];
  return -(n[0] * m[k] + n[1] * m[3 + k] + n[2] * m[6 + k]);
}

/** Whether the side of a box is below the other along the normal. */
function isBelow(outward: Double, side: Double, slack: Double): Int {
  return int(-2 * outward * side > 4 * slack);
}

/** Cuts the edge along axis k through edge.own by the slabs of the other box, and tries what is left. */
function meetOnEdge(pair: CorePair, edge: Meeting, slack: Double, ofA: Int, k: Int): Int {
  const half = ofA === 1 ? pair.halfA : pair.halfB;
  const otherHalf = ofA === 1 ? pair.halfB : pair.halfA;
  const m = pair.rotation;
  let begin: Double = -half[k];
  let end: Double = half[k];
  for (let c: Int = 0; c < 3; c++) {
    const middle = seenFrom(pair, edge, ofA, c);
    const along: Double = ofA === 1 ? m[3 * k + c] : m[3 * c + k];
    edge.other[c] = middle;
    edge.along[c] = along;
    const reach = otherHalf[c] + slack;
    if (along === 0) {
      if (!(abs(middle) <= reach)) return 0;
    } else {
      const low = (-reach - middle) / along;
      const high = (reach - middle) / along;
      begin = max(begin, min(low, high));
      end = min(end, max(low, high));
    }
  }
  if (!(begin <= end)) return 0;
  const isAtBegin = meetAt(pair, edge, slack, ofA, k, begin);
  if (isAtBegin === 1) return 1;
  return meetAt(pair, edge, slack, ofA, k, end);
}

/** Component c of edge.own in the frame of the other box. */
function seenFrom(pair: CorePair, edge: Meeting, ofA: Int, c: Int): Double {
  const m = pair.rotation;
  const own = edge.own;
  const moved = edge.moved;
  if (ofA === 1) {
    const x = own[0] - moved[0];
    const y = own[1] - moved[1];
    const z = own[2] - moved[2];
    return m[c] * x + m[3 + c] * y + m[6 + c] * z;
  }
  const at = 3 * c;
  return moved[c] + (m[at] * own[0] + m[at + 1] * own[1] + m[at + 2] * own[2]);
}

/**
 * Writes the point at `place` of the edge. It is a corner of what the boxes share if it may slide along two axes at
 * most: it is on sides of both boxes across all others.
 */
function meetAt(pair: CorePair, edge: Meeting, slack: Double, ofA: Int, k: Int, place: Double): Int {
  const halfA = pair.halfA;
  const halfB = pair.halfB;
  const idsA = pair.simplex.idsA;
  const idsB = pair.simplex.idsB;
  const onA = ofA === 1 ? edge.own : edge.other;
  const onB = ofA === 1 ? edge.other : edge.own;
  edge.own[k] = place;
  for (let c: Int = 0; c < 3; c++) edge.other[c] += place * edge.along[c];
  let idA: Int = 0;
  let idB: Int = 0;
  let free: Int = 0;
  const one: Int = 1;
  for (let c: Int = 0; c < 3; c++) {
    idA |= int(onA[c] < 0) << c;
    idB |= int(onB[c] < 0) << c;
    free |= int(halfA[c] - abs(onA[c]) > 4 * slack) << c;
    free |= int(halfB[c] - abs(onB[c]) > 4 * slack) << (c + 3);
    pair.witness[c] = max(min(onA[c], halfA[c]), -halfA[c]);
  }
  for (let c: Int = 0; c < 3; c++) edge.other[c] -= place * edge.along[c];
  const low = free & -free;
  const high = free ^ low;
  if ((high & (high - one)) !== 0) return 0;
  idsA[0] = idA;
  idsA[1] = idA ^ (low & 7);
  idsA[2] = idA ^ (high & 7);
  idsB[0] = idB;
  idsB[1] = idB ^ (low >> 3);
  idsB[2] = idB ^ (high >> 3);
  return 1;
}
