/**
 * Distance of boxes, four pairs at a time, by GJK in f32, cold or from the simplex of the last query.
 *
 * All lanes run until the last has ended; what a lane found is latched. Overlap that f32 is sure of is told; where it is to
 * be measured, and where bounds do not meet, the scalar kernel goes on.
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
import { boxCorner, cornerAt, ownCorner } from './boxSupport.ts';
import { DEPTH, LIMIT } from './context.ts';
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
} from './lanes.ts';
import { measureBoxes } from './measureBoxes.ts';
import { lengthOf, relate, sizes } from './relate.ts';
import { type Counts, gatherDeep, pad, type Rows } from './rows.ts';
import { polish, reduce, type Simplex, type Step } from './simplex.ts';
import { along, dot, scale, sub, type Vec3 } from './vectors.ts';

/** Steps before a lane is left to the scalar kernel. */
const MAX_STEPS = 20;
/** Bounds have met: relative width of the bracket of the squared distance. */
const CLOSED = 1e-6;
/** Width of the bracket, as a part of the size, up to which an answer is good. */
const WIDTH = 4e-6;
/** Boxes nearer than this part of their size have normals that f32 does not know well enough. */
const NEAR = 5e-4;
/** The same where the normal is that of a face. */
const NEAR_FACE = 2e-5;
/** What f32 may be wrong by, as a part of the size. */
const ROUNDING = 2e-6;
/** What the simplex' own point may be beside the nearest point, as a part of the size. */
const FIT = 2e-6;
/** A kept simplex is taken if its nearest point is, to this part, the nearest of its own vertices' planes too. */
const KEPT = 0.999;

const NOTHING = 0 / 0;

export function distanceBoxes(context: Ints, rows: Rows, deep: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += 4) seekBoxes(context, rows, k);
  // those that overlap, put together
  const deepCount = gatherDeep(deep, 0, rows, count);
  pad(addressOf(deep), deepCount);
  measureBoxes(context, deep, counts, deepCount);
  pronounce(context, rows, counts, count);
}

