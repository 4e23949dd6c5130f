/**
 * Builds the corners of the patch from a clipped face: heights on both surfaces, feature ids; see
 * kernels/contacts/patch.ts.
 */
import { abs, addressOf, type Flag, type Float, floatsAt, type Int, intsAt } from '../../../language/lanes.ts';
import { EDGE_BITS, EDGES, KIND_SHIFT, VERTEX_OF_A, VERTEX_OF_B } from '../../../tables/featureIds.ts';
import { CORNER_OF_A, CROSSING, TAG_SHIFT } from './clip.ts';
import { CORNER_COLUMNS, CORNER_ROWS, type Corners, type Face, type Work } from './contactScratch.ts';

const EDGE_MASK = 0x7fff;

/** The faces of both shapes, and their numbers of corners. */
export interface FacePair {
  readonly a: Face;
  readonly countA: Int;
  readonly b: Face;
  readonly countB: Int;
}

/** Which corners belong to a patch (m). */
export interface PatchLimits {
  readonly radiusA: Float;
  /** Sum of the radii. */
  readonly radii: Float;
  /** The range of separations. */
  readonly margin: Float;
  readonly deepest: Float;
  /** A corner nearer than this to one of a face has the id of that. */
  readonly snap: Float;
  /** Corners nearer to each other than this are one. */
  readonly same: Float;
}

/** Fills `corners` from `count` clipped ones within the limits. Returns their number, −1 if there are too many. */
export function fillCorners(work: Work, count: Int, faces: FacePair, corners: Corners, limits: PatchLimits): Int {
  const plane = floatsAt(faces.a.plane);
  const perHeight = 1 / plane[2];
  let written: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const x = floatsAt(work.x)[k];
    const y = floatsAt(work.y)[k];
    const onA = (plane[3] - plane[0] * x - plane[1] * y) * perHeight;
    const separation = floatsAt(work.height)[k] - onA - limits.radii;
    // no corner is deeper than the pair, except where a steep sliver of a face is extrapolated far
    if (separation <= limits.margin && separation >= limits.deepest) {
      if (written === CORNER_ROWS) return -1;
      floatsAt(corners.s)[written] = x;
      floatsAt(corners.t)[written] = y;
      floatsAt(corners.separation)[written] = separation;
      floatsAt(corners.height)[written] = onA + limits.radiusA;
      intsAt(corners.feature)[written] = featureOf(faces, intsAt(work.tag)[k], x, y, limits.snap);
      written = addCorner(corners, written, limits.same);
    }
  }
  return written;
}

/**
 * Adds the corner behind the first `count`, unless one has its feature id or its position: then the deeper one stays,
 * under the id of the earlier one. Returns the number of corners.
 */
function addCorner(corners: Corners, count: Int, same: Float): Int {
  const features = intsAt(corners.feature);
  for (let k: Int = 0; k < count; k += 1) {
    if (features[k] === features[count] || isSamePosition(corners, k, count, same)) {
      const separations = floatsAt(corners.separation);
      if (!(separations[count] < separations[k])) return count;
      takePlace(corners, k, count);
      // the position of the accepted corner may be that of others, which have other ids
      let rest = count;
      for (let duplicate: Int = count - 1; duplicate > k; duplicate -= 1) {
        if (isSamePosition(corners, k, duplicate, same)) {
          if (separations[duplicate] < separations[k]) takePlace(corners, k, duplicate);
          rest = dropCorner(corners, rest, duplicate);
        }
      }
      return rest;
    }
  }
  return count + 1;
}

function isSamePosition(corners: Corners, k: Int, other: Int, same: Float): Flag {
  const s = floatsAt(corners.s);
  const t = floatsAt(corners.t);
  return abs(s[k] - s[other]) + abs(t[k] - t[other]) < same;
}

