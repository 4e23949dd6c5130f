/** Shapes as kernels read them in wasm: all that an engine has. */
import type { EnginePools } from './enginePools.ts';

export type OwnPools = EnginePools;
