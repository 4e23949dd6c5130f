/**
 * The outline of a patch of a hull as a contact polygon: convex where it is seen along the patch's normal, and with
 * nothing on it that is no corner within the tolerance.
 *
 *   reads    edges      every edge between the patch and the rest, from → to, the patch on the left seen from outside
 *            normal     outward, unit
 *            tolerance  m: how far a vertex that is left out may lie from the polygon
 *   returns  vertex ids, counter-clockwise seen from outside; null where the outline is no such polygon
 *
 * f64 throughout, and only + − × ÷ and square roots: every machine finds the same.
 */

/** The outline of a patch, seen along its normal: vertex ids and where they lie in the plane (m). */
interface Outline {
  readonly ids: readonly number[];
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/** The convex polygon that the edges make; null if they make none, or one that is not convex within the tolerance. */
export function contactLoop(
  vertices: Float32Array,
  edges: readonly (readonly [number, number])[],
  normal: readonly [number, number, number],
  tolerance: number,
): number[] | null {
  const ids = ringOf(edges);
  if (!ids) return null;
  const outline = flatten(vertices, ids, normal);
  const convex = convexOf(outline);
  if (convex.length < 3 || !holdsAll(outline, convex, tolerance)) return null;
  const corners = cornersOf(outline, convex, tolerance);
  // what is thinner than the tolerance has no corners in this sense: it stays as it is
  return (corners.length < 3 ? convex : corners).map((k) => ids[k]!);
}

/** The edges as one ring that touches itself nowhere; null if they are none. */
function ringOf(edges: readonly (readonly [number, number])[]): number[] | null {
  const next = new Map(edges);
  if (edges.length === 0 || next.size < edges.length) return null;
  const [first] = edges[0]!;
  const ring = [first];
  for (let id = next.get(first); id !== first; id = next.get(id)) {
    if (id === undefined || ring.length === edges.length) return null;
    ring.push(id);
  }
  return ring.length === edges.length ? ring : null;
}

/** Coordinates along two axes u, v of the plane, u × v = normal, about the first vertex. */
function flatten(vertices: Float32Array, ids: readonly number[], [nx, ny, nz]: readonly [number, number, number]) {
  // u = normal × the axis it lies farthest from
  const least = Math.min(Math.abs(nx), Math.abs(ny), Math.abs(nz));
  let [ux, uy, uz] = [ny, -nx, 0];
  if (Math.abs(nx) === least) [ux, uy, uz] = [0, nz, -ny];
  else if (Math.abs(ny) === least) [ux, uy, uz] = [-nz, 0, nx];
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  const outline = { ids, u: new Float64Array(ids.length), v: new Float64Array(ids.length) };
  const base = 3 * ids[0]!;
  ids.forEach((id, k) => {
    const x = vertices[3 * id]! - vertices[base]!;
    const y = vertices[3 * id + 1]! - vertices[base + 1]!;
    const z = vertices[3 * id + 2]! - vertices[base + 2]!;
    outline.u[k] = ux * x + uy * y + uz * z;
    outline.v[k] = (ny * uz - nz * uy) * x + (nz * ux - nx * uz) * y + (nx * uy - ny * ux) * z;
  });
  return outline;
}

/**
 * Places in the outline of the corners of its convex hull, counter-clockwise.
 * Method: Andrew's monotone chain (Another Efficient Algorithm for Convex Hulls in Two Dimensions, 1979).
 */
function convexOf({ ids, u, v }: Outline): number[] {
  const order = ids.map((_, k) => k).sort((k, l) => u[k]! - u[l]! || v[k]! - v[l]! || k - l);
  const turn = (k: number, l: number, m: number): number =>
    (u[l]! - u[k]!) * (v[m]! - v[k]!) - (v[l]! - v[k]!) * (u[m]! - u[k]!);
  const chain = (places: readonly number[]): number[] => {
    const kept: number[] = [];
    for (const m of places) {
      while (kept.length > 1 && !(turn(kept.at(-2)!, kept.at(-1)!, m) > 0)) kept.pop();
      kept.push(m);
    }
    return kept.slice(0, -1); // its last is the other chain's first
  };
  return [...chain(order), ...chain(order.toReversed())];
}

/** Whether the outline runs round its convex hull once, and never farther than `tolerance` inside of it. */
function holdsAll(outline: Outline, convex: readonly number[], tolerance: number): boolean {
  const count = outline.ids.length;
  let steps = 0;
  for (let c = 0; c < convex.length; c++) {
    const from = convex[c]!;
    const to = convex[(c + 1) % convex.length]!;
    if (from === to || !near(outline, from, to, tolerance)) return false;
    steps += (to - from + count) % count;
  }
  return steps === count;
}

/** Whether every vertex of the outline after `from` and before `to` lies within `tolerance` of the line between them. */
function near({ ids, u, v }: Outline, from: number, to: number, tolerance: number): boolean {
  const x = u[to]! - u[from]!;
  const y = v[to]! - v[from]!;
  const square = x * x + y * y;
  for (let k = (from + 1) % ids.length; k !== to; k = (k + 1) % ids.length) {
    const px = u[k]! - u[from]!;
    const py = v[k]! - v[from]!;
    const along = square > 0 ? Math.min(1, Math.max(0, (px * x + py * y) / square)) : 0;
    const dx = px - along * x;
    const dy = py - along * y;
    if (!(dx * dx + dy * dy <= tolerance * tolerance)) return false;
  }
  return true;
}

/** Corners of the convex polygon that are left when each side reaches as far as what it cuts off is within `tolerance`. */
function cornersOf(outline: Outline, convex: readonly number[], tolerance: number): number[] {
  const begin = farthestFromMiddle(outline, convex);
  const ring = [...convex.slice(begin), ...convex.slice(0, begin + 1)];
  const kept = [ring[0]!];
  for (let c = 2; c < ring.length; c++) {
    if (!near(outline, kept.at(-1)!, ring[c]!, tolerance)) kept.push(ring[c - 1]!);
  }
  return kept;
}

/** A corner for certain, however close to each other vertices lie. */
function farthestFromMiddle({ u, v }: Outline, convex: readonly number[]): number {
  let x = 0;
  let y = 0;
  for (const k of convex) {
    x += u[k]! / convex.length;
    y += v[k]! / convex.length;
  }
  let begin = 0;
  let farthest = -1;
  convex.forEach((k, c) => {
    const square = (u[k]! - x) * (u[k]! - x) + (v[k]! - y) * (v[k]! - y);
    if (square > farthest) [begin, farthest] = [c, square];
  });
  return begin;
}
