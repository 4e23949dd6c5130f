/** Changes wide kernels for pages without cross-origin isolation, where memory is not shared. */

const HEADER_BYTES = 8; // magic and version
const IMPORT_SECTION = 2;
const TABLE_IMPORT = 1;
const MEMORY_IMPORT = 2;
const GLOBAL_IMPORT = 3;
const FUNCTION_IMPORT = 0;
/** Flags of a memory's limits. */
const HAS_MAXIMUM = 1;
const SHARED = 2;

/**
 * A copy of the module in which no imported memory is shared. It takes a `WebAssembly.Memory` without `shared`, but
 * with a maximum. `wasm` stays as it is.
 */
export function unshared(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(wasm);
  let at = HEADER_BYTES;

  /** Reads an unsigned LEB128 number. */
  function number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      if (at >= copy.length) throw new Error('unshared: expected a whole module, got one that ends too soon');
      const byte = copy[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  function skipName(): void {
    const bytes = number(); // a statement of its own, because it moves `at`
    at += bytes;
  }

  function skipLimits(): void {
    const flags = number();
    number();
    if (flags & HAS_MAXIMUM) number();
  }

  function importOne(): void {
    skipName(); // module
    skipName(); // field
    const what = copy[at++];
    if (what === FUNCTION_IMPORT) number();
    else if (what === GLOBAL_IMPORT) at += 2;
    else if (what === TABLE_IMPORT) {
      at++;
      skipLimits();
    } else if (what === MEMORY_IMPORT) {
      copy[at] &= ~SHARED;
      skipLimits();
    } else throw new Error(`unshared: expected an import of kind 0..3, got ${what}`);
  }

  while (at < copy.length) {
    const section = copy[at++];
    const bytes = number();
    const end = at + bytes;
    if (section === IMPORT_SECTION) for (let left = number(); left > 0; left--) importOne();
    at = end;
  }
  return copy;
}
