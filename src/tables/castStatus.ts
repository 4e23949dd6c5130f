/** The status of a cast: of `hullstorm/pair`, and of rows of casts. */
export const CastStatus = {
  /** The shapes stay farther apart than `skin`, or touch at the start and leave each other (`leaving`): t is 1. */
  Free: 0,
  /** At `t` the shapes are within the tolerance of `skin`. */
  Hit: 1,
  /** The distance at the start is at most `skin`: t is 0. */
  StartsTouching: 2,
  /** The step limit was reached. The shapes are proven to be farther apart than `skin` until `t`. */
  Unresolved: 3,
  /** A number is not finite, a turn is above 64 rad, or a half-space turns. Engines alone: `hullstorm/pair` throws. */
  Invalid: 4,
} as const;

export type CastStatusCode = (typeof CastStatus)[keyof typeof CastStatus];
