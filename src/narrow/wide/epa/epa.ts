/**
 * The penetration search of one pair (EPA): the lowest face of a polytope in B − A is pushed out to B − A until it is a
 * face of B − A itself. Then every face is at least that far from the origin, and so is all that lies outside B − A.
 *
 * That holds for any closed surface around the origin with its vertices in B − A, so what f32 does to a polytope that should
 * be convex can cost steps, but no answer. A surface that does not close, or that sinks, is left to the scalar kernel.
 */

import {
  addressOf,
  extract,
  type Float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  max,
  splat,
  tableAt,
} from '../lanes.ts';
import { EDGES, FOUND_A, FOUND_B, FRAMES, OUTCOME, POLYTOPE, TASK } from '../tile.ts';
import { grow } from './polytope.ts';
import { apexOf, projectOrigin } from './projectOrigin.ts';
import { beginTetrahedron } from './seed.ts';
import { type Found, supportOf } from './support.ts';
import { type Edges, type Frames, MAX_FACES, MAX_POINTS, type Outcome, type Polytope, type Task } from './tables.ts';

/** A face is one of B − A if B − A reaches no farther than this part of the size above it. */
const REACHED = 1e-6;
/** A vertex sees a face from this part of the size on. */
const ABOVE = 3e-7;
/** What a face may lie lower than the lowest before it, as a part of the size. */
const SUNK = 1e-6;
/** Faces within this part of the size of one plane are one. */
const COPLANAR = 1e-6;
const INFINITE = 1 / 0;

/** Searches pair `lane` of the task, and writes its outcome. */
export function expand(context: Ints, lane: Int, shapeA: Int, shapeB: Int): void {
  const tables = addressOf(context);
  const frames = tableAt<Frames>(tables + FRAMES);
  const polytope = tableAt<Polytope>(tables + POLYTOPE);
  const edges = tableAt<Edges>(tables + EDGES);
  const foundA = tableAt<Found>(tables + FOUND_A);
  const foundB = tableAt<Found>(tables + FOUND_B);
  const at = 4 * lane;
  const alongX = floatsAt(frames.rowX);
  const alongY = floatsAt(frames.rowY);
  const alongZ = floatsAt(frames.rowZ);
  const shift = floatsAt(frames.shift);
  const normals = floatsAt(polytope.normal);
  const heights = floatsAt(polytope.height);
  const points = floatsAt(polytope.points);
  const ids = intsAt(polytope.ids);
  const vertexA = floatsAt(foundA);
  const vertexB = floatsAt(foundB);

  intsAt(tableAt<Outcome>(tables + OUTCOME).met)[lane] = 0;
  let face = beginTetrahedron(context, lane, shapeA, shapeB);
  const size = floatsAt(tableAt<Task>(tables + TASK).size)[lane];
  let faces: Int = 4;
  let count: Int = 4;
  let floor: Float = 0;
  while (face >= 0 && count < MAX_POINTS) {
    const nx = normals[face];
    const ny = normals[MAX_FACES + face];
    const nz = normals[2 * MAX_FACES + face];
    const lower = heights[face];
    // NaN is not above anything
    if (!(lower > floor && lower < INFINITE)) break;
    floor = lower - SUNK * size;
    // the vertex of B − A farthest along the normal
    const turned = frames.rowX[at] * splat(nx) + frames.rowY[at] * splat(ny) + frames.rowZ[at] * splat(nz);
    supportOf(context, foundA, 0, shapeA, -nx, -ny, -nz);
    supportOf(context, foundB, 0, shapeB, extract(turned, 0), extract(turned, 1), extract(turned, 2));
    const bx = vertexB[0];
    const by = vertexB[4];
    const bz = vertexB[8];
    const x = shift[at] - vertexA[0] + (alongX[at] * bx + alongX[at + 1] * by + alongX[at + 2] * bz);
    const y = shift[at + 1] - vertexA[4] + (alongY[at] * bx + alongY[at + 1] * by + alongY[at + 2] * bz);
    const z = shift[at + 2] - vertexA[8] + (alongZ[at] * bx + alongZ[at + 1] * by + alongZ[at + 2] * bz);
    const upper = nx * x + ny * y + nz * z;
    if (upper - lower <= REACHED * size) {
      settle(context, lane, face, faces, count, max(lower, upper));
      break;
    }
    points[4 * count] = x;
    points[4 * count + 1] = y;
    points[4 * count + 2] = z;
    ids[count] = intsAt(foundA.id)[0] | (intsAt(foundB.id)[0] << 16);
    const grown = grow(polytope, edges, faces, count, x, y, z, ABOVE * size);
    faces = grown & 0xffff;
    face = grown >> 16;
    count += 1;
  }
}

/** Writes the outcome of a pair whose bounds met at `face`. */
function settle(context: Ints, lane: Int, face: Int, faces: Int, count: Int, upper: Float): void {
  const tables = addressOf(context);
  const polytope = tableAt<Polytope>(tables + POLYTOPE);
  const outcome = tableAt<Outcome>(tables + OUTCOME);
  const slack = COPLANAR * floatsAt(tableAt<Task>(tables + TASK).size)[lane];
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
  intsAt(outcome.idS)[lane] = ids[apexOf(polytope, word, count)];
  intsAt(outcome.met)[lane] = -1;
}
