/**
 * Distance and overlap of any two shapes, four pairs at a time: GJK on the cores in f32, supports pair by pair, cold or from
 * the simplex of the last query. Radii are added last.
 *
 * All lanes run until the last has ended; what a lane found is latched. Where f32 cannot tell, and where penetration is to be
 * measured, the scalar kernel goes on.
 */
import {
  type Answer,
  BEYOND_MAX_DISTANCE,
  carrying,
  DEEP,
  type Ids,
  OVERLAPPING,
  pronounce,
  readSimplexes,
  SEPARATED,
  UNDECIDED,
  writeAnswers,
  writeSimplexes,
} from './answer.ts';
import { DEPTH, FLAGS, LIMIT, TILE_BYTES } from './context.ts';
import {
  addressOf,
  any,
  bitmask,
  type ColumnOf,
  floatsAt,
  type Int,
  type IntColumn,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  type Mask,
  max,
  select,
  splat,
  sqrt,
  type Table,
  tableAt,
} from './lanes.ts';
import { lengthOf, relate, sizes } from './relate.ts';
import type { Counts, Rows } from './rows.ts';
import { VERTEX_COUNT } from './shapeWords.ts';
import { polish, reduce, type Simplex } from './simplex.ts';
import { along, dot, type Mat3, scale, sub, times, timesTransposed, type Vec3 } from './vectors.ts';
import { type Found, supportOf, takeVertex } from './vertexSupport.ts';

/** Steps before a lane is left to the scalar kernel. */
const MAX_STEPS = 24;
/** Bounds have met: relative width of the bracket of the squared distance. */
const CLOSED = 1e-6;
/** Width of the bracket, as a part of the size, up to which an answer is good. */
const WIDTH = 4e-6;
/** Cores nearer than this part of their size have normals that f32 does not know well enough. */
const NEAR = 5e-4;
/** The same where the normal is that of a face. */
const NEAR_FACE = 2e-5;
/** What f32 may be wrong by, as a part of the size, when it says on which side of contact a pair is. */
const ROUNDING = 2e-6;
/** What the simplex' own point may be beside the nearest point, as a part of the size. */
const FIT = 2e-6;
/** A kept simplex is taken if its nearest point is, to this part, the nearest of its own vertices' planes too. */
const KEPT = 0.999;

const NOTHING = 0 / 0;

/** Where lanes meet the scalar world: directions out, vertices in. */
interface Exchange extends Table<4> {
  readonly ofA: ColumnOf<Vec3>;
  readonly ofB: ColumnOf<Vec3>;
  readonly vertexA: ColumnOf<Vec3>;
  readonly idA: IntColumn;
  readonly vertexB: ColumnOf<Vec3>;
  readonly idB: IntColumn;
  /** Ids of four pairs, for `takeVertices`. */
  readonly ids: IntColumn;
}
/** Bytes from the tile to the exchange, behind the lists of rows; from there to the vertices of A and of B. */
const EXCHANGE_BYTES = 30784;
const VERTEX_A_BYTES = 96;
const VERTEX_B_BYTES = 160;

function exchangeOf(context: Ints): Int {
  return addressOf(context) + TILE_BYTES + EXCHANGE_BYTES;
}

/** A point of the difference B − A and its vertex ids, A's in the low half of the word. */
interface Corner {
  readonly point: Vec3;
  readonly id: LaneInt;
}

export function answerOthers(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += 4) seekOthers(context, rows, k);
  pronounce(context, rows, counts, count);
}

/** Finds the vertices of both shapes for the directions in the exchange, in lanes whose bit is set. */
function findVertices(context: Ints, rows: Rows, k: Int, lanes: Int): void {
  const exchange = tableAt<Exchange>(exchangeOf(context));
  const foundA = tableAt<Found>(addressOf(exchange) + VERTEX_A_BYTES);
  const foundB = tableAt<Found>(addressOf(exchange) + VERTEX_B_BYTES);
  const a = floatsAt(exchange.ofA);
  const b = floatsAt(exchange.ofB);
  const shapeA = intsAt(rows.shapeA);
  const shapeB = intsAt(rows.shapeB);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (((lanes >> lane) & 1) !== 0) {
      supportOf(context, foundA, lane, shapeA[k + lane], a[lane], a[4 + lane], a[8 + lane]);
      supportOf(context, foundB, lane, shapeB[k + lane], b[lane], b[4 + lane], b[8 + lane]);
    }
  }
}

