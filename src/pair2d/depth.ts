/**
 * The depth of two cores that overlap: the largest separation along the normal of an edge of either, for D = B − A has
 * no other edges. An edge is left out where a circle inside of the other core proves that it cannot be the one.
 */
import { COS, frame, SCALE, SIN, X, Y } from './frame.ts';
import { type Geometry, STRIDE } from './geometry.ts';
import { support } from './support.ts';

/** Heights nearer than this part of the scale are on one line. */
const SAME_LINE = 2 ** -49;

/** Elements of `deepest`, all in the frame of the core with the edge, and 1 if that is B. */
export const DEEPEST_IS_B = 0;
/** The largest separation, ≤ 0 but for rounding; the outward unit normal of its edge. */
export const DEEPEST = 1;
export const DEEPEST_NORMAL = 2;
/** The witness point on the edge, and that on the other core minus the position of the other. */
export const DEEPEST_FOOT = 4;
export const DEEPEST_CORNER = 6;
export const deepest = /* @__PURE__ */ new Float64Array(8);

/** The edge, by its first corner, and the corner of the other core that lies deepest behind it. */
const places = /* @__PURE__ */ new Int32Array(2);

/** Finds the largest separation along the normal of an edge. Writes `deepest`. */
export function findDepth(a: Geometry, b: Geometry): void {
  const cos = frame[COS];
  const sin = frame[SIN];
  const x = frame[X];
  const y = frame[Y];
  deepest[DEEPEST] = -Infinity;
  passEdges(a, b, cos, sin, x, y, 0);
  // the same in the frame of B
  const backX = -(cos * x + sin * y);
  const backY = sin * x - cos * y;
  passEdges(b, a, cos, -sin, backX, backY, 1);
  if (deepest[DEEPEST] === -Infinity) {
    // two points in one place: any direction is right
    deepest[DEEPEST_IS_B] = 0;
    deepest[DEEPEST] = 0;
    deepest[DEEPEST_NORMAL] = 0;
    deepest[DEEPEST_NORMAL + 1] = 1;
    deepest[DEEPEST_FOOT] = a.reals[0];
    deepest[DEEPEST_FOOT + 1] = a.reals[1];
    deepest[DEEPEST_CORNER] = cos * b.reals[0] - sin * b.reals[1];
    deepest[DEEPEST_CORNER + 1] = sin * b.reals[0] + cos * b.reals[1];
  } else if (deepest[DEEPEST_IS_B] === 0) {
    writeWitnesses(a, b, cos, sin, x, y);
  } else {
    writeWitnesses(b, a, cos, -sin, backX, backY);
  }
}

/**
 * Writes the corner, and its foot on the edge. Edges that rounding cannot tell from the line of this one continue it.
 * Beyond these the other core has an edge along the line, and another of its points has its foot on the edge.
 */
function writeWitnesses(core: Geometry, other: Geometry, cos: number, sin: number, x: number, y: number): void {
  let k = places[0];
  const nx = core.faces[STRIDE * k];
  const ny = core.faces[STRIDE * k + 1];
  const separation = Math.min(deepest[DEEPEST], 0);
  const localX = other.reals[STRIDE * places[1]];
  const localY = other.reals[STRIDE * places[1] + 1];
  let cornerX = cos * localX - sin * localY;
  let cornerY = sin * localX + cos * localY;
  let footX = x + cornerX - separation * nx;
  let footY = y + cornerY - separation * ny;
  for (let step = 0; step <= core.count; step++) {
    const at = STRIDE * k;
    const alongX = core.reals[at + 2];
    const alongY = core.reals[at + 3];
    const square = alongX * alongX + alongY * alongY;
    const part = ((footX - core.reals[at]) * alongX + (footY - core.reals[at + 1]) * alongY) / square;
    if (part >= 0 && part <= 1) break;
    const isAhead = part > 1;
    const next = (k + (isAhead ? 1 : core.count - 1)) % core.count;
    const beyond = Math.sqrt(square) * (isAhead ? part - 1 : -part);
    if (step < core.count && dropOf(core, next, nx, ny, beyond) <= SAME_LINE * frame[SCALE]) {
      k = next;
      continue;
    }
    const shift = isAhead ? 1 - part : -part;
    footX += shift * alongX;
    footY += shift * alongY;
    cornerX += shift * alongX;
    cornerY += shift * alongY;
    break;
  }
  deepest[DEEPEST_NORMAL] = nx;
  deepest[DEEPEST_NORMAL + 1] = ny;
  deepest[DEEPEST_FOOT] = footX;
  deepest[DEEPEST_FOOT + 1] = footY;
  deepest[DEEPEST_CORNER] = cornerX;
  deepest[DEEPEST_CORNER + 1] = cornerY;
}

/** How far an edge falls behind a line along it, within `length`, or its own length if that is less. */
function dropOf({ reals }: Geometry, k: number, nx: number, ny: number, length: number): number {
  const x = reals[STRIDE * k + 2];
  const y = reals[STRIDE * k + 3];
  return Math.abs(nx * x + ny * y) * Math.min(1, length / Math.sqrt(x * x + y * y));
}

/** Passes the edges of a core. @param cos, sin, x, y pose of the other core in the frame of the first */
function passEdges(core: Geometry, other: Geometry, cos: number, sin: number, x: number, y: number, isB: number): void {
  const { faces } = core;
  const end = faces.length;
  if (end === 0) return;
  const centerX = x + (cos * other.centerX - sin * other.centerY);
  const centerY = y + (sin * other.centerX + cos * other.centerY);
  let best = deepest[DEEPEST];
  // from the edges that look at the other core: others need to promise more than these keep
  const facing = support(core, centerX, centerY);
  let at = STRIDE * (facing === 0 ? core.count - 1 : facing - 1);
  for (let left = core.count; left > 0; left--) {
    const height = faces[at] * centerX + faces[at + 1] * centerY - faces[at + 2];
    if (height - other.inner > best) best = tryEdge(faces, at, other, cos, sin, x, y, best, isB);
    at += STRIDE;
    if (at === end) at = 0;
  }
  deepest[DEEPEST] = best;
}

/** Keeps an edge if its separation is above `best`. @returns the larger of both */
function tryEdge(
  faces: Float64Array,
  at: number,
  other: Geometry,
  cos: number,
  sin: number,
  x: number,
  y: number,
  best: number,
  isB: number,
): number {
  const nx = faces[at];
  const ny = faces[at + 1];
  const localX = cos * nx + sin * ny;
  const localY = cos * ny - sin * nx;
  const corner = support(other, -localX, -localY);
  const { reals } = other;
  const reach = localX * reals[STRIDE * corner] + localY * reals[STRIDE * corner + 1];
  const separation = nx * x + ny * y + reach - faces[at + 2];
  if (!(separation > best)) return best;
  deepest[DEEPEST_IS_B] = isB;
  places[0] = at / STRIDE;
  places[1] = corner;
  return separation;
}
