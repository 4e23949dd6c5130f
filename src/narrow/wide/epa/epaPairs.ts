/**
 * How deep cores overlap that are not both boxes: four pairs are related and written together, each is searched alone.
 * Radii are added last.
 */

import { Status } from '../../../queries/distance/status.ts';
import { TO } from '../context.ts';
import {
  addressOf,
  type Int,
  type IntColumn,
  type Ints,
  intsAt,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  select,
  tableAt,
  transpose,
} from '../lanes.ts';
import {
  type Ids,
  type PairResult,
  readSimplexes,
  simplexesAt,
  writeResults,
  writeSimplexes,
  writeStatus,
} from '../pairResult.ts';
import { FIT, lengthOf, ROUNDING, relativePose, sizes } from '../relativePose.ts';
import type { Counts, Rows } from '../rows.ts';
import { EDGES, FOUND_A, FRAMES, OUTCOME, TASK } from '../tile.ts';
import { along, dot, scale, sub, type Vec3 } from '../vectors.ts';
import { UNDECIDED } from '../verdicts.ts';
import { expand } from './epa.ts';
import { barycentricOf } from './projectOrigin.ts';
import { type Found, takeVertex } from './support.ts';
import { type Edges, type Frames, OUTCOME_COLUMNS, type Outcome, type Task } from './tables.ts';

export function epaPairs(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  if (count > 0) clearMarks(tableAt<Edges>(addressOf(context) + EDGES));
  for (let k: Int = 0; k < count; k += 4) {
    begin(context, rows, k);
    search(context, rows, k, count);
    conclude(context, rows, k);
  }
  writeStatus(context, rows, counts, count);
}

/** A worker that died in the middle of a search has left marks. */
function clearMarks(edges: Edges): void {
  const none: LaneInt = 0;
  for (let k: Int = 0; k < 1024; k += 4) edges.marks[k] = none;
}

/** Relates pairs k … k + 3. Their tetrahedra are in the simplex column. */
function begin(context: Ints, rows: Rows, k: Int): void {
  const frames = tableAt<Frames>(addressOf(context) + FRAMES);
  const task = tableAt<Task>(addressOf(context) + TASK);
  const pose = relativePose(context, rows, k);
  const r = pose.rotation;
  const t = pose.shift;
  const zero: Lane = 0;
  const x = transpose({ a: r.x.x, b: r.x.y, c: r.x.z, d: zero });
  frames.rowX[0] = x.a;
  frames.rowX[4] = x.b;
  frames.rowX[8] = x.c;
  frames.rowX[12] = x.d;
  const y = transpose({ a: r.y.x, b: r.y.y, c: r.y.z, d: zero });
  frames.rowY[0] = y.a;
  frames.rowY[4] = y.b;
  frames.rowY[8] = y.c;
  frames.rowY[12] = y.d;
  const z = transpose({ a: r.z.x, b: r.z.y, c: r.z.z, d: zero });
  frames.rowZ[0] = z.a;
  frames.rowZ[4] = z.b;
  frames.rowZ[8] = z.c;
  frames.rowZ[12] = z.d;
  const s = transpose({ a: t.x, b: t.y, c: t.z, d: zero });
  frames.shift[0] = s.a;
  frames.shift[4] = s.b;
  frames.shift[8] = s.c;
  frames.shift[12] = s.d;
  task.size[0] = lengthOf(sizes(intsAt(rows.shapeA), k).half) + lengthOf(sizes(intsAt(rows.shapeB), k).half);
  const ids = simplexesAt(context[TO], rows, k);
  task.idP[0] = ids.p;
  task.idQ[0] = ids.q;
  task.idR[0] = ids.r;
  task.idS[0] = ids.s;
}

