/**
 * Chooses the kernel of an engine: the wanted one, or the next slower one that runs on this machine, with the reason.
 * Its wasm is loaded when a wide kernel is wanted: what the queries of the engine need. Workers get the compiled wasm
 * from the engine: they import neither this file nor the wasm.
 */
import { QueryError } from '../errors.ts';
import { MissingFeature } from '../wasm/missingFeature.ts';
import { compilePiece, type WasmPiece } from '../wasm/wasmPiece.ts';
import type { RunningKernel, WideBuild } from './runningKernel.ts';
import { instantiateWide, type WideCalls } from './wideCalls.ts';

export interface KernelChoice {
  readonly kernel: RunningKernel;
  /** Compiled modules for the workers, if a wide kernel runs. */
  readonly wide: readonly WebAssembly.Module[] | undefined;
  /** Instance of the calling thread. */
  readonly calls: WideCalls | undefined;
  /** Why the wanted kernel does not run: one sentence, or none. */
  readonly fallbacks: readonly string[];
}

/** The wasm that an engine loads. */
export interface EngineWasm {
  /** What its queries need, in any order; a piece may stand twice, or beside one that has all of it. */
  readonly pieces: readonly WasmPiece[];
  /** The relaxed builds of all pieces; without them there is no kernel 'relaxed'. */
  readonly relaxed?: WasmPiece | undefined;
  /** The folder of the pieces as files (`EngineOptions.wasmUrl`). Default: they are texts of the package. */
  readonly url?: URL | undefined;
}

/** Builds to try in this order, before 'scalar'. */
const BUILDS: Readonly<Record<'auto' | RunningKernel, readonly WideBuild[]>> = {
  auto: ['simd'],
  scalar: [],
  simd: ['simd'],
  relaxed: ['relaxed', 'simd'],
};

/**
 * Finds the kernel for an engine over `memory`: 'scalar' runs everywhere.
 * @throws QueryError if a file of `wasm.url` cannot be loaded
 */
export async function chooseKernel(
  wanted: 'auto' | RunningKernel,
  memory: WebAssembly.Memory,
  shared: boolean,
  wasm: EngineWasm,
): Promise<KernelChoice> {
  const reasons = new Set<string>();
  const because = (got: RunningKernel) => {
    const expected = wanted === 'auto' ? 'simd' : wanted;
    return reasons.size > 0 ? [`expected kernel '${expected}', got '${got}': ${[...reasons].join('; ')}`] : [];
  };
  const pieces = leastOf(wasm.pieces);
  for (const build of BUILDS[wanted]) {
    const relaxed = build === 'relaxed' ? wasm.relaxed : undefined;
    if (build === 'relaxed' && !relaxed) {
      reasons.add('its wasm is not among that of this engine');
      continue;
    }
    try {
      const tasks = pieces.map((piece) => compilePiece(piece, { relaxed, shared, url: wasm.url }));
      await Promise.allSettled(tasks); // so that none that fails is under way when the next engine begins
      const wide = await Promise.all(tasks);
      const calls = await instantiateWide(wide, memory);
      return { kernel: build, wide, calls, fallbacks: because(build) };
    } catch (cause) {
      if (cause instanceof QueryError) throw cause;
      reasons.add(reasonOf(cause));
    }
  }
  return { kernel: 'scalar', wide: undefined, calls: undefined, fallbacks: because('scalar') };
}

/** The kernel of a planar engine: its rows are computed in f64. */
export function choosePlanarKernel(wanted: 'auto' | RunningKernel): KernelChoice {
  const isOther = wanted !== 'auto' && wanted !== 'scalar';
  const fallbacks = isOther ? [`expected kernel '${wanted}', got 'scalar': planar scenes have no other`] : [];
  return { kernel: 'scalar', wide: undefined, calls: undefined, fallbacks };
}

/** The pieces without those that another one has all of. */
function leastOf(pieces: readonly WasmPiece[]): readonly WasmPiece[] {
  const least = new Set(pieces);
  for (const piece of pieces) for (let { base } = piece; base; base = base.base) least.delete(base);
  return [...least];
}

function reasonOf(cause: unknown): string {
  if (cause instanceof MissingFeature) return cause.message;
  const text = String(cause);
  // if a policy forbids compiling, the browser's message may contain the directive, the policy, or neither
  const policy = /unsafe-eval|content security policy/i.test(text);
  return policy ? `${text} (allow 'wasm-unsafe-eval' in the content security policy)` : text;
}
