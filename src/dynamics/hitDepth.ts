/**
 * How deep a hit has to be to count. Contacts push a body out of a smaller depth on the right side, and a body that
 * slides over the seams of a floor must not stop at each tile.
 */
import type { Bodies } from './bodies.ts';

/**
 * A hit counts if the body would go deeper into the other one than this part of both thicknesses. Bodies that are not
 * dynamic have none.
 */
const SHALLOW = 0.75;
/** The same for bullets, as a part of their own thickness. */
const SHALLOW_FOR_BULLETS = 0.25;

/** Thickness of a far body and of another one; of a bullet alone (m). */
export function thicknessOf(id: number, other: number, { isBullet, thicknesses }: Bodies): number {
  return isBullet[id] === 1 ? thicknesses[id] : thicknesses[id] + thicknesses[other];
}

/** The depth beyond which a hit of a far body counts (m). */
export function hitDepth(id: number, other: number, bodies: Bodies): number {
  const share = bodies.isBullet[id] === 1 ? SHALLOW_FOR_BULLETS : SHALLOW;
  return share * thicknessOf(id, other, bodies);
}

/** The same for a hit with any other body, at least (m). */
export function leastHitDepth(id: number, { isBullet, thicknesses }: Bodies): number {
  return (isBullet[id] === 1 ? SHALLOW_FOR_BULLETS : SHALLOW) * thicknesses[id];
}
