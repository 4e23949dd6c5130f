/**
 * A convex polytope that grows inside the difference B − A: triangles with outward normals, links to adjacent faces,
 * and a heap. The top of the heap is the face whose plane has the smallest signed distance from the origin.
 *
 * A growth removes every face that sees the new point (a flood from the first one). A fan from the border of the hole
 * to the point closes it. Nothing changes before the border is known to be one simple loop.
 *
 * Method: van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects, 2001; hull growing
 * instead of face splitting after Gregorius, Robust Contact Creation for Physics Simulations, 2015.
 */

/**
 * Maximum of points of one search. Two concentric spheres of 256 vertices need 160 points and 777 faces, of 2,000
 * vertices 948 and 4,879.
 */
export const MAX_POINTS = 4096;
export const MAX_FACES = 32768;

export interface Polytope {
  /** y = b − a, xyz per point, frame A (m). */
  readonly y: Float64Array;
  /** The point a on A, xyz per point, frame A (m). */
  readonly a: Float64Array;
  /** For round cores, the direction that a point is the support along: xyz per point; x NaN if its ids are known. */
  readonly along: Float64Array;
  /** Vertex ids on A and B, two per point. */
  readonly ids: Int32Array;
  /** Outward unit normal and signed plane distance from the origin, four per face; distance Infinity on slivers. */
  readonly planes: Float64Array;
  /** Point indices, three per face, counter-clockwise seen from outside. */
  readonly corners: Int32Array;
  /**
   * Adjacent face across the edge from corner k to corner k + 1, three per face. Round cores: four words per face
   * (smooth/roundPolytope.ts).
   */
  readonly behind: Int32Array;
  /** 0 = removed, else on the polytope. */
  readonly alive: Uint8Array;
  /** Binary min-heap of faces by plane distance. Removed faces are dropped at the top. */
  readonly heap: Int32Array;
  /** Border of the hole during a growth: edge start, edge end, adjacent face; also the stack of the flood. */
  readonly border: Int32Array;
  readonly stack: Int32Array;
  /** Flood mark per face. Also, per point, the new face that starts there, with its growth. */
  readonly mark: Int32Array;
  readonly startsAt: Int32Array;
  readonly startsIn: Int32Array;
  /** One number: a face sees a point that lies higher than this above its plane (m). Set before the search. */
  readonly above: Float64Array;
  /** Counters: the next constants are their indices. */
  readonly n: Int32Array;
}

/** Indices in `Polytope.n`. */
export const POINTS = 0;
export const FACES = 1;
const HEAP = 2;
export const GROWTH = 3;
/** Of the last growth with round cores: the faces that it removed, and the edges of their border. */
export const REMOVED = 4;
export const EDGES = 5;

/** Memory for the searches of one thread. The system maps its pages only for searches that use them. */
export function createPolytope(): Polytope {
  return {
    y: new Float64Array(3 * MAX_POINTS),
    a: new Float64Array(3 * MAX_POINTS),
    along: new Float64Array(3 * MAX_POINTS),
    ids: new Int32Array(2 * MAX_POINTS),
    planes: new Float64Array(4 * MAX_FACES),
    corners: new Int32Array(3 * MAX_FACES),
    behind: new Int32Array(4 * MAX_FACES),
    alive: new Uint8Array(MAX_FACES),
    heap: new Int32Array(MAX_FACES + 1),
    border: new Int32Array(3 * MAX_FACES),
    stack: new Int32Array(MAX_FACES),
    mark: new Int32Array(MAX_FACES),
    startsAt: new Int32Array(MAX_POINTS),
    startsIn: new Int32Array(MAX_POINTS),
    above: new Float64Array(1),
    n: new Int32Array(6),
  };
}

/**
 * Makes a tetrahedron with outward faces of points 0…3, which are written before. `flipped`: 0 → 1 → 2 is clockwise
 * seen from 3.
 */
export function beginTetrahedron(p: Polytope, flipped: boolean): void {
  p.n[POINTS] = 4;
  p.n[FACES] = 0;
  p.n[HEAP] = 0;
  p.n[GROWTH] = 1;
  for (let k = 0; k < 4; k++) p.startsIn[k] = 0;
  const one = flipped ? 2 : 1;
  const two = flipped ? 1 : 2;
  // faces: the base seen from outside, then the three that meet in point 3
  addFace(p, 0, two, one);
  addFace(p, 0, one, 3);
  addFace(p, one, two, 3);
  addFace(p, two, 0, 3);
  link(p, 0, 0, 3, 0);
  link(p, 0, 1, 2, 0);
  link(p, 0, 2, 1, 0);
  link(p, 1, 1, 2, 2);
  link(p, 2, 1, 3, 2);
  link(p, 3, 1, 1, 2);
}

/** Links edge `e` of face `f` and edge `d` of face `g`: they are the same edge. */
function link(p: Polytope, f: number, e: number, g: number, d: number): void {
  p.behind[3 * f + e] = g;
  p.behind[3 * g + d] = f;
}

function addFace(p: Polytope, u: number, v: number, w: number): number {
  const face = p.n[FACES];
  p.n[FACES] = face + 1;
  const { corners, alive, mark } = p;
  corners[3 * face] = u;
  corners[3 * face + 1] = v;
  corners[3 * face + 2] = w;
  alive[face] = 1;
  mark[face] = 0;
  setPlane(p, face, 3 * u, 3 * v, 3 * w);
  push(p, face);
  return face;
}

/** (Squared area / squared longest edge)²: a triangle below this has no accurate normal. */
export const SLIVER = 1e-26;

