/** Status of a point in `closestPoints`. */
export const ClosestStatus = {
  /** No collider is within `maxDistance`. */
  None: 0,
  /** The point is outside of all colliders; the row holds the closest. */
  Outside: 1,
  /** The point is in or on a collider; the row holds the one in which it is deepest. */
  Inside: 2,
  /** The distance is not proven: the row holds the best result and its error bound. Never seen in our tests. */
  Unresolved: 3,
  /** A coordinate of the point, or its square, is not finite. */
  Invalid: 4,
} as const;

export type ClosestStatusCode = (typeof ClosestStatus)[keyof typeof ClosestStatus];
