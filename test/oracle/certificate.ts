/**
 * What an answer is worth, without knowing the right one: brute force over vertices and faces in f64, in O(V + F).
 *
 *   lower ≤ truth             always, for any normal of length 1
 *   truth ≤ |pB − pA|         for a separated pair whose witnesses lie in their bodies
 *
 * So a separated answer is right to within (|pB − pA| + gaps) − lower. For overlapping bodies nothing this cheap bounds
 * the depth from below: `lower` proves that −distance is enough to part them, `signedDistance` that it is the least.
 */
import { type Body, relativePosition, rotationMatrix, transformed, type Vec3 } from './body.ts';
import { coreFeatures } from './features.ts';

export interface Claim {
  /** m, signed */
  distance: number;
  /** unit, from A to B, world axes */
  normal: ArrayLike<number>;
  /** witness on A minus A's position, world axes (m) */
  pointA: ArrayLike<number>;
  /** witness on B minus B's position, world axes (m) */
  pointB: ArrayLike<number>;
}

export interface Certificate {
  /** min over B of n·x − max over A of n·x for the bodies with their radii, n the claimed normal as it is (m) */
  lower: number;
  /** claimed distance − lower (m): 0 for a right answer, > 0 claims more than its normal can show */
  planeError: number;
  /** how far pointA is outside A (m), 0 inside or on it */
  witnessGapA: number;
  witnessGapB: number;
  /** how far pointA is below A's surface (m), 0 outside or on it */
  insideA: number;
  insideB: number;
  /** |(pB − pA) − distance · normal| in world space (m) */
  witnessMismatch: number;
  /** | |normal| − 1 | */
  normalError: number;
}

export function certify(a: Body, b: Body, claim: Claim): Certificate {
  const [nx, ny, nz] = [claim.normal[0], claim.normal[1], claim.normal[2]];
  const length = Math.hypot(nx, ny, nz);
  const between = relativePosition(a, b);
  // supports about each body's own position, the offset between them last
  const highA = support(a, nx, ny, nz) + a.radius * length;
  const highB = support(b, -nx, -ny, -nz) + b.radius * length;
  const lower = nx * between[0] + ny * between[1] + nz * between[2] - highA - highB;
  const mismatch = [0, 1, 2].map(
    (i) => claim.pointB[i] - claim.pointA[i] + between[i] - claim.distance * claim.normal[i],
  );
  const onA = pointDistance(a, [claim.pointA[0], claim.pointA[1], claim.pointA[2]]);
  const onB = pointDistance(b, [claim.pointB[0], claim.pointB[1], claim.pointB[2]]);
  return {
    lower,
    planeError: claim.distance - lower,
    witnessGapA: aboveZero(onA),
    witnessGapB: aboveZero(onB),
    insideA: aboveZero(-onA),
    insideB: aboveZero(-onB),
    witnessMismatch: Math.hypot(...mismatch),
    normalError: Math.abs(length - 1),
  };
}

/** Signed distance (m) of a world-axes offset from the body's position to its surface, < 0 inside. */
export function pointDistance(body: Body, offset: Vec3): number {
  const m = rotationMatrix(body.rotation);
  const transpose = [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
  const [x, y, z] = transformed(Float64Array.from(offset), transpose, [0, 0, 0]);
  const features = coreFeatures(body);
  const p = body.vertices;

  let above = body.faces.length > 2 ? -Infinity : Infinity; // over the highest face plane; flat cores have no inside
  let outside = Infinity;
  body.faces.forEach((face, f) => {
    const o = 3 * face[0];
    const [nx, ny, nz] = features.normals.subarray(3 * f, 3 * f + 3);
    const height = nx * (x - p[o]) + ny * (y - p[o + 1]) + nz * (z - p[o + 2]);
    above = Math.max(above, height);
    const over = face.every((u, k) => {
      const c = 3 * u;
      const d = 3 * face[(k + 1) % face.length];
      const e = [p[d] - p[c], p[d + 1] - p[c + 1], p[d + 2] - p[c + 2]];
      const r = [x - p[c], y - p[c + 1], z - p[c + 2]];
      return (
        nx * (e[1] * r[2] - e[2] * r[1]) + ny * (e[2] * r[0] - e[0] * r[2]) + nz * (e[0] * r[1] - e[1] * r[0]) >= 0
      );
    });
    if (over) outside = Math.min(outside, Math.abs(height));
  });
  if (above <= 0) return above - body.radius;

  for (let e = 0; e < features.edges.length; e += 2) {
    const u = 3 * features.edges[e];
    const [dx, dy, dz] = features.directions.subarray((3 * e) / 2, (3 * e) / 2 + 3);
    const v = 3 * features.edges[e + 1];
    const length = Math.hypot(p[v] - p[u], p[v + 1] - p[u + 1], p[v + 2] - p[u + 2]);
    const along = dx * (x - p[u]) + dy * (y - p[u + 1]) + dz * (z - p[u + 2]);
    const t = Math.min(length, Math.max(0, along));
    outside = Math.min(outside, Math.hypot(x - p[u] - t * dx, y - p[u + 1] - t * dy, z - p[u + 2] - t * dz));
  }
  for (const v of features.used) {
    outside = Math.min(outside, Math.hypot(x - p[3 * v], y - p[3 * v + 1], z - p[3 * v + 2]));
  }
  return outside - body.radius;
}

/** max of n·x over the core, about the body's position. */
function support(body: Body, x: number, y: number, z: number): number {
  const p = transformed(body.vertices, rotationMatrix(body.rotation), [0, 0, 0]);
  let high = -Infinity;
  for (let i = 0; i < p.length; i += 3) high = Math.max(high, x * p[i] + y * p[i + 1] + z * p[i + 2]);
  return high;
}

/** NaN stays NaN, so that a check of the form `gap <= tolerance` fails on it. */
function aboveZero(x: number): number {
  return Math.max(x, 0);
}
