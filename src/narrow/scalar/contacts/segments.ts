/**
 * Two nearly parallel segments (capsules side by side): a contact point at each end of the stretch that they share. The
 * segments need not overlap along the normal: the points lie between them, on the rounded surface of each.
 *
 *   reads   CORNERS, IDS, RADIUS_A, RADIUS_B
 *   writes  PATCH, FEATURES
 *   returns the number of points: 0 if the segments cross, then the witness points are the contact
 */

import type { Flag, Int } from '../../wide/lanes.ts';
import {
  A,
  ALONG_A,
  ALONG_B,
  B,
  CORNERS,
  CORNERS_STRIDE,
  FEATURES,
  MARGIN,
  type Manifold,
  PATCH,
  PATCH_STRIDE,
  RADIUS_A,
  RADIUS_B,
  SNAP,
  WIDER,
} from './contactScratch.ts';
import { addCorner, vertexName } from './patch.ts';

/** Segments are parallel up to this sine² of their angle… */
const ALONG = 2.5e-3;
/** …if they rise along the normal by at most this part of their length… */
const RISE = 0.02;
/** …and if their distance across the normal is at most this part of the radii. */
const BESIDE = 0.25;

export function alongSegments(m: Manifold): Int {
  const f = m.f;
  const a = CORNERS;
  const b = CORNERS + CORNERS_STRIDE;
  const ax = f[a + 3] - f[a];
  const ay = f[a + 4] - f[a + 1];
  const bx = f[b + 3] - f[b];
  const by = f[b + 4] - f[b + 1];
  const squareA = ax * ax + ay * ay;
  const squareB = bx * bx + by * by;
  const cross = ax * by - ay * bx;
  const dot = ax * bx + ay * by;
  // a segment that stands on the contact has a point contact
  const snap2 = f[SNAP] * f[SNAP];
  if (!(squareA > snap2 && squareB > snap2 && cross * cross <= ALONG * squareA * squareB)) return 0;
  const riseA = f[a + 5] - f[a + 2];
  const riseB = f[b + 5] - f[b + 2];
  if (riseA * riseA > RISE * RISE * squareA || riseB * riseB > RISE * RISE * squareB) return 0;
  // positions of the ends of B along A
  const first = ((f[b] - f[a]) * ax + (f[b + 1] - f[a + 1]) * ay) / squareA;
  const second = first + dot / squareA;
  const low = Math.min(first, second);
  const high = Math.max(first, second);
  let count: Int = 0;
  for (let end: Int = 0; end < 2; end++) {
    const inA = end === 0 ? Math.max(0, low) : Math.min(1, high);
    if (!(inA >= 0 && inA <= 1 && inA >= low && inA <= high)) return 0;
    // the end of a segment at which the stretch ends
    const endsA: Flag = end === 0 ? low <= 0 : high >= 1;
    const inB = (inA - first) / (second - first);
    const nearest: Int = inB < 0.5 ? 0 : 1;
    f[ALONG_A] = inA;
    f[ALONG_B] = inB;
    const isPlaced = placePoint(m, count);
    if (!isPlaced) continue;
    m.i[FEATURES + count] = vertexName(m.i, endsA ? A : B, endsA ? end : nearest);
    count = addCorner(m, count);
  }
  return count;
}

/** Writes a point between the segments behind the first `count`. @returns whether it is within the margin */
function placePoint(m: Manifold, count: Int): Flag {
  const f = m.f;
  const inA = f[ALONG_A];
  const inB = f[ALONG_B];
  const a = CORNERS;
  const b = CORNERS + CORNERS_STRIDE;
  const ax = f[a] + inA * (f[a + 3] - f[a]);
  const ay = f[a + 1] + inA * (f[a + 4] - f[a + 1]);
  const dx = f[b] + inB * (f[b + 3] - f[b]) - ax;
  const dy = f[b + 1] + inB * (f[b + 4] - f[b + 1]) - ay;
  const radiusA = f[RADIUS_A];
  const radiusB = f[RADIUS_B];
  const radii = radiusA + radiusB;
  const gap2 = dx * dx + dy * dy;
  if (gap2 > BESIDE * BESIDE * radii * radii && gap2 > f[WIDER] * f[WIDER]) return false;
  // the point lies between the segments, divided by their radii
  const share = radii > 0 ? radiusA / radii : 0.5;
  const lift = radii > 0 ? Math.sqrt(Math.max(0, 1 - gap2 / (radii * radii))) : 0;
  const to = PATCH + 4 * count;
  f[to] = ax + share * dx;
  f[to + 1] = ay + share * dy;
  f[to + 2] = f[a + 2] + inA * (f[a + 5] - f[a + 2]) + lift * radiusA;
  f[to + 3] = f[b + 2] + inB * (f[b + 5] - f[b + 2]) - lift * radiusB;
  return f[to + PATCH_STRIDE - 1] - f[to + 2] <= f[MARGIN];
}
