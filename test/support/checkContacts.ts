/**
 * What a row of contacts is held to. Lengths are parts of the size (`sizeOf`, the larger bounding radius) and checked in f64
 * against the oracle, about the normal that the row itself claims:
 *
 *   distance, flag   as for distance queries (`boundsOf`)
 *   normal           unit, and its planes show the distance
 *   points           on both surfaces, or on the cores' when moved back by the radius along n; B's less A's is separation · n;
 *                    separation ≤ margin, and the least of them is the distance; ids and places differ
 *   count            some if and only if the distance is up to the margin; at most 1 about a point, 2 about a segment and a
 *                    third where they are not the deepest
 */
import { Status } from '../../src/pair.ts';
import { type Body, extent, relativePosition, rotationMatrix, type Vec3 } from '../oracle/body.ts';
import { bestQuad, type ContactPatch, contactPatch, hullArea, seenAlong } from '../oracle/contactPatch.ts';
import { coreDistance, partedBy, sizeOf, surfaceDistance } from '../oracle/surface.ts';
import { type Bounds, flagIsRight } from './checkAnswer.ts';
import type { BodyPair, ContactRow } from './contactFixture.ts';

/** What every length of every contact point is good to, as a part of the size. */
export const TOLERANCE = 1e-5;
/** Faces are merged within 1e-5 of the hull's size, and at a sharp corner a point beside an edge is a little farther from it. */
const SURFACE = 3e-5;
/** Points this part of the smaller size apart are at one place: corners of a needle are close to each other. */
const ONE_PLACE = 1e-7;
/** One f32 rounding of a margin or a separation. */
const F32 = 2 ** -23;
/** Faces whose corners are less than this part of the size below the support plane are met. */
export const FACE = 4e-3;
/** Corners this much higher than the deepest, as a part of the size, are as deep: any of them may stand for it. */
export const AS_DEEP = 1e-6;
/** Corners this part of the size apart are two points to any solver: only then is their number checked. */
const APART = 5e-3;
/** Part of the best area that the kept points must span. */
export const COVER = 0.95;

/** Faults of one row. @param truth the pair's signed distance (m) */
export function checkContact(
  { a, b }: BodyPair,
  truth: number,
  row: ContactRow,
  margin: number,
  bounds: Bounds,
): string[] {
  const faults: string[] = [];
  const size = sizeOf(a, b);
  const scale = Math.max(extent(a), extent(b), size, Math.abs(truth));
  const slack = bounds.distance * scale;
  const { status, distance, normal, points } = row;
  const count = points.length;
  if (status === Status.NotConverged || status === Status.Invalid) return [`status ${status} at ${truth} m`];
  if (count === 0 && !(truth > margin - slack)) faults.push(`no point at ${truth} m`);
  if (count > 0 && !(truth <= margin + slack)) faults.push(`${count} points at ${truth} m`);
  if (status === Status.BeyondMaxDistance) {
    if (count > 0) faults.push(`${count} points beyond the margin`);
    return faults;
  }
  if (!flagIsRight(status, { distance: truth, size: scale }, bounds)) faults.push(`status ${status} at ${truth} m`);
  if (count > 0 !== distance <= margin) faults.push(`${count} points at a reported distance of ${distance} m`);
  if (count === 0) return faults;

  if (!(Math.abs(distance - truth) <= slack)) faults.push(`distance ${distance} m for ${truth} m`);
  const off = Math.abs(distance - partedBy(a, b, normal));
  if (!(off <= Math.max(bounds.witness, TOLERANCE) * scale)) faults.push(`its planes show ${off} m less or more`);
  if (!(Math.abs(Math.hypot(...normal) - 1) <= bounds.normal)) faults.push(`normal of length ${Math.hypot(...normal)}`);

  if (count > Math.min(mostPoints(a), mostPoints(b))) faults.push(`${count} points`);
  const between = relativePosition(a, b);
  points.forEach(({ pointA, pointB, separation }, k) => {
    if (!(separation <= margin + F32 * Math.abs(margin))) faults.push(`point ${k}: ${separation} m, beyond the margin`);
    const offA = offSurface(a, pointA, normal, 1);
    const offB = offSurface(b, pointB, normal, -1);
    if (!(offA <= SURFACE * size)) faults.push(`point ${k}: ${offA / size} of the size off A`);
    if (!(offB <= SURFACE * size)) faults.push(`point ${k}: ${offB / size} of the size off B`);
    const missed = Math.hypot(...between.map((c, i) => c + pointB[i] - pointA[i] - separation * normal[i]));
    if (!(missed <= TOLERANCE * size)) faults.push(`point ${k}: difference off by ${missed / size} of the size`);
  });
  const least = Math.min(...points.map(({ separation }) => separation));
  if (!(Math.abs(least - distance) <= TOLERANCE * size)) faults.push(`deepest at ${least} m, distance ${distance} m`);
  const places = points.map(({ pointA }) => pointA);
  const twins = places.flatMap((p, k) =>
    places.slice(k + 1).filter((q) => apart3(p, q) <= ONE_PLACE * Math.min(sizeOf(a, a), sizeOf(b, b))),
  );
  if (twins.length > 0) faults.push('two points in one place');
  const ids = new Set(points.map(({ feature }) => feature));
  if (ids.size !== count) faults.push(`ids ${points.map(({ feature }) => feature)}`);
  return faults;
}

