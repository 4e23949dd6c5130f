/** The wasm of an engine with all queries. */
import type { EngineWasm } from './chooseKernel.ts';
import { CASTS, CONTACTS, DISTANCE, EXACT_CASTS, EXACT_CONTACTS, POINTS, RAYS, RELAXED } from './wasmPieces.ts';

export const ALL_WASM: EngineWasm = {
  pieces: [DISTANCE, CONTACTS, RAYS, POINTS, CASTS, EXACT_CASTS, EXACT_CONTACTS],
  relaxed: RELAXED,
};
