/**
 * Depth of overlapping cores, one of them round: EPA, as in epa/epa.ts, pair by pair. The polytope inside B − A never
 * reaches a round face, so the search ends when its lowest face and the support along its normal are near: they
 * bracket the depth. Tables and growth of the polytope are those of epa/; the ids of its points are their numbers.
 */
import {
  type Float,
  floatsAt,
  type Int,
  type Ints,
  insert,
  intsAt,
  type Lane,
  max,
  splat,
} from '../../../language/lanes.ts';
import { scale } from '../../../math/lanes/vectors.ts';
import { HULL } from '../../../tables/shapeWords.ts';
import { MAX_FACES, MAX_POINTS, OUTCOME_COLUMNS } from '../../epa/lanes/epaTables.ts';
import { grow, NO_PLANE } from '../../epa/lanes/polytope.ts';
import { barycentricOf } from '../../epa/lanes/projectOrigin.ts';
import { writeFace } from '../../epa/lanes/result.ts';
import { seedFaces } from '../../epa/lanes/seed.ts';
import { supportOf } from '../../epa/lanes/support.ts';
import { CONTAINED } from '../../gjk/lanes/search.ts';
import { lengthOf } from '../../poses/lanes/relativePose.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import type { DistanceTables } from '../../rows/lanes/tile.ts';
import { ROUND_OUTCOME_COLUMNS, type RoundSearch, type RoundSimplex } from './search.ts';
import { findSupports, loadRoundPair } from './support.ts';

/** A bracket of this width is good, as a part of the size… */
const GOOD = 4e-6;
/** …and one of this part of the depth ends the search: for an accurate normal. f32 resolves no less than the third. */
const CLOSED = 4e-5;
const RESOLVED = 5e-7;
/** A vertex sees a face if it is higher above it than this part of the size. */
const ABOVE = 3e-7;
/** How much lower than its predecessor the lowest face may lie, as a part of the size. */
const RECEDED = 1e-6;

/** Searches the lanes of group g that contain the origin, pairs k … k + 3. Padding copies the lane before. */
export function findDepths(context: Ints, tables: DistanceTables, rows: Rows, g: Int, k: Int, count: Int): void {
  const search = tables.roundSearches[g];
  const states = intsAt(search.state);
  const outcome = intsAt(tables.outcome);
  const round = intsAt(tables.roundOutcome);
  tables.task.size[0] = lengthOf(search.halfA[0]) + lengthOf(search.halfB[0]);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (k + lane >= count) {
      for (let c: Int = 0; c < OUTCOME_COLUMNS; c += 1) outcome[4 * c + lane] = outcome[4 * c + lane - 1];
      for (let c: Int = 0; c < ROUND_OUTCOME_COLUMNS; c += 1) round[4 * c + lane] = round[4 * c + lane - 1];
    } else if (states[lane] === CONTAINED) {
      findDepth(context, tables, g, lane, intsAt(rows.shapeA)[k + lane], intsAt(rows.shapeB)[k + lane]);
    }
  }
}

/** Makes the polytope of lane `lane` from the last tetrahedron of its search. Returns its lowest face, or −1. */
function seed(tables: DistanceTables, search: RoundSearch, lane: Int): Int {
  // leaves of a `RoundSimplex`: three points, their directions, weights
  const simplex = floatsAt(search.simplex);
  const last = floatsAt(search.along);
  const support = floatsAt(search.support);
  const ids = intsAt(tables.polytope.ids);
  const along = floatsAt(tables.directions.along);
  for (let point: Int = 0; point < 4; point += 1) ids[point] = point;
  for (let c: Int = 0; c < 3; c += 1) {
    along[c] = simplex[36 + 4 * c + lane];
    along[4 + c] = simplex[48 + 4 * c + lane];
    along[8 + c] = simplex[60 + 4 * c + lane];
    along[12 + c] = last[4 * c + lane];
  }
  const x = four(simplex[lane], simplex[12 + lane], simplex[24 + lane], support[lane]);
  const y = four(simplex[4 + lane], simplex[16 + lane], simplex[28 + lane], support[4 + lane]);
  const z = four(simplex[8 + lane], simplex[20 + lane], simplex[32 + lane], support[8 + lane]);
  return seedFaces(tables, lane, { x, y, z });
}

function four(a: Float, b: Float, c: Float, d: Float): Lane {
  return insert(insert(insert(splat(a), 1, b), 2, c), 3, d);
}

