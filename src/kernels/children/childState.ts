/** The memory of contacts of shapes with children: of one thread, and of the pair that it computes. */
import type { Int } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';
import { Manifold } from '../contacts/manifoldTables.ts';
import { BodyFrame } from './bodyBox.ts';
import { BodySpan } from './bodySpan.ts';
import { Clusters } from './clusterTables.ts';
import { NearSearch } from './nearSearch.ts';
import { SurfaceRule } from './surfaceRule.ts';

// Words of a pair. Of the collider whose children are searched, and of the other one from OTHER on: its row, the first
// word and the node of its head, and whether it is a compound.
export const COLLIDER = 0;
export const HEAD = 1;
export const NODE = 2;
export const IS_COMPOUND = 3;
export const OTHER = 4;
/** Whether a back of the searched surface does not count; the pair has a sensor, which feels all triangles. */
export const IS_ONE_SIDED = 8;
export const IS_SENSOR = 9;
/** Whether the searched collider is the first of the pair; the second of the pair has the smaller id. */
export const IS_FIRST = 10;
export const IS_SWAPPED = 11;
/** The convex body whose children are searched: a row of the placed table; and the part that it is, or NO_CHILD. */
export const BODY = 12;
export const PART = 13;
/** Whether a row of the pair is of a shape that may roll. */
export const ROLLS = 14;
/** Of the row that is added: the words of side A and of side B, their children, and whether a back is met. */
export const SIDE_A = 15;
export const SIDE_B = 16;
export const CHILD_A = 17;
export const CHILD_B = 18;
export const IS_BACK = 19;
/** The first of the thread's guests: rows of poses, of shapes, and of vertices. */
export const GUEST_POSE = 20;
export const GUEST_SHAPE = 21;
export const GUEST_VERTEX = 22;

/** Of metTriangles.ts. */
export class MetTriangles {
  /** Whether the triangle that is loaded is met from its back; whether a back does not count, set before `isMet`. */
  isBack: Int = 0;
  isOneSided: Int = 0;
  /** How far away a triangle may be (m). Set before `isMet`. */
  readonly margin = doubles(1);
  readonly reach = doubles(1);
  /** Of each pair of the thread's list (GUEST_PAIRS). */
  readonly numbers = doubles(2176);
  readonly backs = ints(128);
}

export class ChildState {
  readonly words = ints(24);
  /** The largest separation of a contact point (m). */
  readonly margin = doubles(1);
  /** Children of the pairs in the thread's list: of the shape that is searched, and of the other one. */
  readonly childOf = ints(128);
  readonly partOf = ints(128);
  /** Separations of a row's points below which it is none, and below which it is doubtful (m). */
  readonly least = doubles(2);
  readonly frame = new BodyFrame();
  readonly span = new BodySpan();
  readonly clusters = new Clusters();
  readonly met = new MetTriangles();
  readonly rule = new SurfaceRule();
  readonly search = new NearSearch();
  readonly manifold = new Manifold();
}
