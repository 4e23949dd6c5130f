/**
 * Rays against many convex polytopes and balls by brute force, in f64: every body, every plane. Fast enough for millions
 * of rays. Imports nothing from src/.
 */
import { type Body, rotationMatrix } from './body.ts';

/** A body as planes around its position, or a ball. */
export interface BruteBody {
  readonly position: readonly number[];
  readonly reach: number;
  /** Outward unit normals x y z and heights, world axes; none of a ball. */
  readonly planes: Float64Array;
}

/** The planes of the triangles of a polytope without radius; a point with a radius is a ball. */
export function bruteBody(body: Body): BruteBody {
  const { vertices, faces, position, radius } = body;
  const m = rotationMatrix(body.rotation);
  let reach = radius;
  for (let k = 0; k < vertices.length; k += 3) {
    reach = Math.max(reach, Math.hypot(vertices[k]!, vertices[k + 1]!, vertices[k + 2]!) + radius);
  }
  const planes = faces.flatMap((face) => {
    const [a, b, c] = face.slice(0, 3).map((v) => [...vertices.subarray(3 * v, 3 * v + 3)]) as [
      number[],
      number[],
      number[],
    ];
    const ab = b.map((x, k) => x - a[k]!);
    const ac = c.map((x, k) => x - a[k]!);
    const n = [0, 1, 2].map((k) => ab[(k + 1) % 3]! * ac[(k + 2) % 3]! - ab[(k + 2) % 3]! * ac[(k + 1) % 3]!);
    const length = Math.hypot(...n);
    // outward: all vertices are below
    const isOutward = [...faces.flat()].every((v) => {
      const above = n.reduce((sum, x, k) => sum + x * (vertices[3 * v + k]! - a[k]!), 0);
      return above <= 1e-9 * length;
    });
    const unit = n.map((x) => (isOutward ? x : -x) / length);
    const height = unit.reduce((sum, x, k) => sum + x * a[k]!, 0);
    const world = [0, 1, 2].map((k) => m[3 * k]! * unit[0]! + m[3 * k + 1]! * unit[1]! + m[3 * k + 2]! * unit[2]!);
    return [...world, height];
  });
  return { position, reach, planes: Float64Array.from(planes) };
}

/** Where the line of the last ray enters a body and leaves it (m), and how steeply it enters: 1 is straight. */
export const found = { entry: 0, exit: 0, slope: 1 };

/** Writes `found`. The ray has a unit direction. An exit before the entry: the line misses the body. */
export function castBrute(
  { position, reach, planes }: BruteBody,
  origin: ArrayLike<number>,
  unit: ArrayLike<number>,
): void {
  let [x, y, z] = [origin[0]! - position[0]!, origin[1]! - position[1]!, origin[2]! - position[2]!];
  const [ux, uy, uz] = [unit[0]!, unit[1]!, unit[2]!];
  const back = -(x * ux + y * uy + z * uz);
  x += back * ux;
  y += back * uy;
  z += back * uz;
  const square = reach * reach - (x * x + y * y + z * z);
  found.entry = Infinity;
  found.exit = -Infinity;
  if (!(square >= -1e-6 * reach)) return;
  const half = Math.sqrt(Math.max(square, 0));
  found.slope = half / reach;
  let entry = -half;
  let exit = half;
  if (planes.length > 0) {
    entry = -2 * reach;
    exit = 2 * reach;
  }
  for (let k = 0; k < planes.length; k += 4) {
    const slope = planes[k]! * ux + planes[k + 1]! * uy + planes[k + 2]! * uz;
    const under = planes[k + 3]! - (planes[k]! * x + planes[k + 1]! * y + planes[k + 2]! * z);
    if (Math.abs(slope) < 1e-14) {
      if (under < -1e-12) return;
      continue;
    }
    const place = under / slope;
    if (slope > 0) exit = Math.min(exit, place);
    else if (place > entry) {
      entry = place;
      found.slope = -slope;
    }
  }
  found.entry = back + entry;
  found.exit = back + exit;
}
