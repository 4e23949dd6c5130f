/**
 * The contact patch of two bodies along a normal, in f64, by brute force: the corners of each face that lie in the other,
 * the crossings of all their sides, and the convex hull of these. No clipping, nothing from src/.
 *
 * A body's face along n is made of the vertices within a tolerance of its support plane: a corner, an edge or a polygon.
 * Both faces are looked at along n, and the patch is what they share: nothing, a point, a segment or a polygon. Over a
 * point of it the separation is the height of B's face less that of A's, less the radii.
 *
 * Units m; world axes; relative to A's position.
 */
import { type Body, relativePosition, rotationMatrix, transformed, type Vec3 } from './body.ts';
import { sizeOf } from './surface.ts';

export type Vec2 = [number, number];

export interface Corner {
  /** across the normal (m) */
  at: Vec2;
  /** heights of the two cores over it along the normal (m) */
  heights: [number, number];
  /** signed separation over it: B's height less A's, less the radii (m) */
  separation: number;
}

export interface ContactPatch {
  /** counter-clockwise in the axes `across`; two ends of a segment, one point, or none */
  corners: Corner[];
  area: number;
  /** two unit vectors that make a right-handed frame with the normal: u × v = n */
  across: [Vec3, Vec3];
  /** the areas of the two faces, each looked at along n (m²) */
  faceAreas: [number, number];
}

/** Corners closer than this part of the size are one. */
const SAME_CORNER = 1e-7;

/** @param tolerance how far below the support plane a face's vertices may be (m) */
export function contactPatch(a: Body, b: Body, normal: ArrayLike<number>, tolerance: number): ContactPatch {
  const length = Math.hypot(normal[0], normal[1], normal[2]);
  const n: Vec3 = [normal[0] / length, normal[1] / length, normal[2] / length];
  const across = acrossOf(n);
  const same = SAME_CORNER * sizeOf(a, b);
  const faceA = faceAlong(a, [0, 0, 0], n, 1, across, tolerance);
  const faceB = faceAlong(b, relativePosition(a, b), n, -1, across, tolerance);
  const [P, Q] = [polygonOf(faceA.map(flat), same), polygonOf(faceB.map(flat), same)];
  const radii = a.radius + b.radius;
  const corners = shared(P, Q, same).map((at): Corner => {
    const [low, high] = [heightOver(faceA, at, 1), heightOver(faceB, at, -1)];
    return { at, heights: [low, high], separation: high - low - radii };
  });
  return { corners, area: areaOf(corners.map(({ at }) => at)), across, faceAreas: [areaOf(P), areaOf(Q)] };
}

/** A point (m, world axes, relative to A's position) as the patch sees it. */
export function seenAlong({ across }: Pick<ContactPatch, 'across'>, point: ArrayLike<number>): Vec2 {
  const [u, v] = across;
  return [dot(u, point), dot(v, point)];
}

/** The area of the convex hull of points (m²). */
export function hullArea(points: readonly Vec2[]): number {
  return areaOf(polygonOf(points, 0));
}

/**
 * The largest area that up to four of the corners span, tried one by one (m²).
 * @param needed if given, one of the four must be one of these
 */
export function bestQuad(corners: readonly Vec2[], needed?: (k: number) => boolean): number {
  const n = corners.length;
  if (n <= 4) return areaOf(corners);
  let best = 0;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      for (let k = j + 1; k < n; k++) {
        for (let l = k + 1; l < n; l++) {
          if (needed && ![i, j, k, l].some(needed)) continue;
          best = Math.max(best, areaOf([corners[i], corners[j], corners[k], corners[l]]));
        }
      }
    }
  }
  return best;
}

