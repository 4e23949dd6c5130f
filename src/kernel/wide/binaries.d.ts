/** The compiled wide kernels, `#wide/binaries`: what `tools/lanes/build.ts` writes to `dist/wide/binaries.js`. */

/** A wasm module in base64 that uses SIMD of four lanes and gives the same bits everywhere. */
export declare const simd: string;
/** The same with relaxed SIMD: products are fused into sums where the processor can. */
export declare const relaxed: string;
/** Where the members of each table lie, by the name of its interface. */
export declare const tables: {
  readonly [table: string]: {
    readonly rows: number;
    readonly bytes: number;
    /** The leaves of a record column are `v.x`, `v.y`, …; `element` is f32, i32, f64, u16 or u8. */
    readonly members: { readonly [member: string]: { readonly byteOffset: number; readonly element: string } };
  };
};
