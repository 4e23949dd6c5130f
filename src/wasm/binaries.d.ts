/**
 * The compiled wide sources: `#wide/binaries` holds the kernels, `#dynamics/binaries` the passes of the stepper.
 * `tools/lanes/build.ts` writes them.
 */

/** Both wasm modules, packed: see unpackWide.ts. */
export declare const packed: string;
/** Bytes of `simd` and of `relaxed`. */
export declare const lengths: readonly [number, number];
