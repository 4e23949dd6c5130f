/**
 * The boundary of the difference D = B − A of two cores: its point that is closest to the origin while the cores are
 * apart, else its edge with the largest separation.
 *
 * Method: D is a convex polygon; its edges are those of B and of −A, in the order of their angles (Guibas, Ramshaw,
 * Stolfi, A kinetic framework for computational geometry, 1983). The search begins at the corner of D that is farthest
 * against the line of centers, and walks along the edges in both ways. If the cores are apart, the distance falls until
 * its only minimum. If they overlap, circles inside of the cores bound the separation along a normal, and the bound
 * falls on the way: the walk ends where it is below the largest separation.
 */
import { type Geometry, STRIDE } from './geometry.ts';
import { frame, row } from './pairState.ts';
import { support } from './support.ts';

/** What the search proves. */
export const APART = 0;
/** The cores touch or overlap. */
export const TOUCHING = 1;
/** Farther apart than the limit. */
export const BEYOND = 2;

/** Separations within this part of the scale are equal, and one below it proves nothing. */
const SAME = 2 ** -50;
/** How far the halves of directions overlap (rad), so that rounding leaves out no edge between them. */
const SLACK = 1e-9;
/** The same where squares of lengths underflow (m). Only in products and sums: V8 may keep it as an object. */
const LEAST = 1e-125;

/**
 * Searches in the pose of `frame`, until the shapes are proven to be farther apart than its limit. Writes `row`. Beyond
 * the limit the separation and a normal of any length, and no place; without `depth` an overlap has none of them.
 * @param depth whether to find the largest separation of cores that overlap
 * @returns APART, TOUCHING or BEYOND
 */
