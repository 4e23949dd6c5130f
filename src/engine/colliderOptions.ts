/** Options of colliders, as users write them. */
import type { QuatLike, Vec2Like, Vec3Like } from '../checks.ts';

/** The pose of a collider. */
export interface ColliderPose {
  /** x y z (m), world. Default: the origin. */
  readonly position?: Vec3Like | undefined;
  /** Quaternion x y z w, local → world, of any length but zero. Default: no rotation. */
  readonly rotation?: QuatLike | undefined;
}

/** The groups of a collider, for `findPairs`. */
export interface ColliderGroups {
  /** Groups that the collider is in, one per bit, an integer in 0..65535. Default: 1. */
  readonly membership?: number | undefined;
  /** Groups that the collider may be paired with, one per bit, an integer in 0..65535. Default: 65535, all groups. */
  readonly mask?: number | undefined;
  /** Whether the collider is static. Two static colliders are never candidates. Default: false. */
  readonly static?: boolean | undefined;
}

/** What a collider has besides its pose: groups, whether it is a sensor, and a number of the user. */
export interface ColliderTraits extends ColliderGroups {
  /** Whether the collider is a sensor (`scene.sensors`). Default: false. */
  readonly sensor?: boolean | undefined;
  /** A number of the user (`scene.userIds`), an integer in 0..4294967295. Default: 0. */
  readonly userId?: number | undefined;
}

/** The pose of a collider, its groups, flags and user id. */
export interface ColliderOptions extends ColliderPose, ColliderTraits {}

/** The pose of a collider of a planar scene, its groups, flags and user id. */
export interface PlanarColliderOptions extends ColliderTraits {
  /** x y (m), world. Default: the origin. */
  readonly position?: Vec2Like | undefined;
  /** Rotation (rad), counter-clockwise, local → world. Default: 0. */
  readonly angle?: number | undefined;
}
