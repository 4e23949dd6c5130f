/**
 * The axis of largest separation among the 15 of two boxes. Also tests whether a cross axis that is inaccurate in f32
 * could be better.
 */
import { abs, type Lane, type LaneInt, type Mask, max, select, splat, sqrt, where } from '../../../language/lanes.ts';
import { withSign } from '../../../math/lanes/signs.ts';
import { cross, dot, type Mat3, scale, type Vec3 } from '../../../math/lanes/vectors.ts';
import type { FaceSeparations } from './separations.ts';

/**
 * A cross axis is accurate if its sine² is above the first; below the second the edges are parallel, and it is skipped.
 */
const ACCURATE = 1e-2;
const PARALLEL = 1e-11;
/** Stands for a length² of 0, which has no reciprocal. */
const TINY = 1e-20;

/** The best face so far: its separation, and its number. */
export interface BestFace {
  readonly separation: Lane;
  readonly axis: LaneInt;
}

/** The best of the faces: axes 0, 1, 2 of A, 3, 4, 5 of B. */
export function bestFace(planes: FaceSeparations): BestFace {
  let best: BestFace = { separation: planes.ofA.x, axis: 0 };
  best = face(best, 1, planes.ofA.y);
  best = face(best, 2, planes.ofA.z);
  best = face(best, 3, planes.ofB.x);
  best = face(best, 4, planes.ofB.y);
  return face(best, 5, planes.ofB.z);
}

function face(best: BestFace, axis: LaneInt, separation: Lane): BestFace {
  // axes are in ascending order, so max selects the later one
  return {
    separation: max(best.separation, separation),
    axis: max(best.axis, where(separation > best.separation, axis)),
  };
}

/** The best cross axis so far. Separations are signed squares, which needs no square root. */
export interface BestEdge {
  readonly square: Lane;
  readonly axis: LaneInt;
  /** Whether an inaccurate axis could beat the best face. */
  readonly doubt: Mask;
}

/** The threshold for cross axes. */
export interface Bar {
  /** Signed square of the separation that beats the best face. */
  readonly square: Lane;
  /** Rounding of an unnormalized separation. */
  readonly error: Lane;
}

/**
 * The best of the cross axes above the bar: axis 6 + 3 k + m for edge k of A and edge m of B; axis 0 if there is none.
 */
export function bestEdge(bar: Bar, r: Mat3, crosses: Mat3): BestEdge {
  let best: BestEdge = { square: bar.square, axis: 0, doubt: splat(false) };
  const x = squares(r.x);
  best = edge(best, bar, 6, x.y + x.z, crosses.x.x);
  best = edge(best, bar, 7, x.x + x.z, crosses.x.y);
  best = edge(best, bar, 8, x.x + x.y, crosses.x.z);
  const y = squares(r.y);
  best = edge(best, bar, 9, y.y + y.z, crosses.y.x);
  best = edge(best, bar, 10, y.x + y.z, crosses.y.y);
  best = edge(best, bar, 11, y.x + y.y, crosses.y.z);
  const z = squares(r.z);
  best = edge(best, bar, 12, z.y + z.z, crosses.z.x);
  best = edge(best, bar, 13, z.x + z.z, crosses.z.y);
  return edge(best, bar, 14, z.x + z.y, crosses.z.z);
}

function squares(v: Vec3): Vec3 {
  return { x: v.x * v.x, y: v.y * v.y, z: v.z * v.z };
}

/**
 * Tests a cross axis, unnormalized: its squared length, which is the sine² of the edges, and the separation along it.
 * 1 − cosine² would be sine², too, but the rounding of the cosine is large as a part of a small difference.
 */
function edge(best: BestEdge, bar: Bar, axis: LaneInt, sine2: Lane, separation: Lane): BestEdge {
  const share = 1 / sine2;
  const square = separation * abs(separation) * share;
  const most = separation + bar.error;
  const accurate = sine2 > ACCURATE;
  const better = accurate && square > best.square;
  return {
    square: select(better, square, best.square),
    axis: max(best.axis, where(better, axis)),
    doubt: best.doubt || (!accurate && sine2 > PARALLEL && most * abs(most) * share > bar.square),
  };
}

/** The axis of least penetration. */
export interface Contact {
  /** From A to B, in frame A. */
  readonly normal: Vec3;
  /** Minus the penetration depth: negative. */
  readonly depth: Lane;
  readonly size: Lane;
}

