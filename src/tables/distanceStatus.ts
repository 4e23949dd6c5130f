/** Codes of the status column. Scalar TypeScript and wide sources import this file: numbers only. */

/** Three of the codes of `Status`: a program that uses these is bundled without the object. */
export const SEPARATED = 0;
export const OVERLAPPING = 1;
export const INVALID = 4;

/** The status of a pair. */
export const Status = {
  /** The shapes do not touch. */
  Separated: SEPARATED,
  /** The shapes touch or overlap: signed distance ≤ 0. */
  Overlapping: OVERLAPPING,
  /** Farther apart than `maxDistance`; `separation` holds a separating direction and a lower bound of the distance. */
  BeyondMaxDistance: 2,
  /** The iteration limit was reached: the row holds the best result and its error bound. Never seen in our tests. */
  NotConverged: 3,
  /** An id out of range, removed, or equal to the other; a pose with NaN or a zero quaternion. All columns are NaN. */
  Invalid: INVALID,
} as const;

export type StatusCode = (typeof Status)[keyof typeof Status];