/** Twice the signed area of a polygon is the sum of its sides' cross products; counter-clockwise is positive. */
function areaOf(polygon: readonly Vec2[]): number {
  let twice = 0;
  polygon.forEach((p, k) => {
    const q = polygon[(k + 1) % polygon.length];
    const o = polygon[0];
    twice += (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  });
  return twice / 2;
}

/** x y across the normal, and the height along it. */
type Lifted = [x: number, y: number, height: number];

function flat([x, y]: Lifted): Vec2 {
  return [x, y];
}

function faceAlong(body: Body, offset: Vec3, n: Vec3, sign: 1 | -1, [u, v]: [Vec3, Vec3], tolerance: number): Lifted[] {
  const p = transformed(body.vertices, rotationMatrix(body.rotation), offset);
  const lifted: Lifted[] = [];
  for (let k = 0; k < p.length; k += 3) {
    const at = p.subarray(k, k + 3);
    lifted.push([dot(u, at), dot(v, at), dot(n, at)]);
  }
  const highest = Math.max(...lifted.map(([, , h]) => sign * h));
  return lifted.filter(([, , h]) => sign * h >= highest - tolerance);
}

/** Convex hull, counter-clockwise (Andrew's monotone chain); points within `same` of one kept before are dropped. */
function polygonOf(points: readonly Vec2[], same: number): Vec2[] {
  const kept: Vec2[] = [];
  for (const p of points) if (kept.every((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) > same)) kept.push(p);
  kept.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  if (kept.length < 3) return kept;
  const chain = (order: readonly Vec2[]) => {
    const out: Vec2[] = [];
    for (const p of order) {
      // a corner that bulges by less than `same` is none
      while (out.length > 1 && bulge(out[out.length - 2], out[out.length - 1], p) <= same) out.pop();
      out.push(p);
    }
    return out;
  };
  const lower = chain(kept);
  const upper = chain(kept.toReversed());
  const polygon = [...lower.slice(0, -1), ...upper.slice(0, -1)];
  return polygon.length < 3 ? [kept[0], kept[kept.length - 1]] : polygon;
}

/** How far q is to the right of the way from p to r: > 0 where a counter-clockwise polygon has a corner. */
function bulge(p: Vec2, q: Vec2, r: Vec2): number {
  const [x, y] = [r[0] - p[0], r[1] - p[1]];
  const length = Math.hypot(x, y);
  if (length === 0) return Math.hypot(q[0] - p[0], q[1] - p[1]);
  return ((q[0] - p[0]) * y - (q[1] - p[1]) * x) / length;
}

function shared(P: readonly Vec2[], Q: readonly Vec2[], same: number): Vec2[] {
  const found = [...P.filter((p) => holds(Q, p, same)), ...Q.filter((q) => holds(P, q, same))];
  for (const [p, r] of sidesOf(P)) {
    for (const [q, s] of sidesOf(Q)) {
      const at = crossing(p, r, q, s);
      if (at) found.push(at);
    }
  }
  return polygonOf(found, same);
}

function sidesOf(polygon: readonly Vec2[]): [Vec2, Vec2][] {
  if (polygon.length < 2) return [];
  if (polygon.length === 2) return [[polygon[0], polygon[1]]];
  return polygon.map((p, k) => [p, polygon[(k + 1) % polygon.length]]);
}

/** Whether a convex polygon, segment or point holds p, or comes within `near` of it. */
function holds(polygon: readonly Vec2[], p: Vec2, near: number): boolean {
  if (polygon.length === 0) return false;
  const sides = sidesOf(polygon);
  const inside =
    polygon.length > 2 && sides.every(([q, r]) => (r[0] - q[0]) * (p[1] - q[1]) - (r[1] - q[1]) * (p[0] - q[0]) >= 0);
  if (inside) return true;
  if (sides.length === 0) return Math.hypot(p[0] - polygon[0][0], p[1] - polygon[0][1]) <= near;
  return sides.some(([q, r]) => {
    const [x, y] = [r[0] - q[0], r[1] - q[1]];
    const t = Math.min(1, Math.max(0, ((p[0] - q[0]) * x + (p[1] - q[1]) * y) / (x * x + y * y)));
    return Math.hypot(p[0] - q[0] - t * x, p[1] - q[1] - t * y) <= near;
  });
}

/** Where two segments cross, if they do; parallel ones leave it to their ends. */
function crossing(p: Vec2, r: Vec2, q: Vec2, s: Vec2): Vec2 | undefined {
  const [ux, uy] = [r[0] - p[0], r[1] - p[1]];
  const [vx, vy] = [s[0] - q[0], s[1] - q[1]];
  const d = ux * vy - uy * vx;
  const t = ((q[0] - p[0]) * vy - (q[1] - p[1]) * vx) / d;
  const w = ((q[0] - p[0]) * uy - (q[1] - p[1]) * ux) / d;
  return t >= 0 && t <= 1 && w >= 0 && w <= 1 ? [p[0] + t * ux, p[1] + t * uy] : undefined;
}

/**
 * Height of a face over a point across the normal: `sign` 1 the highest, −1 the lowest that a mean of its vertices can have
 * there. Such an extreme is reached by three of them (Carathéodory), so all triples are tried; by two or one, where the
 * face is a segment or a point, or where the point is at a side: the nearest of those counts then.
 */
function heightOver(face: readonly Lifted[], at: Vec2, sign: 1 | -1): number {
  let best = -Infinity;
  let nearest = Infinity;
  let border = 0;
  face.forEach((p, i) => {
    offer(p, 0, p);
    for (let j = i + 1; j < face.length; j++) {
      const q = face[j];
      const [x, y] = [q[0] - p[0], q[1] - p[1]];
      const along = ((at[0] - p[0]) * x + (at[1] - p[1]) * y) / (x * x + y * y);
      offer(p, Math.min(1, Math.max(0, along)) || 0, q);
      for (let k = j + 1; k < face.length; k++) {
        const r = face[k];
        const d = turn(p, q, r);
        const [a, b, c] = [turn(at, q, r) / d, turn(p, at, r) / d, turn(p, q, at) / d];
        if (a >= 0 && b >= 0 && c >= 0) best = Math.max(best, sign * (a * p[2] + b * q[2] + c * r[2]));
      }
    }
  });
  return best > -Infinity ? sign * best : border;

  function offer(p: Lifted, t: number, q: Lifted): void {
    const off = Math.hypot(p[0] + t * (q[0] - p[0]) - at[0], p[1] + t * (q[1] - p[1]) - at[1]);
    if (off < nearest) {
      nearest = off;
      border = p[2] + t * (q[2] - p[2]);
    }
  }
}

function turn(p: ArrayLike<number>, q: ArrayLike<number>, r: ArrayLike<number>): number {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

function acrossOf([x, y, z]: Vec3): [Vec3, Vec3] {
  const flattest: Vec3 = Math.abs(x) < 0.6 ? [0, z, -y] : Math.abs(y) < 0.6 ? [-z, 0, x] : [y, -x, 0];
  const length = Math.hypot(...flattest);
  const u: Vec3 = [flattest[0] / length, flattest[1] / length, flattest[2] / length];
  return [u, [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]]];
}

function dot(u: ArrayLike<number>, v: ArrayLike<number>): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
