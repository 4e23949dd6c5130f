/**
 * The arithmetic that answers an engine's queries: 'scalar' in TypeScript, the others in WebAssembly. On its own, because
 * public types reach it and must not reach the types of WebAssembly, which not every program has.
 */
export type RunningKernel = 'scalar' | WideBuild;

/** A build of the wide kernel. */
export type WideBuild = 'simd' | 'relaxed';
