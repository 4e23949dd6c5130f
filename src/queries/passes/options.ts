/** Options of `engine.loadPasses`. */
export interface PassOptions {
  /** Bytes of memory for these passes, 1 or more. All `loadPasses` together take at most `capacity.passBytes`. */
  readonly bytes: number;
}

/** A compiled `WebAssembly.Module`, under a name that the types of Node and of browsers both have. */
export type WasmModule = object;

/** A `URL`, so that programs without the types of Node and of browsers compile. */
export interface ModuleUrl {
  readonly href: string;
}