function seekBoxes(context: Ints, rows: Rows, k: Int): void {
  const pose = relate(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k).half;
  const b = sizes(intsAt(rows.shapeB), k).half;
  const rotation = pose.rotation;
  const shift = pose.shift;
  const size = lengthOf(a) + lengthOf(b);
  const limit = splat(floatsAt(context)[LIMIT]);
  const far2 = limit * limit;

  // the kept simplex, or the corner along the line of centres
  const kept = readSimplexes(context, rows, k);
  const corners = -458760; // 0xfff8fff8: ids of corners have no such bits
  const started = (kept.p & corners) === 0;
  const idQ = select(kept.q === -1, kept.p, kept.q);
  const idR = select(kept.r === -1, kept.p, kept.r);
  const idS = select(kept.s === -1, kept.p, kept.s);
  const sound = started && ((idQ | idR | idS) & corners) === 0;

  const first = boxCorner(shift, rotation, shift, a, b);
  let v: Vec3 = first.point;
  let vv: Lane = dot(v, v);
  let simplex: Simplex = {
    p: v,
    q: v,
    r: v,
    idP: first.id,
    idQ: first.id,
    idR: first.id,
    weightP: 1,
    weightQ: 0,
    weightR: 0,
  };
  let bound: Lane = dot(shift, v) / sqrt(max(dot(shift, shift), 1e-30));
  let contained: Mask = splat(false);
  // the kept simplex is still the answer: it is handed on as it was, so that the same question gets the same bits again
  let unchanged: Mask = splat(false);
  let lastId: LaneInt = first.id;
  let cold: Mask = splat(true);
  if (any(sound)) {
    const w = cornerAt(kept.p, rotation, shift, a, b);
    const old: Simplex = {
      p: cornerAt(idQ, rotation, shift, a, b),
      q: cornerAt(idR, rotation, shift, a, b),
      r: cornerAt(idS, rotation, shift, a, b),
      idP: idQ,
      idQ: idR,
      idR: idS,
      weightP: 0,
      weightQ: 0,
      weightR: 0,
    };
    const start = reduce(old, w, kept.p);
    const floor = KEPT * start.vv;
    const best =
      dot(start.v, w) >= floor &&
      dot(start.v, old.p) >= floor &&
      dot(start.v, old.q) >= floor &&
      dot(start.v, old.r) >= floor;
    const taken = sound && (best || start.inside);
    unchanged = taken;
    cold = !taken;
    simplex = select(taken, start.simplex, simplex);
    v = select(taken, start.v, v);
    vv = select(taken, start.vv, vv);
    contained = sound && start.inside;
    lastId = select(contained, kept.p, lastId);
  }

  let active = pose.valid && !contained;
  let beyond: Mask = splat(false);
  for (let step: Int = 0; step < MAX_STEPS; step += 1) {
    const corner = boxCorner(v, rotation, shift, a, b);
    const w = corner.point;
    const id = corner.id;
    const vw = dot(v, w);
    const found = id === simplex.idP || id === simplex.idQ || id === simplex.idR;
    const closed = vv - vw <= CLOSED * vv;
    const out = vw > 0 && vw * vw > far2 * vv;
    beyond = beyond || (active && out);
    bound = select(active, vw, bound);
    active = active && !(found || closed || out);
    if (!any(active)) break;
    let next: Step = { simplex, v, vv, inside: splat(false) };
    // a lane takes its steps as if it were alone: what it answers must not depend on its neighbours
    const early = step < 2 && any(cold);
    if (early && step === 0) next = reduceSegment(simplex.p, simplex.idP, w, id);
    if (early && step === 1) next = reduceTriangle(simplex.p, simplex.idP, simplex.q, simplex.idQ, w, id);
    if (!early || !all(cold)) {
      const whole = reduce(simplex, w, id);
      next = select(splat(early) && cold, next, whole);
    }
    const inside = active && next.inside;
    contained = contained || inside;
    lastId = select(inside, id, lastId);
    // no progress: v is as good as f32 can tell, and the bracket says how good
    const nearer = active && !inside && next.vv < vv;
    active = nearer;
    unchanged = unchanged && !active;
    simplex = select(active, next.simplex, simplex);
    v = select(active, next.v, v);
    vv = select(active, next.vv, vv);
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
    const w = boxCorner(v, rotation, shift, a, b).point;
    bound = select(loose, dot(v, w), bound);
  }

  // the weights must give that point, or the witness would not
  const blend = along(along(scale(simplex.weightP, simplex.p), simplex.weightQ, simplex.q), simplex.weightR, simplex.r);
  const miss = sub(blend, v);
  const fits = beyond || dot(miss, miss) <= FIT * FIT * size * size;
  const length = sqrt(vv);
  const share = 1 / length;
  const lower = bound * share;
  const good = !active && pose.valid && fits && (beyond || length - lower <= WIDTH * size) && length > near * size;
  const apart = good && !contained;
  const ids: Ids = { p: simplex.idP, q: simplex.idQ, r: simplex.idR, s: lastId };
  const few = carrying(ids, simplex.weightP !== 0, simplex.weightQ !== 0, simplex.weightR !== 0);
  writeSimplexes(context, rows, k, select(unchanged, kept, select(contained, ids, few)));
  const witness = along(
    along(scale(simplex.weightP, ownCorner(simplex.idP, a)), simplex.weightQ, ownCorner(simplex.idQ, a)),
    simplex.weightR,
    ownCorner(simplex.idR, a),
  );
  const nothing: Lane = NOTHING;
  const none: Vec3 = { x: nothing, y: nothing, z: nothing };
  const answer: Answer = {
    normal: select(contained, none, scale(share, v)),
    distance: select(contained, 0, select(beyond, lower, length)),
    bound: select(contained, nothing, select(beyond, 1 / 0, max(length - lower, 0) + ROUNDING * (size + length))),
    witness: select(contained, none, witness),
  };
  writeAnswers(context, rows, k, pose, answer);
  const certain: LaneInt = select(beyond || length > limit, BEYOND_MAX_DISTANCE, SEPARATED);
  const told: LaneInt = select(apart, certain, UNDECIDED);
  const overlap: LaneInt = select(splat(context[DEPTH] === 1), DEEP, OVERLAPPING);
  rows.verdict[k] = select(contained, overlap, told);
}
