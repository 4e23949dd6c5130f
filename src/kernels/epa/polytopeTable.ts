/** The memory of a polytope of EPA: points, faces and the heap. polytope.ts grows it, and round/roundPolytope.ts. */
import type { Double, Int } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';
import { FACE_FOURS, FACE_TRIPLES, FACE_WORDS, POINT_TRIPLES, POINT_WORDS } from './capacity.ts';

/** Memory for the searches of one thread. The system maps its pages only for searches that use them. */
export class Polytope {
  points: Int = 0;
  /** Places of faces in use. */
  faces: Int = 0;
  /** Faces on the heap. */
  heapSize: Int = 0;
  /** The number of the last growth: marks of earlier ones are smaller. */
  growth: Int = 0;
  /** Of the last growth: the faces that it removed, and the edges of their border. */
  removed: Int = 0;
  edges: Int = 0;
  /** A face sees a point that lies higher than this above its plane (m). Set before the search. */
  above: Double = NaN;
  /** y = b − a, xyz per point, frame A (m). */
  readonly y = doubles(POINT_TRIPLES);
  /** The point a on A, xyz per point, frame A (m). */
  readonly a = doubles(POINT_TRIPLES);
  /** For round cores, the direction that a point is the support along: xyz per point; x NaN if its ids are known. */
  readonly along = doubles(POINT_TRIPLES);
  /** Outward unit normal and signed plane distance from the origin, four per face; slivers: distance Infinity. */
  readonly planes = doubles(FACE_FOURS);
  /** Ids of points on A and on B. */
  readonly idsA = ints(POINT_WORDS);
  readonly idsB = ints(POINT_WORDS);
  /** Point indices, three per face, counter-clockwise seen from outside. */
  readonly corners = ints(FACE_TRIPLES);
  /** By half-edge 4 · face + k, from corner k to corner k + 1: the same edge as a half-edge of the adjacent face. */
  readonly behind = ints(FACE_FOURS);
  /** 0 = removed, else on the polytope. */
  readonly alive = ints(FACE_WORDS);
  /** Binary min-heap of faces by plane distance. Removed faces are dropped at the top. */
  readonly heap = ints(FACE_WORDS);
  /** Border of the hole during a growth: edge start, edge end, half-edge beyond; also the stack of the flood. */
  readonly border = ints(POINT_TRIPLES);
  readonly stack = ints(FACE_WORDS);
  /** Flood mark per face. Also, per point, the edge of the border that starts there, with its growth. */
  readonly mark = ints(FACE_WORDS);
  readonly startsAt = ints(POINT_WORDS);
  readonly startsIn = ints(POINT_WORDS);
}
