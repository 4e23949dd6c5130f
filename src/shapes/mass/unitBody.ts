import type { Quaternion } from './principalAxes.ts';

/** Mass properties of a shape for density 1, in its local frame. */
export interface UnitBody {
  /** m³ */
  readonly volume: number;
  /** Without it: the volume. Compounds have parts of several densities: their mass as a share of the density (m³). */
  readonly mass?: number;
  /** Center of mass (m). */
  readonly center: readonly [number, number, number];
  /** ∫ x² ∫ y² ∫ z² about the center along the principal axes (m⁵). */
  readonly squares: readonly [number, number, number];
  /** Principal axes → local. */
  readonly axes: Quaternion;
}
