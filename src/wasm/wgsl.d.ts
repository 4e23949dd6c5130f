/** `#wasm/wgsl.js`, which `tools/lanes/build.ts` writes. */

/** Modules of WGSL: entry points and bindings are those of `src/gpu/wgsl`. */
export declare const wgsl: {
  /** Entry points `flags`, and `distance`, with depth if the constant `depth` is 1. */
  readonly boxes: string;
  /** `preparePoses` */
  readonly poses: string;
  /** `pack` */
  readonly pack: string;
  /** `putRows`, `putStatuses` */
  readonly scatter: string;
};
