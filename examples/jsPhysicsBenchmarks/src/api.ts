/** The part of `src/api.ts` of isaac-mason/js-physics-benchmarks that an implementation sees, for our test. */
export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export const MotionType = { STATIC: 0, DYNAMIC: 1, KINEMATIC: 2 } as const;
export const ShapeType = { BOX: 0, SPHERE: 1, CONVEX_HULL: 2, TRIANGLE_MESH: 3 } as const;
export const Capability = { Raycast: 'raycast', ContactListener: 'contacts', ConvexHull: 'hulls' } as const;
export type Capability = (typeof Capability)[keyof typeof Capability];

export type PhysicsShape =
  | { type: typeof ShapeType.BOX; halfExtents: Vec3; convexRadius?: number }
  | { type: typeof ShapeType.SPHERE; radius: number }
  | { type: typeof ShapeType.CONVEX_HULL; points: number[] }
  | { type: typeof ShapeType.TRIANGLE_MESH; positions: Float32Array; indices: Uint32Array };

export interface RigidBodyOptions {
  shape: number;
  motionType: (typeof MotionType)[keyof typeof MotionType];
  position: Vec3;
  quaternion?: Quat;
  mass?: number;
  friction?: number;
  restitution?: number;
}

export interface RaycastResult {
  hit: boolean;
  fraction: number;
}