/** Moves corner `k` to the position of another; its id stays. */
function takePlace(corners: Corners, k: Int, other: Int): void {
  const features = intsAt(corners.feature);
  const feature = features[k];
  moveCorner(corners, other, k);
  features[k] = feature;
}

/** Removes corner k. Returns the number of corners. */
function dropCorner(corners: Corners, count: Int, k: Int): Int {
  for (let m: Int = k; m < count - 1; m += 1) moveCorner(corners, m + 1, m);
  return count - 1;
}

export function moveCorner(corners: Corners, from: Int, to: Int): void {
  const words = intsAt(addressOf(corners));
  for (let column: Int = 0; column < CORNER_COLUMNS; column += 1)
    words[CORNER_ROWS * column + to] = words[CORNER_ROWS * column + from];
}

function featureOf(faces: FacePair, tag: Int, x: Float, y: Float, snap: Float): Int {
  const faceA = faces.a;
  const faceB = faces.b;
  const kind = tag >> TAG_SHIFT;
  const verticesA = intsAt(faceA.vertex);
  const verticesB = intsAt(faceB.vertex);
  if (kind === CORNER_OF_A) return (VERTEX_OF_A << KIND_SHIFT) | verticesA[tag & 0xff];
  if (kind === CROSSING) {
    const edgeA = tag & 0xff;
    const edgeB = (tag >> 8) & 0xff;
    let endA = edgeA + 1;
    if (endA === faces.countA) endA = 0;
    let endB = edgeB + 1;
    if (endB === faces.countB) endB = 0;
    if (isAt(faceA, edgeA, x, y, snap)) return (VERTEX_OF_A << KIND_SHIFT) | verticesA[edgeA];
    if (isAt(faceA, endA, x, y, snap)) return (VERTEX_OF_A << KIND_SHIFT) | verticesA[endA];
    if (isAt(faceB, edgeB, x, y, snap)) return (VERTEX_OF_B << KIND_SHIFT) | verticesB[edgeB];
    if (isAt(faceB, endB, x, y, snap)) return (VERTEX_OF_B << KIND_SHIFT) | verticesB[endB];
    return (EDGES << KIND_SHIFT) | ((verticesA[edgeA] & EDGE_MASK) << EDGE_BITS) | (verticesB[edgeB] & EDGE_MASK);
  }
  for (let k: Int = 0; k < faces.countA; k += 1)
    if (isAt(faceA, k, x, y, snap)) return (VERTEX_OF_A << KIND_SHIFT) | verticesA[k];
  return (VERTEX_OF_B << KIND_SHIFT) | verticesB[tag];
}

function isAt(face: Face, k: Int, x: Float, y: Float, snap: Float): Flag {
  return abs(floatsAt(face.x)[k] - x) + abs(floatsAt(face.y)[k] - y) < snap;
}

/**
 * Drops crossings on a straight line between their neighbors, unless they are deeper. Returns the number of corners.
 */
export function dropStraight(corners: Corners, count: Int, snap: Float): Int {
  const s = floatsAt(corners.s);
  const t = floatsAt(corners.t);
  const separations = floatsAt(corners.separation);
  let rest = count;
  let k: Int = 0;
  while (k < rest && rest > 2) {
    let last = k - 1;
    if (k === 0) last = rest - 1;
    let next = k + 1;
    if (next === rest) next = 0;
    const ds = s[next] - s[last];
    const dt = t[next] - t[last];
    const x = s[k] - s[last];
    const y = t[k] - t[last];
    const square = ds * ds + dt * dt;
    const ahead = x * ds + y * dt;
    const beside = x * dt - y * ds;
    let shallow = separations[last];
    if (separations[next] < shallow) shallow = separations[next];
    const isEdges = intsAt(corners.feature)[k] >>> KIND_SHIFT === EDGES;
    if (isEdges && ahead > 0 && ahead < square && beside * beside < snap * snap * square && separations[k] >= shallow) {
      rest = dropCorner(corners, rest, k);
    } else k += 1;
  }
  return rest;
}
