/** Options of colliders, as users write them. */

/** The pose of a collider. */
export interface ColliderPose {
  /** x y z (m), world. Default: the origin. */
  readonly position?: ArrayLike<number>;
  /** Quaternion x y z w, local → world, of any length but zero. Default: no rotation. */
  readonly rotation?: ArrayLike<number>;
}

/** The pose of a collider, and its groups for `findPairs`. */
export interface ColliderOptions extends ColliderPose {
  /** Groups that the collider is in, one per bit, an integer in 0..65535. Default: 1. */
  readonly membership?: number;
  /** Groups that the collider may be paired with, one per bit, an integer in 0..65535. Default: 65535, all groups. */
  readonly mask?: number;
  /** Whether the collider is static. Two static colliders are never candidates. Default: false. */
  readonly static?: boolean;
}
