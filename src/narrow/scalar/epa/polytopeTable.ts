/** The memory of a polytope of EPA: points, faces and the heap. polytope.ts grows it. */

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
/** Faces on the heap. */
export const HEAP = 2;
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
