/**
 * The depth of four pairs from the cached polytopes of their rows, a lane each. A pair is done if its lowest face
 * is one of B − A, as EPA ends, and the origin projects onto it. Most are, after small motions. EPA goes on with the
 * others.
 */
import {
  abs,
  addressOf,
  bitmask,
  extract,
  extractInt,
  type Int,
  type Ints,
  insertInt,
  intsAt,
  type LaneInt,
  laneIndex,
  type Mask,
  maskBits,
  max,
  min,
  select,
  splat,
} from '../../../language/lanes.ts';
import { dot, scale, times, timesTransposed, type Vec3 } from '../../../math/lanes/vectors.ts';
import { POLYTOPES_FROM, POLYTOPES_TO } from '../../../tables/kernelContext.ts';
import { FACES_SHIFT, POINTS_MASK } from '../../../tables/polytopeWords.ts';
import { loadVertices } from '../../gjk/lanes/supportSet.ts';
import type { RelativePose } from '../../poses/lanes/relativePose.ts';
import { rowsAt } from '../../rows/lanes/gather.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import type { DistanceTables } from '../../rows/lanes/tile.ts';
import { findLowest, placePoints, pointsOf, unpackFaces, unpackIds } from './cachedFaces.ts';
import { AROUND, epa, REACHED } from './epa.ts';
import { OUTCOME_COLUMNS } from './epaTables.ts';
import { NO_PLANE, planeOf } from './polytope.ts';
import { copyPolytope, polytopeAt } from './polytopeCache.ts';
import { apexOf, barycentricOf } from './projectOrigin.ts';
import { COPLANAR } from './result.ts';
import { supportOf } from './support.ts';

/** Reads the first words of the polytopes of pairs k … k + 3. @returns 0 if none of them has any */
export function readHeaders(context: Ints, tables: DistanceTables, rows: Rows, k: Int): Int {
  const headers = intsAt(tables.cache.state.headers);
  const rowIds = intsAt(rows.row);
  headers[0] = intsAt(polytopeAt(context, POLYTOPES_FROM, rowIds[k]))[0];
  headers[1] = intsAt(polytopeAt(context, POLYTOPES_FROM, rowIds[k + 1]))[0];
  headers[2] = intsAt(polytopeAt(context, POLYTOPES_FROM, rowIds[k + 2]))[0];
  headers[3] = intsAt(polytopeAt(context, POLYTOPES_FROM, rowIds[k + 3]))[0];
  return headers[0] | headers[1] | headers[2] | headers[3];
}

/** Writes the outcomes of these pairs, of a list of `count`: at least one has a polytope. Task and poses are set. */
export function warmStart(
  context: Ints,
  tables: DistanceTables,
  rows: Rows,
  pose: RelativePose,
  k: Int,
  count: Int,
): void {
  const cache = tables.cache;
  const rowIds = intsAt(rows.row);
  const a = polytopeAt(context, POLYTOPES_FROM, rowIds[k]);
  const b = polytopeAt(context, POLYTOPES_FROM, rowIds[k + 1]);
  const c = polytopeAt(context, POLYTOPES_FROM, rowIds[k + 2]);
  const d = polytopeAt(context, POLYTOPES_FROM, rowIds[k + 3]);
  const words = intsAt(cache.state.headers);
  const points = max(
    max(words[0] & POINTS_MASK, words[1] & POINTS_MASK),
    max(words[2] & POINTS_MASK, words[3] & POINTS_MASK),
  );
  const faces = max(max(words[0], words[1]), max(words[2], words[3])) >>> FACES_SHIFT;
  unpackIds(cache, a, b, c, d, points);
  unpackFaces(tables, a, b, c, d, faces);
  const setA = tables.supportSets[0];
  const setB = tables.supportSets[1];
  loadVertices(context, setA, intsAt(rows.shapeA), k);
  loadVertices(context, setB, intsAt(rows.shapeB), k);
  const sound = placePoints(tables, setA, setB, pose, points);
  findLowest(tables, faces);
  classify(context, tables, rows, pose, sound, k);
  continueOpen(context, tables, rows, k, count);
}