/** Puts the vertices of `exchange.ids` into the exchange. Returns a bit for each lane whose ids are vertices of its shapes. */
function takeVertices(context: Ints, rows: Rows, k: Int): Int {
  const exchange = tableAt<Exchange>(exchangeOf(context));
  const foundA = tableAt<Found>(addressOf(exchange) + VERTEX_A_BYTES);
  const foundB = tableAt<Found>(addressOf(exchange) + VERTEX_B_BYTES);
  const shapeA = intsAt(rows.shapeA);
  const shapeB = intsAt(rows.shapeB);
  const ids = intsAt(exchange.ids);
  let sound: Int = 0;
  for (let lane: Int = 0; lane < 4; lane += 1) {
    const idA = ids[lane] & 0xffff;
    const idB = ids[lane] >>> 16;
    if (idA < intsAt(shapeA[k + lane])[VERTEX_COUNT] && idB < intsAt(shapeB[k + lane])[VERTEX_COUNT]) {
      takeVertex(context, foundA, lane, shapeA[k + lane], idA);
      takeVertex(context, foundB, lane, shapeB[k + lane], idB);
      sound = sound | (1 << lane);
    }
  }
  return sound;
}

/** t − a + R b for the vertices in the exchange. */
function corner(context: Ints, rotation: Mat3, shift: Vec3): Corner {
  const exchange = tableAt<Exchange>(exchangeOf(context));
  const a = exchange.vertexA[0];
  const b = times(rotation, exchange.vertexB[0]);
  return {
    point: { x: shift.x - a.x + b.x, y: shift.y - a.y + b.y, z: shift.z - a.z + b.z },
    id: exchange.idA[0] | (exchange.idB[0] << 16),
  };
}

/** The direction between two ellipsoids of the shapes' sizes, M⁻¹ t up to its length: nearer to the normal than t. */
function guess(rotation: Mat3, t: Vec3, a: Vec3, b: Vec3): Vec3 {
  const b2: Vec3 = { x: b.x * b.x, y: b.y * b.y, z: b.z * b.z };
  const rx: Vec3 = { x: rotation.x.x * b2.x, y: rotation.x.y * b2.y, z: rotation.x.z * b2.z };
  const ry: Vec3 = { x: rotation.y.x * b2.x, y: rotation.y.y * b2.y, z: rotation.y.z * b2.z };
  const xx = a.x * a.x + dot(rx, rotation.x);
  const yy = a.y * a.y + dot(ry, rotation.y);
  const zz =
    a.z * a.z +
    rotation.z.x * rotation.z.x * b2.x +
    rotation.z.y * rotation.z.y * b2.y +
    rotation.z.z * rotation.z.z * b2.z;
  const xy = dot(rx, rotation.y);
  const xz = dot(rx, rotation.z);
  const yz = dot(ry, rotation.z);
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const cyz = xy * xz - xx * yz;
  const v: Vec3 = {
    x: (yy * zz - yz * yz) * t.x + cxy * t.y + cxz * t.z,
    y: cxy * t.x + (xx * zz - xz * xz) * t.y + cyz * t.z,
    z: cxz * t.x + cyz * t.y + (xx * yy - xy * xy) * t.z,
  };
  const length = dot(v, v);
  return select(length > 1e-30 && length < 1e30, v, t);
}

