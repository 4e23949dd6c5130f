/**
 * The kernel of an engine: 'scalar' in TypeScript, the others in WebAssembly. In a file of its own: public types refer to it, and
 * must not refer to the types of WebAssembly, which some programs lack.
 */
export type RunningKernel = 'scalar' | WideBuild;

/** A build of the wide kernel. */
export type WideBuild = 'simd' | 'relaxed';
