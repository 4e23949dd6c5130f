/** The kernels that tests of whole engines run on: `describe.each(KERNELS)`. What answers are held to: `boundsOf` in kernel/judge.ts. */
import { setFlagsFromString } from 'node:v8';

// Node 20 has relaxed SIMD behind this flag; later ones have it always
setFlagsFromString('--experimental-wasm-relaxed-simd');

export const KERNELS = ['scalar', 'simd', 'relaxed'] as const;
/** Those whose answers are the same bits on every machine. */
export const PORTABLE = ['scalar', 'simd'] as const;

export type Kernel = (typeof KERNELS)[number];
