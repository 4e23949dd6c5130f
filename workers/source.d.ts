/**
 * `tools/bundle.mjs` writes this module: the source text of the browser's worker. Loaded only when the worker's file
 * cannot be loaded. In `hullstorm.min.js` it is a program that imports that file, and a rejection if there is none.
 */
export declare function source(): string | Promise<string>;
