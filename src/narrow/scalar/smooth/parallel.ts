/**
 * Penetration of two bodies of revolution whose axes are parallel, or nearly. With parallel axes the difference
 * D = B − A is a body of revolution, too. Its lowest supporting plane is perpendicular to the plane of the axis and the
 * origin, so the problem is two-dimensional: a polygon grows in that plane, as the polytope does in bracket.ts. The
 * polytope would meet a ring of directions of the same depth.
 *
 * Nearly parallel axes: turning B until they are parallel moves its points by at most the angle times the size. So the
 * lower bound decreases by twice that.
 */
import { SHAPE_STRIDE } from '../../../shapes/codes.ts';
import { ANY, axisOf, NONE } from '../../../shapes/cores/revolution.ts';
import { MAX_POINTS, type Polytope } from '../epa/polytopeTable.ts';
import { supportPoint } from '../epa/seed.ts';
import { EXPANSIONS, type Geometry, HEIGHT, LOWER, NORMAL, ROT, type Scratch, SHIFT, SIZE } from '../scratch.ts';
import { keepUpper, SMOOTH_REACHED } from './upper.ts';

/** Axes are nearly parallel up to this sine of their angle: beyond it the polytope closes the bracket better. */
const PARALLEL = 1e-3;
/** Axes that are nearer than this part of the size meet: the direction between them is rounding. */
const MEETING = 1e-12;
/** Supports of one search: 36 is the most. */
const MAX_SUPPORTS = 64;
/** Slots behind the points of a search: the last for a point, others for corners of the polygon, along x and u. */
const FIRST = MAX_POINTS - 1;
const CORNERS = MAX_POINTS - MAX_SUPPORTS;

/** Unit vectors x and u that span the plane of a search. In an array: V8 allocates for doubles that cross a call. */
const plane = /* @__PURE__ */ new Float64Array(6);

/**
 * Searches the plane of the axis and the origin, if the cores are such bodies.
 *
 *   reads   f[ROT …], f[SHIFT …], f[SIZE]
 *   writes  f[LOWER], f[UPPER], f[UPPER_NORMAL …], i[EXPANSIONS]; the last points of p
 */
export function searchParallel(
  scratch: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): void {
  const { f } = scratch;
  let axisA = axisOf(geometryA, rowA * SHAPE_STRIDE);
  let axisB = axisOf(geometryB, rowB * SHAPE_STRIDE);
  if (axisA === NONE || axisB === NONE) return;
  // with any axis on one side, that of the other counts; frame A has it only if it is A's
  if (axisB === ANY && axisA === ANY) axisA = 1;
  const isOfA = axisA !== ANY;
  if (axisB === ANY) axisB = NONE;
  const ux = isOfA ? (axisA === 0 ? 1 : 0) : f[ROT + axisB];
  const uy = isOfA ? (axisA === 1 ? 1 : 0) : f[ROT + 3 + axisB];
  const uz = isOfA ? (axisA === 2 ? 1 : 0) : f[ROT + 6 + axisB];
  let sine2 = 0;
  if (isOfA && axisB !== NONE) {
    const bx = f[ROT + axisB];
    const by = f[ROT + 3 + axisB];
    const bz = f[ROT + 6 + axisB];
    const cx = uy * bz - uz * by;
    const cy = uz * bx - ux * bz;
    const cz = ux * by - uy * bx;
    sine2 = cx * cx + cy * cy + cz * cz;
    if (!(sine2 <= PARALLEL * PARALLEL)) return;
  }
  // x: the unit vector from the axis of A to that of B
  const along = f[SHIFT] * ux + f[SHIFT + 1] * uy + f[SHIFT + 2] * uz;
  let x = f[SHIFT] - along * ux;
  let y = f[SHIFT + 1] - along * uy;
  let z = f[SHIFT + 2] - along * uz;
  const meeting = MEETING * (f[SIZE] + Math.abs(along));
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
  plane[3] = ux;
  plane[4] = uy;
  plane[5] = uz;
  growPolygon(scratch, p, geometryA, rowA, geometryB, rowB);
  f[LOWER] -= 2 * Math.sqrt(sine2) * f[SIZE];
}

/** Grows the polygon in `plane`. Writes f[LOWER] and f[UPPER]. */
function growPolygon(
  { f, i }: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): void {
  const { y: points, a: corners } = p;
  const at = 3 * FIRST;
  const reached = SMOOTH_REACHED * f[SIZE];
  let count = 0;
  for (let supports = 0; supports < MAX_SUPPORTS; supports++) {
    // the first four directions: x, u, −x, −u; then the normal of the lowest edge
    let edge = count - 1;
    let height = -Infinity;
    if (supports > 3) {
      edge = lowestEdge(f, corners, count);
      if (edge < 0) return;
      height = f[HEIGHT];
      f[LOWER] = f[LOWER] > 0 ? Math.max(f[LOWER], height) : height;
    } else {
      f[NORMAL] = supports === 0 ? 1 : supports === 2 ? -1 : 0;
      f[NORMAL + 1] = supports === 1 ? 1 : supports === 3 ? -1 : 0;
    }
    const cosine = f[NORMAL];
    const sine = f[NORMAL + 1];
    for (let c = 0; c < 3; c++) f[NORMAL + c] = cosine * plane[c] + sine * plane[3 + c];
    i[EXPANSIONS] = supports + 1;
    supportPoint(f, p, FIRST, geometryA, rowA, geometryB, rowB);
    keepUpper(f);
    if (f[HEIGHT] - height <= reached) return;
    const to = 3 * CORNERS + 2 * (edge + 1);
    corners.copyWithin(to + 2, to, 3 * CORNERS + 2 * count);
    corners[to] = points[at] * plane[0] + points[at + 1] * plane[1] + points[at + 2] * plane[2];
    corners[to + 1] = points[at] * plane[3] + points[at + 1] * plane[4] + points[at + 2] * plane[5];
    count++;
  }
}

/**
 * Writes the normal of the lowest edge to f[NORMAL …], in the plane, and its height to f[HEIGHT].
 * @returns the number of its first corner, or −1
 */
function lowestEdge(f: Float64Array, corners: Float64Array, count: number): number {
  let lowest = -1;
  let least = Infinity;
  for (let k = 0; k < count; k++) {
    const from = 3 * CORNERS + 2 * k;
    const to = 3 * CORNERS + 2 * ((k + 1) % count);
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
    f[NORMAL] = cosine;
    f[NORMAL + 1] = sine;
    f[HEIGHT] = height;
  }
  return lowest;
}
