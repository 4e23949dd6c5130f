/**
 * The slow oracle: the signed distance of two bodies by enumeration, in f64. No GJK, no EPA, nothing from src/.
 *
 * With f(n) = min over B of n·x − max over A of n·x, the signed distance is the greatest f over all unit n.
 * - Apart: the distance of the closest features (vertex–face, edge–edge, and what these degenerate to), all of them.
 * - Overlapping: the greatest f over every normal that a facet of the Minkowski difference can have: faces of A, faces
 *   of B, cross products of edges. Any n gives a true lower bound, so a needless candidate costs time, never truth.
 *
 * Near-parallel edges, sine below PARALLEL, are skipped: their facet is a sliver of that relative width, and leaving
 * it out moves the depth by no more than the width (the nearest facet holds the origin's projection, and its neighbor
 * passes within the width of it). The same argument bounds the harm of the ill-conditioned normals just above it.
 *
 * Units m; world axes; everything relative to A's position, so that nothing is lost 1e7 m from the origin.
 */
import { type Body, relativePosition, rotationMatrix, transformed, type Vec3 } from './body.ts';
import { coreFeatures, type Features } from './features.ts';

export interface SignedDistance {
  /** m, > 0 a gap, < 0 minus the penetration depth */
  distance: number;
  /** unit, from A to B, world axes */
  normal: Vec3;
}

const PARALLEL = 1e-13;
/** Relative to the size: above it the two routes of a separated pair contradict each other, and the oracle says so. */
const CONTRADICTION = 1e-7;

/** Thickness of a Minkowski difference relative to the size, a few hundred roundings. */
const FLAT = 1e-13;

interface Core extends Features {
  /** xyz triples, world axes, relative to A's position */
  points: Float64Array;
}

export function signedDistance(a: Body, b: Body): SignedDistance {
  const A = worldCore(a, [0, 0, 0]);
  const B = worldCore(b, relativePosition(a, b));
  const radii = a.radius + b.radius;
  const normal: Vec3 = [0, 1, 0];
  let best = -Infinity;
  const offer = (x: number, y: number, z: number) => {
    const f = separation(A, B, x, y, z);
    if (f > best) {
      best = f;
      normal[0] = x;
      normal[1] = y;
      normal[2] = z;
    }
  };

  for (let i = 0; i < A.normals.length; i += 3) offer(A.normals[i], A.normals[i + 1], A.normals[i + 2]);
  for (let i = 0; i < B.normals.length; i += 3) offer(-B.normals[i], -B.normals[i + 1], -B.normals[i + 2]);
  best = offerEdgePairs(A, B, offer, () => best, best);
  if (best === -Infinity) offer(...perpendicular(A, B)); // two points or parallel segments: the difference is flat

  // A difference without thickness has no depth, whatever side of 0 rounding puts `best`: its closest features decide.
  const thickness = -best - separation(A, B, -normal[0], -normal[1], -normal[2]);
  const closest = closestFeatures(A, B);
  const { distance: gap, vector, across } = closest;
  if (gap > 0) offer(vector[0] / gap, vector[1] / gap, vector[2] / gap);
  offer(across[0], across[1], across[2]);
  offer(-across[0], -across[1], -across[2]);

  if (best > 0 && !(Math.abs(gap - best) <= CONTRADICTION * scaleOf(A, B))) {
    throw new Error(`oracle: closest features are ${gap} m apart, but the best plane separates by ${best} m`);
  }
  const apart = best > 0 || thickness <= FLAT * scaleOf(A, B);
  return { distance: (apart ? gap : best) - radii, normal };
}

/** min over B of n·x − max over A of n·x for the cores, by brute force. */
function separation(A: Core, B: Core, x: number, y: number, z: number): number {
  const p = A.points;
  const q = B.points;
  let high = -Infinity;
  let low = Infinity;
  for (let i = 0; i < p.length; i += 3) high = Math.max(high, x * p[i] + y * p[i + 1] + z * p[i + 2]);
  for (let i = 0; i < q.length; i += 3) low = Math.min(low, x * q[i] + y * q[i + 1] + z * q[i + 2]);
  return low - high;
}

