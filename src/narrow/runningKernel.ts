/**
 * The kernel of an engine: 'scalar' is TypeScript, the others are WebAssembly. Public types import this file, so it
 * must not refer to the types of WebAssembly: some programs lack them.
 */
export type RunningKernel = 'scalar' | 'simd' | 'relaxed';

/** A build of the wide kernel. */
export type WideBuild = Exclude<RunningKernel, 'scalar'>;
