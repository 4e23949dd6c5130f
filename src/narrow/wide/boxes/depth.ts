/**
 * How deep boxes overlap, four pairs at a time: the axis of largest separation among the 15, and where the two meet along it.
 *
 * f32 knows the cross product of two edges to 1e-7 / sine of their angle. A cross axis that is known too badly to tell
 * whether it beats the best one is left to the scalar kernel, and so are boxes with parallel faces or edges at the contact.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996.
 */

import { Status } from '../../../queries/distance/status.ts';
import {
  abs,
  any,
  bitsOf,
  fromBits,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  ones,
  select,
  signBit,
  splat,
  sqrt,
  where,
} from '../lanes.ts';
import { type PairResult, writeResults, writeSimplexes } from '../pairResult.ts';
import { lengthOf, ROUNDING, relativePose, sizes } from '../relativePose.ts';
import type { Rows } from '../rows.ts';
import { dot, sub, timesTransposed, type Vec3 } from '../vectors.ts';
import { UNDECIDED } from '../verdicts.ts';
import { type Bar, type BestEdge, type BestFace, type Contact, edge, face, isDoubtful } from './axes.ts';
import { absolute, alongEdges, alongFaces } from './separations.ts';

/** An edge must beat the best face by this part of the size: ties go to the face, whose normal is better known. */
const FACE_BIAS = 2e-6;
/** A component of the normal up to here is 0: the box is free to slide along that axis. */
const FREE = 1e-5;

/** Writes answers and simplexes of boxes that overlap; verdicts: Status.Overlapping, Status.Separated, or UNDECIDED. */
export function boxDepth(context: Ints, rows: Rows, count: Int): void {
  for (let k: Int = 0; k < count; k += 4) measure(context, rows, k);
}