export function search(a: Geometry, b: Geometry, depth: boolean): number {
  const { cos, sin, x: offsetX, y: offsetY } = frame;
  const { normal } = row;
  const limit = frame.limit + a.radius + b.radius;
  const same = SAME * frame.scale + LEAST;
  const inner = a.inner + b.inner;
  const { reals: realsA, faces: facesA, count: countA } = a;
  const { reals: realsB, faces: facesB, count: countB } = b;
  let nx = offsetX + (cos * b.centerX - sin * b.centerY) - a.centerX;
  let ny = offsetY + (sin * b.centerX + cos * b.centerY) - a.centerY;
  if (Math.abs(nx) + Math.abs(ny) < LEAST) nx = 2 * LEAST;
  let best = depth ? -Infinity : 0;
  let enough = best + same;
  let beyond = 0;
  for (let attempt = 0; ; attempt++) {
    const slack = SLACK * (Math.abs(nx) + Math.abs(ny));
    const startA = support(a, nx, ny);
    const startB = support(b, -(cos * nx + sin * ny), sin * nx - cos * ny);
    let isApart = false;
    for (let direction = 1; direction >= -1; direction -= 2) {
      let i = startA;
      let j = startB;
      let ax = realsA[STRIDE * i];
      let ay = realsA[STRIDE * i + 1];
      let bx = offsetX + (cos * realsB[STRIDE * j] - sin * realsB[STRIDE * j + 1]);
      let by = offsetY + (sin * realsB[STRIDE * j] + cos * realsB[STRIDE * j + 1]);
      if (direction > 0) {
        const height = nx * (bx - ax) + ny * (by - ay);
        isApart = height > same * (Math.abs(nx) + Math.abs(ny));
        if (isApart && height * height > limit * limit * (1 + 1e-12) * (nx * nx + ny * ny)) {
          row.separation = height / Math.sqrt(nx * nx + ny * ny);
          normal[0] = nx;
          normal[1] = ny;
          return BEYOND;
        }
        // an edge is between the cores, though rounding may hide it here
        isApart ||= best > same;
      }
      // the next edge of each core, its normal from A to B, and how much it looks along the direction
      let edgeA = direction > 0 ? i : (i === 0 ? countA : i) - 1;
      let edgeB = direction > 0 ? j : (j === 0 ? countB : j) - 1;
      let normalAX = facesA[STRIDE * edgeA];
      let normalAY = facesA[STRIDE * edgeA + 1];
      let normalBX = sin * facesB[STRIDE * edgeB + 1] - cos * facesB[STRIDE * edgeB];
      let normalBY = -sin * facesB[STRIDE * edgeB] - cos * facesB[STRIDE * edgeB + 1];
      for (let left = countA + countB; left > 0; left--) {
        const cosineA = cosineOf(normalAX, normalAY, nx, ny, slack, direction);
        const cosineB = cosineOf(normalBX, normalBY, nx, ny, slack, direction);
        let isB = cosineB >= 0;
        if (cosineA >= 0) isB = isB && direction * (normalBX * normalAY - normalBY * normalAX) >= 0;
        else if (!isB) break;
        const ex = isB ? normalBX : normalAX;
        const ey = isB ? normalBY : normalAY;
        const x = bx - ax;
        const y = by - ay;
        const along = direction * (ex * y - ey * x);
        const length = isB ? facesB[STRIDE * edgeB + 3] : facesA[STRIDE * edgeA + 3];
        const separation = ex * x + ey * y;
        let isBest = along <= length;
        if (isApart) {
          // the edges that the origin is above of are a row, and the closest point is on one of them
          if (!(along > 0 && separation > 0)) break;
        } else {
          if (attempt === 0 && (isB ? cosineB : cosineA) - inner <= best) break;
          // of edges on one line, that with the closest point
          isBest = separation > enough || (separation > best - same && Math.max(-along, along - length) < beyond);
        }
        if (isBest) {
          best = separation;
          enough = Math.min(best, 0) + same;
          beyond = Math.max(-along, along - length);
          row.separation = separation;
          normal[0] = ex;
          normal[1] = ey;
          row.part = direction > 0 ? along / length : 1 - along / length;
          row.isB = isB;
          row.edge = isB ? edgeB : edgeA;
          row.corner = isB ? i : j;
          if (isApart) return APART;
          if (best > same) break;
        }
        if (isB) {
          j = direction < 0 ? edgeB : j + 1 === countB ? 0 : j + 1;
          edgeB = direction > 0 ? j : (j === 0 ? countB : j) - 1;
          bx = offsetX + (cos * realsB[STRIDE * j] - sin * realsB[STRIDE * j + 1]);
          by = offsetY + (sin * realsB[STRIDE * j] + cos * realsB[STRIDE * j + 1]);
          normalBX = sin * facesB[STRIDE * edgeB + 1] - cos * facesB[STRIDE * edgeB];
          normalBY = -sin * facesB[STRIDE * edgeB] - cos * facesB[STRIDE * edgeB + 1];
        } else {
          i = direction < 0 ? edgeA : i + 1 === countA ? 0 : i + 1;
          edgeA = direction > 0 ? i : (i === 0 ? countA : i) - 1;
          ax = realsA[STRIDE * i];
          ay = realsA[STRIDE * i + 1];
          normalAX = facesA[STRIDE * edgeA];
          normalAY = facesA[STRIDE * edgeA + 1];
        }
      }
      if (isApart) {
        if (direction > 0 && i === startA && j === startB) continue;
        normal[0] = bx - ax;
        normal[1] = by - ay;
        writeCorner(i, j);
        return APART;
      }
      if (best > same) break;
    }
    const isBetween = best > same;
    if (!isBetween && (attempt > 0 || best >= -inner)) break;
    // along the normal of an edge between the cores, or else the other half of the directions, once
    nx = isBetween ? normal[0] : -nx;
    ny = isBetween ? normal[1] : -ny;
  }
  if (best === -Infinity) {
    // two points in one place
    normal.fill(0);
    writeCorner(0, 0);
  }
  return TOUCHING;
}

/**
 * How much a normal looks along (x, y), at least 0; −1 if it is not within 90° on this way. Not less than it looks: a
 * sliver is thinner than the slack.
 */
function cosineOf(normalX: number, normalY: number, x: number, y: number, slack: number, direction: number): number {
  const cosine = normalX * x + normalY * y;
  if (cosine > slack) return cosine;
  return cosine > -slack && direction * (x * normalY - y * normalX) > 0 ? Math.max(cosine, 0) : -1;
}

/** Writes a corner of D, whose place is in the normal of `row`. At the origin any direction is right. */
function writeCorner(i: number, j: number): void {
  const { normal } = row;
  const x = normal[0];
  const y = normal[1];
  const length = Math.sqrt(x * x + y * y);
  row.separation = length;
  normal[0] = length > 0 ? x / length : 0;
  normal[1] = length > 0 ? y / length : 1;
  row.part = 0;
  row.isB = false;
  row.edge = i;
  row.corner = j;
}
