/** The kernels that tests of whole engines run on: `describe.each(KERNELS)`. The bounds of their results: `boundsOf` in checkAnswer.ts. */
import { setFlagsFromString } from 'node:v8';
import { sweep } from './sweep.ts';

// Node 20 has relaxed SIMD behind this flag; later ones have it always
setFlagsFromString('--experimental-wasm-relaxed-simd');

export const KERNELS = ['scalar', 'simd', 'relaxed'] as const;
/** The kernels whose results are the same bits on every machine. */
export const PORTABLE = ['scalar', 'simd'] as const;

export type Kernel = (typeof KERNELS)[number];

/** The kernels of tests that repeat one thing for each: `relaxed` is the code of `simd` with other instructions. */
export const SWEPT_KERNELS = sweep<readonly Kernel[]>(PORTABLE, KERNELS);
