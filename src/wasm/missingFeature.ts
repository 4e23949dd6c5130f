/** What of WebAssembly may be missing on a machine. */
export class MissingFeature extends Error {
  constructor(isRelaxed: boolean) {
    super(
      isRelaxed
        ? 'WebAssembly has no relaxed SIMD here (Node 20: --experimental-wasm-relaxed-simd)'
        : 'WebAssembly has no SIMD here',
    );
  }
}
