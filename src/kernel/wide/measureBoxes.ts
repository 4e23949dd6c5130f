/**
 * How deep boxes overlap, four pairs at a time: the axis of largest separation among the 15, and where the two meet along it.
 *
 * f32 knows the cross product of two edges to 1e-7 / sine of their angle. A cross axis that is known too badly to tell
 * whether it beats the best one is left to the scalar kernel, and so are boxes with parallel faces or edges at the contact.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996.
 */
import { type Answer, OVERLAPPING, SEPARATED, UNDECIDED, writeAnswers, writeSimplexes } from './answer.ts';
import {
  abs,
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
} from './lanes.ts';
import { lengthOf, relate, sizes } from './relate.ts';
import type { Rows } from './rows.ts';
import { dot, timesTransposed, type Vec3 } from './vectors.ts';

/** What f32 may be wrong by, as a part of the size. */
const ROUNDING = 2e-6;
/** An edge must beat the best face by this part of the size: ties go to the face, whose normal is better known. */
const FACE_BIAS = 2e-6;
/** A component of the normal up to here is 0: the box is free to slide along that axis. */
const FREE = 1e-5;

/** The best axis so far. */
interface Best {
  readonly separation: Lane;
  readonly normal: Vec3;
  /** Whether a cross axis was too badly known to tell. */
  readonly doubt: Mask;
}

function face(best: Best, separation: Lane, along: Lane, x: Lane, y: Lane, z: Lane): Best {
  const better = separation > best.separation;
  const flip = bitsOf(along) & -2147483648;
  const normal: Vec3 = {
    x: fromBits(bitsOf(x) ^ flip),
    y: fromBits(bitsOf(y) ^ flip),
    z: fromBits(bitsOf(z) ^ flip),
  };
  return {
    separation: select(better, separation, best.separation),
    normal: select(better, normal, best.normal),
    doubt: best.doubt,
  };
}

/** A cross axis: its direction unnormalised, the cosine between the edges, reach of both boxes along it. */
function edge(best: Best, size: Lane, cosine: Lane, along: Lane, reach: Lane, x: Lane, y: Lane, z: Lane): Best {
  const sine2 = max(1 - cosine * cosine, 1e-12);
  const share = 1 / sqrt(sine2);
  const separation = (abs(along) - reach) * share;
  const error = 4e-7 * size * share;
  const bar = best.separation + FACE_BIAS * size;
  const known = sine2 > 1e-2;
  // parallel edges add nothing; others could add their sine times the size
  const harmless = separation + error < bar || sine2 < 1e-11;
  const better = known && separation > bar;
  const flip = bitsOf(along) & -2147483648;
  const normal: Vec3 = {
    x: share * fromBits(bitsOf(x) ^ flip),
    y: share * fromBits(bitsOf(y) ^ flip),
    z: share * fromBits(bitsOf(z) ^ flip),
  };
  return {
    separation: select(better, separation, best.separation),
    normal: select(better, normal, best.normal),
    doubt: best.doubt || (!known && !harmless),
  };
}

/** Writes answers and simplexes of boxes that overlap; verdicts: OVERLAPPING, SEPARATED, or UNDECIDED. */
export function measureBoxes(context: Ints, rows: Rows, count: Int): void {
  for (let k: Int = 0; k < count; k += 4) measure(context, rows, k);
}

