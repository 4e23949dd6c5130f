/**
 * Where a line meets a triangle, in the frame of its shape.
 *
 * A line that passes an edge outside of it by less than the slack (localRay.ts) meets the triangle: that is more than
 * the rounding of all numbers here. So no line passes between triangles that share an edge or a vertex, or whose
 * borders are at the same place, and a line through a border meets it. A line in the plane of the triangle does not
 * meet it.
 *
 * Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { greater, lesser } from '../../math/extremes.ts';
import { cross, dot, load, sub, type Vec3, zero } from '../../math/vectors.ts';
import { BOTH_SIDES, MIRRORED } from '../../tables/childWords.ts';
import { clip, isEntered, type Stretch, wholeLine } from './childLine.ts';
import { ENTERS, MISSES } from './hit.ts';
import type { BodyRay, ChildLine } from './rayNumbers.ts';

/** More than the rounding of a height over an edge or a plane, in slacks. */
const ROOM: Double = 2;
/** Lines whose angle to the plane is less, as a part of the sides, are in it: that is rounding. */
const IN_PLANE: Double = 1 / 1_125_899_906_842_624;
/** Lines with a smaller sine of the angle to the plane may pass a triangle between all edges, far outside of it. */
const GRAZING: Double = 1 / 1_048_576;

/**
 * What the triangle with the corners line.corners is to the ray. Writes its entry, the normal there, and the weights of
 * the corners.
 * @param flags of the head of its shape (tables/childWords.ts)
 */
export function meetTriangle(body: BodyRay, line: ChildLine, flags: Int): Int {
  const unit = zero();
  const a = zero();
  const b = zero();
  const c = zero();
  load(unit, body.unit, 0);
  loadCorner(a, body, line.corners, 0);
  loadCorner(b, body, line.corners, 3);
  loadCorner(c, body, line.corners, 6);
  const ab = sub(b, a);
  const ac = sub(c, a);
  const normal = cross(ab, ac);
  const slope = dot(normal, unit);
  const isBehind = slope > 0;
  if (isBehind && (flags & BOTH_SIDES) === 0) return MISSES;
  const sizeAb = sizeOf(ab);
  const sizeAc = sizeOf(ac);
  if (!(Math.abs(slope) > IN_PLANE * sizeAb * sizeAc)) return MISSES;
  const side: Double = isBehind ? -1 : 1;
  const room = ROOM * body.slack;
  // heights of the line over the edges, times their lengths and the sine of their angles to it
  const momentA = cross(a, unit);
  const overAb = side * dot(momentA, ab);
  const overCa = -side * dot(momentA, ac);
  if (!(overAb >= -room * sizeAb && overCa >= -room * sizeAc)) return MISSES;
  const bc = sub(c, b);
  const overBc = side * dot(cross(b, unit), bc);
  if (!(overBc >= -room * sizeOf(bc))) return MISSES;
  const height = dot(normal, a);
  const length = Math.sqrt(dot(normal, normal));
  // the origin may be on the triangle
  if (!((height - body.start * slope) * -side >= -room * length)) return MISSES;
  let entry = height / slope;
  if (Math.abs(slope) < GRAZING * length) {
    entry = grazingEntry(body, line, { normal, length, slope, height }, a, b, c);
    if (Number.isNaN(entry)) return MISSES;
  }
  // not before its box, so the answer does not depend on the tree
  const stretch = wholeLine();
  clipToBox(stretch, line);
  const isMet = isEntered(stretch);
  if (!isMet) return MISSES;
  body.entry = greater(entry, stretch.from + line.skipped + body.start);
  body.gap = 0;
  body.normal[0] = (side * normal.x) / length;
  body.normal[1] = (side * normal.y) / length;
  body.normal[2] = (side * normal.z) / length;
  const ofA = weightOf(body, normal, b, bc);
  const ofB = weightOf(body, normal, c, ac) * -1;
  const ofC = weightOf(body, normal, a, ab);
  writeWeights(body, greater(ofA, 0), greater(ofB, 0), greater(ofC, 0), flags);
  return ENTERS;
}

