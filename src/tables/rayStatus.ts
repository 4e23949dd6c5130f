/** What becomes of a ray. */
export const RayStatus = {
  /** The ray hits nothing up to its largest t. */
  Miss: 0,
  /** It hits a collider. */
  Hit: 1,
  /** Its origin lies in a collider or on its surface: t is 0, the normal 0. */
  StartsInside: 2,
  /** A number is NaN or infinite, the direction is zero, or the largest t is negative. The ray hits nothing. */
  Invalid: 3,
} as const;

export type RayStatusCode = (typeof RayStatus)[keyof typeof RayStatus];
