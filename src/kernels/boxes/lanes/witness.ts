/**
 * The witness points of two boxes along the normal of their contact, four pairs at a time: a corner of each, and the
 * offset from it along the free axes.
 */
import {
  abs,
  type Int,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  ones,
  select,
  splat,
  where,
} from '../../../language/lanes.ts';
import { flipped, withSign } from '../../../math/lanes/signs.ts';
import { dot, type Mat3, sub, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';

/** A component of the normal up to this is 0: the box can slide along that axis. */
const FREE = 1e-5;

/** Axes of a box across the normal. */
export interface FreeAxes {
  readonly x: Mask;
  readonly y: Mask;
  readonly z: Mask;
}

/** Two boxes in frame A: half extents, B's rotation, and its position. */
export interface BoxPair {
  readonly a: Vec3;
  readonly b: Vec3;
  readonly r: Mat3;
  readonly t: Vec3;
}

/** The witness points: offsets from corners of A and B, each in its own frame, along their free axes. */
export interface Meeting {
  readonly cornerA: Vec3;
  readonly cornerB: Vec3;
  readonly slideA: Vec3;
  readonly slideB: Vec3;
  /** Free axes as bits: 0, 1, 2 of A, 16, 17, 18 of B. */
  readonly free: LaneInt;
  /** The point is on both boxes. */
  readonly on: Mask;
}

export function freeAxes(normal: Vec3): FreeAxes {
  return { x: abs(normal.x) < FREE, y: abs(normal.y) < FREE, z: abs(normal.z) < FREE };
}

/**
 * Corner of A highest along the normal, corner of B lowest; along free axes their center. The two free axes close the
 * gap between these points: c + R u − s = 0. `m` is the normal n in frame B.
 */
export function meet(
  boxes: BoxPair,
  n: Vec3,
  m: Vec3,
  depth: Lane,
  freeA: FreeAxes,
  freeB: FreeAxes,
  slack: Lane,
): Meeting {
  const a = boxes.a;
  const b = boxes.b;
  const r = boxes.r;
  const t = boxes.t;
  const cornerA: Vec3 = {
    x: select(freeA.x, 0, withSign(a.x, n.x)),
    y: select(freeA.y, 0, withSign(a.y, n.y)),
    z: select(freeA.z, 0, withSign(a.z, n.z)),
  };
  const cornerB: Vec3 = {
    x: select(freeB.x, 0, withSign(b.x, -m.x)),
    y: select(freeB.y, 0, withSign(b.y, -m.y)),
    z: select(freeB.z, 0, withSign(b.z, -m.z)),
  };
  const c: Vec3 = {
    x: t.x - cornerA.x + dot(r.x, cornerB) - depth * n.x,
    y: t.y - cornerA.y + dot(r.y, cornerB) - depth * n.y,
    z: t.z - cornerA.z + dot(r.z, cornerB) - depth * n.z,
  };
  const cB = timesTransposed(r, c);
  const anyA = freeA.x || freeA.y || freeA.z;
  const anyB = freeB.x || freeB.y || freeB.z;
  const crossing = anyA && anyB;
  const alongA = select(freeA.x, c.x, select(freeA.y, c.y, c.z));
  const alongB = select(freeB.x, cB.x, select(freeB.y, cB.y, cB.z));
  const rowX = select(freeB.x, r.x.x, select(freeB.y, r.x.y, r.x.z));
  const rowY = select(freeB.x, r.y.x, select(freeB.y, r.y.y, r.y.z));
  const rowZ = select(freeB.x, r.z.x, select(freeB.y, r.z.y, r.z.z));
  const cosine = select(freeA.x, rowX, select(freeA.y, rowY, rowZ));
  const u = (cosine * alongA - alongB) / (1 - cosine * cosine);
  const s = alongA + u * cosine;
  const slideA: Vec3 = {
    x: select(freeA.x, select(crossing, s, c.x), 0),
    y: select(freeA.y, select(crossing, s, c.y), 0),
    z: select(freeA.z, select(crossing, s, c.z), 0),
  };
  const slideB: Vec3 = {
    x: select(freeB.x, select(crossing, u, -cB.x), 0),
    y: select(freeB.y, select(crossing, u, -cB.y), 0),
    z: select(freeB.z, select(crossing, u, -cB.z), 0),
  };
  const free = bitsOfAxes(freeA) | (bitsOfAxes(freeB) << 16);
  const on =
    isTwo(free) &&
    abs(slideA.x) <= a.x + slack &&
    abs(slideA.y) <= a.y + slack &&
    abs(slideA.z) <= a.z + slack &&
    abs(slideB.x) <= b.x + slack &&
    abs(slideB.y) <= b.y + slack &&
    abs(slideB.z) <= b.z + slack;
  return { cornerA, cornerB, slideA, slideB, free, on };
}

/**
 * For each box, the corner that lies most nearly over the other: how far it lies outside, and its offset from the
 * other's corner.
 */
export interface Overhang {
  readonly missA: Lane;
  readonly missB: Lane;
  readonly endA: Vec3;
  readonly endB: Vec3;
  readonly overA: Vec3;
  readonly overB: Vec3;
}

/**
 * Tries a corner of each box over the other. `up` is the position of B moved along the normal until the boxes touch.
 * The bits of `corner` flip signs of coordinates along free axes.
 */
export function tryCorner(
  best: Overhang,
  boxes: BoxPair,
  meeting: Meeting,
  freeA: FreeAxes,
  freeB: FreeAxes,
  up: Vec3,
  corner: Int,
): Overhang {
  const a = boxes.a;
  const b = boxes.b;
  const r = boxes.r;
  const bits: LaneInt = splat(corner);
  const ownB: Vec3 = {
    x: select(freeB.x, flipped(b.x, bits << 31), meeting.cornerB.x),
    y: select(freeB.y, flipped(b.y, (bits & 2) << 30), meeting.cornerB.y),
    z: select(freeB.z, flipped(b.z, (bits & 4) << 29), meeting.cornerB.z),
  };
  const seenB: Vec3 = { x: up.x + dot(r.x, ownB), y: up.y + dot(r.y, ownB), z: up.z + dot(r.z, ownB) };
  const offB = sub(seenB, meeting.cornerA);
  const missB = max(beyond(offB.x, a.x, freeA.x), max(beyond(offB.y, a.y, freeA.y), beyond(offB.z, a.z, freeA.z)));
  const betterB = missB < best.missB;
  const ownA: Vec3 = {
    x: select(freeA.x, flipped(a.x, bits << 31), meeting.cornerA.x),
    y: select(freeA.y, flipped(a.y, (bits & 2) << 30), meeting.cornerA.y),
    z: select(freeA.z, flipped(a.z, (bits & 4) << 29), meeting.cornerA.z),
  };
  const offA = sub(timesTransposed(r, sub(ownA, up)), meeting.cornerB);
  const missA = max(beyond(offA.x, b.x, freeB.x), max(beyond(offA.y, b.y, freeB.y), beyond(offA.z, b.z, freeB.z)));
  const betterA = missA < best.missA;
  return {
    missA: select(betterA, missA, best.missA),
    missB: select(betterB, missB, best.missB),
    endA: select(betterA, ownA, best.endA),
    endB: select(betterB, ownB, best.endB),
    overA: select(betterB, offB, best.overA),
    overB: select(betterA, offA, best.overB),
  };
}

/**
 * The meeting if there are not two free axes: at a corner of B over a face of A, or of A over a face of B. If a box
 * lies flat on a face, either has a corner over the other. Rarely, only edges cross: then the point stays off the
 * boxes.
 */
export function meetAtCorner(meeting: Meeting, best: Overhang, freeA: FreeAxes, freeB: FreeAxes, slack: Lane): Meeting {
  const two = isTwo(meeting.free);
  const bitsA = bitsOfAxes(freeA);
  const bitsB = bitsOfAxes(freeB) << 16;
  const cornerOfB = !two && isTwo(bitsA) && best.missB <= 0.5 * slack;
  const cornerOfA = !two && !cornerOfB && isTwo(bitsB) && best.missA <= 0.5 * slack;
  const none: Vec3 = { x: 0, y: 0, z: 0 };
  return {
    cornerA: select(cornerOfA, best.endA, meeting.cornerA),
    cornerB: select(cornerOfB, best.endB, meeting.cornerB),
    slideA: select(cornerOfB, alongFree(best.overA, freeA), select(cornerOfA, none, meeting.slideA)),
    slideB: select(cornerOfA, alongFree(best.overB, freeB), select(cornerOfB, none, meeting.slideB)),
    free: select(cornerOfB, bitsA, select(cornerOfA, bitsB, meeting.free)),
    on: meeting.on || cornerOfB || cornerOfA,
  };
}

function bitsOfAxes(free: FreeAxes): LaneInt {
  return ones(free.x) | (ones(free.y) << 1) | (ones(free.z) << 2);
}

/** Whether two bits are set. */
export function isTwo(bits: LaneInt): Mask {
  const rest = bits & (bits - 1);
  return rest !== 0 && (rest & (rest - 1)) === 0;
}

/** How far x lies beyond its half extent along a free axis, or off the corner along another. */
function beyond(x: Lane, half: Lane, free: Mask): Lane {
  return abs(x) - where(free, half);
}

/** The part of v along free axes. */
function alongFree(v: Vec3, free: FreeAxes): Vec3 {
  return { x: where(free.x, v.x), y: where(free.y, v.y), z: where(free.z, v.z) };
}
