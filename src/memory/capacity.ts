/** How much a scene can hold. */
export interface SceneCapacity {
  /** Shapes. Default 16,384. */
  readonly shapes: number;
  /** Hull vertices in all, each hull padded to a multiple of 4 (a sphere or capsule takes 4). Default 262,144. */
  readonly vertices: number;
  /** Parts of sums and hulls of shapes that do not become one hull or one other shape, in all. Default 4,096. */
  readonly parts: number;
  /** Colliders. Default 65,536. */
  readonly colliders: number;
  // of shapes with children, which no public function makes yet: their memory is not used
  /** Triangles of all meshes. Default 262,144. */
  readonly meshTriangles: number;
  /** Vertices of all meshes. Default 262,144. */
  readonly meshVertices: number;
  /** Heights of all height fields. Default 1,048,576. */
  readonly heights: number;
  /** Parts of all compounds. Default 16,384. */
  readonly compoundParts: number;
}

/** The most colliders without bounds of a scene: every search tests each of them. */
export const MOST_UNBOUNDED = 64;
