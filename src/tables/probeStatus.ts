/** Status of a probe in a query. */
export const ProbeStatus = {
  /** The row is complete. */
  Answered: 0,
  /** A pair is not decided: its collider is in the row, though it may be apart. Never seen in our tests. */
  Unresolved: 1,
  /** The probe has no known shape, a half-space, or a pose with NaN or a zero quaternion: it finds nothing. */
  Invalid: 2,
} as const;

export type ProbeStatusCode = (typeof ProbeStatus)[keyof typeof ProbeStatus];