function setPlane(p: Polytope, face: number, u: number, v: number, w: number): void {
  const { y, planes } = p;
  const ux = y[u];
  const uy = y[u + 1];
  const uz = y[u + 2];
  const vx = y[v];
  const vy = y[v + 1];
  const vz = y[v + 2];
  const wx = y[w];
  const wy = y[w + 1];
  const wz = y[w + 2];
  const ax = vx - ux;
  const ay = vy - uy;
  const az = vz - uz;
  const bx = wx - vx;
  const by = wy - vy;
  const bz = wz - vz;
  const cx = ux - wx;
  const cy = uy - wy;
  const cz = uz - wz;
  const aa = ax * ax + ay * ay + az * az;
  const bb = bx * bx + by * by + bz * bz;
  const cc = cx * cx + cy * cy + cz * cz;
  // the two shorter edges give the most accurate normal
  let nx: number;
  let ny: number;
  let nz: number;
  let longest: number;
  if (aa >= bb && aa >= cc) {
    nx = by * cz - bz * cy;
    ny = bz * cx - bx * cz;
    nz = bx * cy - by * cx;
    longest = aa;
  } else if (bb >= cc) {
    nx = cy * az - cz * ay;
    ny = cz * ax - cx * az;
    nz = cx * ay - cy * ax;
    longest = bb;
  } else {
    nx = ay * bz - az * by;
    ny = az * bx - ax * bz;
    nz = ax * by - ay * bx;
    longest = cc;
  }
  const nn = nx * nx + ny * ny + nz * nz;
  const at = 4 * face;
  if (!(nn > SLIVER * longest * longest)) {
    planes[at] = 0;
    planes[at + 1] = 0;
    planes[at + 2] = 0;
    planes[at + 3] = Infinity;
    return;
  }
  const share = 1 / Math.sqrt(nn);
  nx *= share;
  ny *= share;
  nz *= share;
  planes[at] = nx;
  planes[at + 1] = ny;
  planes[at + 2] = nz;
  planes[at + 3] = (nx * (ux + vx + wx) + ny * (uy + vy + wy) + nz * (uz + vz + wz)) / 3;
}

/** The face with the lowest plane, or −1. It stays on the heap until it is removed. */
export function lowestFace(p: Polytope): number {
  const { heap, alive, n } = p;
  while (n[HEAP] > 0) {
    const face = heap[0];
    if (alive[face] === 1) return face;
    dropLowest(p);
  }
  return -1;
}

function push(p: Polytope, face: number): void {
  const { heap, planes, n } = p;
  let at = n[HEAP];
  n[HEAP] = at + 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (planes[4 * heap[parent] + 3] <= planes[4 * face + 3]) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = face;
}

/** Removes the top of the heap. */
function dropLowest(p: Polytope): void {
  const { heap, planes, n } = p;
  const size = n[HEAP] - 1;
  n[HEAP] = size;
  if (size === 0) return;
  const last = heap[size];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && planes[4 * heap[child + 1] + 3] < planes[4 * heap[child] + 3]) child++;
    if (planes[4 * heap[child] + 3] >= planes[4 * last + 3]) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
}

/**
 * Grows the polytope by point `point` (the last one written), which face `first` sees.
 *
 * @returns false, without a change, if the hole has no simple border or there are too many faces
 */
export function grow(p: Polytope, first: number, point: number): boolean {
  const { y, planes, corners, behind, alive, border, stack, mark, startsAt, startsIn, n } = p;
  const above = p.above[0];
  const px = y[3 * point];
  const py = y[3 * point + 1];
  const pz = y[3 * point + 2];
  const growth = n[GROWTH] + 1;
  n[GROWTH] = growth;
  startsIn[point] = 0;

  // flood: marks faces +growth if they see the point, else −growth
  let top = 0;
  let edges = 0;
  let seen = 0;
  mark[first] = growth;
  stack[top++] = first;
  while (seen < top) {
    const face = stack[seen++];
    for (let e = 0; e < 3; e++) {
      const next = behind[3 * face + e];
      if (mark[next] !== growth && mark[next] !== -growth) {
        const at = 4 * next;
        const height = planes[at] * px + planes[at + 1] * py + planes[at + 2] * pz - planes[at + 3];
        mark[next] = height > above ? growth : -growth;
        if (height > above) stack[top++] = next;
      }
      if (mark[next] === -growth) {
        border[3 * edges] = corners[3 * face + e];
        border[3 * edges + 1] = corners[3 * face + ((e + 1) % 3)];
        border[3 * edges + 2] = next;
        edges++;
      }
    }
  }

  // one simple loop: every point starts one edge, and the edges in order reach all points
  if (edges < 3 || n[FACES] + edges > MAX_FACES) return false;
  for (let e = 0; e < edges; e++) {
    const start = border[3 * e];
    if (startsIn[start] === growth) return false;
    startsIn[start] = growth;
    startsAt[start] = e;
  }
  let walked = 0;
  let edge = 0;
  do {
    const end = border[3 * edge + 1];
    if (startsIn[end] !== growth) return false;
    edge = startsAt[end];
    walked++;
  } while (edge !== 0 && walked < edges);
  if (walked !== edges || edge !== 0) return false;

  for (let k = 0; k < top; k++) alive[stack[k]] = 0;
  const base = n[FACES];
  for (let e = 0; e < edges; e++) {
    const start = border[3 * e];
    const end = border[3 * e + 1];
    const outside = border[3 * e + 2];
    const face = addFace(p, start, end, point);
    behind[3 * face] = outside;
    behind[3 * face + 1] = base + startsAt[end];
    for (let k = 0; k < 3; k++) {
      if (corners[3 * outside + k] === end && corners[3 * outside + ((k + 1) % 3)] === start)
        behind[3 * outside + k] = face;
    }
  }
  for (let e = 0; e < edges; e++) {
    const next = behind[3 * (base + e) + 1];
    behind[3 * next + 2] = base + e;
  }
  return true;
}
