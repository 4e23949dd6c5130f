/**
 * The compiled wide sources: `#wide/binaries` holds the wide kernels, `#exact/binaries` those in f64,
 * `#dynamics/binaries` the passes of the stepper. `tools/lanes/build.ts` writes them.
 */

/** The wasm modules, packed: see unpackWide.ts. */
export declare const packed: string;
/** Bytes of `simd` and of `relaxed`; of f64 kernels, which have one build, of that. */
export declare const lengths: readonly number[];
