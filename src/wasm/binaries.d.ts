/**
 * The compiled wide sources: `#wide/binaries` holds the kernels, `#dynamics/binaries` the passes of the stepper.
 * `tools/lanes/build.ts` writes them.
 */

/** Both wasm modules, packed: see unpackWide.ts. */
export declare const packed: string;
/** Bytes of `simd` and of `relaxed`. */
export declare const lengths: readonly [number, number];
/** The layout of each table, by the name of its interface. */
export declare const tables: {
  readonly [table: string]: {
    readonly rows: number;
    readonly bytes: number;
    /** The members of a record column are `v.x`, `v.y`, …; `element` is f32, i32, f64, u16 or u8. */
    readonly members: { readonly [member: string]: { readonly byteOffset: number; readonly element: string } };
  };
};