/** Words of a column at 4 f + lane, for a number f of each lane. */
function wordsAt(column: Ints, f: LaneInt): LaneInt {
  const at = splat(addressOf(column)) + (f << 4) + (laneIndex() << 2);
  const first: LaneInt = splat(intsAt(extractInt(at, 0))[0]);
  const second = insertInt(first, 1, intsAt(extractInt(at, 1))[0]);
  const third = insertInt(second, 2, intsAt(extractInt(at, 2))[0]);
  return insertInt(third, 3, intsAt(extractInt(at, 3))[0]);
}

/** The points at four addresses. */
function pointsAt(at: LaneInt): Vec3 {
  const four = rowsAt(extractInt(at, 0), extractInt(at, 1), extractInt(at, 2), extractInt(at, 3));
  return { x: four.a, y: four.b, z: four.c };
}

/** Writes the outcomes at the lowest faces: those that are met, and in `open` those that EPA may continue. */
function classify(context: Ints, tables: DistanceTables, rows: Rows, pose: RelativePose, sound: Mask, k: Int): void {
  const cache = tables.cache;
  const outcome = tables.outcome;
  const size = tables.task.size[0];
  const slack = COPLANAR * size;
  const face = cache.state.lowest[0];
  const atP = wordsAt(intsAt(cache.u), face);
  const atQ = wordsAt(intsAt(cache.v), face);
  const atR = wordsAt(intsAt(cache.w), face);
  const p = pointsAt(atP);
  const q = pointsAt(atQ);
  const r = pointsAt(atR);
  const plane = planeOf(p, q, r);
  const n = plane.normal;
  const lower = plane.height;
  const projection = scale(lower, n);
  const shares = barycentricOf(n, projection, p, q, r);
  const isInside = min(min(shares.u, shares.v), shares.w) >= 0;
  // a face of B − A may be two triangles
  const other = cache.state.next[0];
  const atS = wordsAt(intsAt(cache.u), other);
  const atT = wordsAt(intsAt(cache.v), other);
  const atU = wordsAt(intsAt(cache.w), other);
  const s = pointsAt(atS);
  const t = pointsAt(atT);
  const u = pointsAt(atU);
  const off = max(max(abs(dot(n, s) - lower), abs(dot(n, t) - lower)), abs(dot(n, u) - lower));
  const others = barycentricOf(n, projection, s, t, u);
  const isOther = !isInside && off <= slack && min(min(others.u, others.v), others.w) >= 0;
  // the vertex of B − A farthest along the normal
  const m = timesTransposed(pose.rotation, n);
  const foundA = tables.foundA;
  const foundB = tables.foundB;
  const shapeA = intsAt(rows.shapeA);
  const shapeB = intsAt(rows.shapeB);
  supportOf(context, foundA, 0, shapeA[k], -extract(n.x, 0), -extract(n.y, 0), -extract(n.z, 0));
  supportOf(context, foundA, 1, shapeA[k + 1], -extract(n.x, 1), -extract(n.y, 1), -extract(n.z, 1));
  supportOf(context, foundA, 2, shapeA[k + 2], -extract(n.x, 2), -extract(n.y, 2), -extract(n.z, 2));
  supportOf(context, foundA, 3, shapeA[k + 3], -extract(n.x, 3), -extract(n.y, 3), -extract(n.z, 3));
  supportOf(context, foundB, 0, shapeB[k], extract(m.x, 0), extract(m.y, 0), extract(m.z, 0));
  supportOf(context, foundB, 1, shapeB[k + 1], extract(m.x, 1), extract(m.y, 1), extract(m.z, 1));
  supportOf(context, foundB, 2, shapeB[k + 2], extract(m.x, 2), extract(m.y, 2), extract(m.z, 2));
  supportOf(context, foundB, 3, shapeB[k + 3], extract(m.x, 3), extract(m.y, 3), extract(m.z, 3));
  const b = times(pose.rotation, { x: foundB.x[0], y: foundB.y[0], z: foundB.z[0] });
  const farthest: Vec3 = {
    x: pose.shift.x - foundA.x[0] + b.x,
    y: pose.shift.y - foundA.y[0] + b.y,
    z: pose.shift.z - foundA.z[0] + b.z,
  };
  const upper = dot(n, farthest);
  // without a polytope there is no plane
  const isAround = pose.valid && sound && lower > AROUND * size && lower < NO_PLANE;
  const isMet = isAround && upper - lower <= REACHED * size && (isInside || isOther);
  outcome.met[0] = maskBits(isMet);
  cache.state.open[0] = maskBits(isAround && !isMet);
  outcome.normal[0] = n;
  outcome.lower[0] = lower;
  outcome.upper[0] = max(lower, upper);
  outcome.p[0] = select(isOther, s, p);
  outcome.q[0] = select(isOther, t, q);
  outcome.r[0] = select(isOther, u, r);
  const points = pointsOf(tables);
  cache.state.cornerP[0] = (select(isOther, atS, atP) - points) >>> 4;
  cache.state.cornerQ[0] = (select(isOther, atT, atQ) - points) >>> 4;
  cache.state.cornerR[0] = (select(isOther, atU, atR) - points) >>> 4;
}

