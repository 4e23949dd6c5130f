/** Compiled wide sources: `#wide/binaries`, the kernels, and `#dynamics/binaries`, the stepper's passes. `tools/lanes/build.ts` writes them. */

/** Both wasm modules: see unpackWide.ts. */
export declare const packed: string;
/** Bytes of `simd`, of four lanes and the same bits everywhere, and of `relaxed`, where products may be fused into sums. */
export declare const lengths: readonly [number, number];
/** Where the members of each table lie, by the name of its interface. */
export declare const tables: {
  readonly [table: string]: {
    readonly rows: number;
    readonly bytes: number;
    /** The leaves of a record column are `v.x`, `v.y`, …; `element` is f32, i32, f64, u16 or u8. */
    readonly members: { readonly [member: string]: { readonly byteOffset: number; readonly element: string } };
  };
};
