/**
 * The scalar kernel as it is built: one function. The source is the same in many, and slower. This file lies as deep as
 * bench/.bundle, so that its path is right in a bundle too.
 */
const BUILT = new URL('../../dist/src/kernels/rows/distanceRows.js', import.meta.url).href;

export const { distanceRows }: typeof import('../../src/kernels/rows/distanceRows.ts') = await import(BUILT);
