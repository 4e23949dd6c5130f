/**
 * Into how many substeps a step is cut. What a spring can hold goes by weight · substep² / size: bodies of a tenth of the size need shorter
 * substeps by √10 to stand as still. So default substeps go by the size of bodies: of the middle one, and of the smallest where there are so
 * few of them that it costs little.
 */
import type { Histogram } from './histogram.ts';
import { COMMON_SIZE } from './wide/limits.ts';

export const DEFAULT_SUBSTEPS = 5;
export const MOST_SUBSTEPS = 64;
/** Bodies times substeps that cost little. */
const CHEAP = 16_384;

/** What bodies of a size (m) need. */
function substepsOf(size: number): number {
  const wanted = Math.ceil(DEFAULT_SUBSTEPS * Math.sqrt(COMMON_SIZE / size));
  return Math.min(Math.max(wanted, DEFAULT_SUBSTEPS), MOST_SUBSTEPS);
}

/** @param sizes of dynamic bodies (m) */
export function substepsFor(sizes: Histogram): number {
  const cheap = Math.trunc(CHEAP / Math.max(sizes.count, 1));
  return Math.max(substepsOf(sizes.rank(0.5)), Math.min(substepsOf(sizes.rank(0)), cheap));
}

/** By how much springs may be stiffer than is good for bodies of a common size, where there are smaller ones. */
export function stiffnessFor(sizes: Histogram): number {
  return Math.sqrt(Math.max(COMMON_SIZE / sizes.rank(0), 1));
}