function measure(context: Ints, rows: Rows, k: Int): void {
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k).half;
  const b = sizes(intsAt(rows.shapeB), k).half;
  const r = pose.rotation;
  const t = pose.shift;
  const size = lengthOf(a) + lengthOf(b);
  const absoluteR = absolute(r);
  const planes = alongFaces(t, timesTransposed(r, t), absoluteR, a, b);
  let faces: BestFace = { separation: planes.ofA.x, axis: 0 };
  faces = face(faces, 1, planes.ofA.y);
  faces = face(faces, 2, planes.ofA.z);
  faces = face(faces, 3, planes.ofB.x);
  faces = face(faces, 4, planes.ofB.y);
  faces = face(faces, 5, planes.ofB.z);
  const beaten = faces.separation + FACE_BIAS * size;
  const bar: Bar = { square: beaten * abs(beaten), error: 4e-7 * size };
  // axis 6 + 3 k + m: edge k of A, edge m of B
  let edges: BestEdge = { square: bar.square, axis: 0, doubt: splat(false) };
  const crosses = alongEdges(t, r, absoluteR, a, b);
  edges = edge(edges, bar, 6, r.x.x, crosses.x.x);
  edges = edge(edges, bar, 7, r.x.y, crosses.x.y);
  edges = edge(edges, bar, 8, r.x.z, crosses.x.z);
  edges = edge(edges, bar, 9, r.y.x, crosses.y.x);
  edges = edge(edges, bar, 10, r.y.y, crosses.y.y);
  edges = edge(edges, bar, 11, r.y.z, crosses.y.z);
  edges = edge(edges, bar, 12, r.z.x, crosses.z.x);
  edges = edge(edges, bar, 13, r.z.y, crosses.z.y);
  edges = edge(edges, bar, 14, r.z.z, crosses.z.z);

  // the axis, from A to B
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
  const along = where(ofX, column.x) + where(ofY, column.y) + where(ofZ, column.z);
  const share = 1 / sqrt(1 - along * along);
  const one: Lane = 1;
  const own: Vec3 = {
    x: select(axis === 0, one, column.x),
    y: select(axis === 1, one, column.y),
    z: select(axis === 2, one, column.z),
  };
  const product: Vec3 = {
    x: share * (where(ofY, column.z) - where(ofZ, column.y)),
    y: share * (where(ofZ, column.x) - where(ofX, column.z)),
    z: share * (where(ofX, column.y) - where(ofY, column.x)),
  };
  const axes = select(crossed, product, own);
  const facing = dot(t, axes);
  const n: Vec3 = { x: signed(axes.x, facing), y: signed(axes.y, facing), z: signed(axes.z, facing) };
  const depth = select(crossed, signed(sqrt(abs(edges.square)), edges.square), faces.separation);

  // Corner of A highest along the normal, of B lowest; along free axes their middle. The points meet where the free
  // axes, two in all, take up what is left: c + R u − s = 0.
  const m = timesTransposed(r, n);
  const freeAX = abs(n.x) < FREE;
  const freeAY = abs(n.y) < FREE;
  const freeAZ = abs(n.z) < FREE;
  const freeBX = abs(m.x) < FREE;
  const freeBY = abs(m.y) < FREE;
  const freeBZ = abs(m.z) < FREE;
  let cornerA: Vec3 = {
    x: select(freeAX, 0, signed(a.x, n.x)),
    y: select(freeAY, 0, signed(a.y, n.y)),
    z: select(freeAZ, 0, signed(a.z, n.z)),
  };
  let cornerB: Vec3 = {
    x: select(freeBX, 0, signed(b.x, -m.x)),
    y: select(freeBY, 0, signed(b.y, -m.y)),
    z: select(freeBZ, 0, signed(b.z, -m.z)),
  };
  const c: Vec3 = {
    x: t.x - cornerA.x + dot(r.x, cornerB) - depth * n.x,
    y: t.y - cornerA.y + dot(r.y, cornerB) - depth * n.y,
    z: t.z - cornerA.z + dot(r.z, cornerB) - depth * n.z,
  };
  const cB = timesTransposed(r, c);
  const anyA = freeAX || freeAY || freeAZ;
  const anyB = freeBX || freeBY || freeBZ;
  const crossing = anyA && anyB;
  const alongA = select(freeAX, c.x, select(freeAY, c.y, c.z));
  const alongB = select(freeBX, cB.x, select(freeBY, cB.y, cB.z));
  const rowX = select(freeBX, r.x.x, select(freeBY, r.x.y, r.x.z));
  const rowY = select(freeBX, r.y.x, select(freeBY, r.y.y, r.y.z));
  const rowZ = select(freeBX, r.z.x, select(freeBY, r.z.y, r.z.z));
  const cosine = select(freeAX, rowX, select(freeAY, rowY, rowZ));
  const u = (cosine * alongA - alongB) / (1 - cosine * cosine);
  const s = alongA + u * cosine;
  let slideA: Vec3 = {
    x: select(freeAX, select(crossing, s, c.x), 0),
    y: select(freeAY, select(crossing, s, c.y), 0),
    z: select(freeAZ, select(crossing, s, c.z), 0),
  };
  let slideB: Vec3 = {
    x: select(freeBX, select(crossing, u, -cB.x), 0),
    y: select(freeBY, select(crossing, u, -cB.y), 0),
    z: select(freeBZ, select(crossing, u, -cB.z), 0),
  };
  const ofA: LaneInt = ones(freeAX) | (ones(freeAY) << 1) | (ones(freeAZ) << 2);
  const ofB: LaneInt = (ones(freeBX) | (ones(freeBY) << 1) | (ones(freeBZ) << 2)) << 16;
  let free = ofA | ofB;
  const two = isTwo(free);
  const slack = ROUNDING * size;
  let on =
    two &&
    abs(slideA.x) <= a.x + slack &&
    abs(slideA.y) <= a.y + slack &&
    abs(slideA.z) <= a.z + slack &&
    abs(slideB.x) <= b.x + slack &&
    abs(slideB.y) <= b.y + slack &&
    abs(slideB.z) <= b.z + slack;
  if (any(!two)) {
    // what lies flat on a face has a corner over it, or the face has one over what lies on it, or, which is rare, edges cross
    let bestB: Lane = 1e30;
    let bestA: Lane = 1e30;
    let endB = cornerB;
    let endA = cornerA;
    let overA = slideA;
    let overB = slideB;
    const up = sub(t, { x: depth * n.x, y: depth * n.y, z: depth * n.z });
    for (let corner: Int = 0; corner < 8; corner += 1) {
      const bits: LaneInt = splat(corner);
      const ownB: Vec3 = {
        x: select(freeBX, flipped(b.x, bits << 31), cornerB.x),
        y: select(freeBY, flipped(b.y, (bits & 2) << 30), cornerB.y),
        z: select(freeBZ, flipped(b.z, (bits & 4) << 29), cornerB.z),
      };
      const seenB: Vec3 = { x: up.x + dot(r.x, ownB), y: up.y + dot(r.y, ownB), z: up.z + dot(r.z, ownB) };
      const offB = sub(seenB, cornerA);
      const missB = max(beyond(offB.x, a.x, freeAX), max(beyond(offB.y, a.y, freeAY), beyond(offB.z, a.z, freeAZ)));
      const betterB = missB < bestB;
      bestB = select(betterB, missB, bestB);
      endB = select(betterB, ownB, endB);
      overA = select(betterB, offB, overA);
      const ownA: Vec3 = {
        x: select(freeAX, flipped(a.x, bits << 31), cornerA.x),
        y: select(freeAY, flipped(a.y, (bits & 2) << 30), cornerA.y),
        z: select(freeAZ, flipped(a.z, (bits & 4) << 29), cornerA.z),
      };
      const offA = sub(timesTransposed(r, sub(ownA, up)), cornerB);
      const missA = max(beyond(offA.x, b.x, freeBX), max(beyond(offA.y, b.y, freeBY), beyond(offA.z, b.z, freeBZ)));
      const betterA = missA < bestA;
      bestA = select(betterA, missA, bestA);
      endA = select(betterA, ownA, endA);
      overB = select(betterA, offA, overB);
    }
    const cornerOfB = !two && isTwo(ofA) && bestB <= 0.5 * slack;
    const cornerOfA = !two && !cornerOfB && isTwo(ofB) && bestA <= 0.5 * slack;
    const none: Vec3 = { x: 0, y: 0, z: 0 };
    on = on || cornerOfB || cornerOfA;
    slideA = select(cornerOfB, kept(overA, freeAX, freeAY, freeAZ), select(cornerOfA, none, slideA));
    slideB = select(cornerOfA, kept(overB, freeBX, freeBY, freeBZ), select(cornerOfB, none, slideB));
    cornerB = select(cornerOfB, endB, cornerB);
    cornerA = select(cornerOfA, endA, cornerA);
    free = select(cornerOfB, ofA, select(cornerOfA, ofB, free));
  }

  // cross axes that are known too badly to tell
  let doubt = edges.doubt;
  if (any(doubt)) {
    const contact: Contact = { normal: n, depth, size };
    doubt =
      isDoubtful(contact, bar, r.x.x, crosses.x.x, { x: 0, y: -r.z.x, z: r.y.x }) ||
      isDoubtful(contact, bar, r.x.y, crosses.x.y, { x: 0, y: -r.z.y, z: r.y.y }) ||
      isDoubtful(contact, bar, r.x.z, crosses.x.z, { x: 0, y: -r.z.z, z: r.y.z }) ||
      isDoubtful(contact, bar, r.y.x, crosses.y.x, { x: r.z.x, y: 0, z: -r.x.x }) ||
      isDoubtful(contact, bar, r.y.y, crosses.y.y, { x: r.z.y, y: 0, z: -r.x.y }) ||
      isDoubtful(contact, bar, r.y.z, crosses.y.z, { x: r.z.z, y: 0, z: -r.x.z }) ||
      isDoubtful(contact, bar, r.z.x, crosses.z.x, { x: -r.y.x, y: r.x.x, z: 0 }) ||
      isDoubtful(contact, bar, r.z.y, crosses.z.y, { x: -r.y.y, y: r.x.y, z: 0 }) ||
      isDoubtful(contact, bar, r.z.z, crosses.z.z, { x: -r.y.z, y: r.x.z, z: 0 });
  }
  const witness: Vec3 = {
    x: cornerA.x + slideA.x,
    y: cornerA.y + slideA.y,
    z: cornerA.z + slideA.z,
  };

  // the nearest corner of the face, or the nearest ends of the edges, and the two next to it
  const low = free & -free;
  const high = free ^ low;
  const onB: Vec3 = { x: cornerB.x + slideB.x, y: cornerB.y + slideB.y, z: cornerB.z + slideB.z };
  const idA = signBit(witness.x) | (signBit(witness.y) << 1) | (signBit(witness.z) << 2);
  const idB = signBit(onB.x) | (signBit(onB.y) << 1) | (signBit(onB.z) << 2);
  const id = idA | (idB << 16);
  writeSimplexes(context, rows, k, { p: id, q: id ^ low, r: id ^ high, s: id ^ free });
  const answer: PairResult = { normal: n, distance: depth, bound: 2 * ROUNDING * size + 0 * depth, witness };
  writeResults(context, rows, k, pose, answer);
  // squares of separations are numbers that f32 has
  const ordinary = size > 1e-15 && size < 1e15;
  const sure = pose.valid && ordinary && on && !doubt && depth < -slack;
  const apart = pose.valid && ordinary && depth > slack;
  const together: LaneInt = Status.Overlapping;
  rows.verdict[k] = select(sure, together, select(apart, Status.Separated, UNDECIDED));
}

/** Whether two bits are set. */
function isTwo(bits: LaneInt): Mask {
  const rest = bits & (bits - 1);
  return rest !== 0 && (rest & (rest - 1)) === 0;
}

/** By how much x lies beyond its half extent along a free axis, or beside where it is due along another. */
function beyond(x: Lane, half: Lane, free: Mask): Lane {
  return abs(x) - where(free, half);
}

/** The part of v along free axes. */
function kept(v: Vec3, x: Mask, y: Mask, z: Mask): Vec3 {
  return { x: where(x, v.x), y: where(y, v.y), z: where(z, v.z) };
}

/** `size` with its sign changed where the highest of `bits` is set. */
function flipped(size: Lane, bits: LaneInt): Lane {
  return fromBits(bitsOf(size) ^ bits);
}

/** `size`, which is positive, with the sign of `direction`. */
function signed(size: Lane, direction: Lane): Lane {
  return fromBits(bitsOf(size) ^ (bitsOf(direction) & -2147483648));
}