/**
 * Offers ±(edge of A × edge of B), unless it cannot matter:
 * - Gauss map: the arc of normals at A's edge does not meet the mirrored arc at B's. Only tested by "both ends of one
 *   arc lie clearly on one side of the other's plane", so nothing that might cross is dropped.
 * - bound: f(n) ≤ n·(q − p) for any p of A, q of B; not above the best so far.
 */
function offerEdgePairs(
  A: Core,
  B: Core,
  offer: (x: number, y: number, z: number) => void,
  read: () => number,
  best: number,
): number {
  const { points: p, directions: u, normals: m, sides: s } = A;
  const { points: q, directions: v, normals: n, sides: t } = B;
  for (let i = 0; 3 * i < u.length; i++) {
    const ux = u[3 * i];
    const uy = u[3 * i + 1];
    const uz = u[3 * i + 2];
    const m0 = 3 * s[2 * i];
    const m1 = 3 * s[2 * i + 1];
    const pi = 3 * A.edges[2 * i];
    for (let j = 0; 3 * j < v.length; j++) {
      const vx = v[3 * j];
      const vy = v[3 * j + 1];
      const vz = v[3 * j + 2];
      const slack = A.slack[i] + B.slack[j];
      if (m0 >= 0) {
        const d0 = m[m0] * vx + m[m0 + 1] * vy + m[m0 + 2] * vz;
        const d1 = m[m1] * vx + m[m1 + 1] * vy + m[m1 + 2] * vz;
        if ((d0 > slack && d1 > slack) || (d0 < -slack && d1 < -slack)) continue;
      }
      const n0 = 3 * t[2 * j];
      if (n0 >= 0) {
        const n1 = 3 * t[2 * j + 1];
        const d0 = n[n0] * ux + n[n0 + 1] * uy + n[n0 + 2] * uz;
        const d1 = n[n1] * ux + n[n1 + 1] * uy + n[n1 + 2] * uz;
        if ((d0 > slack && d1 > slack) || (d0 < -slack && d1 < -slack)) continue;
      }
      let x = uy * vz - uz * vy;
      let y = uz * vx - ux * vz;
      let z = ux * vy - uy * vx;
      const sine = Math.sqrt(x * x + y * y + z * z);
      if (sine < PARALLEL) continue;
      x /= sine;
      y /= sine;
      z /= sine;
      const qj = 3 * B.edges[2 * j];
      const bound = x * (q[qj] - p[pi]) + y * (q[qj + 1] - p[pi + 1]) + z * (q[qj + 2] - p[pi + 2]);
      if (bound > best) offer(x, y, z);
      if (-bound > best) offer(-x, -y, -z);
      best = read();
    }
  }
  return best;
}

interface Closest {
  distance: number;
  /** from the point of A to the point of B */
  vector: Vec3;
  /** unit normal of the last face or crossing edges taken, sign open: good where `vector` has no digits left */
  across: Vec3;
}

function closestFeatures(A: Core, B: Core): Closest {
  const closest: Closest = { distance: Infinity, vector: [0, 0, 0], across: [0, 1, 0] };
  const take: Take = (distance, x, y, z, nx, ny, nz) => {
    if (!(distance < closest.distance)) return;
    closest.distance = distance;
    closest.vector = [x, y, z];
    if (nx !== 0 || ny !== 0 || nz !== 0) closest.across = [nx, ny, nz];
  };
  const p = A.points;
  const q = B.points;
  for (const i of A.used) {
    for (const j of B.used) {
      const x = q[3 * j] - p[3 * i];
      const y = q[3 * j + 1] - p[3 * i + 1];
      const z = q[3 * j + 2] - p[3 * i + 2];
      take(Math.sqrt(x * x + y * y + z * z), x, y, z, 0, 0, 0);
    }
  }
  verticesAgainstFaces(A, B, -1, closest, take);
  verticesAgainstFaces(B, A, 1, closest, take);
  edgesAgainstEdges(A, B, closest, take);
  if (A.edges.length === 0) pointAgainstEdges(p, 3 * A.used[0], B, 1, take);
  if (B.edges.length === 0) pointAgainstEdges(q, 3 * B.used[0], A, -1, take);
  return closest;
}

