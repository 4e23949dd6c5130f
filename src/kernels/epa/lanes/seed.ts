/** The first polytope of EPA: the last tetrahedron of GJK, around the origin. */
import {
  abs,
  bitmask,
  extract,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  laneIndex,
  max,
  min,
  splat,
  transpose,
} from '../../../language/lanes.ts';
import type { Vec3 } from '../../../math/lanes/vectors.ts';
import { type DistanceTables, distanceTables } from '../../rows/lanes/tile.ts';
import { lowestOf, planeOf } from './polytope.ts';
import { takeVertex } from './support.ts';

/** Cores smaller than this part of their vertices' distances from the local origins are too inaccurate in f32… */
export const FAR_OFF = 0.125;
/** …and down to this part of the size, tolerances are relative to the cores' own size. */
export const NEARBY = 0.25;

/** Faces of a tetrahedron: corners u v w u. */
const FACE_012 = 0 | (1 << 6) | (2 << 12) | (0 << 18);
const FACE_031 = 0 | (3 << 6) | (1 << 12) | (0 << 18);
const FACE_023 = 0 | (2 << 6) | (3 << 12) | (0 << 18);
const FACE_132 = 1 | (3 << 6) | (2 << 12) | (1 << 18);
/** The same, inside out. */
const FACE_021 = 0 | (2 << 6) | (1 << 12) | (0 << 18);
const FACE_013 = 0 | (1 << 6) | (3 << 12) | (0 << 18);
const FACE_032 = 0 | (3 << 6) | (2 << 12) | (0 << 18);
const FACE_123 = 1 | (2 << 6) | (3 << 12) | (1 << 18);

/**
 * Makes the polytope from the tetrahedron of the task. Returns its lowest face, −1 if the origin is not inside in f32.
 */
export function seedTetrahedron(context: Ints, lane: Int, shapeA: Int, shapeB: Int): Int {
  const tables = distanceTables(context);
  const frames = tables.frames;
  const polytope = tables.polytope;
  const foundA = tables.foundA;
  const foundB = tables.foundB;
  const task = tables.task;
  const given = intsAt(task.idP);
  const ids = intsAt(polytope.ids);
  for (let k: Int = 0; k < 4; k += 1) {
    const id = given[4 * k + lane];
    ids[k] = id;
    takeVertex(context, foundA, k, shapeA, id & 0xffff);
    takeVertex(context, foundB, k, shapeB, id >>> 16);
  }
  const rowX = floatsAt(frames.rowX);
  const rowY = floatsAt(frames.rowY);
  const rowZ = floatsAt(frames.rowZ);
  const shift = floatsAt(frames.shift);
  const at = 4 * lane;
  const bx = foundB.x[0];
  const by = foundB.y[0];
  const bz = foundB.z[0];
  const x =
    splat(shift[at]) - foundA.x[0] + (splat(rowX[at]) * bx + splat(rowX[at + 1]) * by + splat(rowX[at + 2]) * bz);
  const y =
    splat(shift[at + 1]) - foundA.y[0] + (splat(rowY[at]) * bx + splat(rowY[at + 1]) * by + splat(rowY[at + 2]) * bz);
  const z =
    splat(shift[at + 2]) - foundA.z[0] + (splat(rowZ[at]) * bx + splat(rowZ[at + 1]) * by + splat(rowZ[at + 2]) * bz);
  return seedFaces(tables, lane, { x, y, z });
}

/** The same for four points of B − A. */
export function seedFaces(tables: DistanceTables, lane: Int, point: Vec3): Int {
  const polytope = tables.polytope;
  const x = point.x;
  const y = point.y;
  const z = point.z;
  const corners = transpose({ a: x, b: y, c: z, d: 0 });
  // far from the local origin, coordinates are large relative to the size of a shape, and so is their rounding
  const length = abs(x) + abs(y) + abs(z);
  const lengths = transpose({ a: length, b: length, c: length, d: length });
  const spread = extract(max(max(lengths.a, lengths.b), max(lengths.c, lengths.d)), 0);
  const sizes = floatsAt(tables.task.size);
  const size = sizes[lane];
  sizes[lane] = min(size, max(spread, NEARBY * size));
  polytope.points[0] = corners.a;
  polytope.points[4] = corners.b;
  polytope.points[8] = corners.c;
  polytope.points[12] = corners.d;
  const us = transpose({ a: corners.a, b: corners.a, c: corners.a, d: corners.b });
  const vs = transpose({ a: corners.b, b: corners.d, c: corners.c, d: corners.d });
  const ws = transpose({ a: corners.c, b: corners.b, c: corners.d, d: corners.c });
  const plane = planeOf({ x: us.a, y: us.b, z: us.c }, { x: vs.a, y: vs.b, z: vs.c }, { x: ws.a, y: ws.b, z: ws.c });
  const inward = bitmask(plane.height < 0);
  const n = plane.normal;
  const word = intsAt(polytope.corners);
  if (inward === 15) {
    word[0] = FACE_021;
    word[1] = FACE_013;
    word[2] = FACE_032;
    word[3] = FACE_123;
    polytope.normal[0] = { x: -n.x, y: -n.y, z: -n.z };
    polytope.height[0] = -plane.height;
  } else {
    word[0] = FACE_012;
    word[1] = FACE_031;
    word[2] = FACE_023;
    word[3] = FACE_132;
    polytope.normal[0] = n;
    polytope.height[0] = plane.height;
  }
  const lowest = lowestOf(abs(plane.height), laneIndex());
  return (inward === 15 || inward === 0) && spread > FAR_OFF * size ? lowest : -1;
}