/**
 * How far a point is off a body's surface (m): above it, or below it by more than where the feature is tilted by t against n,
 * radius · (1 − cos t). A point of a core's feature moved by radius · n is no deeper than that: then it is the core that it
 * must be on. A segment's tilt is that of its axis; about it, a point may be beside the normal.
 */
function offSurface(body: Body, point: Vec3, n: Vec3, sign: 1 | -1): number {
  const core = point.map((c, i) => c - sign * body.radius * n[i]);
  const off = surfaceDistance(body, point);
  const allowed = body.faces.length > 0 ? 0 : body.radius * (1 - Math.sqrt(1 - Math.min(1, alongAxis(body, n) ** 2)));
  const below = Math.max(0, -off - allowed);
  return Math.min(Math.max(off, below), Math.abs(coreDistance(body, core)));
}

/** The sine of a segment's tilt against n; 0 for a point. */
function alongAxis({ vertices, rotation }: Body, n: Vec3): number {
  const last = vertices.length - 3;
  const axis = [0, 1, 2].map((c) => vertices[last + c] - vertices[c]);
  const length = Math.hypot(...axis) || 1;
  const m = rotationMatrix(rotation);
  return [0, 1, 2].reduce(
    (sum, i) => sum + n[i] * [0, 1, 2].reduce((s, c) => s + (m[3 * i + c] * axis[c]) / length, 0),
    0,
  );
}

/** Two convex sets share at most the extreme points of the lesser: one of a point, two of a segment; the deepest may lie between. */
function mostPoints({ vertices, faces }: Body): number {
  if (faces.length > 0) return 4;
  const first = vertices.subarray(0, 3);
  return vertices.some((c, k) => c !== first[k % 3]) ? 3 : 1;
}

export interface CoverVerdict {
  faults: string[];
  /** Whether faces are met along the normal, over more than a sliver, and all within the margin: then the cover is checked. */
  checked: boolean;
  patch: ContactPatch;
}

/**
 * Whether the points are corners of the patch, as many as it has or four, and span it as well as four corners can. One of
 * the four has to be as deep as any: that is asked of every row, so the best four are sought among those.
 */
export function checkCover({ a, b }: BodyPair, row: ContactRow, margin: number, tolerance = FACE): CoverVerdict {
  const size = sizeOf(a, b);
  const patch = contactPatch(a, b, row.normal, tolerance * size);
  const { corners, area, faceAreas } = patch;
  const within = corners.every(({ separation }) => separation < margin - TOLERANCE * size);
  const checked = corners.length > 2 && area > 1e-3 * Math.min(...faceAreas) && within;
  if (!checked) return { faults: [], checked, patch };

  const faults: string[] = [];
  const seen = row.points.map(({ pointA }) => seenAlong(patch, pointA));
  const places = corners.map(({ at }) => at);
  const least = Math.min(...corners.map(({ separation }) => separation));
  const best = bestQuad(places, (k) => corners[k].separation <= least + AS_DEEP * size);
  const found = hullArea(seen);
  if (!(found >= COVER * best)) faults.push(`covers ${found / best} of the best, patch of ${corners.length} corners`);
  seen.forEach((p, k) => {
    const [off, corner] = nearest(p, places);
    // where sides cross at a flat angle a corner is as uncertain as that is flat
    if (!(off * Math.max(corner.sine, 1e-3) <= 2 * TOLERANCE * size)) faults.push(`point ${k}: ${off} m from a corner`);
  });
  const apart = places.every((p, k) => places.every((q, l) => l === k || far(p, q) > APART * size));
  if (apart && row.points.length !== Math.min(4, corners.length)) {
    faults.push(`${row.points.length} points of ${corners.length} corners`);
  }
  return { faults, checked, patch };
}

function apart3(p: ArrayLike<number>, q: ArrayLike<number>): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

type At = readonly [number, number];

/** Distance to the nearest corner, and the sine of the angle there. */
function nearest(p: At, places: readonly At[]): [number, { sine: number }] {
  let best = 0;
  for (let k = 1; k < places.length; k++) if (far(p, places[k]) < far(p, places[best])) best = k;
  const q = places[best];
  const before = places[(best + places.length - 1) % places.length];
  const after = places[(best + 1) % places.length];
  const [ux, uy, vx, vy] = [q[0] - before[0], q[1] - before[1], after[0] - q[0], after[1] - q[1]];
  return [far(p, q), { sine: Math.abs(ux * vy - uy * vx) / (Math.hypot(ux, uy) * Math.hypot(vx, vy)) }];
}

function far(p: At, q: At): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1]);
}
