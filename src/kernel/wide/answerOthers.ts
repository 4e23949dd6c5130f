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
import { farthest } from './farthest.ts';
import {
  addressOf,
  any,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  select,
  splat,
  sqrt,
  tableAt,
} from './lanes.ts';
import { lengthOf, relate, sizes } from './relate.ts';
import type { Counts, Rows } from './rows.ts';
import { SIDE_BYTES, type Side, takeSide, vertexOf } from './side.ts';
import { polish, reduce, type Simplex } from './simplex.ts';
import { along, dot, type Mat3, scale, sub, times, timesTransposed, type Vec3 } from './vectors.ts';

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

/** Bytes from the tile to the sides of A and B, behind the lists of rows. */
const SIDE_A = 17984;
const SIDE_B = SIDE_A + SIDE_BYTES;

export function answerOthers(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += 4) seekOthers(context, rows, k);
  pronounce(context, rows, counts, count);
}

/** The vertices of the halves of `id`, A's low and B's high, and their difference in frame A: t − a + R b. */
function pointOf(sideA: Side, sideB: Side, id: LaneInt, rotation: Mat3, shift: Vec3): Vec3 {
  const a = vertexOf(sideA, id & 0xffff);
  const b = times(rotation, vertexOf(sideB, id >>> 16));
  return { x: shift.x - a.x + b.x, y: shift.y - a.y + b.y, z: shift.z - a.z + b.z };
}

/** Ids of the vertex of A that is highest along v and of that of B that is lowest. */
function lowest(sideA: Side, sideB: Side, rotation: Mat3, v: Vec3): LaneInt {
  const d = timesTransposed(rotation, v);
  const onA = farthest(sideA, v);
  const onB = farthest(sideB, { x: -d.x, y: -d.y, z: -d.z });
  return onA | (onB << 16);
}

/** Whether both halves of `id` are vertices of their shapes. */
function isVertex(sideA: Side, sideB: Side, id: LaneInt): Mask {
  return (id & 0xffff) < sideA.count[0] && id >>> 16 < sideB.count[0];
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
  const sideA = tableAt<Side>(addressOf(context) + TILE_BYTES + SIDE_A);
  const sideB = tableAt<Side>(addressOf(context) + TILE_BYTES + SIDE_B);
  takeSide(context, sideA, intsAt(rows.shapeA), k);
  takeSide(context, sideB, intsAt(rows.shapeB), k);
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
  let simplex: Simplex = { p: v, q: v, r: v, idP: 0, idQ: 0, idR: 0, weightP: 1, weightQ: 0, weightR: 0 };
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
    const sound =
      isVertex(sideA, sideB, kept.p) &&
      isVertex(sideA, sideB, idQ) &&
      isVertex(sideA, sideB, idR) &&
      isVertex(sideA, sideB, idS);
    const w = pointOf(sideA, sideB, select(sound, kept.p, 0), rotation, shift);
    const p = pointOf(sideA, sideB, select(sound, idQ, 0), rotation, shift);
    const q = pointOf(sideA, sideB, select(sound, idR, 0), rotation, shift);
    const r = pointOf(sideA, sideB, select(sound, idS, 0), rotation, shift);
    const old: Simplex = { p, q, r, idP: idQ, idQ: idR, idR: idS, weightP: 0, weightQ: 0, weightR: 0 };
    const start = reduce(old, w, kept.p);
    const floor = KEPT * start.vv;
    const best =
      dot(start.v, w) >= floor && dot(start.v, p) >= floor && dot(start.v, q) >= floor && dot(start.v, r) >= floor;
    const usable = sound && pose.valid;
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
    const id = lowest(sideA, sideB, rotation, v);
    const w = pointOf(sideA, sideB, id, rotation, shift);
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
    const id = lowest(sideA, sideB, rotation, v);
    const w = pointOf(sideA, sideB, id, rotation, shift);
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
    unchanged = unchanged && !active;
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
    const id = lowest(sideA, sideB, rotation, v);
    const w = pointOf(sideA, sideB, id, rotation, shift);
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
    const onP = vertexOf(sideA, simplex.idP & 0xffff);
    const onQ = vertexOf(sideA, simplex.idQ & 0xffff);
    const onR = vertexOf(sideA, simplex.idR & 0xffff);
    const witness = along(along(scale(simplex.weightP, onP), simplex.weightQ, onQ), simplex.weightR, onR);
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
    const deep: LaneInt = select(splat(context[DEPTH] === 1), UNDECIDED, OVERLAPPING);
    rows.verdict[k] = select(contained, deep, told);
  }
}
