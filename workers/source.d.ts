/** `tools/bundle.mjs` writes this module: the text of the worker of browsers. Loaded only when its file cannot be. */
export declare const source: string;
