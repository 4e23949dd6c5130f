/** Status of a mover in `moveAndSlide`. */
export const SlideStatus = {
  /** Nothing is in the way: the mover goes all of its motion. */
  Free: 0,
  /** The mover meets something, and slides on for the rest of its motion. */
  Slid: 1,
  /** The mover stops: along what it meets there is no way on that does not turn against its motion. */
  Blocked: 2,
  /** The mover stops before its motion ends: all slides are used up, or a cast ends before it finds the contact. */
  Unresolved: 3,
  /** At the start the mover overlaps a collider by more than the skin, and stays where it is. Call `separate`. */
  StartsInside: 4,
  /** The mover has no known shape, a half-space, a turn, or a pose or motion that is not finite. */
  Invalid: 5,
} as const;

export type SlideStatusCode = (typeof SlideStatus)[keyof typeof SlideStatus];