/** Keeps the nearest. `x y z` from A's point to B's; `nx ny nz` the unit normal of the feature pair, 0 where it has none. */
type Take = (distance: number, x: number, y: number, z: number, nx: number, ny: number, nz: number) => void;

/** Vertices of V whose projection falls inside a face of F. Borders are left to the edges. `sign` −1: V is A. */
function verticesAgainstFaces(
  V: Core,
  F: Core & { faces?: number[][] },
  sign: 1 | -1,
  closest: Closest,
  take: Take,
): void {
  const p = V.points;
  const q = F.points;
  const faces = F.faces ?? [];
  for (let f = 0; f < faces.length; f++) {
    const nx = F.normals[3 * f];
    const ny = F.normals[3 * f + 1];
    const nz = F.normals[3 * f + 2];
    const face = faces[f];
    const o = 3 * face[0];
    for (const v of V.used) {
      const x = p[3 * v];
      const y = p[3 * v + 1];
      const z = p[3 * v + 2];
      const height = nx * (x - q[o]) + ny * (y - q[o + 1]) + nz * (z - q[o + 2]);
      if (Math.abs(height) >= closest.distance) continue;
      let inside = true;
      for (let k = 0; inside && k < face.length; k++) {
        const c = 3 * face[k];
        const d = 3 * face[(k + 1) % face.length];
        const ex = q[d] - q[c];
        const ey = q[d + 1] - q[c + 1];
        const ez = q[d + 2] - q[c + 2];
        const rx = x - q[c];
        const ry = y - q[c + 1];
        const rz = z - q[c + 2];
        inside = nx * (ey * rz - ez * ry) + ny * (ez * rx - ex * rz) + nz * (ex * ry - ey * rx) >= 0;
      }
      if (inside) take(Math.abs(height), sign * height * nx, sign * height * ny, sign * height * nz, nx, ny, nz);
    }
  }
}

function edgesAgainstEdges(A: Core, B: Core, closest: Closest, take: Take): void {
  const mA = midpoints(A);
  const mB = midpoints(B);
  for (let i = 0; 4 * i < mA.length; i++) {
    for (let j = 0; 4 * j < mB.length; j++) {
      const x = mB[4 * j] - mA[4 * i];
      const y = mB[4 * j + 1] - mA[4 * i + 1];
      const z = mB[4 * j + 2] - mA[4 * i + 2];
      const reach = closest.distance + mA[4 * i + 3] + mB[4 * j + 3];
      if (x * x + y * y + z * z <= reach * reach) segments(A, i, B, j, take);
    }
  }
}

/** x y z half length per edge */
function midpoints({ points, edges }: Core): Float64Array {
  const out = new Float64Array(2 * edges.length);
  for (let e = 0; 2 * e < edges.length; e++) {
    const u = 3 * edges[2 * e];
    const v = 3 * edges[2 * e + 1];
    for (let i = 0; i < 3; i++) out[4 * e + i] = (points[u + i] + points[v + i]) / 2;
    out[4 * e + 3] =
      Math.hypot(points[v] - points[u], points[v + 1] - points[u + 1], points[v + 2] - points[u + 2]) / 2;
  }
  return out;
}

/**
 * Two segments: the crossing of the lines where both parameters are inside (through the cross product, which keeps
 * its digits for near-parallel lines, unlike ac − b²), and each end against the other segment.
 */