/** The contact along the better of two axes. `r` is the rotation B → A, `t` the position of B in frame A. */
export function contactAlong(faces: BestFace, edges: BestEdge, r: Mat3, t: Vec3, size: Lane): Contact {
  const crossed = edges.axis !== 0;
  const axis = max(faces.axis, edges.axis);
  const ofX = axis === 6 || axis === 7 || axis === 8;
  const ofY = axis === 9 || axis === 10 || axis === 11;
  const ofZ = axis > 11;
  const toX = axis === 3 || axis === 6 || axis === 9 || axis === 12;
  const toY = axis === 4 || axis === 7 || axis === 10 || axis === 13;
  const toZ = axis === 5 || axis === 8 || axis === 11 || axis === 14;
  const column: Vec3 = {
    x: where(toX, r.x.x) + where(toY, r.x.y) + where(toZ, r.x.z),
    y: where(toX, r.y.x) + where(toY, r.y.y) + where(toZ, r.y.z),
    z: where(toX, r.z.x) + where(toY, r.z.y) + where(toZ, r.z.z),
  };
  const one: Lane = 1;
  const own: Vec3 = {
    x: select(axis === 0, one, column.x),
    y: select(axis === 1, one, column.y),
    z: select(axis === 2, one, column.z),
  };
  const product: Vec3 = {
    x: where(ofY, column.z) - where(ofZ, column.y),
    y: where(ofZ, column.x) - where(ofX, column.z),
    z: where(ofX, column.y) - where(ofY, column.x),
  };
  // the product is 0 where a face is best
  const sine2 = max(dot(product, product), TINY);
  const axes = select(crossed, scale(1 / sqrt(sine2), product), own);
  const facing = dot(t, axes);
  return {
    normal: { x: withSign(axes.x, facing), y: withSign(axes.y, facing), z: withSign(axes.z, facing) },
    depth: select(crossed, withSign(sqrt(abs(edges.square)), edges.square), faces.separation),
    size,
  };
}

/** Whether any inaccurate cross axis could have less penetration than the contact. */
export function hasDoubt(contact: Contact, bar: Bar, r: Mat3, crosses: Mat3): Mask {
  return (
    isDoubtful(contact, bar, crosses.x.x, { x: 0, y: -r.z.x, z: r.y.x }) ||
    isDoubtful(contact, bar, crosses.x.y, { x: 0, y: -r.z.y, z: r.y.y }) ||
    isDoubtful(contact, bar, crosses.x.z, { x: 0, y: -r.z.z, z: r.y.z }) ||
    isDoubtful(contact, bar, crosses.y.x, { x: r.z.x, y: 0, z: -r.x.x }) ||
    isDoubtful(contact, bar, crosses.y.y, { x: r.z.y, y: 0, z: -r.x.y }) ||
    isDoubtful(contact, bar, crosses.y.z, { x: r.z.z, y: 0, z: -r.x.z }) ||
    isDoubtful(contact, bar, crosses.z.x, { x: -r.y.x, y: r.x.x, z: 0 }) ||
    isDoubtful(contact, bar, crosses.z.y, { x: -r.y.y, y: r.x.y, z: 0 }) ||
    isDoubtful(contact, bar, crosses.z.z, { x: -r.y.z, y: r.x.z, z: 0 })
  );
}

/**
 * Whether an inaccurate cross axis (x, y, z), unnormalized, could have less penetration than the contact. It does not
 * if it is nearly the normal: along every direction within a right angle of the normal n of a point contact, the depth
 * is at least depth × cosine, because separation is a concave function of the direction.
 */
function isDoubtful(contact: Contact, bar: Bar, separation: Lane, axis: Vec3): Mask {
  const sine2 = dot(axis, axis);
  const most = separation + bar.error;
  // sines by rows and by columns differ by rounding
  const could = sine2 <= 1.0001 * ACCURATE && most * abs(most) > bar.square * sine2;
  // parallel edges are skipped
  const parallel = sine2 <= 4e-12;
  const beside = cross(axis, contact.normal);
  // twice the square of the part across the normal, plus its possible error in f32
  const beside2 = 2 * dot(beside, beside) + 8e-14;
  const along = beside2 * -contact.depth <= 4e-6 * contact.size * sine2;
  return could && !(parallel || along);
}
