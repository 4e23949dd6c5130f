/**
 * Distance and overlap of cores, four pairs at a time: GJK in f32, cold or from the simplex of the last query.
 *
 * All lanes run until the last has ended; what a lane found is latched when it ends. Bounds are bracketed: where they do not
 * meet, where contact is so near that f32 cannot tell, and where penetration is to be measured, somebody else goes on.
 */
import {
  type Answer,
  BEYOND_MAX_DISTANCE,
  carrying,
  DEEP,
  type Ids,
  OVERLAPPING,
  readSimplexes,
  SEPARATED,
  UNDECIDED,
  writeAnswers,
  writeSimplexes,
} from './answer.ts';
import { boxCorner, cornerAt, ownCorner } from './boxSupport.ts';
import { DEPTH, FLAGS, LIMIT, TILE_BYTES } from './context.ts';
import { farthest } from './farthest.ts';
import { between } from './firstDirection.ts';
import { reduceSegment, reduceTriangle } from './firstSteps.ts';
import {
  addressOf,
  all,
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
import type { Rows } from './rows.ts';
import { isVertex, pointOf, SIDE_A, SIDE_B, type Side, takeSide, vertexOf } from './side.ts';
import { polish, reduce, type Simplex, type Step } from './simplex.ts';
import { along, dot, scale, sub, timesTransposed, type Vec3 } from './vectors.ts';

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
/** What f32 may be wrong by, as a part of the size. */
const ROUNDING = 2e-6;
/** What the simplex' own point may be beside the nearest point, as a part of the size. */
const FIT = 2e-6;
/** A kept simplex is taken if its nearest point is, to this part, the nearest of its own vertices' planes too. */
const KEPT = 0.999;
/** Ids of corners of boxes have no other bits, in either half. */
const NO_CORNER = -458760; // 0xfff8fff8

const NOTHING = 0 / 0;

/** Seeks pairs k … k + 3 of `rows`: writes their answers, simplexes and verdicts. `boxes` is 1 if all are boxes without radius. */
export function seek(context: Ints, rows: Rows, k: Int, boxes: Int): void {
  const sideA = tableAt<Side>(addressOf(context) + TILE_BYTES + SIDE_A);
  const sideB = tableAt<Side>(addressOf(context) + TILE_BYTES + SIDE_B);
  const pose = relate(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const rotation = pose.rotation;
  const shift = pose.shift;
  const radii = a.radius + b.radius;
  const size = lengthOf(a.half) + lengthOf(b.half);
  const reach = size + radii;
  const eps = ROUNDING * reach;
  const flags = splat(context[FLAGS] === 1);
  const far = select(flags, radii + eps, splat(floatsAt(context)[LIMIT]) + radii);
  const far2 = far * far;
  const inner = radii - eps;
  const near2 = select(flags && inner > 0, inner * inner, -1);
  if (boxes === 0) {
    takeSide(context, sideA, intsAt(rows.shapeA), k);
    takeSide(context, sideB, intsAt(rows.shapeB), k);
  }

  // the kept simplex, where there is one and it is still the nearest of its own points
  const kept = readSimplexes(context, rows, k);
  let v: Vec3 = shift;
  let vv: Lane = 0;
  let simplex: Simplex = { p: v, q: v, r: v, idP: 0, idQ: 0, idR: 0, weightP: 1, weightQ: 0, weightR: 0 };
  let contained: Mask = splat(false);
  // the kept simplex is still the answer: it is handed on as it was, so that the same question gets the same bits again
  let unchanged: Mask = splat(false);
  let lastId: LaneInt = 0;
  if (any((kept.p & 0xffff) !== 0xffff)) {
    const idQ = select(kept.q === -1, kept.p, kept.q);
    const idR = select(kept.r === -1, kept.p, kept.r);
    const idS = select(kept.s === -1, kept.p, kept.s);
    let sound: Mask = ((kept.p | idQ | idR | idS) & NO_CORNER) === 0;
    let w: Vec3 = shift;
    let p: Vec3 = shift;
    let q: Vec3 = shift;
    let r: Vec3 = shift;
    if (boxes === 1) {
      w = cornerAt(kept.p, rotation, shift, a.half, b.half);
      p = cornerAt(idQ, rotation, shift, a.half, b.half);
      q = cornerAt(idR, rotation, shift, a.half, b.half);
      r = cornerAt(idS, rotation, shift, a.half, b.half);
    } else {
      sound =
        isVertex(sideA, sideB, kept.p) &&
        isVertex(sideA, sideB, idQ) &&
        isVertex(sideA, sideB, idR) &&
        isVertex(sideA, sideB, idS);
      w = pointOf(sideA, sideB, select(sound, kept.p, 0), rotation, shift);
      p = pointOf(sideA, sideB, select(sound, idQ, 0), rotation, shift);
      q = pointOf(sideA, sideB, select(sound, idR, 0), rotation, shift);
      r = pointOf(sideA, sideB, select(sound, idS, 0), rotation, shift);
    }
    const old: Simplex = { p, q, r, idP: idQ, idQ: idR, idR: idS, weightP: 0, weightQ: 0, weightR: 0 };
    const start = reduce(old, w, kept.p);
    const floor = KEPT * start.vv;
    const best =
      dot(start.v, w) >= floor && dot(start.v, p) >= floor && dot(start.v, q) >= floor && dot(start.v, r) >= floor;
    unchanged = sound && pose.valid && (best || start.inside);
    contained = sound && pose.valid && start.inside;
    simplex = select(unchanged, start.simplex, simplex);
    v = select(unchanged, start.v, v);
    vv = select(unchanged, start.vv, vv);
  }

  const cold = pose.valid && !unchanged;
  let active = pose.valid && !contained;
  let beyond: Mask = splat(false);
  let within: Mask = splat(false);
  let bound: Lane = 0;
  let endV: Vec3 = v;
  let end: Simplex = simplex;
  if (any(cold)) {
    // the first point of B − A
    let along: Vec3 = shift;
    if (boxes === 0) along = between(rotation, shift, a, b);
    let id: LaneInt = 0;
    let w: Vec3 = shift;
    if (boxes === 1) {
      const corner = boxCorner(along, rotation, shift, a.half, b.half);
      id = corner.id;
      w = corner.point;
    } else {
      const d = timesTransposed(rotation, along);
      const onA = farthest(sideA, along);
      const onB = farthest(sideB, { x: -d.x, y: -d.y, z: -d.z });
      id = onA | (onB << 16);
      w = pointOf(sideA, sideB, id, rotation, shift);
    }
    const height = dot(along, w);
    beyond = cold && height > 0 && height * height > far2 * dot(along, along);
    const only: Simplex = { p: w, q: w, r: w, idP: id, idQ: id, idR: id, weightP: 1, weightQ: 0, weightR: 0 };
    simplex = select(cold, only, simplex);
    v = select(cold, w, v);
    vv = select(cold, dot(w, w), vv);
    end = simplex;
    endV = select(cold, along, v);
    bound = height;
    active = active && !beyond;
  }

  for (let step: Int = 0; step < MAX_STEPS; step += 1) {
    let id: LaneInt = 0;
    let w: Vec3 = v;
    if (boxes === 1) {
      const corner = boxCorner(v, rotation, shift, a.half, b.half);
      id = corner.id;
      w = corner.point;
    } else {
      const d = timesTransposed(rotation, v);
      const onA = farthest(sideA, v);
      const onB = farthest(sideB, { x: -d.x, y: -d.y, z: -d.z });
      id = onA | (onB << 16);
      w = pointOf(sideA, sideB, id, rotation, shift);
    }
    const vw = dot(v, w);
    const again = id === simplex.idP || id === simplex.idQ || id === simplex.idR;
    const closed = vv - vw <= CLOSED * vv;
    const out = active && vw > 0 && vw * vw > far2 * vv;
    beyond = beyond || out;
    let ended = active && (again || closed || out);
    const going = active && !ended;
    let next: Step = { simplex, v, vv, inside: splat(false) };
    if (any(going)) {
      // a lane takes its steps as if it were alone: what it answers must not depend on its neighbours
      const early = step < 2 && any(cold);
      if (early && step === 0) next = reduceSegment(simplex.p, simplex.idP, w, id);
      if (early && step === 1) next = reduceTriangle(simplex.p, simplex.idP, simplex.q, simplex.idQ, w, id);
      if (!early || !all(cold || !going)) {
        const whole = reduce(simplex, w, id);
        next = select(splat(early) && cold, next, whole);
      }
      const inside = going && next.inside;
      contained = contained || inside;
      lastId = select(inside, id, lastId);
      // no progress: v is as good as f32 can tell, and the bracket says how good
      ended = ended || inside || (going && !(next.vv < vv));
    }
    if (any(ended)) {
      end = select(ended, simplex, end);
      endV = select(ended, v, endV);
      bound = select(ended, vw, bound);
    }
    active = active && !ended;
    if (!any(active)) break;
    unchanged = unchanged && !active;
    simplex = next.simplex;
    v = next.v;
    vv = next.vv;
    if (context[FLAGS] === 1) {
      const near = active && vv <= near2;
      within = within || near;
      end = select(near, simplex, end);
      active = active && !near;
      if (!any(active)) break;
    }
  }

  // where the bracket is wide, or short, once more by the normal of the face
  let near: Lane = NEAR;
  vv = dot(endV, endV);
  const rough = sqrt(vv);
  const loose =
    pose.valid && !(active || beyond || contained) && (rough - bound / rough > WIDTH * size || rough <= NEAR * size);
  if (any(loose)) {
    const polished = polish(end, endV);
    near = select(polished.face, NEAR_FACE, near);
    endV = select(loose, polished.v, endV);
    vv = dot(endV, endV);
    let w: Vec3 = endV;
    if (boxes === 1) w = boxCorner(endV, rotation, shift, a.half, b.half).point;
    else {
      const d = timesTransposed(rotation, endV);
      const onA = farthest(sideA, endV);
      const onB = farthest(sideB, { x: -d.x, y: -d.y, z: -d.z });
      w = pointOf(sideA, sideB, onA | (onB << 16), rotation, shift);
    }
    bound = select(loose, dot(endV, w), bound);
  }

  // the weights must give that point, or the witness would not
  const blend = along(along(scale(end.weightP, end.p), end.weightQ, end.q), end.weightR, end.r);
  const miss = sub(blend, endV);
  const fits = beyond || dot(miss, miss) <= FIT * FIT * size * size;
  const length = sqrt(vv);
  const share = 1 / length;
  const lower = bound * share;
  const settled = !active && pose.valid && (beyond || length - lower <= WIDTH * size + ROUNDING * length);
  const ids: Ids = { p: end.idP, q: end.idQ, r: end.idR, s: lastId };
  const few = carrying(ids, end.weightP !== 0, end.weightQ !== 0, end.weightR !== 0);
  writeSimplexes(context, rows, k, select(unchanged, kept, select(contained, ids, few)));
  const overlap: LaneInt = OVERLAPPING;
  if (context[FLAGS] === 1) {
    const apart = beyond || (settled && length > radii + eps);
    const together = contained || within || (settled && !beyond && length < inner);
    const told: LaneInt = select(apart, SEPARATED, UNDECIDED);
    rows.verdict[k] = select(pose.valid, select(together, overlap, told), UNDECIDED);
  } else {
    // the witness on A: its vertices by their weights
    let onP: Vec3 = shift;
    let onQ: Vec3 = shift;
    let onR: Vec3 = shift;
    let deep: LaneInt = UNDECIDED;
    if (boxes === 1) {
      onP = ownCorner(end.idP, a.half);
      onQ = ownCorner(end.idQ, a.half);
      onR = ownCorner(end.idR, a.half);
      deep = DEEP;
    } else {
      onP = vertexOf(sideA, end.idP & 0xffff);
      onQ = vertexOf(sideA, end.idQ & 0xffff);
      onR = vertexOf(sideA, end.idR & 0xffff);
    }
    const witness = along(along(scale(end.weightP, onP), end.weightQ, onQ), end.weightR, onR);
    const nothing: Lane = NOTHING;
    const none: Vec3 = { x: nothing, y: nothing, z: nothing };
    const normal = scale(share, endV);
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
    if (context[DEPTH] !== 1) deep = OVERLAPPING;
    rows.verdict[k] = select(contained, deep, told);
  }
}