function segments(A: Core, i: number, B: Core, j: number, take: Take): void {
  const p = A.points;
  const q = B.points;
  const p0 = 3 * A.edges[2 * i];
  const p1 = 3 * A.edges[2 * i + 1];
  const q0 = 3 * B.edges[2 * j];
  const q1 = 3 * B.edges[2 * j + 1];
  pointAgainstSegment(p, p0, q, q0, q1, 1, take);
  pointAgainstSegment(p, p1, q, q0, q1, 1, take);
  pointAgainstSegment(q, q0, p, p0, p1, -1, take);
  pointAgainstSegment(q, q1, p, p0, p1, -1, take);

  const ux = p[p1] - p[p0];
  const uy = p[p1 + 1] - p[p0 + 1];
  const uz = p[p1 + 2] - p[p0 + 2];
  const vx = q[q1] - q[q0];
  const vy = q[q1 + 1] - q[q0 + 1];
  const vz = q[q1 + 2] - q[q0 + 2];
  const rx = q[q0] - p[p0];
  const ry = q[q0 + 1] - p[p0 + 1];
  const rz = q[q0 + 2] - p[p0 + 2];
  const cx = uy * vz - uz * vy;
  const cy = uz * vx - ux * vz;
  const cz = ux * vy - uy * vx;
  const cc = cx * cx + cy * cy + cz * cz;
  // p0 + s u and q0 + t v: s = (r × v)·c / c·c, t = (r × u)·c / c·c
  const s = ((ry * vz - rz * vy) * cx + (rz * vx - rx * vz) * cy + (rx * vy - ry * vx) * cz) / cc;
  const t = ((ry * uz - rz * uy) * cx + (rz * ux - rx * uz) * cy + (rx * uy - ry * ux) * cz) / cc;
  if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return; // parallel lines give NaN and are done
  const x = rx + t * vx - s * ux;
  const y = ry + t * vy - s * uy;
  const z = rz + t * vz - s * uz;
  const c = Math.sqrt(cc);
  take(Math.sqrt(x * x + y * y + z * z), x, y, z, cx / c, cy / c, cz / c);
}

/** `sign` 1: the point is A's and the segment B's, −1: the other way round. */
function pointAgainstSegment(
  p: Float64Array,
  at: number,
  q: Float64Array,
  from: number,
  to: number,
  sign: 1 | -1,
  take: Take,
): void {
  const ex = q[to] - q[from];
  const ey = q[to + 1] - q[from + 1];
  const ez = q[to + 2] - q[from + 2];
  const rx = q[from] - p[at];
  const ry = q[from + 1] - p[at + 1];
  const rz = q[from + 2] - p[at + 2];
  const inner = -(ex * rx + ey * ry + ez * rz) / (ex * ex + ey * ey + ez * ez);
  const t = Math.min(1, Math.max(0, inner));
  const x = sign * (rx + t * ex);
  const y = sign * (ry + t * ey);
  const z = sign * (rz + t * ez);
  const distance = Math.sqrt(x * x + y * y + z * z);
  if (t !== inner) {
    take(distance, x, y, z, 0, 0, 0);
    return;
  }
  // e × (r × e): square to the segment in every digit, which x y z is not when it is short
  const cx = ry * ez - rz * ey;
  const cy = rz * ex - rx * ez;
  const cz = rx * ey - ry * ex;
  const nx = ey * cz - ez * cy;
  const ny = ez * cx - ex * cz;
  const nz = ex * cy - ey * cx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
  take(distance, x, y, z, nx / length, ny / length, nz / length);
}

function pointAgainstEdges(p: Float64Array, at: number, E: Core, sign: 1 | -1, take: Take): void {
  for (let e = 0; e < E.edges.length; e += 2) {
    pointAgainstSegment(p, at, E.points, 3 * E.edges[e], 3 * E.edges[e + 1], sign, take);
  }
}

/** A direction across both cores when neither has a face and no two edges cross. */
function perpendicular(A: Core, B: Core): Vec3 {
  const [x, y, z] = A.edges.length > 0 ? A.directions : B.edges.length > 0 ? B.directions : [1, 0, 0];
  const flat: Vec3 = Math.abs(x) < 0.6 ? [0, z, -y] : Math.abs(y) < 0.6 ? [-z, 0, x] : [y, -x, 0];
  const length = Math.hypot(...flat);
  return [flat[0] / length, flat[1] / length, flat[2] / length];
}

function worldCore(body: Body, offset: Vec3): Core & { faces: number[][] } {
  const features = coreFeatures(body);
  const m = rotationMatrix(body.rotation);
  const rotate = (vectors: Float64Array) => transformed(vectors, m, [0, 0, 0]);
  return {
    ...features,
    normals: rotate(features.normals),
    directions: rotate(features.directions),
    points: transformed(body.vertices, m, offset),
    faces: body.faces,
  };
}

function scaleOf(A: Core, B: Core): number {
  let scale = 0;
  for (const { points } of [A, B]) for (const c of points) scale = Math.max(scale, Math.abs(c));
  return scale;
}
