/** Assembles and optimizes WebAssembly text, in memory. */
import binaryen from 'binaryen';
import { onlyFunctionNames } from './functionNames.ts';

const { Features } = binaryen;

/**
 * A function with one caller is inlined into it if it has no more expressions than this. Without the limit rows of
 * boxes take 2 to 14 % longer (docs/lab/wide-kernels.md).
 */
const MOST_INLINED = 1000;

const BULK = Features.BulkMemory | Features.BulkMemoryOpt;
const FEATURES = Features.SIMD128 | Features.Atomics | BULK | Features.NontrappingFPToInt | Features.MutableGlobals;

/**
 * The binary of a module.
 * @throws Error if the text is no valid module, which is a bug of the lane compiler
 */
export function assemble(text: string, relaxed: boolean): Uint8Array {
  const module = binaryen.parseText(text);
  try {
    module.setFeatures(FEATURES | (relaxed ? Features.RelaxedSIMD : 0));
    if (!module.validate()) throw new Error('Binaryen refused what the lane compiler wrote; the reason is above');
    binaryen.setOptimizeLevel(3);
    binaryen.setShrinkLevel(0);
    binaryen.setOneCallerInlineMaxSize(MOST_INLINED);
    binaryen.setDebugInfo(true);
    module.optimize();
    return onlyFunctionNames(module.emitBinary());
  } finally {
    module.dispose();
  }
}

/**
 * A part of a binary that `assemble` made: some of its exports, and the functions that they call, as they are.
 * @throws Error if one of `names` is no export of it
 */
export function cut(wasm: Uint8Array, names: readonly string[]): Uint8Array {
  const module = binaryen.readBinary(wasm);
  try {
    module.setFeatures(FEATURES | Features.RelaxedSIMD);
    const exported = new Set<string>();
    for (let k = 0; k < module.getNumExports(); k++) {
      exported.add(binaryen.getExportInfo(module.getExportByIndex(k)).name);
    }
    for (const name of names) if (!exported.delete(name)) throw new Error(`cut: expected the export ${name}, got none`);
    for (const name of exported) module.removeExport(name);
    module.runPasses(['remove-unused-module-elements']);
    return onlyFunctionNames(module.emitBinary());
  } finally {
    module.dispose();
  }
}
