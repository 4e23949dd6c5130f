/**
 * `tools/bundle.mjs` writes this module: the source text of the browser's worker. Loaded only when the worker's file
 * cannot be loaded.
 */
export declare const source: string;
