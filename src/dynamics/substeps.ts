/**
 * The default number of substeps. The load that a contact spring can hold goes by weight · substep² / size. So bodies
 * of a tenth of the size need substeps that are shorter by √10 for the same stability. The default follows the median
 * size. It also follows the smallest size, as long as the additional substeps are cheap.
 */
import type { Histogram } from './histogram.ts';
import { COMMON_SIZE } from './wide/limits.ts';

export const DEFAULT_SUBSTEPS = 5;
export const MOST_SUBSTEPS = 64;
/** Bodies × substeps up to which the smallest size decides. */
const CHEAP = 16_384;

/** Substeps for bodies of one size (m). */
function substepsOf(size: number): number {
  const wanted = Math.ceil(DEFAULT_SUBSTEPS * Math.sqrt(COMMON_SIZE / size));
  return Math.min(Math.max(wanted, DEFAULT_SUBSTEPS), MOST_SUBSTEPS);
}

/** @param sizes of all dynamic bodies (m) */
export function substepsFor(sizes: Histogram): number {
  const cheap = Math.trunc(CHEAP / Math.max(sizes.count, 1));
  return Math.max(substepsOf(sizes.rank(0.5)), Math.min(substepsOf(sizes.rank(0)), cheap));
}

/** Factor, ≥ 1, of the stiffness limit of contact springs: small bodies need stiffer springs. */
export function stiffnessFor(sizes: Histogram): number {
  return Math.sqrt(Math.max(COMMON_SIZE / sizes.rank(0), 1));
}
