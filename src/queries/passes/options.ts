/** What `engine.loadPasses` takes. */
export interface PassOptions {
  /** Bytes of memory for these passes, 1 or more. All `loadPasses` together take at most `capacity.passBytes`. */
  readonly bytes: number;
}

/** A compiled `WebAssembly.Module`, under a name that Node's types know as well as a browser's. */
export type WasmModule = object;
