/** `#wasm/files.js`, which `tools/lanes/build.ts` writes. */

/** Names of the pieces as files, by piece; of their relaxed builds by `pieceRelaxed`. */
export declare const files: Readonly<Record<string, string>>;
