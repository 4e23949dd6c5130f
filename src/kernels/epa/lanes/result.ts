/**
 * The end of EPA: the outcome of one pair from the lowest face of its polytope, and the rows of four pairs from their
 * outcomes.
 */
import {
  type Float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  type LaneInt,
  type Mask,
  max,
  select,
  where,
} from '../../../language/lanes.ts';
import { along, dot, scale, sub, type Vec3 } from '../../../math/lanes/vectors.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { vertexOf } from '../../gjk/lanes/supportSet.ts';
import { FIT, lengthOf, type RelativePose, ROUNDING, sizes } from '../../poses/lanes/relativePose.ts';
import { type Ids, type PairResult, readSimplexes, writeResults, writeSimplexes } from '../../rows/lanes/pairResult.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import type { DistanceTables } from '../../rows/lanes/tile.ts';
import { UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { MAX_FACES } from './epaTables.ts';
import { apexOf, barycentricOf, projectOrigin } from './projectOrigin.ts';

/** Triangles within this part of the size of one plane are one face. */
export const COPLANAR = 1e-6;

/** Writes the outcome of a pair whose bounds meet at `face`. */
export function writeFace(tables: DistanceTables, lane: Int, face: Int, faces: Int, count: Int, upper: Float): void {
  const polytope = tables.polytope;
  const outcome = tables.outcome;
  const slack = COPLANAR * floatsAt(tables.task.size)[lane];
  const normals = floatsAt(polytope.normal);
  const out = floatsAt(outcome.normal);
  out[lane] = normals[face];
  out[4 + lane] = normals[MAX_FACES + face];
  out[8 + lane] = normals[2 * MAX_FACES + face];
  floatsAt(outcome.lower)[lane] = floatsAt(polytope.height)[face];
  floatsAt(outcome.upper)[lane] = upper;
  const word = intsAt(polytope.corners)[projectOrigin(polytope, faces, face, slack)];
  const ids = intsAt(polytope.ids);
  const points = floatsAt(polytope.points);
  const corner = floatsAt(outcome.p);
  const idOut = intsAt(outcome.idP);
  for (let k: Int = 0; k < 3; k += 1) {
    const point = (word >> (6 * k)) & 63;
    corner[12 * k + lane] = points[4 * point];
    corner[12 * k + 4 + lane] = points[4 * point + 1];
    corner[12 * k + 8 + lane] = points[4 * point + 2];
    idOut[4 * k + lane] = ids[point];
  }
  intsAt(outcome.idS)[lane] = ids[apexOf(polytope.points, word, count)];
  intsAt(outcome.met)[lane] = -1;
}

/**
 * Writes results, simplexes and verdicts of pairs k … k + 3 from their outcomes. Support set 0 has the vertices of the
 * shapes A.
 */
export function finishEpa(context: Ints, tables: DistanceTables, rows: Rows, pose: RelativePose, k: Int): void {
  const outcome = tables.outcome;
  const size = tables.task.size[0];
  const vertices = tables.supportSets[0];
  const met = outcome.met[0] !== 0;
  const a = sizes(intsAt(rows.shapeA), k);
  const b = sizes(intsAt(rows.shapeB), k);
  const radii = a.radius + b.radius;
  const out = outcome.normal[0];
  const lower = outcome.lower[0];
  const upper = outcome.upper[0];
  const p = outcome.p[0];
  const q = outcome.q[0];
  const r = outcome.r[0];
  const projection = scale(lower, out);
  const shares = barycentricOf(out, projection, p, q, r);
  // rounding may put the projection outside the triangle: then it moves to the edge
  const whole = 1 / (shares.u + shares.v + shares.w);
  const shareP = max(0, shares.u * whole);
  const shareQ = max(0, shares.v * whole);
  const shareR = max(0, shares.w * whole);
  const scaled = 1 / (shareP + shareQ + shareR);
  const weightP = shareP * scaled;
  const weightQ = shareQ * scaled;
  const weightR = shareR * scaled;
  const miss = sub(along(along(scale(weightP, p), weightQ, q), weightR, r), projection);

  // other lanes may have ids of another pair
  const ofP = vertexOf(vertices, where(met, outcome.idP[0] & 0xffff));
  const ofQ = vertexOf(vertices, where(met, outcome.idQ[0] & 0xffff));
  const ofR = vertexOf(vertices, where(met, outcome.idR[0] & 0xffff));
  const witness = along(along(scale(weightP, ofP), weightQ, ofQ), weightR, ofR);

  const normal: Vec3 = { x: -out.x, y: -out.y, z: -out.z };
  const result: PairResult = {
    normal,
    distance: -upper - radii,
    bound: upper - lower + 2 * ROUNDING * (lengthOf(a.half) + lengthOf(b.half) + radii),
    witness: along(witness, a.radius, normal),
  };
  // an unchanged face is copied as it is: the same query mostly gives the same bits again
  const ids: Ids = { p: outcome.idS[0], q: outcome.idP[0], r: outcome.idQ[0], s: outcome.idR[0] };
  const kept = readSimplexes(context, rows, k);
  const unchanged = isOneOf(kept.q, ids) && isOneOf(kept.r, ids) && isOneOf(kept.s, ids);
  writeSimplexes(context, rows, k, select(unchanged, kept, ids));
  writeResults(context, rows, k, pose, result);
  const sure = met && dot(miss, miss) <= FIT * FIT * size * size && upper > 0;
  const overlapping: LaneInt = Status.Overlapping;
  rows.verdict[k] = select(sure, overlapping, UNDECIDED);
}

/** Whether a vertex is a corner of the face: its ids come after the first. */
function isOneOf(id: LaneInt, ids: Ids): Mask {
  return id === ids.q || id === ids.r || id === ids.s;
}
