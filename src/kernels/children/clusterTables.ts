/** The tables of clusters.ts and planarHull.ts. */
import type { Int } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';

/** Directions in which the farthest points stay then. */
export const DIRECTIONS = 32;

export class Hull {
  /** Of each point: coordinates and separation (m), its number, that of the point whose id it has, the id, its rank. */
  readonly x = doubles(128);
  readonly y = doubles(128);
  readonly depths = doubles(128);
  readonly sources = ints(128);
  readonly names = ints(128);
  readonly features = ints(128);
  readonly ranks = ints(128);
  /** After `wrap`: the points of the hull, counter-clockwise; behind them the deepest, if it is not one of them. */
  readonly order = ints(128);
  /** Points nearer than this are one; depths that differ by this are equal; how far bearing points are apart (m). */
  readonly limits = doubles(3);
  /** 1 = the points are those of a round body. */
  isRound: Int = 0;
  count: Int = 0;
  readonly kept = ints(128);
  /** The greatest depth of the points that are wrapped. */
  readonly most = doubles(1);
  readonly gain = doubles(1);
  /** Of the directions, from 0 on: those a quarter ahead are sines of the opposite directions. Hosts write them. */
  readonly cosines = doubles(32);
}

export class Clusters {
  readonly rowCount = ints(1);
  readonly pointCount = ints(1);
  /** After `joinRows` of clusters.ts. */
  readonly manifoldCount = ints(1);
  /** 1 = a body that meets children is round. */
  readonly isRound = ints(1);
  /** VERTEX_OF_A or VERTEX_OF_B if that shape is a surface, else 0. */
  readonly surfaceKind = ints(1);
  /** Of each row: normal x y z and separation, children, its first point, and the number of its points. */
  readonly normals = doubles(1024);
  readonly childA = ints(256);
  readonly childB = ints(256);
  readonly firsts = ints(256);
  readonly counts = ints(256);
  readonly doubtful = ints(256);
  /** Points: x y z on A, and separation; and their features. */
  readonly numbers = doubles(16384);
  readonly features = ints(4096);
  /** Of each manifold the row that leads it, the deepest. */
  readonly leaders = ints(8);
  /** Extent of the smaller shape (m), 0 at first. */
  readonly size = doubles(1);
  /** Of the colliders: B − A. */
  readonly offset = doubles(3);
  /** From A's position to the origin of the corners that `addRow` of clusters.ts takes (m). */
  readonly origin = doubles(3);
  readonly order = ints(256);
  readonly clusters = ints(256);
  readonly hull = new Hull();
  /** The points of manifolds while they are made rows. */
  readonly kept = doubles(128);
  readonly keptFeatures = ints(32);
  readonly keptCounts = ints(8);
  readonly keptNormals = doubles(32);
  readonly keptA = ints(8);
  readonly keptB = ints(8);
}

export function beginClusters(c: Clusters): void {
  c.rowCount[0] = 0;
  c.pointCount[0] = 0;
  c.manifoldCount[0] = 0;
  c.isRound[0] = 0;
  c.surfaceKind[0] = 0;
  c.size[0] = 0;
}
