/** What a ray needs of the tables of a scene: the tables of hosts have these members, and more. */
import type { Doubles, Floats, Shorts } from '../../language/lanes.ts';
import type { ShapeRows } from '../cores/enginePools.ts';
import type { OwnPools } from '../cores/pools.ts';

/** Poses of colliders: positions x y z –, quaternions x y z w. */
export interface RayPoses {
  readonly positions: Doubles;
  readonly rotations: Floats;
}

export type RayShapes = ShapeRows;

/** Vertices, their direction cells, and the corners of contact faces (tables/vertexTable.ts). */
export interface RayVertices {
  readonly coordinates: Floats;
  readonly cells: Shorts;
  readonly loops: Shorts;
}

export interface RayPools extends OwnPools {
  readonly vertices: RayVertices;
}
