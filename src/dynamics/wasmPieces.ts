/** The wasm of the stepper. */
import type { WasmPiece } from '../wasm/wasmPiece.ts';

export const STEPPER: WasmPiece = { name: 'stepper', load: () => import('#wasm/stepper.js') };
/** The delta to its relaxed build. */
export const RELAXED_STEPPER: WasmPiece = { name: 'stepperRelaxed', load: () => import('#wasm/stepperRelaxed.js') };
