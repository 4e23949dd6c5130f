/** `#wasm/rays.js` and the like, which `tools/lanes/build.ts` writes. */
import type { Packed } from './inflate.ts';

/** By piece: one, or the relaxed builds of several. */
export declare const packed: Readonly<Record<string, Packed>>;
