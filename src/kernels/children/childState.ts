/** The memory of contacts of shapes with children: of one thread, and of the pair that it computes. */
import type { Int } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';
import { Manifold } from '../contacts/manifoldTables.ts';
import { BodyFrame } from './bodyBox.ts';
import { BodySpan } from './bodySpan.ts';
import { ChildSearch } from './childSearch.ts';
import { Clusters } from './clusterTables.ts';
import { NearBox } from './nearBox.ts';
import { SurfaceRule } from './surfaceRule.ts';

/** Of metTriangles.ts. */
export class MetTriangles {
  /** Whether the triangle that is loaded is met from its back; whether a back does not count, set before `isMet`. */
  isBack: Int = 0;
  isOneSided: Int = 0;
  /** How far away a triangle may be (m). Set before `isMet`. */
  readonly margin = doubles(1);
  readonly reach = doubles(1);
  /** Of each pair of the thread's list (GUEST_PAIRS): corners, normal, lowest point and heights of the body. */
  readonly corners = doubles(1152);
  readonly normals = doubles(384);
  readonly lowest = doubles(384);
  readonly heights = doubles(256);
  readonly backs = ints(128);
}

export class ChildState {
  /**
   * Of the collider whose children are searched, and of the other one: its row, the first word and the node of its
   * head, and whether it is a compound.
   */
  readonly colliders = ints(2);
  readonly heads = ints(2);
  readonly nodes = ints(2);
  readonly compounds = ints(2);
  /** Whether a back of the searched surface does not count; the pair has a sensor, which feels all triangles. */
  readonly isOneSided = ints(1);
  readonly isSensor = ints(1);
  /** Whether the searched collider is the first of the pair; the second of the pair has the smaller id. */
  readonly isFirst = ints(1);
  readonly isSwapped = ints(1);
  /** The convex body whose children are searched: a row of the placed table; and the part that it is, or NO_CHILD. */
  readonly body = ints(1);
  readonly part = ints(1);
  /** Whether a row of the pair is of a shape that may roll. */
  readonly rolls = ints(1);
  /** Of the row that is added: the colliders of its sides (0 or 1), their children, and whether a back is met. */
  readonly sideA = ints(1);
  readonly sideB = ints(1);
  readonly childOfA = ints(1);
  readonly childOfB = ints(1);
  readonly isBack = ints(1);
  /** The first of the thread's guests: rows of poses, of shapes, and of vertices. */
  readonly guestPose = ints(1);
  readonly guestShape = ints(1);
  readonly guestVertex = ints(1);
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
  readonly near = new NearBox();
  readonly search = new ChildSearch();
  readonly manifold = new Manifold();
}