/** Searches one pair, and writes its outcome. */
function findDepth(context: Ints, tables: DistanceTables, g: Int, lane: Int, shapeA: Int, shapeB: Int): void {
  const search = tables.roundSearches[g];
  const setA = tables.roundSets[2 * g];
  const setB = tables.roundSets[2 * g + 1];
  const pair = tables.roundPair;
  const polytope = tables.polytope;
  const rotation = floatsAt(search.rotation);
  const shift = floatsAt(search.shift);
  const normals = floatsAt(polytope.normal);
  const heights = floatsAt(polytope.height);
  const points = floatsAt(polytope.points);
  const ids = intsAt(polytope.ids);
  const along = floatsAt(tables.directions.along);
  const hullA = intsAt(setA.core)[lane] === HULL;
  const hullB = intsAt(setB.core)[lane] === HULL;
  const onA = floatsAt(tables.foundA);
  const onB = floatsAt(tables.foundB);

  intsAt(tables.outcome.met)[lane] = 0;
  loadRoundPair(pair, setA, setB, lane);
  let face = seed(tables, search, lane);
  const good = GOOD * floatsAt(search.size)[lane];
  const resolved = RESOLVED * floatsAt(search.size)[lane];
  const size = floatsAt(tables.task.size)[lane];
  let faces: Int = 4;
  let count: Int = 4;
  let floor: Float = 0;
  while (face >= 0 && count < MAX_POINTS) {
    const nx = normals[face];
    const ny = normals[MAX_FACES + face];
    const nz = normals[2 * MAX_FACES + face];
    const lower = heights[face];
    // NaN fails both comparisons
    if (!(lower > floor && lower < NO_PLANE)) break;
    floor = lower - RECEDED * size;
    // the point of B − A farthest along the normal: A in lane 0, B in lane 1
    const dx = rotation[lane] * nx + rotation[12 + lane] * ny + rotation[24 + lane] * nz;
    const dy = rotation[4 + lane] * nx + rotation[16 + lane] * ny + rotation[28 + lane] * nz;
    const dz = rotation[8 + lane] * nx + rotation[20 + lane] * ny + rotation[32 + lane] * nz;
    findSupports(pair, tables.supportSets[0], {
      x: insert(splat(dx), 0, -nx),
      y: insert(splat(dy), 0, -ny),
      z: insert(splat(dz), 0, -nz),
    });
    const found = floatsAt(pair.point);
    if (hullA) {
      supportOf(context, tables.foundA, 0, shapeA, -nx, -ny, -nz);
      found[0] = onA[0];
      found[4] = onA[4];
      found[8] = onA[8];
    }
    if (hullB) {
      supportOf(context, tables.foundB, 0, shapeB, dx, dy, dz);
      found[1] = onB[0];
      found[5] = onB[4];
      found[9] = onB[8];
    }
    const bx = found[1];
    const by = found[5];
    const bz = found[9];
    const x = shift[lane] - found[0] + (rotation[lane] * bx + rotation[4 + lane] * by + rotation[8 + lane] * bz);
    const y =
      shift[4 + lane] - found[4] + (rotation[12 + lane] * bx + rotation[16 + lane] * by + rotation[20 + lane] * bz);
    const z =
      shift[8 + lane] - found[8] + (rotation[24 + lane] * bx + rotation[28 + lane] * by + rotation[32 + lane] * bz);
    const upper = nx * x + ny * y + nz * z;
    if (upper - lower <= good) {
      writeFace(tables, lane, face, faces, count, max(lower, upper));
      keepDirections(tables, lane);
      if (upper - lower <= max(resolved, CLOSED * lower)) break;
    }
    points[4 * count] = x;
    points[4 * count + 1] = y;
    points[4 * count + 2] = z;
    along[4 * count] = -nx;
    along[4 * count + 1] = -ny;
    along[4 * count + 2] = -nz;
    ids[count] = count;
    const grown = grow(polytope, tables.edges, faces, count, x, y, z, ABOVE * size);
    faces = grown & 0xffff;
    face = grown >> 16;
    count += 1;
  }
}

/** Writes the directions of the points that the outcome names. */
function keepDirections(tables: DistanceTables, lane: Int): void {
  const along = floatsAt(tables.directions.along);
  const points = intsAt(tables.outcome.idP);
  const out = floatsAt(tables.roundOutcome);
  for (let k: Int = 0; k < 4; k += 1) {
    const point = points[4 * k + lane];
    for (let c: Int = 0; c < 3; c += 1) out[4 * (3 * k + c) + lane] = along[4 * point + c];
  }
}

/** The faces that the outcomes end at, with the weights of the projection of the origin. */
export function faceOf(tables: DistanceTables): RoundSimplex {
  const outcome = tables.outcome;
  const round = tables.roundOutcome;
  const normal = outcome.normal[0];
  const p = outcome.p[0];
  const q = outcome.q[0];
  const r = outcome.r[0];
  const shares = barycentricOf(normal, scale(outcome.lower[0], normal), p, q, r);
  // rounding may put the projection outside the triangle: then it moves to the edge
  const whole = 1 / (shares.u + shares.v + shares.w);
  const shareP = max(0, shares.u * whole);
  const shareQ = max(0, shares.v * whole);
  const shareR = max(0, shares.w * whole);
  const scaled = 1 / (shareP + shareQ + shareR);
  return {
    p,
    q,
    r,
    alongP: round.alongP[0],
    alongQ: round.alongQ[0],
    alongR: round.alongR[0],
    weightP: shareP * scaled,
    weightQ: shareQ * scaled,
    weightR: shareR * scaled,
  };
}