/** The plane of a triangle, seen from `center` of the local ray, and the line. */
interface Plane {
  /** Of length `length`. */
  readonly normal: Vec3;
  readonly length: Double;
  /** How much the line rises along the normal, and the height of the triangle. */
  readonly slope: Double;
  readonly height: Double;
}

/**
 * Where a line nearly in the plane of a triangle comes within the room: over the triangle, and not before the line
 * begins. Heights over edges do not say that, since the line passes them outside of the triangle, too.
 * @returns NaN if it does not
 */
function grazingEntry(body: BodyRay, line: ChildLine, plane: Plane, a: Vec3, b: Vec3, c: Vec3): Double {
  const room = ROOM * body.slack;
  const unit = zero();
  load(unit, body.unit, 0);
  const stretch: Stretch = { from: body.start + line.skipped, to: 1 / 0 };
  clipEdge(stretch, unit, cross(plane.normal, sub(b, a)), a, room);
  clipEdge(stretch, unit, cross(plane.normal, sub(c, b)), b, room);
  clipEdge(stretch, unit, cross(plane.normal, sub(a, c)), c, room);
  if (!(stretch.from <= stretch.to + room)) return NaN;
  const entry = greater(lesser(plane.height / plane.slope, stretch.to), stretch.from);
  return Math.abs(plane.height - entry * plane.slope) <= room * plane.length ? entry : NaN;
}

/** Shortens a stretch of a line to what is inside of an edge. @param inward across the edge @param corner on it */
function clipEdge(stretch: Stretch, unit: Vec3, inward: Vec3, corner: Vec3, room: Double): void {
  const rise = dot(inward, unit);
  const height = dot(inward, corner);
  const more = room * Math.sqrt(dot(inward, inward));
  if (rise > 0) stretch.from = greater(stretch.from, (height - more) / rise);
  else if (rise < 0) stretch.to = lesser(stretch.to, (height - more) / rise);
  else if (height > more) stretch.to = -1 / 0;
}

/** Shortens a stretch to what is in the box around a triangle. */
function clipToBox(stretch: Stretch, line: ChildLine): void {
  const { corners } = line;
  for (let axis: Int = 0; axis < 3; axis++) {
    const one = corners[axis];
    const two = corners[3 + axis];
    const three = corners[6 + axis];
    clip(stretch, line, axis, lesser(one, lesser(two, three)), greater(one, greater(two, three)));
  }
}

/** Loads the corner at corners[at …], as seen from `center` of the local ray. */
function loadCorner(to: Vec3, body: BodyRay, corners: Doubles, at: Int): void {
  const { center } = body;
  to.x = corners[at] - center[0];
  to.y = corners[at + 1] - center[1];
  to.z = corners[at + 2] - center[2];
}

/** |x| + |y| + |z| */
function sizeOf(v: Vec3): Double {
  return Math.abs(v.x) + Math.abs(v.y) + Math.abs(v.z);
}

/** How far inside of an edge the entry is, times lengths. @param corner where the edge begins */
function weightOf(body: BodyRay, normal: Vec3, corner: Vec3, edge: Vec3): Double {
  const { unit, entry } = body;
  const x = entry * unit[0] - corner.x;
  const y = entry * unit[1] - corner.y;
  const z = entry * unit[2] - corner.z;
  return dot(cross(edge, { x, y, z }), normal);
}

/** Writes the weights of the user's corners 1 and 2. @param a @param b @param c what the corners weigh, ≥ 0 */
function writeWeights(body: BodyRay, a: Double, b: Double, c: Double, flags: Int): void {
  const sum = a + b + c;
  const isMirrored = (flags & MIRRORED) !== 0;
  const one = isMirrored ? c : b;
  const two = isMirrored ? b : c;
  const share: Double = sum > 0 ? 1 / sum : 0;
  body.weights[0] = one * share;
  body.weights[1] = two * share;
}
