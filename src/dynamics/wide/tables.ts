/** Tables of the stepper's passes: four contacts side by side, and the columns of bodies; f32 unless a comment says otherwise. */
import type { Column, ColumnOf, IntColumn, Table, Tables } from '../../narrow/wide/lanes.ts';
import type { Vec3 } from '../../narrow/wide/vectors.ts';

/** The spins that an impulse along a direction gives both bodies. */
export interface Arms {
  readonly a: Vec3;
  readonly b: Vec3;
}

/** Bytes that the host sets aside for a bundle. */
export const BUNDLE_BYTES = 1520;

/** Four contacts whose moving bodies are all different. Vectors are world axes, scaled as bodies.ts says. */
export interface Bundle extends Table<4, typeof BUNDLE_BYTES> {
  /** Contact row, or −1. */
  readonly row: IntColumn;
  /** Byte addresses of the bodies' state. */
  readonly a: IntColumn;
  readonly b: IntColumn;
  /** Points of each; the first lane of `points`: the most of the four, and of `bouncing`: whether any bounces. */
  readonly counts: IntColumn;
  readonly points: IntColumn;
  readonly bouncing: IntColumn;
  /** 1 = contacts move it, 0 = not. */
  readonly movesA: Column;
  readonly movesB: Column;
  /** 1 / √mass; 1 of what is not moved. */
  readonly lightA: Column;
  readonly lightB: Column;
  readonly friction: Column;
  readonly restitution: Column;
  readonly normal: ColumnOf<Vec3>;
  /** Across the normal, where friction acts: at the middle of the points. */
  readonly first: ColumnOf<Vec3>;
  readonly second: ColumnOf<Vec3>;
  readonly firstArms: ColumnOf<Arms>;
  readonly secondArms: ColumnOf<Arms>;
  /** About the normal. */
  readonly twistArms: ColumnOf<Arms>;
  /** Impulse per speed. */
  readonly firstMass: Column;
  readonly secondMass: Column;
  readonly twistMass: Column;
  /** Impulses so far. */
  readonly firstImpulse: Column;
  readonly secondImpulse: Column;
  readonly twistImpulse: Column;
  /** How far points are from their middle: the lever that friction has against twist (m). */
  readonly lever: Column;
  /** By how much more penetration beyond `GIVES` is pushed out: 0 where the points have all of the bodies' masses behind them. */
  readonly steepness: Column;
  readonly point: Tables<Point, 4>;
  readonly meeting: Tables<Meeting, 4>;
}

/** One point of each of the four. */
export interface Point extends Table<4> {
  readonly arms: ColumnOf<Arms>;
  /** Signed separation when the step began (m). */
  readonly separation: Column;
  /** Impulse per speed; 0 where there is no such point. */
  readonly mass: Column;
  readonly impulse: Column;
  /** Speed at which the gap may close (m/s): set by `solve`, for `relax`. */
  readonly closing: Column;
}

/** One point of each of the four, of contacts that bounce. */
export interface Meeting extends Table<4> {
  /** How fast the bodies met when the step began (m/s, < 0), and the largest impulse since. */
  readonly speed: Column;
  readonly largest: Column;
}

/** Bundles whose rows are read ahead: the wait at the end of each run is shared by so many. */
export const AHEAD = 64;

/** Bytes per body: of its state, its frame and its mass. */
export const RECORD_BYTES = 64;
