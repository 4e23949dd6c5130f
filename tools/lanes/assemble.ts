/** Assembles and optimizes WebAssembly text, in memory. */
import binaryen from 'binaryen';
import { onlyFunctionNames } from './functionNames.ts';

const { Features } = binaryen;

/**
 * A function with one caller is inlined into it if it has no more expressions than this. Without the limit rows of
 * boxes take 2 to 14 % longer (docs/lab/wide-kernels.md).
 */
const MOST_INLINED = 1000;

/**
 * The binary of a module.
 * @throws Error if the text is no valid module, which is a bug of the lane compiler
 */
export function assemble(text: string, relaxed: boolean): Uint8Array {
  const module = binaryen.parseText(text);
  try {
    const bulk = Features.BulkMemory | Features.BulkMemoryOpt;
    const features = Features.SIMD128 | Features.Atomics | bulk | Features.NontrappingFPToInt;
    module.setFeatures(features | Features.MutableGlobals | (relaxed ? Features.RelaxedSIMD : 0));
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
