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

/** The pose of the other core in the frame of a core, cos sin x y: that of B in the frame of A, and that of A. */
const views = /* @__PURE__ */ new Float64Array(8);
const VIEW_OF_A = 4;

/** Finds the largest separation along the normal of an edge. Writes `deepest`. */
export function findDepth(a: Geometry, b: Geometry): void {
  const cos = frame[COS];
  const sin = frame[SIN];
  const x = frame[X];
  const y = frame[Y];
  views[0] = cos;
  views[1] = sin;
  views[2] = x;
  views[3] = y;
  views[4] = cos;
  views[5] = -sin;
  views[6] = -(cos * x + sin * y);
  views[7] = sin * x - cos * y;
  deepest[DEEPEST] = -Infinity;
  passEdges(a, b, 0);
  passEdges(b, a, VIEW_OF_A);
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
    writeWitnesses(a, b, 0);
  } else {
    writeWitnesses(b, a, VIEW_OF_A);
  }
}

/**
 * Writes the corner, and its foot on the edge. Edges that rounding cannot tell from the line of this one continue it.
 * Beyond these the other core has an edge along the line, and another of its points has its foot on the edge.
 */
function writeWitnesses(core: Geometry, other: Geometry, view: number): void {
  const cos = views[view];
  const sin = views[view + 1];
  let k = places[0];
  const nx = core.faces[STRIDE * k];
  const ny = core.faces[STRIDE * k + 1];
  const separation = Math.min(deepest[DEEPEST], 0);
  const localX = other.reals[STRIDE * places[1]];
  const localY = other.reals[STRIDE * places[1] + 1];
  let cornerX = cos * localX - sin * localY;
  let cornerY = sin * localX + cos * localY;
  let footX = views[view + 2] + cornerX - separation * nx;
  let footY = views[view + 3] + cornerY - separation * ny;
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

/** Keeps the edge of a core with the largest separation, if that is above what `deepest` has. */
function passEdges(core: Geometry, other: Geometry, view: number): void {
  const { faces } = core;
  const { reals, inner } = other;
  const end = faces.length;
  if (end === 0) return;
  const cos = views[view];
  const sin = views[view + 1];
  const x = views[view + 2];
  const y = views[view + 3];
  const centerX = x + (cos * other.centerX - sin * other.centerY);
  const centerY = y + (sin * other.centerX + cos * other.centerY);
  let best = deepest[DEEPEST];
  // from the edges that look at the other core: others need to promise more than these keep
  const facing = support(core, centerX, centerY);
  let at = STRIDE * (facing === 0 ? core.count - 1 : facing - 1);
  for (let left = core.count; left > 0; left--) {
    const nx = faces[at];
    const ny = faces[at + 1];
    const height = faces[at + 2];
    if (nx * centerX + ny * centerY - height - inner > best) {
      const localX = cos * nx + sin * ny;
      const localY = cos * ny - sin * nx;
      const corner = support(other, -localX, -localY);
      const reach = localX * reals[STRIDE * corner] + localY * reals[STRIDE * corner + 1];
      const separation = nx * x + ny * y + reach - height;
      if (separation > best) {
        best = separation;
        deepest[DEEPEST_IS_B] = view === 0 ? 0 : 1;
        places[0] = at / STRIDE;
        places[1] = corner;
      }
    }
    at += STRIDE;
    if (at === end) at = 0;
  }
  deepest[DEEPEST] = best;
}
