/** Feature ids of the corners of a patch of boxes: see tables/contactTable.ts. */
import { abs, type Flag, type Float, floatsAt, type Int, intsAt } from '../../../language/lanes.ts';
import { EDGE_BITS, EDGES, KIND_SHIFT, VERTEX_OF_A, VERTEX_OF_B } from '../../../tables/featureIds.ts';
import { CORNERS_A, CORNERS_B, EDGES_P, type Patch, type Slots } from './contactScratch.ts';

/** Feature id of the corner in a slot, which is at (s, t). */
export function boxFeatureId(patch: Patch, slots: Slots, slot: Int, lane: Int, s: Float, t: Float): Int {
  const snap = floatsAt(patch.snap)[lane];
  const beforeS = abs(floatsAt(patch.halfS)[lane] - abs(s));
  const beforeT = abs(floatsAt(patch.halfT)[lane] - abs(t));
  const faceA = intsAt(patch.faceA)[lane];
  if (slot >= CORNERS_A || beforeS + beforeT < snap) return (VERTEX_OF_A << KIND_SHIFT) | vertexOf(faceA, s < 0, t < 0);
  // other corners are on an edge of B: along q or along p, at this end of the other
  const faceB = intsAt(patch.faceB)[lane];
  const place = floatsAt(slots.place)[4 * slot + lane];
  const isBack = (slot & 2) !== 0;
  let length = floatsAt(patch.lengthQ)[lane];
  if (slot >= EDGES_P) length = floatsAt(patch.lengthP)[lane];
  if (slot >= CORNERS_B || abs(1 - abs(place)) * length < snap) {
    if (slot < EDGES_P || slot >= CORNERS_B) return (VERTEX_OF_B << KIND_SHIFT) | vertexOf(faceB, isBack, place < 0);
    return (VERTEX_OF_B << KIND_SHIFT) | vertexOf(faceB, place < 0, isBack);
  }
  const edgeA = edgeOf(faceA, beforeS < beforeT, s < 0, t < 0);
  const edgeB = edgeOf(faceB, slot < EDGES_P, isBack, isBack);
  return (EDGES << KIND_SHIFT) | (edgeA << EDGE_BITS) | edgeB;
}

/** The vertex of a face at these signs of its two axes. */
function vertexOf(face: Int, negativeS: Flag, negativeT: Flag): Int {
  let vertex = (face >> 8) & 7;
  if (negativeS) vertex |= face & 7;
  if (negativeT) vertex |= (face >> 4) & 7;
  return vertex;
}

/** The first vertex of an edge of a face, counter-clockwise seen from outside: the edge at an end of s, or of t. */
function edgeOf(face: Int, atEndOfS: Flag, negativeS: Flag, negativeT: Flag): Int {
  const outward = ((face >> 12) & 1) !== 0;
  if (atEndOfS) return vertexOf(face, negativeS, negativeS !== outward);
  return vertexOf(face, negativeT === outward, negativeT);
}
