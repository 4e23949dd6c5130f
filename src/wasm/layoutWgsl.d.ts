/** `#wasm/layoutWgsl.js`, which `tools/lanes/build.ts` writes. */

/** Structures of rows, and functions of them, for shaders of users: no bindings. */
export declare const layoutWgsl: string;
