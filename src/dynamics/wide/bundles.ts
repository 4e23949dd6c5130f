/**
 * Tables of the stepper's passes: four contacts per bundle, one per lane, and the columns of bodies. f32 unless a
 * comment gives another type.
 */
import type { Column, ColumnOf, IntColumn, Table, Tables } from '../../language/lanes.ts';
import type { Vec3 } from '../../math/lanes/vectors.ts';

/** The spins that a unit impulse along a direction gives both bodies. */
export interface AngularJacobian {
  readonly a: Vec3;
  readonly b: Vec3;
}

/** Bytes of memory per bundle: cache lines of 64 bytes. */
export const BUNDLE_BYTES = 1536;

/**
 * Four contacts whose moving bodies are all different. Vectors are in world axes, scaled as in bodies.ts. What passes
 * read together lies in the same cache lines: `solve` reads the beginning, up to the last point in use, and `relax`
 * reads friction, too.
 */
export interface Bundle extends Table<4, typeof BUNDLE_BYTES> {
  /** Byte addresses of the bodies' state. */
  readonly a: IntColumn;
  readonly b: IntColumn;
  /** The largest number of points of the four contacts, and whether any bounces: in the first lane. */
  readonly points: IntColumn;
  readonly bouncing: IntColumn;
  /** 1 = contacts move it, 0 = not. */
  readonly isDynamicA: Column;
  readonly isDynamicB: Column;
  /** 1 / √mass; 1 for bodies that contacts do not move. */
  readonly invSqrtMassA: Column;
  readonly invSqrtMassB: Column;
  readonly normal: ColumnOf<Vec3>;
  /**
   * Additional correction of penetration beyond `SOFT_PENETRATION`: 0 where the effective mass of the points is that of
   * both bodies.
   */
  readonly stiffnessGain: Column;
  readonly point: Tables<Point, 4>;
  /** Directions of friction, across the normal, at the middle of the points. */
  readonly first: ColumnOf<Vec3>;
  readonly second: ColumnOf<Vec3>;
  readonly firstAngular: ColumnOf<AngularJacobian>;
  readonly secondAngular: ColumnOf<AngularJacobian>;
  /** About the normal. */
  readonly twistAngular: ColumnOf<AngularJacobian>;
  /** Impulse per speed. */
  readonly firstMass: Column;
  readonly secondMass: Column;
  readonly twistMass: Column;
  /** Coefficient of friction. */
  readonly friction: Column;
  /** Distance of the points from their middle: the lever of friction against twist (m). */
  readonly lever: Column;
  /** Impulses so far. */
  readonly firstImpulse: Column;
  readonly secondImpulse: Column;
  readonly twistImpulse: Column;
  readonly approach: Tables<Approach, 4>;
  readonly restitution: Column;
  /** Contact row, or −1, and the number of points of each contact. */
  readonly row: IntColumn;
  readonly counts: IntColumn;
  /** Of a contact that bounces: kinetic energy of both bodies at the start of the step, then what they may keep (J). */
  readonly energy: Column;
}

/** One point of each of the four contacts. */
export interface Point extends Table<4> {
  readonly angular: ColumnOf<AngularJacobian>;
  /** Signed separation at the start of the step (m). */
  readonly separation: Column;
  /** Impulse per speed; 0 for a missing point. */
  readonly mass: Column;
  readonly impulse: Column;
  /** Speed at which the gap may close (m/s): set by `solve`, for `relax`. Within `solve` first the gap itself (m). */
  readonly closingSpeed: Column;
}

/** One point of each of four contacts that bounce. */
export interface Approach extends Table<4> {
  /** Approach speed of the bodies at the start of the step (m/s, < 0), then the speed that restitution wants. */
  readonly speed: Column;
  /** Sum of the impulses of the step; before the last substep ends, without those of the last one. */
  readonly impulse: Column;
}

/** Bundles whose rows are prefetched: they share the latency at the end of each run. */
export const PREFETCH_RUN = 64;

/** Bytes per body: of its state, its frame and its mass. */
export const RECORD_BYTES = 64;