/** Writes the simplexes of the outcomes that are met, and continues EPA where it may. */
function continueOpen(context: Ints, tables: DistanceTables, rows: Rows, k: Int, count: Int): void {
  const cache = tables.cache;
  const outcome = tables.outcome;
  const task = tables.task;
  const ids = intsAt(cache.ids);
  const p = wordsAt(ids, cache.state.cornerP[0]);
  const q = wordsAt(ids, cache.state.cornerQ[0]);
  const r = wordsAt(ids, cache.state.cornerR[0]);
  outcome.idP[0] = p;
  outcome.idQ[0] = q;
  outcome.idR[0] = r;
  outcome.idS[0] = task.idP[0];
  const startQ = task.idQ[0];
  const startR = task.idR[0];
  const startS = task.idS[0];
  const same =
    (startQ === p || startQ === q || startQ === r) &&
    (startR === p || startR === q || startR === r) &&
    (startS === p || startS === q || startS === r);
  const changed = bitmask(!same);
  const met = bitmask(outcome.met[0] !== 0);
  const open = bitmask(cache.state.open[0] !== 0);
  const words = intsAt(outcome);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    const at = k + lane;
    const cached = polytopeAt(context, POLYTOPES_FROM, intsAt(rows.row)[at]);
    const to = polytopeAt(context, POLYTOPES_TO, intsAt(rows.row)[at]);
    if (((met >>> lane) & 1) === 1) {
      copyPolytope(cached, to);
      if (((changed >>> lane) & 1) === 1) {
        const u = intsAt(cache.state.cornerP)[lane];
        const v = intsAt(cache.state.cornerQ)[lane];
        const w = intsAt(cache.state.cornerR)[lane];
        const points = intsAt(cache.state.headers)[lane] & POINTS_MASK;
        const apex = apexOf(tables.cachedPoints[lane].points, u | (v << 6) | (w << 12), points);
        intsAt(outcome.idS)[lane] = ids[4 * apex + lane];
      }
    } else if (((open >>> lane) & 1) === 1) {
      if (at < count) epa(context, lane, intsAt(rows.shapeA)[at], intsAt(rows.shapeB)[at], cached, to);
      else for (let c: Int = 0; c < OUTCOME_COLUMNS; c += 1) words[4 * c + lane] = words[4 * c + lane - 1];
    }
  }
}