function measure(context: Ints, rows: Rows, k: Int): void {
  const pose = relate(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k).half;
  const b = sizes(intsAt(rows.shapeB), k).half;
  const r = pose.rotation;
  const t = pose.shift;
  const size = lengthOf(a) + lengthOf(b);
  const x: Vec3 = { x: abs(r.x.x), y: abs(r.x.y), z: abs(r.x.z) };
  const y: Vec3 = { x: abs(r.y.x), y: abs(r.y.y), z: abs(r.y.z) };
  const z: Vec3 = { x: abs(r.z.x), y: abs(r.z.y), z: abs(r.z.z) };
  const seen = timesTransposed(r, t);
  const one: Lane = 1;
  const zero: Lane = 0;
  let best: Best = { separation: -1e30, normal: { x: zero, y: zero, z: zero }, doubt: splat(false) };
  best = face(best, abs(t.x) - (a.x + dot(b, x)), t.x, one, zero, zero);
  best = face(best, abs(t.y) - (a.y + dot(b, y)), t.y, zero, one, zero);
  best = face(best, abs(t.z) - (a.z + dot(b, z)), t.z, zero, zero, one);
  best = face(best, abs(seen.x) - (b.x + a.x * x.x + a.y * y.x + a.z * z.x), seen.x, r.x.x, r.y.x, r.z.x);
  best = face(best, abs(seen.y) - (b.y + a.x * x.y + a.y * y.y + a.z * z.y), seen.y, r.x.y, r.y.y, r.z.y);
  best = face(best, abs(seen.z) - (b.z + a.x * x.z + a.y * y.z + a.z * z.z), seen.z, r.x.z, r.y.z, r.z.z);
  // e_k × column m of the rotation
  best = edge(
    best,
    size,
    r.x.x,
    t.z * r.y.x - t.y * r.z.x,
    a.y * z.x + a.z * y.x + b.y * x.z + b.z * x.y,
    zero,
    -r.z.x,
    r.y.x,
  );
  best = edge(
    best,
    size,
    r.x.y,
    t.z * r.y.y - t.y * r.z.y,
    a.y * z.y + a.z * y.y + b.x * x.z + b.z * x.x,
    zero,
    -r.z.y,
    r.y.y,
  );
  best = edge(
    best,
    size,
    r.x.z,
    t.z * r.y.z - t.y * r.z.z,
    a.y * z.z + a.z * y.z + b.x * x.y + b.y * x.x,
    zero,
    -r.z.z,
    r.y.z,
  );
  best = edge(
    best,
    size,
    r.y.x,
    t.x * r.z.x - t.z * r.x.x,
    a.x * z.x + a.z * x.x + b.y * y.z + b.z * y.y,
    r.z.x,
    zero,
    -r.x.x,
  );
  best = edge(
    best,
    size,
    r.y.y,
    t.x * r.z.y - t.z * r.x.y,
    a.x * z.y + a.z * x.y + b.x * y.z + b.z * y.x,
    r.z.y,
    zero,
    -r.x.y,
  );
  best = edge(
    best,
    size,
    r.y.z,
    t.x * r.z.z - t.z * r.x.z,
    a.x * z.z + a.z * x.z + b.x * y.y + b.y * y.x,
    r.z.z,
    zero,
    -r.x.z,
  );
  best = edge(
    best,
    size,
    r.z.x,
    t.y * r.x.x - t.x * r.y.x,
    a.x * y.x + a.y * x.x + b.y * z.z + b.z * z.y,
    -r.y.x,
    r.x.x,
    zero,
  );
  best = edge(
    best,
    size,
    r.z.y,
    t.y * r.x.y - t.x * r.y.y,
    a.x * y.y + a.y * x.y + b.x * z.z + b.z * z.x,
    -r.y.y,
    r.x.y,
    zero,
  );
  best = edge(
    best,
    size,
    r.z.z,
    t.y * r.x.z - t.x * r.y.z,
    a.x * y.z + a.y * x.z + b.x * z.y + b.y * z.x,
    -r.y.z,
    r.x.z,
    zero,
  );

  // Corner of A highest along the normal, of B lowest; along free axes their middle. The points meet where the free
  // axes, two in all, take up what is left: c + R u − s = 0.
  const n = best.normal;
  const m = timesTransposed(r, n);
  const freeAX = abs(n.x) < FREE;
  const freeAY = abs(n.y) < FREE;
  const freeAZ = abs(n.z) < FREE;
  const freeBX = abs(m.x) < FREE;
  const freeBY = abs(m.y) < FREE;
  const freeBZ = abs(m.z) < FREE;
  const cornerA: Vec3 = {
    x: select(freeAX, 0, signed(a.x, n.x)),
    y: select(freeAY, 0, signed(a.y, n.y)),
    z: select(freeAZ, 0, signed(a.z, n.z)),
  };
  const cornerB: Vec3 = {
    x: select(freeBX, 0, signed(b.x, -m.x)),
    y: select(freeBY, 0, signed(b.y, -m.y)),
    z: select(freeBZ, 0, signed(b.z, -m.z)),
  };
  const depth = best.separation;
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
  const slideA: Vec3 = {
    x: select(freeAX, select(crossing, s, c.x), 0),
    y: select(freeAY, select(crossing, s, c.y), 0),
    z: select(freeAZ, select(crossing, s, c.z), 0),
  };
  const slideB: Vec3 = {
    x: select(freeBX, select(crossing, u, -cB.x), 0),
    y: select(freeBY, select(crossing, u, -cB.y), 0),
    z: select(freeBZ, select(crossing, u, -cB.z), 0),
  };
  const slack = ROUNDING * size;
  const on =
    abs(slideA.x) <= a.x + slack &&
    abs(slideA.y) <= a.y + slack &&
    abs(slideA.z) <= a.z + slack &&
    abs(slideB.x) <= b.x + slack &&
    abs(slideB.y) <= b.y + slack &&
    abs(slideB.z) <= b.z + slack;
  const witness: Vec3 = {
    x: cornerA.x + slideA.x,
    y: cornerA.y + slideA.y,
    z: cornerA.z + slideA.z,
  };

  // the nearest corner of the face, or the nearest ends of the edges, and the two next to it
  const free: LaneInt =
    ones(freeAX) |
    (ones(freeAY) << 1) |
    (ones(freeAZ) << 2) |
    (ones(freeBX) << 16) |
    (ones(freeBY) << 17) |
    (ones(freeBZ) << 18);
  const low = free & -free;
  const high = free ^ low;
  const two = high !== 0 && (high & (high - 1)) === 0;
  const onB: Vec3 = { x: cornerB.x + slideB.x, y: cornerB.y + slideB.y, z: cornerB.z + slideB.z };
  const idA = signBit(witness.x) | (signBit(witness.y) << 1) | (signBit(witness.z) << 2);
  const idB = signBit(onB.x) | (signBit(onB.y) << 1) | (signBit(onB.z) << 2);
  const id = idA | (idB << 16);
  writeSimplexes(context, rows, k, { p: id, q: id ^ low, r: id ^ high, s: id ^ free });
  const answer: Answer = { normal: n, distance: depth, bound: 2 * ROUNDING * size + 0 * depth, witness };
  writeAnswers(context, rows, k, pose, answer);
  const sure = pose.valid && two && on && !best.doubt && depth < -slack;
  const apart = pose.valid && depth > slack;
  const told: LaneInt = OVERLAPPING;
  rows.verdict[k] = select(sure, told, select(apart, SEPARATED, UNDECIDED));
}

/** `size`, which is positive, with the sign of `direction`. */
function signed(size: Lane, direction: Lane): Lane {
  return fromBits(bitsOf(size) ^ (bitsOf(direction) & -2147483648));
}
