/**
 * The outline of a patch of a hull as a contact polygon: convex along the patch's normal, with corners only, within the
 * tolerance.
 *
 *   reads    ids        the vertices around the patch, counter-clockwise seen from outside
 *            normal     outward, unit
 *            tolerance  m: largest distance of a dropped vertex from the polygon
 *   writes   vertex ids, counter-clockwise seen from outside; none if the outline is no such polygon
 *
 * f64, only + − × ÷ and square roots: the same result on every machine.
 */
import { scratch } from '../hull/scratch.ts';
import type { Patch, Surface } from './patch.ts';

/** The outline of a patch, seen along its normal, in reused memory. */
export class Outline {
  /** Vertices around the patch, and their positions in the plane, relative to the first (m). */
  readonly ids: Int32Array;
  readonly u: Float64Array;
  readonly v: Float64Array;
  count = 0;
  /** Indices in the outline: sorted along u, the corners of the convex hull, and those of the polygon. */
  readonly order: Int32Array;
  readonly convex: Int32Array;
  convexCount = 0;
  readonly corners: Int32Array;
  cornerCount = 0;
  /** m */
  readonly tolerance: number;
  /** By vertex: the next one on the rim, and the number of the search that set it. */
  readonly #next: Int32Array;
  readonly #marks: Int32Array;
  #search = 0;

  constructor({ ids, hull, tolerance }: Surface) {
    // a rim contains every edge of the hull at most once
    const most = ids.length;
    this.ids = scratch.ints(most);
    this.u = scratch.reals(most);
    this.v = scratch.reals(most);
    this.order = scratch.ints(most);
    this.convex = scratch.ints(2 * most);
    this.corners = scratch.ints(2 * most + 1);
    this.tolerance = tolerance;
    this.#next = scratch.ints(hull.vertices.length / 3);
    this.#marks = scratch.ints(hull.vertices.length / 3);
  }

