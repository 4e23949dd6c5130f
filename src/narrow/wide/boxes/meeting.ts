/**
 * A common point of two boxes in contact, in f64, where the corner or edges of `boxWitness` do not meet: faces that
 * overlap in part, parallel edges, edges that are parallel to a face.
 *
 * B is moved along the normal until the boxes touch. A corner of what they share then lies on an edge of one of them:
 * at its end, or where it leaves the other box. Each edge at the contact is cut by the slabs of the other box.
 *
 *   reads   f[ROT …], f[SHIFT …], half extents, f[NORMAL …] and f[DISTANCE] of the axis that `boxesSeparation` chose
 *   writes  f[WITNESS …] on A, and the corners around it: i[ID_A …], i[ID_B …]
 */
import { DISTANCE, HALF_A, HALF_B, ID_A, ID_B, NORMAL, ROT, SHIFT, WITNESS } from '../../scalar/places.ts';
import { abs, type Double, type Doubles, type Int, type Ints, int, max, min } from '../lanes.ts';

/** Places of the scratch: B after the move, seen from A. */
const MOVED = 12;
/** A point of an edge in the frames of both boxes, and the direction of the edge in the frame of the other. */
const OWN = 15;
const OTHER = 18;
const ALONG = 21;

/** Points within `slack` (m) of both boxes count as common. @returns 1 if there is one, else 0 without valid output */
export function boxMeeting(f: Doubles, i: Ints, slack: Double): Int {
  for (let c: Int = 0; c < 3; c++) f[MOVED + c] = f[SHIFT + c] - f[DISTANCE] * f[NORMAL + c];
  const isOnA = meetOnEdges(f, i, slack, 1);
  if (isOnA === 1) return 1;
  return meetOnEdges(f, i, slack, 0);
}

/** Tries the edges of A (`ofA` = 1) or of B. */
function meetOnEdges(f: Doubles, i: Ints, slack: Double, ofA: Int): Int {
  let half: Int = HALF_B;
  if (ofA === 1) half = HALF_A;
  for (let k: Int = 0; k < 3; k++) {
    const k1: Int = k === 2 ? 0 : k + 1;
    const k2: Int = k === 0 ? 2 : k - 1;
    const outward1 = outwardOf(f, ofA, k1);
    const outward2 = outwardOf(f, ofA, k2);
    for (let side: Int = 0; side < 4; side++) {
      const side1: Double = (side & 1) === 1 ? -f[half + k1] : f[half + k1];
      const side2: Double = side >= 2 ? -f[half + k2] : f[half + k2];
      // edges below the contact
      if (isBelow(outward1, side1, slack) + isBelow(outward2, side2, slack) === 0) {
        f[OWN + k] = 0;
        f[OWN + k1] = side1;
        f[OWN + k2] = side2;
        const isMet = meetOnEdge(f, i, slack, ofA, k);
        if (isMet === 1) return 1;
      }
    }
  }
  return 0;
}

/** The component of the normal along axis k of a box, out of it. */
function outwardOf(f: Doubles, ofA: Int, k: Int): Double {
  if (ofA === 1) return f[NORMAL + k];
  return -(f[NORMAL] * f[ROT + k] + f[NORMAL + 1] * f[ROT + 3 + k] + f[NORMAL + 2] * f[ROT + 6 + k]);
}

/** Whether the side of a box is below the other along the normal. */
function isBelow(outward: Double, side: Double, slack: Double): Int {
  return int(-2 * outward * side > 4 * slack);
}

/** Cuts the edge along axis k through f[OWN …] by the slabs of the other box, and tries what is left. */
function meetOnEdge(f: Doubles, i: Ints, slack: Double, ofA: Int, k: Int): Int {
  let half: Int = HALF_B;
  let otherHalf: Int = HALF_A;
  if (ofA === 1) {
    half = HALF_A;
    otherHalf = HALF_B;
  }
  let begin: Double = -f[half + k];
  let end: Double = f[half + k];
  for (let c: Int = 0; c < 3; c++) {
    const middle = seenFrom(f, ofA, c);
    const along: Double = ofA === 1 ? f[ROT + 3 * k + c] : f[ROT + 3 * c + k];
    f[OTHER + c] = middle;
    f[ALONG + c] = along;
    const reach = f[otherHalf + c] + slack;
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
  const isAtBegin = meetAt(f, i, slack, ofA, k, begin);
  if (isAtBegin === 1) return 1;
  return meetAt(f, i, slack, ofA, k, end);
}

/** Component c of f[OWN …] in the frame of the other box. */
function seenFrom(f: Doubles, ofA: Int, c: Int): Double {
  if (ofA === 1) {
    const x = f[OWN] - f[MOVED];
    const y = f[OWN + 1] - f[MOVED + 1];
    const z = f[OWN + 2] - f[MOVED + 2];
    return f[ROT + c] * x + f[ROT + 3 + c] * y + f[ROT + 6 + c] * z;
  }
  const at = ROT + 3 * c;
  return f[MOVED + c] + (f[at] * f[OWN] + f[at + 1] * f[OWN + 1] + f[at + 2] * f[OWN + 2]);
}

/**
 * Writes the point at `place` of the edge. It is a corner of what the boxes share if it may slide along two axes at
 * most: it is on sides of both boxes across all others.
 */
function meetAt(f: Doubles, i: Ints, slack: Double, ofA: Int, k: Int, place: Double): Int {
  f[OWN + k] = place;
  let atA: Int = OTHER;
  let atB: Int = OWN;
  if (ofA === 1) {
    atA = OWN;
    atB = OTHER;
  }
  for (let c: Int = 0; c < 3; c++) f[OTHER + c] += place * f[ALONG + c];
  let idA: Int = 0;
  let idB: Int = 0;
  let free: Int = 0;
  const one: Int = 1;
  for (let c: Int = 0; c < 3; c++) {
    idA |= int(f[atA + c] < 0) << c;
    idB |= int(f[atB + c] < 0) << c;
    free |= int(f[HALF_A + c] - abs(f[atA + c]) > 4 * slack) << c;
    free |= int(f[HALF_B + c] - abs(f[atB + c]) > 4 * slack) << (c + 3);
    f[WITNESS + c] = max(min(f[atA + c], f[HALF_A + c]), -f[HALF_A + c]);
  }
  for (let c: Int = 0; c < 3; c++) f[OTHER + c] -= place * f[ALONG + c];
  const low = free & -free;
  const high = free ^ low;
  if ((high & (high - one)) !== 0) return 0;
  i[ID_A] = idA;
  i[ID_A + 1] = idA ^ (low & 7);
  i[ID_A + 2] = idA ^ (high & 7);
  i[ID_B] = idB;
  i[ID_B + 1] = idB ^ (low >> 3);
  i[ID_B + 2] = idB ^ (high >> 3);
  return 1;
}