function seekOthers(context: Ints, rows: Rows, k: Int): void {
  const exchange = tableAt<Exchange>(exchangeOf(context));
  const pose = relate(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const rotation = pose.rotation;
  const shift = pose.shift;
  const radii = a.radius + b.radius;
  const size = lengthOf(a.half) + lengthOf(b.half);
  const grownA: Vec3 = { x: a.half.x + a.radius, y: a.half.y + a.radius, z: a.half.z + a.radius };
  const grownB: Vec3 = { x: b.half.x + b.radius, y: b.half.y + b.radius, z: b.half.z + b.radius };
  const reach = size + radii;
  const flags = splat(context[FLAGS] === 1);
  const eps = ROUNDING * reach;
  const far = select(flags, radii + eps, splat(floatsAt(context)[LIMIT]) + radii);
  const far2 = far * far;
  const inner = radii - eps;
  const near2 = select(flags && inner > 0, inner * inner, -1);

  let v: Vec3 = guess(rotation, shift, grownA, grownB);
  let vv: Lane = dot(v, v);
  let bound: Lane = 0;
  let simplex: Simplex = { p: v, q: v, r: v, idP: -1, idQ: -1, idR: -1, weightP: 1, weightQ: 0, weightR: 0 };
  let contained: Mask = splat(false);
  // the kept simplex is still the answer: it is handed on as it was, so that the same question gets the same bits again
  let unchanged: Mask = splat(false);
  let lastId: LaneInt = -1;

  // the kept simplex, where there is one and it is still the nearest of its own points
  const kept = readSimplexes(context, rows, k);
  let cold = pose.valid;
  if (any((kept.p & 0xffff) !== 0xffff)) {
    const idQ = select(kept.q === -1, kept.p, kept.q);
    const idR = select(kept.r === -1, kept.p, kept.r);
    const idS = select(kept.s === -1, kept.p, kept.s);
    exchange.ids[0] = kept.p;
    const soundP = takeVertices(context, rows, k);
    const w = corner(context, rotation, shift).point;
    exchange.ids[0] = idQ;
    const soundQ = takeVertices(context, rows, k);
    const p = corner(context, rotation, shift).point;
    exchange.ids[0] = idR;
    const soundR = takeVertices(context, rows, k);
    const q = corner(context, rotation, shift).point;
    exchange.ids[0] = idS;
    const soundS = takeVertices(context, rows, k);
    const r = corner(context, rotation, shift).point;
    const sound = soundP & soundQ & soundR & soundS;
    const old: Simplex = { p, q, r, idP: idQ, idQ: idR, idR: idS, weightP: 0, weightQ: 0, weightR: 0 };
    const start = reduce(old, w, kept.p);
    const floor = KEPT * start.vv;
    const best =
      dot(start.v, w) >= floor && dot(start.v, p) >= floor && dot(start.v, q) >= floor && dot(start.v, r) >= floor;
    const usable = (splat(sound) & bitOfLane()) !== 0 && pose.valid;
    const taken = usable && (best || start.inside);
    unchanged = taken;
    simplex = select(taken, start.simplex, simplex);
    v = select(taken, start.v, v);
    vv = select(taken, start.vv, vv);
    contained = usable && start.inside;
    lastId = select(contained, kept.p, lastId);
    cold = cold && !taken;
  }

  let active = pose.valid && !contained;
  let beyond: Mask = splat(false);
  let within: Mask = splat(false);
  if (any(cold)) {
    // the first point of B − A, along the guess
    const d = timesTransposed(rotation, v);
    exchange.ofA[0] = v;
    exchange.ofB[0] = { x: -d.x, y: -d.y, z: -d.z };
    findVertices(context, rows, k, bitmask(cold));
    const found = corner(context, rotation, shift);
    const w = found.point;
    const id = found.id;
    const vw = dot(v, w);
    beyond = cold && vw > 0 && vw * vw > far2 * vv;
    bound = select(cold, vw, bound);
    const only: Simplex = { p: w, q: w, r: w, idP: id, idQ: id, idR: id, weightP: 1, weightQ: 0, weightR: 0 };
    simplex = select(cold, only, simplex);
    const start = cold && !beyond;
    v = select(start, w, v);
    vv = select(start, dot(w, w), vv);
    active = active && !beyond;
  }
  for (let step: Int = 0; step < MAX_STEPS; step += 1) {
    if (!any(active)) break;
    const d = timesTransposed(rotation, v);
    exchange.ofA[0] = v;
    exchange.ofB[0] = { x: -d.x, y: -d.y, z: -d.z };
    findVertices(context, rows, k, bitmask(active));
    const found = corner(context, rotation, shift);
    const w = found.point;
    const id = found.id;
    const vw = dot(v, w);
    const again = id === simplex.idP || id === simplex.idQ || id === simplex.idR;
    const closed = vv - vw <= CLOSED * vv;
    const out = vw > 0 && vw * vw > far2 * vv;
    beyond = beyond || (active && out);
    bound = select(active, vw, bound);
    active = active && !(again || closed || out);
    if (!any(active)) break;
    const next = reduce(simplex, w, id);
    const inside = active && next.inside;
    contained = contained || inside;
    lastId = select(inside, id, lastId);
    // no progress: v is as good as f32 can tell, and the bracket says how good
    active = active && !inside && next.vv < vv;
    unchanged = unchanged && !(active || inside);
    simplex = select(active, next.simplex, simplex);
    v = select(active, next.v, v);
    vv = select(active, next.vv, vv);
    within = within || (active && vv <= near2);
    active = active && !within;
  }

  // where the bracket is wide, or short, once more by the normal of the face
  let near: Lane = NEAR;
  const rough = sqrt(vv);
  const loose =
    pose.valid && !(active || beyond || contained) && (rough - bound / rough > WIDTH * size || rough <= NEAR * size);
  if (any(loose)) {
    const polished = polish(simplex, v);
    near = select(polished.face, NEAR_FACE, near);
    v = select(loose, polished.v, v);
    vv = dot(v, v);
    const d = timesTransposed(rotation, v);
    exchange.ofA[0] = v;
    exchange.ofB[0] = { x: -d.x, y: -d.y, z: -d.z };
    findVertices(context, rows, k, bitmask(loose));
    const w = corner(context, rotation, shift).point;
    bound = select(loose, dot(v, w), bound);
  }

  // the weights must give that point, or the witness would not
  const blend = along(along(scale(simplex.weightP, simplex.p), simplex.weightQ, simplex.q), simplex.weightR, simplex.r);
  const miss = sub(blend, v);
  const fits = beyond || dot(miss, miss) <= FIT * FIT * size * size;
  const length = sqrt(vv);
  const share = 1 / length;
  const lower = bound * share;
  const settled = !active && pose.valid && (beyond || length - lower <= WIDTH * size + ROUNDING * length);
  const ids: Ids = { p: simplex.idP, q: simplex.idQ, r: simplex.idR, s: lastId };
  const few = carrying(ids, simplex.weightP !== 0, simplex.weightQ !== 0, simplex.weightR !== 0);
  writeSimplexes(context, rows, k, select(unchanged, kept, select(contained, ids, few)));
  const overlap: LaneInt = OVERLAPPING;
  if (context[FLAGS] === 1) {
    const apart = beyond || (settled && length > radii + eps);
    const together = contained || within || (settled && !beyond && length < inner);
    const told: LaneInt = select(apart, SEPARATED, UNDECIDED);
    rows.verdict[k] = select(pose.valid, select(together, overlap, told), UNDECIDED);
  } else {
    // the witness on A: its vertices by their weights
    exchange.ids[0] = simplex.idP;
    takeVertices(context, rows, k);
    let witness: Vec3 = scale(simplex.weightP, exchange.vertexA[0]);
    exchange.ids[0] = simplex.idQ;
    takeVertices(context, rows, k);
    witness = along(witness, simplex.weightQ, exchange.vertexA[0]);
    exchange.ids[0] = simplex.idR;
    takeVertices(context, rows, k);
    witness = along(witness, simplex.weightR, exchange.vertexA[0]);
    const nothing: Lane = NOTHING;
    const none: Vec3 = { x: nothing, y: nothing, z: nothing };
    const normal = scale(share, v);
    const distance = select(beyond, lower, length) - radii;
    const answer: Answer = {
      normal: select(contained, none, normal),
      distance: select(contained, 0, distance),
      bound: select(contained, nothing, select(beyond, 1 / 0, max(length - lower, 0) + ROUNDING * (reach + length))),
      witness: select(contained, none, along(witness, a.radius, normal)),
    };
    writeAnswers(context, rows, k, pose, answer);
    const side: LaneInt = select(distance > 0, SEPARATED, OVERLAPPING);
    const certain: LaneInt = select(beyond || length > far, BEYOND_MAX_DISTANCE, side);
    const good = settled && fits && length > near * size && !contained;
    const told: LaneInt = select(good, certain, UNDECIDED);
    const deep: LaneInt = select(splat(context[DEPTH] === 1), DEEP, OVERLAPPING);
    rows.verdict[k] = select(contained, deep, told);
  }
}

/** 1 2 4 8 */
function bitOfLane(): LaneInt {
  const at = laneIndex();
  return select(at < 2, at + 1, select(at === 2, 4, 8));
}
