/**
 * EPA of one pair. Each step expands the lowest face of a polytope in B − A, until it is a face of B − A itself. Then
 * every face is at least that far from the origin, and so is everything outside B − A.
 *
 * This holds for any closed surface around the origin with its vertices in B − A. So a dent in a convex polytope, from
 * rounding, may cost steps, but gives no wrong depth. If the surface does not close, or its lowest face sinks, the
 * search ends undecided.
 */
import { extract, type Float, floatsAt, type Int, type Ints, intsAt, max, splat } from '../../../language/lanes.ts';
import { POINTS_MASK } from '../../../tables/polytopeWords.ts';
import { distanceTables } from '../../rows/lanes/tile.ts';
import { MAX_FACES, MAX_POINTS } from './epaTables.ts';
import { grow, NO_PLANE, numberOf, openFaces } from './polytope.ts';
import { cachePolytope, copyPolytope, rebuild } from './polytopeCache.ts';
import { writeFace } from './result.ts';
import { seedTetrahedron } from './seed.ts';
import { supportOf } from './support.ts';

/** A face is one of B − A if B − A extends at most this part of the size above it. */
export const REACHED = 1e-6;
/** A vertex sees a face if it is higher above it than this part of the size. */
const ABOVE = 3e-7;
/** How much lower than its predecessor the lowest face may lie, as a part of the size. */
const RECEDED = 1e-6;
/** A cached polytope is around the origin if its faces are at least this part of the size away from it. */
export const AROUND = 1e-5;

/**
 * Searches pair `lane` of the task, and writes its outcome.
 * @param cached where the polytope of the last query is, from which the search starts; 0 = from the tetrahedron of GJK
 * @param to where the last polytope is cached for the next query, or 0
 */
export function epa(context: Ints, lane: Int, shapeA: Int, shapeB: Int, cached: Int, to: Int): void {
  const tables = distanceTables(context);
  const frames = tables.frames;
  const polytope = tables.polytope;
  const foundA = tables.foundA;
  const foundB = tables.foundB;
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

  intsAt(tables.outcome.met)[lane] = 0;
  let face: Int = -1;
  let faces: Int = 4;
  let count: Int = 4;
  let floor: Float = 0;
  if (cached === 0) face = seedTetrahedron(context, lane, shapeA, shapeB);
  else {
    const rebuilt = rebuild(polytope, tables.cachedPoints[lane], cached);
    face = rebuilt >> 16;
    faces = rebuilt & 0xffff;
    count = intsAt(cached)[0] & POINTS_MASK;
    floor = AROUND * floatsAt(tables.task.size)[lane];
  }
  const first = count;
  const size = floatsAt(tables.task.size)[lane];
  while (face >= 0 && count < MAX_POINTS) {
    const nx = normals[face];
    const ny = normals[MAX_FACES + face];
    const nz = normals[2 * MAX_FACES + face];
    const lower = heights[face];
    // NaN fails both comparisons
    if (!(lower > floor && lower < NO_PLANE)) break;
    floor = lower - RECEDED * size;
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
      writeFace(tables, lane, face, faces, count, max(lower, upper));
      if (to !== 0) {
        if (cached !== 0 && count === first) copyPolytope(cached, to);
        else cachePolytope(context, tables, faces, count, to);
      }
      break;
    }
    const id = intsAt(foundA.id)[0] | (intsAt(foundB.id)[0] << 16);
    let point: Int = count;
    // motion may have bent a cached polytope inward at an edge, below a vertex that it has already
    if (cached !== 0) point = numberOf(polytope, count, id);
    if (point < count) openFaces(polytope, faces, point);
    points[4 * point] = x;
    points[4 * point + 1] = y;
    points[4 * point + 2] = z;
    ids[point] = id;
    const grown = grow(polytope, tables.edges, faces, point, x, y, z, ABOVE * size);
    faces = grown & 0xffff;
    face = grown >> 16;
    count = max(count, point + 1);
  }
}
