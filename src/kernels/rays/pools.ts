/** What a ray needs of the tables of a scene: the tables of hosts have these members, and more. */
import type { Doubles, Floats, Shorts, Words } from '../lanes.ts';

/** Poses of colliders: positions x y z –, quaternions x y z w. */
export interface RayPoses {
  readonly positions: Doubles;
  readonly rotations: Floats;
}

/** Rows of shapes (shapes/codes.ts): the same memory as words and as numbers. */
export interface RayShapes {
  readonly words: Words;
  readonly reals: Floats;
}

/** Vertices, their direction cells, and the corners of contact faces (shapes/vertexTable.ts). */
export interface RayVertices {
  readonly coordinates: Floats;
  readonly cells: Shorts;
  readonly loops: Shorts;
}

export interface RayPools {
  readonly shapes: RayShapes;
  readonly vertices: RayVertices;
}
