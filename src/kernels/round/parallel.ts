/**
 * Penetration of two bodies of revolution whose axes are parallel, or nearly. With parallel axes the difference
 * D = B − A is a body of revolution, too. Its lowest supporting plane is perpendicular to the plane of the axis and the
 * origin, so the problem is two-dimensional: a polygon grows in that plane, as the polytope does in bracket.ts. The
 * polytope would meet a ring of directions of the same depth.
 *
 * Nearly parallel axes: turning B until they are parallel moves its points by at most the angle times the size. So the
 * lower bound decreases by twice that.
 */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import type { CorePair, CorePools } from '../cores/corePair.ts';
import { ANY, axisOf, NONE } from '../cores/revolution.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { supportPoint } from '../epa/seed.ts';
import { keepUpper, SMOOTH_REACHED } from './upper.ts';

/** Axes are nearly parallel up to this sine of their angle: beyond it the polytope closes the bracket better. */
const PARALLEL = 1e-3;
/** Axes that are nearer than this part of the size meet: the direction between them is rounding. */
const MEETING = 1e-12;
/** Supports of one search: 36 is the most. */
const MAX_SUPPORTS = 64;
/** Corners of the polygon, along x and u, begin here in the points on A: behind that of slot 0. */
const CORNERS = 3;

/**
 * Searches the plane of the axis and the origin, if the cores are such bodies.
 *
 *   reads   the frame of the pair, its size
 *   writes  `lower`, `upper`, `upperNormal`, `expansions`; the points of the polytope
 */
export function searchParallel(scratch: CoreScratch, a: CorePools, b: CorePools): void {
  const pair = scratch.pair;
  const plane = pair.plane;
  const shift = pair.shift;
  const axisA = axisOf(a, pair.wordA);
  const axisB = axisOf(b, pair.wordB);
  if (axisA === NONE || axisB === NONE) return;
  // with any axis on one side, that of the other counts; frame A has it only if it is A's
  const isOfA: Flag = axisA !== ANY || axisB === ANY;
  const own: Int = axisA === ANY ? 1 : axisA;
  for (let c: Int = 0; c < 3; c++) {
    if (isOfA) plane[3 + c] = c === own ? 1 : 0;
    else plane[3 + c] = pair.rotation[3 * c + axisB];
  }
  const ux = plane[3];
  const uy = plane[4];
  const uz = plane[5];
  let sine2: Double = 0;
  if (isOfA && axisB !== ANY) {
    const bx = pair.rotation[axisB];
    const by = pair.rotation[3 + axisB];
    const bz = pair.rotation[6 + axisB];
    const cx = uy * bz - uz * by;
    const cy = uz * bx - ux * bz;
    const cz = ux * by - uy * bx;
    sine2 = cx * cx + cy * cy + cz * cz;
    if (!(sine2 <= PARALLEL * PARALLEL)) return;
  }
  // x: the unit vector from the axis of A to that of B
  const along = shift[0] * ux + shift[1] * uy + shift[2] * uz;
  let x = shift[0] - along * ux;
  let y = shift[1] - along * uy;
  let z = shift[2] - along * uz;
  const meeting = MEETING * (pair.size + Math.abs(along));
  if (!(x * x + y * y + z * z > meeting * meeting)) {
    x = Math.abs(ux) < 0.6 ? 1 : 0;
    y = 1 - x;
    z = 0;
  }
  const rest = x * ux + y * uy + z * uz;
  x -= rest * ux;
  y -= rest * uy;
  z -= rest * uz;
  const share = 1 / Math.sqrt(x * x + y * y + z * z);
  plane[0] = x * share;
  plane[1] = y * share;
  plane[2] = z * share;
  growPolygon(scratch, a, b);
  pair.lower -= 2 * Math.sqrt(sine2) * pair.size;
}

/** Grows the polygon in `plane`. Writes `lower` and `upper`. */
function growPolygon(scratch: CoreScratch, a: CorePools, b: CorePools): void {
  const pair = scratch.pair;
  const normal = pair.normal;
  const plane = pair.plane;
  const point = scratch.polytope.y;
  const corners = scratch.polytope.a;
  const reached = SMOOTH_REACHED * pair.size;
  for (let supports: Int = 0; supports < MAX_SUPPORTS; supports++) {
    // the first four directions: x, u, −x, −u; then the normal of the lowest edge
    let edge = supports - 1;
    let height: Double = -Infinity;
    if (supports > 3) {
      edge = lowestEdge(pair, corners, supports);
      if (edge < 0) return;
      height = pair.height;
      pair.lower = pair.lower > 0 ? Math.max(pair.lower, height) : height;
    } else {
      normal[0] = supports === 0 ? 1 : supports === 2 ? -1 : 0;
      normal[1] = supports === 1 ? 1 : supports === 3 ? -1 : 0;
    }
    const cosine = normal[0];
    const sine = normal[1];
    for (let c: Int = 0; c < 3; c++) normal[c] = cosine * plane[c] + sine * plane[3 + c];
    pair.expansions = supports + 1;
    supportPoint(scratch, 0, a, b);
    keepUpper(pair);
    if (pair.height - height <= reached) return;
    const to = CORNERS + 2 * (edge + 1);
    for (let k = CORNERS + 2 * supports - 1; k >= to; k--) corners[k + 2] = corners[k];
    corners[to] = point[0] * plane[0] + point[1] * plane[1] + point[2] * plane[2];
    corners[to + 1] = point[0] * plane[3] + point[1] * plane[4] + point[2] * plane[5];
  }
}

/**
 * Writes the normal of the lowest edge to `normal`, in the plane, and its height to `height`.
 * @returns the number of its first corner, or −1
 */
function lowestEdge(pair: CorePair, corners: Doubles, count: Int): Int {
  let lowest: Int = -1;
  let least: Double = Infinity;
  for (let k: Int = 0; k < count; k++) {
    const from = CORNERS + 2 * k;
    const to: Int = k + 1 === count ? CORNERS : from + 2;
    const ex = corners[to] - corners[from];
    const ey = corners[to + 1] - corners[from + 1];
    const length = Math.sqrt(ex * ex + ey * ey);
    const cosine = ey / length;
    const sine = -ex / length;
    // 0 / 0 of an edge without length fails
    const height = 0.5 * (cosine * (corners[to] + corners[from]) + sine * (corners[to + 1] + corners[from + 1]));
    if (!(height < least)) continue;
    least = height;
    lowest = k;
    pair.normal[0] = cosine;
    pair.normal[1] = sine;
    pair.height = height;
  }
  return lowest;
}
