/**
 * Two nearly parallel segments (capsules side by side): a contact point at each end of the stretch that they share. The
 * segments need not overlap along the normal: the points lie between them, on the rounded surface of each.
 */
import type { Flag, Int } from '../../language/lanes.ts';
import { CORNER, type Manifold } from './manifoldTables.ts';
import { addCorner, vertexName } from './patch.ts';

/** Segments are parallel up to this sine² of their angle… */
const ALONG = 2.5e-3;
/** …if they rise along the normal by at most this part of their length… */
const RISE = 0.02;
/** …and if their distance across the normal is at most this part of the radii. */
const BESIDE = 0.25;

/** @returns the number of points: 0 if the segments cross, then the witness points are the contact */
export function alongSegments(m: Manifold): Int {
  const a = m.a.corners;
  const b = m.b.corners;
  const ax = a[3] - a[0];
  const ay = a[4] - a[1];
  const bx = b[3] - b[0];
  const by = b[4] - b[1];
  const squareA = ax * ax + ay * ay;
  const squareB = bx * bx + by * by;
  const cross = ax * by - ay * bx;
  const dot = ax * bx + ay * by;
  // a segment that stands on the contact has a point contact
  const snap2 = m.snap * m.snap;
  if (!(squareA > snap2 && squareB > snap2 && cross * cross <= ALONG * squareA * squareB)) return 0;
  const riseA = a[5] - a[2];
  const riseB = b[5] - b[2];
  if (riseA * riseA > RISE * RISE * squareA || riseB * riseB > RISE * RISE * squareB) return 0;
  // positions of the ends of B along A
  const first = ((b[0] - a[0]) * ax + (b[1] - a[1]) * ay) / squareA;
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
    m.alongA = inA;
    m.alongB = inB;
    const isPlaced = placePoint(m, count);
    if (!isPlaced) continue;
    if (endsA) m.patch.features[count] = vertexName(m.a, end);
    else m.patch.features[count] = vertexName(m.b, nearest);
    count = addCorner(m, count);
  }
  return count;
}

/** Writes a point between the segments behind the first `count`. @returns whether it is within the margin */
function placePoint(m: Manifold, count: Int): Flag {
  const inA = m.alongA;
  const inB = m.alongB;
  const a = m.a.corners;
  const b = m.b.corners;
  const corners = m.patch.corners;
  const ax = a[0] + inA * (a[3] - a[0]);
  const ay = a[1] + inA * (a[4] - a[1]);
  const dx = b[0] + inB * (b[3] - b[0]) - ax;
  const dy = b[1] + inB * (b[4] - b[1]) - ay;
  const radiusA = m.a.radius;
  const radii = radiusA + m.b.radius;
  const gap2 = dx * dx + dy * dy;
  if (gap2 > BESIDE * BESIDE * radii * radii && gap2 > m.wider * m.wider) return false;
  // the point lies between the segments, divided by their radii
  const share = radii > 0 ? radiusA / radii : 0.5;
  const lift = radii > 0 ? Math.sqrt(Math.max(0, 1 - gap2 / (radii * radii))) : 0;
  const to = CORNER * count;
  corners[to] = ax + share * dx;
  corners[to + 1] = ay + share * dy;
  corners[to + 2] = a[2] + inA * (a[5] - a[2]) + lift * radiusA;
  corners[to + 3] = b[2] + inB * (b[5] - b[2]) - lift * m.b.radius;
  return corners[to + 3] - corners[to + 2] <= m.margin;
}