  /** Sets the outline to the edges between the patch and the rest. @returns whether they form one simple ring */
  take({ starts, ids, across }: Surface, patch: Patch): boolean {
    this.count = 0;
    let first = -1;
    let edges = 0;
    this.#search++;
    for (let k = 0; k < patch.count; k++) {
      const begin = starts[patch.faces[k]];
      const end = starts[patch.faces[k] + 1];
      for (let c = begin; c < end; c++) {
        if (patch.has(across[c])) continue;
        const from = ids[c];
        if (this.#marks[from] === this.#search) return false;
        this.#marks[from] = this.#search;
        this.#next[from] = ids[c + 1 < end ? c + 1 : begin];
        if (edges++ === 0) first = from;
      }
    }
    if (edges === 0) return false;
    let id = first;
    do {
      if (this.#marks[id] !== this.#search || this.count === edges) return false;
      this.ids[this.count++] = id;
      id = this.#next[id];
    } while (id !== first);
    return this.count === edges;
  }
}

/** Writes the convex polygon of the patch to `outline.corners`, as indices. @returns false if there is none */
export function contactLoop(surface: Surface, patch: Patch, outline: Outline): boolean {
  if (!outline.take(surface, patch)) return false;
  flatten(surface.hull.vertices, patch, outline);
  findConvex(outline);
  if (outline.convexCount < 3 || !holdsAll(outline)) return false;
  findCorners(outline);
  // polygons thinner than the tolerance have no such corners: they stay unchanged
  if (outline.cornerCount < 3) {
    outline.corners.set(outline.convex.subarray(0, outline.convexCount));
    outline.cornerCount = outline.convexCount;
  }
  return true;
}

/** Computes coordinates along two axes u, v of the plane, u × v = normal, relative to the first vertex. */
export function flatten(vertices: Float32Array, { x: nx, y: ny, z: nz }: Patch, { ids, count, u, v }: Outline): void {
  // u = normal × the axis that is farthest from it
  const least = Math.min(Math.abs(nx), Math.abs(ny), Math.abs(nz));
  let ux = ny;
  let uy = -nx;
  let uz = 0;
  if (Math.abs(nx) === least) {
    ux = 0;
    uy = nz;
    uz = -ny;
  } else if (Math.abs(ny) === least) {
    ux = -nz;
    uy = 0;
    uz = nx;
  }
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  const base = 3 * ids[0];
  for (let k = 0; k < count; k++) {
    const at = 3 * ids[k];
    const x = vertices[at] - vertices[base];
    const y = vertices[at + 1] - vertices[base + 1];
    const z = vertices[at + 2] - vertices[base + 2];
    u[k] = ux * x + uy * y + uz * z;
    v[k] = vx * x + vy * y + vz * z;
  }
}

/**
 * Finds the corners of the convex hull, counter-clockwise.
 * Method: Andrew's monotone chain (Another Efficient Algorithm for Convex Hulls in Two Dimensions, 1979).
 */
function findConvex(outline: Outline): void {
  const { order, count, u, v } = outline;
  if (count <= 16) {
    for (let k = 0; k < count; k++) {
      let place = k;
      for (; place > 0 && isBefore(u, v, k, order[place - 1]); place--) order[place] = order[place - 1];
      order[place] = k;
    }
  } else {
    for (let k = 0; k < count; k++) order[k] = k;
    order.subarray(0, count).sort((k, l) => u[k] - u[l] || v[k] - v[l] || k - l);
  }
  outline.convexCount = 0;
  chain(outline, 0, 1);
  chain(outline, count - 1, -1);
}

/** Whether index k, k > l, comes before l. */
function isBefore(u: Float64Array, v: Float64Array, k: number, l: number): boolean {
  return u[k] < u[l] || (u[k] === u[l] && v[k] < v[l]);
}

/** Appends the corners on one side of the outline, except the last, which is the first of the other side. */
function chain(outline: Outline, first: number, step: 1 | -1): void {
  const { order, count, convex, u, v } = outline;
  const begin = outline.convexCount;
  let end = begin;
  for (let k = 0; k < count; k++) {
    const m = order[first + step * k];
    for (; end - begin > 1; end--) {
      const o = convex[end - 2];
      const l = convex[end - 1];
      if ((u[l] - u[o]) * (v[m] - v[o]) - (v[l] - v[o]) * (u[m] - u[o]) > 0) break;
    }
    convex[end++] = m;
  }
  outline.convexCount = end - 1;
}

/** Whether the outline runs once around its convex hull, never farther inside than the tolerance. */
function holdsAll(outline: Outline): boolean {
  const { count, convex, convexCount } = outline;
  let steps = 0;
  for (let c = 0; c < convexCount; c++) {
    const from = convex[c];
    const to = convex[c + 1 < convexCount ? c + 1 : 0];
    if (from === to || !near(outline, from, to)) return false;
    steps += to > from ? to - from : to - from + count;
  }
  return steps === count;
}

/** Whether every vertex of the outline between `from` and `to` lies within the tolerance of the line between them. */
function near({ count, u, v, tolerance }: Outline, from: number, to: number): boolean {
  const x = u[to] - u[from];
  const y = v[to] - v[from];
  const square = x * x + y * y;
  for (let k = from + 1 < count ? from + 1 : 0; k !== to; k = k + 1 < count ? k + 1 : 0) {
    const px = u[k] - u[from];
    const py = v[k] - v[from];
    const along = square > 0 ? Math.min(1, Math.max(0, (px * x + py * y) / square)) : 0;
    const dx = px - along * x;
    const dy = py - along * y;
    if (!(dx * dx + dy * dy <= tolerance * tolerance)) return false;
  }
  return true;
}

/** Finds the corners of the polygon: each side skips as many vertices as lie within the tolerance of it. */
function findCorners(outline: Outline): void {
  const { convex, convexCount, corners } = outline;
  const begin = farthestFromMiddle(outline);
  let last = convex[begin];
  let end = 0;
  corners[end++] = last;
  for (let c = 2; c <= convexCount; c++) {
    if (near(outline, last, convex[(begin + c) % convexCount])) continue;
    last = convex[(begin + c - 1) % convexCount];
    corners[end++] = last;
  }
  outline.cornerCount = end;
}

/** A vertex that is certainly a corner, however close other vertices are. */
function farthestFromMiddle({ convex, convexCount, u, v }: Outline): number {
  let x = 0;
  let y = 0;
  for (let c = 0; c < convexCount; c++) {
    x += u[convex[c]] / convexCount;
    y += v[convex[c]] / convexCount;
  }
  let begin = 0;
  let farthest = -1;
  for (let c = 0; c < convexCount; c++) {
    const k = convex[c];
    const square = (u[k] - x) * (u[k] - x) + (v[k] - y) * (v[k] - y);
    if (square > farthest) {
      begin = c;
      farthest = square;
    }
  }
  return begin;
}
