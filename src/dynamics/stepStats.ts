/** What a step did, and how long it took. */
export interface StepStats {
  /** Seconds that the step moved bodies by: `dt` of the call, at most 0.1. */
  readonly dt: number;
  /** Substeps of the step. */
  readonly substeps: number;
  /** Bodies of all types. */
  readonly bodies: number;
  /** Dynamic bodies that are awake. */
  readonly awake: number;
  /** Bodies that the step excluded: a number in their columns is not finite, or their quaternion is zero. */
  readonly invalid: number;
  /** Bodies that moved far in the step, and were swept against others. */
  readonly swept: number;
  /** Candidate pairs of the broad phase. */
  readonly pairs: number;
  /** Pairs with contact points that the step solved. */
  readonly contacts: number;
  /** Contact points of these pairs. */
  readonly points: number;
  /** Children of meshes, height fields and compounds that were computed against another shape. */
  readonly children: number;
  /** Colors of the contact graph: groups of contacts that are solved one after the other. */
  readonly colors: number;
  /** @deprecated Use `colors`. The next version removes this name. */
  readonly colours: number;
  /** Time of the broad phase (ms). */
  readonly broad: number;
  /** Time of distances and manifolds (ms). */
  readonly narrow: number;
  /** Time of the solver (ms). */
  readonly solve: number;
  /** Time to write poses back and to update sleep (ms). */
  readonly integrate: number;
  /** Sum of the four times (ms). */
  readonly total: number;
}

/** Statistics that the stepper can write. */
export type WritableStats = { -readonly [K in keyof StepStats]: StepStats[K] };

export function createStats(): WritableStats {
  return {
    dt: 0,
    substeps: 0,
    bodies: 0,
    awake: 0,
    invalid: 0,
    swept: 0,
    pairs: 0,
    contacts: 0,
    points: 0,
    children: 0,
    colors: 0,
    get colours() {
      return this.colors;
    },
    broad: 0,
    narrow: 0,
    solve: 0,
    integrate: 0,
    total: 0,
  };
}
