/**
 * The numbers of a ray and of what it meets. Hosts make these tables by `new`; those of the wide kernel lie in the
 * tables of a tile. Meters, but for t; matrices are rotations local → world, row major 3 × 3.
 *
 * Numbers pass between functions here and not as arguments: V8 allocates for every double that crosses a call without
 * inlining. Those that are not written yet are NaN: V8 keeps a member in place that is no integer at first.
 */
import type { Double, Int } from '../../language/lanes.ts';
import { doubles } from '../../language/members.ts';

/** A ray in the world. Lengths along it are in meters: a point of it is origin + s · unit, and t = s / length. */
export class WorldRay {
  readonly origin = doubles(3);
  readonly unit = doubles(3);
  /** Reciprocals of the unit direction; a large number for 0. */
  readonly inverse = doubles(3);
  /** Length of the direction as given. */
  length: Double = NaN;
  /** The largest t of a hit. */
  mostT: Double = NaN;
}

/**
 * A portal: a triangle of points of a body that the line of a ray passes through. Points are seen from `center` of the
 * local ray, in the axes across it: the line is x = y = 0, and z counts along it.
 */
export class Portal {
  /** The axes, local; the third is the unit direction of the ray. */
  readonly x = doubles(3);
  readonly y = doubles(3);
  /** The corners, counter-clockwise seen along −z. */
  readonly a = doubles(3);
  readonly b = doubles(3);
  readonly c = doubles(3);
  /** Of a support, local: the direction, then the point of the core. */
  readonly direction = doubles(3);
  /** Along the line, no point of the body is before `outer`, and `inner` is one of them (refine.ts). */
  outer: Double = NaN;
  inner: Double = NaN;
}

/** A ray in the frame of a body, and where its line enters the body. */
export class BodyRay {
  readonly rotation = doubles(9);
  /** The point of the line nearest to the position of the body, and the unit direction. Lengths count from there. */
  readonly center = doubles(3);
  readonly unit = doubles(3);
  /** The origin of the ray. */
  start: Double = NaN;
  /** A ray that passes within this distance of a body meets it: more than the rounding of the local ray. */
  slack: Double = NaN;
  /** Extent and radius of the body together. */
  size: Double = NaN;
  /** Radius by which the core is grown. */
  growth: Double = NaN;
  /** Where the line enters the body and leaves it. */
  entry: Double = NaN;
  exit: Double = NaN;
  /** The same of the box around it, larger by the slack; and the axis along which it enters the box. */
  sureEntry: Double = NaN;
  sureExit: Double = NaN;
  axis: Int = 0;
  /** At entry + gap the line is inside for certain: 0 for closed forms. */
  gap: Double = NaN;
  /** Outward unit normal at the entry. */
  readonly normal = doubles(3);
  /** Of a triangle: weights of the corners that the user gave it as 1 and 2; else 0. */
  readonly weights = doubles(2);
  readonly portal = new Portal();
}

/** A ray in the frame of a body with children: places along it count from `origin`, not before all children. */
export class ChildLine {
  /** The corners of the triangle that is tested (m). */
  readonly corners = doubles(9);
  readonly origin = doubles(3);
  readonly inverse = doubles(3);
  /** A ray that passes within this distance of a box meets it. */
  room: Double = NaN;
  /** From the origin of the ray to `origin`. */
  skipped: Double = NaN;
  /** Where later hits do not count, by more than rounding. Written where it is needed. */
  limit: Double = NaN;
}

/** Where a ray meets a body. */
export class RayHit {
  t: Double = NaN;
  /** Outward unit normal, world; 0 if the origin lies in the body. */
  readonly normal = doubles(3);
  /** Error bound of t · length. */
  bound: Double = NaN;
  readonly weights = doubles(2);
  /** Number and material of the child, whole numbers; −1 and 0 for a convex body. */
  child: Double = NaN;
  material: Double = NaN;
}

/** The nearest hit so far; of a search of any or of all hits, the last one. */
export class BestHit {
  /** If there is none, t is the largest of a hit. Hosts read it: HIT_T … of tables/rayTree.ts. */
  readonly hit = new RayHit();
  /** Where a ray ends for which later hits do not count. */
  end: Double = NaN;
  /** MISSES, ENTERS or INSIDE (hit.ts). */
  code: Int = 0;
  /** The collider, or NONE. */
  row: Int = -1;
}

/** What the search of a ray works with, on hosts. */
export class RayNumbers {
  readonly ray = new WorldRay();
  readonly body = new BodyRay();
  /** In the frame of a body with children. */
  readonly whole = new BodyRay();
  readonly line = new ChildLine();
  readonly hit = new RayHit();
  readonly best = new BestHit();
  /** Where the ray enters the bounds of the last body. */
  entry: Double = NaN;
}
