/**
 * Tables of contacts in a thread's tile: four pairs together until their patches are found, then one pair at a time.
 */
import type { Column, IntColumn, Table, Tables } from '../../../language/lanes.ts';

/**
 * Four pairs. A's face is |s| ≤ halfS, |t| ≤ halfT in a plane. B's face is projected onto that plane along the pair's
 * normal.
 */
export interface Patch extends Table<4> {
  readonly halfS: Column;
  readonly halfT: Column;
  /** Lengths of B's face along its two edges, on the plane: |s| + |t|, halved. */
  readonly lengthP: Column;
  readonly lengthQ: Column;
  /** Snap distance: corners nearer than this are one (m). */
  readonly snap: Column;
  /** Witness points deeper than all corners by this become a contact point; depths within `asDeep` are equal (m). */
  readonly deeper: Column;
  readonly asDeep: Column;
  /** Signed distance of the pair. */
  readonly distance: Column;
  /** Sum of the radii. */
  readonly radii: Column;
  /** Bit k: slot k holds a corner within the margin. */
  readonly valid: IntColumn;
  /**
   * The code of the face: bits 0–2, 4–6: the bit of a vertex id that is the sign of s, of t; 8–10: that of its axis;
   * 12: 1 on the positive side.
   */
  readonly faceA: IntColumn;
  readonly faceB: IntColumn;
}

/** World axes, row 4 · lane: x y z of one pair. */
export interface Axes extends Table<16> {
  /** World axes of s and t, and the point s = t = 0 of A's surface, from A's position. */
  readonly alongS: Column;
  readonly alongT: Column;
  readonly base: Column;
  /** The normal A → B, and B's position minus A's. */
  readonly normal: Column;
  readonly offset: Column;
}

/**
 * Slots for corners of a patch, of four pairs each. 0–3: B's edges along q, at p = 1 and p = −1, enter and leave A's
 * face; 4–7: the same for its edges along p; 8–11: the corners of B's face; 12–15: those of A's.
 */
export const EDGES_P = 4;
export const CORNERS_B = 8;
export const CORNERS_A = 12;

/** Row 4 · slot + lane: a corner on the plane, and the separation of the surfaces there. */
export interface Slots extends Table<64> {
  readonly s: Column;
  readonly t: Column;
  readonly separation: Column;
  /** For slots on an edge of B: the position along the edge, from −1 to 1. */
  readonly place: Column;
}

/** Numbers of rows and columns of `Corners`. */
export const CORNER_ROWS = 16;
export const CORNER_COLUMNS = 5;

/** Corners of one patch. */
export interface Corners extends Table<typeof CORNER_ROWS> {
  readonly s: Column;
  readonly t: Column;
  readonly separation: Column;
  readonly feature: IntColumn;
  /** Height along the normal above the point that s and t alone give. */
  readonly height: Column;
}

/** The choice of four corners: the weight of each corner, whether it is one of the deepest, and the chosen four. */
export interface Choice extends Table<16> {
  readonly worth: Column;
  readonly deep: IntColumn;
  readonly chosen: IntColumn;
}

/**
 * Axes of the contact frame (two across the normal, and the normal) in the frames of the shapes, row 4 · lane: x y z of
 * one pair.
 */
export interface Views extends Table<16> {
  readonly firstA: Column;
  readonly secondA: Column;
  readonly normalA: Column;
  readonly firstB: Column;
  readonly secondB: Column;
  readonly normalB: Column;
  /** Position of B in the contact frame, from A's. */
  readonly shift: Column;
  /** The first value is the radius of A. */
  readonly radius: Column;
}

/** A face in the contact frame: x and y across the normal, height along it. */
export interface Face extends Table<16> {
  readonly x: Column;
  readonly y: Column;
  readonly height: Column;
  readonly vertex: IntColumn;
  /** nx x + ny y + nh height = offset: four numbers. */
  readonly plane: Column;
}

/** A clipped face: its corners, the origin of each, and the edge on which its next side lies. */
export interface Work extends Table<48> {
  readonly x: Column;
  readonly y: Column;
  readonly height: Column;
  readonly tag: IntColumn;
  readonly edge: IntColumn;
}
/** One is read while the other is written. */
export type Works = Tables<Work, 2>;
