/** Status of a mover in `separate`. */
export const SeparateStatus = {
  /** The mover overlaps nothing, and stays where it is. */
  Free: 0,
  /** The push takes the mover out of everything that it overlapped. */
  Moved: 1,
  /**
   * There is no way out, or none that is short enough: the push leads to the place where the deepest overlap was least.
   */
  Stuck: 2,
  /** There is a way out, but all rounds are used up: the push leads to where the deepest overlap was least. */
  Unresolved: 3,
  /** The mover has no known shape, a half-space, or a pose with NaN or a zero quaternion. */
  Invalid: 4,
} as const;

export type SeparateStatusCode = (typeof SeparateStatus)[keyof typeof SeparateStatus];