/** Searches them one by one; what pads the list ends as its last pair. */
function search(context: Ints, rows: Rows, k: Int, count: Int): void {
  const shapeA = intsAt(rows.shapeA);
  const shapeB = intsAt(rows.shapeB);
  const outcome = intsAt(addressOf(context) + OUTCOME);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (k + lane < count) expand(context, lane, shapeA[k + lane], shapeB[k + lane]);
    else for (let c: Int = 0; c < OUTCOME_COLUMNS; c += 1) outcome[4 * c + lane] = outcome[4 * c + lane - 1];
  }
}

/** Puts vertices of A into the lanes of `found`. */
function takeOfA(context: Ints, rows: Rows, k: Int, found: Found, column: IntColumn): void {
  const ids = intsAt(column);
  const shapeA = intsAt(rows.shapeA);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    takeVertex(context, found, lane, shapeA[k + lane], ids[lane] & 0xffff);
  }
}

/** Writes their answers. */
function conclude(context: Ints, rows: Rows, k: Int): void {
  const outcome = tableAt<Outcome>(addressOf(context) + OUTCOME);
  const size = tableAt<Task>(addressOf(context) + TASK).size[0];
  const found = tableAt<Found>(addressOf(context) + FOUND_A);
  const pose = relativePose(context, rows, k);
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const radii = a.radius + b.radius;
  const out = outcome.normal[0];
  const lower = outcome.lower[0];
  const upper = outcome.upper[0];
  const p = outcome.p[0];
  const q = outcome.q[0];
  const r = outcome.r[0];
  const foot = scale(lower, out);
  const shares = barycentricOf(out, foot, p, q, r);
  // what is a rounding outside is on the edge
  const whole = 1 / (shares.u + shares.v + shares.w);
  const shareP = max(0, shares.u * whole);
  const shareQ = max(0, shares.v * whole);
  const shareR = max(0, shares.w * whole);
  const scaled = 1 / (shareP + shareQ + shareR);
  const weightP = shareP * scaled;
  const weightQ = shareQ * scaled;
  const weightR = shareR * scaled;
  const miss = sub(along(along(scale(weightP, p), weightQ, q), weightR, r), foot);

  takeOfA(context, rows, k, found, outcome.idP);
  const ofP: Vec3 = { x: found.x[0], y: found.y[0], z: found.z[0] };
  let witness: Vec3 = scale(weightP, ofP);
  takeOfA(context, rows, k, found, outcome.idQ);
  const ofQ: Vec3 = { x: found.x[0], y: found.y[0], z: found.z[0] };
  witness = along(witness, weightQ, ofQ);
  takeOfA(context, rows, k, found, outcome.idR);
  const ofR: Vec3 = { x: found.x[0], y: found.y[0], z: found.z[0] };
  witness = along(witness, weightR, ofR);

  const normal: Vec3 = { x: -out.x, y: -out.y, z: -out.z };
  const answer: PairResult = {
    normal,
    distance: -upper - radii,
    bound: upper - lower + 2 * ROUNDING * (lengthOf(a.half) + lengthOf(b.half) + radii),
    witness: along(witness, a.radius, normal),
  };
  // the face that was handed in is handed on as it was: the same question mostly gets the same bits again
  const ids: Ids = { p: outcome.idS[0], q: outcome.idP[0], r: outcome.idQ[0], s: outcome.idR[0] };
  const kept = readSimplexes(context, rows, k);
  const unchanged = isOneOf(kept.q, ids) && isOneOf(kept.r, ids) && isOneOf(kept.s, ids);
  writeSimplexes(context, rows, k, select(unchanged, kept, ids));
  writeResults(context, rows, k, pose, answer);
  const sure = outcome.met[0] !== 0 && dot(miss, miss) <= FIT * FIT * size * size && upper > 0;
  const told: LaneInt = Status.Overlapping;
  rows.verdict[k] = select(sure, told, UNDECIDED);
}

/** Whether a vertex is a corner of the face, whose ids come after the first. */
function isOneOf(id: LaneInt, ids: Ids): Mask {
  return id === ids.q || id === ids.r || id === ids.s;
}
